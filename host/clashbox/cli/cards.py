"""`clashbox cards [QUERY]`: the card data, found by name however it is typed."""

from typing import Any

import click

from clashbox.cli import options
from clashbox.cli.loose import examples
from clashbox.i18n import t
from clashbox.text import shown
from clashbox.trouble import Trouble

_LISTED = 20
_ALSO = 6
_MOST = 9999


@click.command(
    "cards",
    help=t("help.cards"),
    epilog=examples(
        "cards gorgodzila",
        "cards jungle oais",
        "cards --faction kaiju --type action",
        "cards --titan megabot",
        'cards --type base --set "big in japan" --printing current --json',
    ),
)
@click.argument("words", nargs=-1, metavar="[QUERY]")
@click.option("--type", "kind", metavar="TYPE", help=t("help.cards.type"))
@click.option("--faction", "faction", metavar="FACTION", help=t("help.cards.faction"))
@click.option("--set", "box", metavar="SET", help=t("help.cards.set"))
@click.option("--titan", "titan", is_flag=False, flag_value="", metavar="[TITAN]", help=t("help.cards.titan"))
@click.option("--printing", type=click.Choice(["original", "current"]), help=t("help.printing"))
@click.option("--limit", "limit", metavar="N", help=t("help.cards.limit"))
@options.as_json
@options.lang
def cards_command(
    words: tuple[str, ...],
    kind: str | None,
    faction: str | None,
    box: str | None,
    titan: str | None,
    printing: str | None,
    limit: str | None,
    as_json: bool,
) -> int:
    """Exit status 1 where nothing is found, as grep does."""
    from clashbox.asking import numbers
    from clashbox.cards import search

    most = None if limit is None else numbers.read_number("--limit", limit, _MOST)
    query = " ".join(words)
    entries = _filtered(kind, faction, box, titan, printing)
    narrowed = any(one is not None for one in (kind, faction, box, titan))
    if query.strip():
        hits = search.find(query, entries)
    else:
        order = {name: at for at, name in enumerate(search.KINDS)}
        hits = [
            search.Hit(entry, search.EXACT, 1.0)
            for entry in sorted(entries, key=lambda one: (order[one.kind], one.name, one.slug))
        ]
    if as_json:
        options.print_json(
            [
                {"match": search.MATCHES[hit.tier] if query.strip() else None, **_facts(hit.entry, printing)}
                for hit in hits[: most or None]
            ]
        )
        return 0 if hits else 1
    if not hits:
        raise Trouble("cards.none" if query.strip() else "cards.nothing", shown(query), status=1)
    if query.strip() or narrowed:
        _print(hits, printing, query.strip() != "", most, titan is not None)
    else:
        _print_counts(entries)
    return 0


def _facts(entry: Any, printing: str | None) -> dict[str, Any]:
    from clashbox.asking import about

    return about.facts(entry, about.PRINTINGS[_at(printing)])


def _at(printing: str | None) -> int:
    """Its place in pairs of numbers; the first printing where none is named."""
    return 1 if printing == "current" else 0


# -- filters --


def _filtered(
    kind: str | None, faction: str | None, box: str | None, titan: str | None, printing: str | None
) -> list[Any]:
    """The entries that pass; a filter's value may be typed as sloppily as a query. Raises Trouble."""
    from clashbox.asking import about, naming
    from clashbox.cards import search

    at = _at(printing)
    entries = list(search.everything())
    if kind is not None:
        wanted = naming.one("--type", kind, "type", _types()).slug
        kinds = ("minion", "action", "fusion") if wanted == "card" else (wanted,)
        entries = [entry for entry in entries if entry.kind in kinds]
    if faction is not None:
        home = naming.one("--faction", faction, "faction", search.of_kind("faction")).slug
        entries = [entry for entry in entries if entry.faction == home]
    if box is not None:
        found = naming.one("--set", box, "set", search.boxes()).record
        entries = [e for e in entries if e.set == found.slug or (e.faction in found.factions and e.faction)]
    if titan is not None:
        named = naming.titan("--titan", titan).slug if titan.strip() else None
        entries = [entry for entry in entries if about.concerns_titan(entry, named, at)]
    if printing is not None:
        entries = [entry for entry in entries if about.in_printing(entry, at)]
    return entries


def _types() -> list[Any]:
    from clashbox.cards import search

    return [
        search.Entry("type", kind, kind, None, None, None, (f"{kind}s", t(f"type.{kind}", lang="vi")))
        for kind in (*search.KINDS, "card")
    ]


# -- what is printed --


def _print(hits: list[Any], printing: str | None, asked: bool, most: int | None, titans: bool) -> None:
    from clashbox.cards import search

    at = _at(printing)
    sure = [hit for hit in hits if hit.tier == search.EXACT] if asked else []
    if len(hits) == 1 or len(sure) == 1:
        from clashbox.cli import card_detail

        for line in card_detail.lines(hits[0].entry, at, printing is not None):
            print(line)
        also = [hit.entry for hit in hits[1:]]
        if also:
            names = ", ".join(_also(entry) for entry in also[:_ALSO])
            print(t("cards.also", names if len(also) <= _ALSO else f"{names} …"))
        return
    most = _LISTED if most is None else most or len(hits)
    _print_table([hit.entry for hit in hits[:most]], at, titans)
    if len(hits) > most:
        print(t("cards.more", len(hits) - most))


def _also(entry: Any) -> str:
    return f"{entry.name} ({t(f'type.{entry.kind}')})"


def _print_table(entries: list[Any], at: int, titans: bool) -> None:
    from clashbox.cards import store
    from clashbox.cli import card_detail, tables

    table = tables.table(
        (
            (t("cards.column.name"), "~"),
            (t("cards.column.type"), "<"),
            (t("cards.column.faction"), "~"),
            (t("cards.column.facts"), "~"),
        )
    )
    facts = card_detail.titan_brief if titans else card_detail.brief
    for entry in entries:
        home = store.factions().get(entry.faction or "")
        faction = home.name if home and entry.kind != "faction" else ""
        table.add_row(entry.name, t(f"type.{entry.kind}"), faction, facts(entry, at))
    tables.console().print(table)


def _print_counts(entries: list[Any]) -> None:
    from clashbox.cards import search

    for kind in search.KINDS:
        print(f"{sum(entry.kind == kind for entry in entries):>6}  {t(f'type.{kind}')}")
    print(t("cards.hint"))
