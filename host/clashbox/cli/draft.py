"""`clashbox draft`: random factions for the next game, from the boxes one owns."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import click

from clashbox.cli import options
from clashbox.cli.loose import examples
from clashbox.i18n import t
from clashbox.text import shown
from clashbox.trouble import Trouble

if TYPE_CHECKING:
    from clashbox.draft.draw import Draw

_SEEDS = 1_000_000


@click.command(
    "draft",
    help=t("help.draft"),
    epilog=examples(
        'draft --own "core set" --own "awesome level 9000, munchkin"',
        "draft --players 4",
        "draft --names An,Bình,Chi --send",
        "draft --players 2 --titans --sets all",
        "draft --names An,Bình --pick 2-of-3 --seed 4711 --leave kaiju,ghosts --send",
    ),
)
@click.option("--players", "players", type=click.IntRange(2, 4), metavar="N", help=t("help.draft.players"))
@click.option("--names", "names", metavar="NAMES", help=t("help.draft.names"))
@click.option("--sets", "sets", multiple=True, metavar="SETS", help=t("help.draft.sets"))
@click.option("--titans", is_flag=True, help=t("help.draft.titans"))
@click.option("--pick", type=click.Choice(["2-of-3"]), help=t("help.draft.pick"))
@click.option("--leave", "leave", metavar="FACTIONS", help=t("help.draft.leave"))
@click.option(
    "--evenings",
    type=click.IntRange(0, 99),
    default=3,
    show_default=True,
    metavar="N",
    help=t("help.draft.evenings"),
)
@click.option("--seed", type=click.IntRange(0), metavar="N", help=t("help.draft.seed"))
@click.option("--send", is_flag=True, help=t("help.draft.send"))
@click.option("--own", "own", multiple=True, metavar="SETS", help=t("help.draft.own"))
@click.option("--owned", is_flag=True, help=t("help.draft.owned"))
@options.port
@options.database
@options.as_json
@options.lang
def draft_command(
    players: int | None,
    names: str | None,
    sets: tuple[str, ...],
    titans: bool,
    pick: str | None,
    leave: str | None,
    evenings: int,
    seed: int | None,
    send: bool,
    own: tuple[str, ...],
    owned: bool,
    port: str,
    database: str | None,
    as_json: bool,
) -> int:
    """Nothing is written to the history but, with --own, which boxes one has."""
    from clashbox.draft import shelf

    held = options.history(database)
    if own or owned:
        return _own(held, own, as_json)
    people = _people(names, players)
    offer = 3 if pick else 2
    with held.read() as session:
        boxes = boxes_of("--sets", sets, everything=True) if sets else shelf.owned(session)
        recent = shelf.evenings(session, evenings)
    pool = shelf.factions(boxes, titans)
    drawn, number = draw_of(pool, len(people), offer, recent, seed)
    factions: Sequence[Sequence[str]] = drawn.offers
    if leave is not None:
        factions = _left(leave, drawn, offer)
    elif send and pick:
        raise Trouble("draft.leave.missing", status=2)
    if send:
        _send(port, people, factions, drawn.first)
    data = {
        "seed": number,
        "players": [
            {"name": name, "factions": list(mine)} for name, mine in zip(people, factions, strict=True)
        ],
        "first": drawn.first,
        "pool": len(pool),
        "sets": list(boxes),
        "evenings": drawn.evenings,
        "sent": send,
    }
    if as_json:
        options.print_json(data)
    else:
        _print(data, asked=len(recent), chosen=leave is not None)
    return 0


def _people(names: str | None, players: int | None) -> list[str]:
    """The names by seat, "" where nobody is named."""
    if names is None:
        if players is None:
            raise Trouble("draft.players", status=2)
        return [""] * players
    found = [name for name in (shown(part) for part in names.split(",")) if name]
    if players is not None and len(found) != players:
        raise Trouble("draft.names", len(found), players, status=2)
    if not 2 <= len(found) <= 4:
        raise Trouble("draft.names.count", len(found), status=2)
    twice = next((name for name in found if found.count(name) > 1), None)
    if twice is not None:
        raise Trouble("draft.twice", twice, status=2)
    return found


def boxes_of(option: str, texts: Sequence[str], everything: bool = False) -> list[str]:
    """The slugs of the boxes that are meant; empty for "all". Several stand apart by commas."""
    from clashbox.asking import naming
    from clashbox.cards import search

    entries = search.boxes()
    if everything and [text.strip().lower() for text in texts] == ["all"]:
        return []
    found: list[str] = []
    for text in texts:
        whole = [entry for entry in entries if search.fold(entry.name) == search.fold(text)]
        # A box's own name may hold a comma.
        parts = [text] if whole else [part for part in text.split(",") if part.strip()]
        found += [naming.one(option, part, "set", entries).slug for part in parts]
    return list(dict.fromkeys(found))


def _own(held: Any, own: Sequence[str], as_json: bool) -> int:
    from clashbox.cards import store
    from clashbox.draft import shelf

    if own:
        wanted = boxes_of("--own", own)
        with held.write() as session:
            kept = shelf.own(session, wanted)
    else:
        with held.read() as session:
            kept = shelf.owned(session)
    if as_json:
        options.print_json({"sets": kept, "factions": len(shelf.factions(kept, False)) if kept else 0})
    elif kept:
        names = ", ".join(store.sets()[slug].name for slug in kept)
        print(t("draft.owned", len(kept), len(shelf.factions(kept, False)), names))
    else:
        print(t("draft.owned.none"))
    return 0


def draw_of(
    pool: Sequence[str], players: int, offer: int, recent: Any, seed: int | None
) -> "tuple[Draw, int]":
    """A draw and its seed, which is made up where there is none. Raises Trouble."""
    import secrets

    from clashbox.draft import draw

    number = secrets.randbelow(_SEEDS) if seed is None else seed
    drawn = draw.draw(pool, players, offer, recent, number)
    if drawn is None:
        raise Trouble("draft.few", players * offer, len(pool), status=2)
    return drawn, number


def _left(text: str, drawn: "Draw", offer: int) -> list[list[str]]:
    """What each seat keeps after giving one faction back."""
    from clashbox.asking import naming
    from clashbox.cards import search

    if offer != 3:
        raise Trouble("draft.leave.alone", status=2)
    parts = [part for part in text.split(",") if part.strip()]
    if len(parts) != len(drawn.offers):
        raise Trouble("draft.leave.count", len(parts), len(drawn.offers), status=2)
    kept: list[list[str]] = []
    for part, mine in zip(parts, drawn.offers, strict=True):
        entries = [entry for entry in search.of_kind("faction") if entry.slug in mine]
        gone = naming.one("--leave", part, "faction", entries).slug
        kept.append([faction for faction in mine if faction != gone])
    return kept


def _send(port: str, people: Sequence[str], factions: Sequence[Sequence[str]], first: int) -> None:
    from clashbox.draft import box
    from clashbox.link import ports
    from clashbox.link.client import Refused

    data = box.file(people, factions, first)
    with ports.connect(port) as client:
        try:
            client.put("draft", data)
        except Refused as refused:
            raise Trouble(
                "draft.old" if refused.code == "name" else "draft.put", shown(refused.code)
            ) from None


def _print(data: dict[str, Any], asked: int, chosen: bool) -> None:
    from clashbox.cards import Facts, store
    from clashbox.cli import tables

    facts = Facts()
    console = tables.console()
    made = tables.table([("", ">"), (t("game.player"), "~"), (t("game.factions"), "~"), ("", "<")])
    for place, seat in enumerate(data["players"], 1):
        name = seat["name"] or t("player.nameless", place)
        factions = " + ".join(facts.name("faction", slug) for slug in seat["factions"])
        if len(seat["factions"]) == 3:
            factions = factions.replace(" + ", " / ")
        made.add_row(str(place), name, factions, t("draft.first") if place == data["first"] else "")
    console.print(made)
    if any(len(seat["factions"]) == 3 for seat in data["players"]):
        console.print(t("draft.choose", data["seed"]), soft_wrap=True)
    sets = ", ".join(store.sets()[slug].name for slug in data["sets"])
    console.print(
        t("draft.pool", data["pool"], sets) if sets else t("draft.pool.all", data["pool"]), soft_wrap=True
    )
    if asked and data["evenings"] == asked:
        console.print(t("draft.evenings", asked))
    elif asked:
        console.print(t("draft.evenings.less", data["evenings"], asked), soft_wrap=True)
    console.print(t("draft.seed", data["seed"]))
    if data["sent"]:
        console.print(t("draft.sent"))
