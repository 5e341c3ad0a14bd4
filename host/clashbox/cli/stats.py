"""`clashbox stats`: who wins with what, and what the table gets wrong."""

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from clashbox.cli import options
from clashbox.cli.loose import examples
from clashbox.i18n import t
from clashbox.text import shown
from clashbox.trouble import Trouble

if TYPE_CHECKING:
    from clashbox.stats.filters import Filters

QUESTIONS = (
    *("players", "factions", "pairs", "titans", "seats", "terrains", "ways", "versus", "sources", "ties"),
    *("clashes", "length", "streaks", "rules", "turns"),
)
_TOP = 20


@click.command(
    "stats",
    help=t("help.stats"),
    epilog=examples(
        "stats",
        "stats factions --players 4 --from 2026-01-01",
        "stats factions --player An --plot an.svg",
        "stats versus --player An --player Bình",
        'stats titans --set "titans event kit" --json',
        "stats rules --game smashup",
        "stats turns --of 3f2a --plot vp.svg",
    ),
)
@click.argument("what", type=click.Choice(QUESTIONS), default="players", metavar="[WHAT]")
@click.option("--from", "since", metavar="DATE", help=t("help.stats.from"))
@click.option("--to", "until", metavar="DATE", help=t("help.stats.to"))
@click.option("--player", "people", multiple=True, metavar="NAME", help=t("help.stats.player"))
@click.option("--game", "kind", type=click.Choice(["smashup", "toybattle"]), help=t("help.stats.game"))
@click.option("--set", "box", metavar="SET", help=t("help.stats.set"))
@click.option("--players", "players", type=click.IntRange(2, 4), metavar="N", help=t("help.stats.players"))
@click.option("--top", "top", type=click.IntRange(0, options.MOST), metavar="N", help=t("help.stats.top"))
@click.option("--of", "game", metavar="GAME", help=t("help.stats.of"))
@click.option(
    "--plot", "plot", type=click.Path(path_type=Path), metavar="FILE.svg", help=t("help.stats.plot")
)
@options.database
@options.as_json
@options.lang
def stats_command(
    what: str,
    since: str | None,
    until: str | None,
    people: tuple[str, ...],
    kind: str | None,
    box: str | None,
    players: int | None,
    top: int | None,
    game: str | None,
    plot: Path | None,
    database: str | None,
    as_json: bool,
) -> int:
    """The history stays as it is; a picture is written whole or not at all."""

    if plot is not None and plot.suffix.lower() != ".svg":
        raise Trouble("stats.svg", shown(plot, 200), status=2)
    if game is not None and what != "turns":
        raise Trouble("stats.of", status=2)
    with options.history(database).read() as session:
        filters = filters_of(session, since, until, people, kind, box, players)
        if what == "turns":
            return _turns(session, filters, game, plot, as_json)
        from clashbox.stats import answers, counts

        rows = answers.answer(session, what, filters)
        overview = counts.overview(session, filters)
    about = _about(since, until, people, kind, box, players)
    cut = rows if top == 0 or (top is None and as_json) else rows[: _TOP if top is None else top]
    if plot is not None:
        from clashbox.cli import writing
        from clashbox.stats import pictures

        writing.write(plot, [pictures.of(what, cut, about)])
    if as_json:
        done = {"plot": str(plot)} if plot is not None else {}
        data = [row.as_data() for row in cut]
        options.print_json({"what": what, "games": overview, "rows": data, **done})
        return 0
    from clashbox.cli import stats_tables

    stats_tables.show(what, cut, overview, about, len(rows))
    if plot is not None:
        print(t("stats.plot.done", shown(plot, 200)))
    return 0


def filters_of(
    session: Any,
    since: str | None,
    until: str | None,
    people: tuple[str, ...],
    kind: str | None,
    box: str | None,
    players: int | None,
) -> "Filters":
    """What was typed as the statistics are asked. Raises Trouble."""
    from clashbox.stats import filters

    factions: tuple[str, ...] | None = None
    if box is not None:
        factions = tuple(_set(box).factions)
    first = None if since is None else filters.day("--from", since)
    last = None if until is None else filters.day("--to", until, after=True)
    if first is not None and last is not None and first >= last:
        raise Trouble("stats.order", shown(since), shown(until), status=2)
    ids = tuple(dict.fromkeys(filters.person(session, "--player", name) for name in people))
    return filters.Filters(first, last, ids, kind or "", factions, players or 0)


def _set(text: str) -> Any:
    from clashbox.asking import naming
    from clashbox.cards import search, store

    return store.sets()[naming.one("--set", text, "set", search.boxes()).slug]


def _about(
    since: str | None,
    until: str | None,
    people: tuple[str, ...],
    kind: str | None,
    box: str | None,
    players: int | None,
) -> str:
    """Which games it is about, in a line; empty for all."""
    found: list[str] = []
    if kind:
        found.append(t(f"kind.{kind}"))
    if players:
        found.append(t("stats.about.players", players))
    if box:
        found.append(_set(box).name)
    found += [shown(name) for name in people]
    if since:
        found.append(t("stats.about.from", shown(since)))
    if until:
        found.append(t("stats.about.to", shown(until)))
    return " · ".join(found)


def _turns(session: Any, filters: "Filters", game: str | None, plot: Path | None, as_json: bool) -> int:
    from clashbox import history
    from clashbox.stats import answers

    wanted = history.find(session, game).id if game is not None else answers.newest(session, filters)
    course = answers.course(session, wanted) if wanted else None
    if course is None or not course.points:
        raise Trouble("stats.turns.none", status=1)
    if plot is not None:
        from clashbox.cli import writing
        from clashbox.stats import pictures

        writing.write(plot, [pictures.of_course(course)])
    if as_json:
        done = {"plot": str(plot)} if plot is not None else {}
        options.print_json({"what": "turns", **course.as_data(), **done})
        return 0
    from clashbox.cli import stats_tables

    stats_tables.show_course(course)
    if plot is not None:
        print(t("stats.plot.done", shown(plot, 200)))
    return 0
