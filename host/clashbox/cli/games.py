"""`clashbox games`, `show` and `export`: the history."""

import sys
from pathlib import Path
from typing import Any

import click

from clashbox import i18n
from clashbox.cli import options, writing
from clashbox.i18n import t
from clashbox.text import shown
from clashbox.trouble import Trouble


def _console() -> Any:
    from rich.console import Console

    # Wide enough in a pipe for whole lines; names are text, never markup.
    return Console(markup=False, highlight=False, emoji=False, width=None if sys.stdout.isatty() else 160)


_WIDE = (3,)
"""The columns of both tables that may wrap: players, winner."""


def _table(*columns: str) -> Any:
    from rich import box
    from rich.table import Table

    table = Table(box=box.SIMPLE_HEAD, pad_edge=False)
    for at, column in enumerate(columns):
        # What is short stays whole on a narrow terminal; names are what gives way.
        table.add_column(column, no_wrap=at not in _WIDE)
    return table


def _date(started: str, approximate: bool) -> str:
    from datetime import datetime

    local = datetime.fromisoformat(started).astimezone()
    return ("~" if approximate else "") + local.strftime("%Y-%m-%d %H:%M")


@click.command("games", help=t("help.games"))
@options.database
@options.as_json
@options.lang
def games_command(database: str | None, as_json: bool) -> int:
    """The newest game first."""
    from dataclasses import asdict

    from clashbox import history
    from clashbox.db import store
    from clashbox.db.engine import Database

    with Database(database).read() as session:
        rows = [history.row(game) for game in store.list_games(session)]
    if as_json:
        options.print_json([asdict(row) for row in rows])
        return 0
    if not rows:
        print(t("game.empty"))
        return 0
    columns = ("id", "started", "kind", "players", "events", "state")
    table = _table(*(t(f"game.column.{column}") for column in columns))
    for row in rows:
        table.add_row(
            row.id,
            _date(row.started, row.approximate),
            t(f"kind.{row.game}"),
            " – ".join(history.named(row.players)),
            str(row.events),
            t("game.live") if row.live else t("game.over"),
        )
    _console().print(table)
    return 0


@click.command("show", help=t("help.show"))
@click.argument("game", metavar="GAME")
@options.database
@options.as_json
@options.lang
def show_command(game: str, database: str | None, as_json: bool) -> int:
    """Result, findings and events of one game."""
    from dataclasses import asdict

    from clashbox import checking, history, rules
    from clashbox.db.engine import Database

    with Database(database).read() as session:
        found = history.find(session, game)
        row = history.row(found)
        header = history.header(found)
        events = history.numbered(session, found)
    try:
        report = checking.report(header, events, i18n.language())
    except rules.CannotApply as error:
        raise Trouble("game.broken", row.id, shown(error.text(i18n.language()), 200)) from None
    if as_json:
        options.print_json({**asdict(row), **report, "log": [event for _, event in events]})
        return 0
    _show(row, header, events, report)
    return 0


def _show(
    row: Any, header: dict[str, Any], events: list[tuple[int, dict[str, Any]]], report: dict[str, Any]
) -> None:
    from clashbox import history
    from clashbox.sentences import Sentences

    sentences = Sentences(header, i18n.language())
    names = history.named(row.players)
    console = _console()
    console.print(f"{t(f'kind.{row.game}')}  {row.id}  {_date(row.started, row.approximate)}")
    state = report["state"]
    points = "vp" if row.game == "smashup" else "medals"
    table = _table(t("game.player"), t(f"game.{points}"), t("game.factions"), t("game.winner"))
    for place, name in enumerate(names, 1):
        factions = ", ".join(header["players"][place - 1].get("factions") or ())
        won = t("game.yes") if place in state["winner"] else ""
        table.add_row(name, str(state[points][place - 1]), factions, won)
    console.print(table)
    if state["turn"] and not state["over"]:
        console.print(t("game.turn", names[int(state["turn"]) - 1]))
    console.print(t("game.findings") if report["findings"] else t("game.clean"))
    for finding in report["findings"]:
        console.print(
            f"  {finding['line'] - 1}: {finding['rule']} {t('level.' + finding['level'])}: {finding['text']}",
            soft_wrap=True,
        )
    console.print(t("game.events.title"))
    for line, event in events:
        console.print(f"  {line - 1:>5}  {sentences.of(event)}", soft_wrap=True)


@click.command("export", help=t("help.export"))
@click.argument("game", metavar="GAME")
@click.option(
    "--format",
    "form",
    type=click.Choice(["jsonl"]),
    default="jsonl",
    show_default=True,
    help=t("help.format"),
)
@click.option("-o", "--output", default="-", metavar="FILE", help=t("help.output"))
@options.database
@options.as_json
@options.lang
def export_command(game: str, form: str, output: str, database: str | None, as_json: bool) -> int:
    """A file is written whole or not at all; what stood there before is replaced at the end."""
    from clashbox import history
    from clashbox.db.engine import Database

    del form  # jsonl is the one there is
    with Database(database).read() as session:
        found = history.find(session, game)
        lines = history.file_lines(session, found)
        if output == "-":
            for line in lines:
                sys.stdout.write(line)
            return 0
        writing.write(Path(output), lines)
        name, events = found.id, found.events
    if as_json:
        options.print_json({"id": name, "file": output, "events": events})
    else:
        print(t("export.done", shown(output, 200), events))
    return 0
