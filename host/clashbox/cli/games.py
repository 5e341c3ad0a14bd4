"""`clashbox games` and `show`: the history."""

from itertools import islice
from typing import TYPE_CHECKING

import click

from clashbox import i18n
from clashbox.cli import options, tables
from clashbox.cli.loose import examples
from clashbox.i18n import t
from clashbox.text import shown
from clashbox.trouble import Trouble

if TYPE_CHECKING:
    from clashbox.history import Row

_TOGETHER = 500
"""Rows whose columns are measured together; a longer list comes in parts, so that it begins at once."""
PAGE = 50
"""Games on a page of the list."""


def date(started: str, approximate: bool) -> str:
    """A moment of the history as people read it: local, with ~ where it is not known exactly."""
    from datetime import datetime

    local = datetime.fromisoformat(started).astimezone()
    return ("~" if approximate else "") + local.strftime("%Y-%m-%d %H:%M")


@click.command(
    "games",
    help=t("help.games"),
    epilog=examples("games", "games --player An --from 2026-01-01", "games --game toybattle --page 2"),
)
@options.which_games
@click.option(
    "--limit",
    type=click.IntRange(1, options.MOST),
    metavar="N",
    default=PAGE,
    show_default=True,
    help=t("help.games.limit"),
)
@click.option(
    "--page", type=click.IntRange(1, options.MOST), metavar="N", default=1, help=t("help.games.page")
)
@click.option("--all", "everything", is_flag=True, help=t("help.games.all"))
@options.database
@options.as_json
@options.lang
def games_command(
    which: options.Which, limit: int, page: int, everything: bool, database: str | None, as_json: bool
) -> int:
    """The newest game first."""
    from dataclasses import asdict

    from clashbox import history
    from clashbox.db import listing

    size, offset = (None, 0) if everything else (limit, (page - 1) * limit)
    with options.history(database).read() as session:
        wanted = which.wanted(session)
        total = listing.count(session, wanted)
        names = listing.ids(session, wanted, size, offset)
        rows = (history.row(one) for one in listing.each(session, names))
        if as_json:
            options.print_json_list(asdict(row) for row in rows)
            return 0
        if not names:
            print(t("game.empty.filtered" if which.any or total else "game.empty"))
            return 0
        widths: list[int] = []
        while some := list(islice(rows, _TOGETHER)):
            widths = _list(some, widths)
        print()
    if len(names) < total:
        print(t("game.page", offset + 1, offset + len(names), total, page + 1))
    return 0


def _list(rows: "list[Row]", before: list[int]) -> list[int]:
    """Prints rows of the list, its head where nothing stands before; how wide its columns are now."""
    from clashbox import history

    made = tables.table(
        (
            (t("game.column.id"), "<"),
            (t("game.column.started"), "<"),
            (t("game.column.kind"), "<"),
            (t("game.column.players"), "~"),
            (t("game.column.result"), "<"),
            (t("game.column.winner"), "~"),
            (t("game.column.events"), ">"),
            (t("game.column.state"), "<"),
        )
    )
    for row in rows:
        names = history.named(row.players)
        state = "void" if row.void else "live" if row.live else "over" if row.over else "aside"
        made.add_row(
            row.id,
            date(row.started, row.approximate),
            t(f"kind.{row.game}"),
            " – ".join(names),
            " – ".join(str(n) for n in row.points),
            ", ".join(names[place - 1] for place in row.winner),
            str(row.events),
            t(f"game.state.{state}"),
        )
    return tables.part(made, before)


@click.command("show", help=t("help.show"), epilog=examples("show 3f2a", "show 3f2a --history"))
@click.argument("game", metavar="GAME")
@click.option("--history", "past", is_flag=True, help=t("help.show.history"))
@options.database
@options.as_json
@options.lang
def show_command(game: str, past: bool, database: str | None, as_json: bool) -> int:
    """Result, findings and events of one game."""
    from clashbox import checking, history, rules
    from clashbox.cli import game_view
    from clashbox.db import care, listing
    from clashbox.db.observed import observe

    with options.history(database).read() as session:
        found = history.find(session, game)
        row = history.row(listing.one(session, found.id))
        header = history.header(found)
        events = history.numbered(session, found)
        changes = [game_view.change(one) for one in care.changes(session, found.id)]
        session.expunge_all()
    try:
        report = checking.report(header, events, i18n.language())
        seen = observe(header, events, row.winner if row.over else None)
    except rules.CannotApply as error:
        raise Trouble("game.broken", row.id, shown(error.text(i18n.language()), 200)) from None
    view = game_view.View(row, header, events, report, seen, changes)
    if as_json:
        options.print_json(view.as_object())
    elif past:
        view.print_changes()
    else:
        view.print()
    return 0
