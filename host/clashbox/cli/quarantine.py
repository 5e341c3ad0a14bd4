"""`clashbox quarantine`: games of imported files that wait for somebody to look at them."""

import sys
from typing import TYPE_CHECKING

import click

from clashbox.cli import options, tables
from clashbox.cli.games import date
from clashbox.cli.loose import examples
from clashbox.i18n import t
from clashbox.trouble import Trouble

if TYPE_CHECKING:
    from clashbox.db.engine import Database

_NUMBER = click.IntRange(1, options.MOST)


@click.command(
    "quarantine",
    help=t("help.quarantine"),
    epilog=examples("quarantine", "quarantine --print 3", "quarantine --release 3", "quarantine --drop 3"),
)
@click.option("--release", type=_NUMBER, multiple=True, metavar="N", help=t("help.quarantine.release"))
@click.option("--drop", type=_NUMBER, multiple=True, metavar="N", help=t("help.quarantine.drop"))
@click.option("--print", "show", type=_NUMBER, metavar="N", help=t("help.quarantine.print"))
@options.database
@options.as_json
@options.lang
def quarantine_command(
    release: tuple[int, ...], drop: tuple[int, ...], show: int | None, database: str | None, as_json: bool
) -> int:
    """Without an option: the list."""

    if bool(release) + bool(drop) + (show is not None) > 1:
        raise Trouble("quarantine.usage", status=2)
    opened = options.history(database)
    if release:
        return _release(opened, release, as_json)
    if drop:
        return _drop(opened, drop, as_json)
    if show is not None:
        return _show(opened, show)
    return _list(opened, as_json)


def _list(opened: "Database", as_json: bool) -> int:
    from clashbox.exchange import storing

    with opened.read() as session:
        rows = [
            {
                "id": row.id,
                "at": row.at.isoformat(timespec="seconds") + "Z",
                "file": row.file,
                "line": candidate.line,
                "reason": row.reason,
                "why": candidate.why,
                "game": row.game_id,
            }
            for row, candidate in storing.waiting(session)
        ]
    if as_json:
        options.print_json(rows)
        return 0
    if not rows:
        print(t("quarantine.empty"))
        return 0
    titles = ("id", "at", "file", "reason")
    made = tables.table(zip((t(f"quarantine.column.{name}") for name in titles), "><<~", strict=True))
    for row in rows:
        made.add_row(
            str(row["id"]), date(str(row["at"]), False), f"{row['file']}:{row['line']}", str(row["why"])
        )
    tables.console().print(made)
    return 0


def _release(opened: "Database", numbers: tuple[int, ...], as_json: bool) -> int:
    from clashbox.exchange import storing

    with opened.write() as session:
        names = [storing.release(session, storing.one(session, number)).id for number in numbers]
    if as_json:
        options.print_json({"games": names})
    else:
        print(t("quarantine.released", ", ".join(names)))
    return 0


def _drop(opened: "Database", numbers: tuple[int, ...], as_json: bool) -> int:
    from clashbox.exchange import storing

    with opened.write() as session:
        gone = [storing.drop(session, storing.one(session, number)) for number in numbers]
    if as_json:
        options.print_json({"dropped": gone})
    else:
        print(t("quarantine.dropped", ", ".join(str(one["id"]) for one in gone)))
    return 0


def _show(opened: "Database", number: int) -> int:
    from clashbox.exchange import storing

    with opened.read() as session:
        content = storing.one(session, number).content.decode("utf-8", "backslashreplace")
    for line in content.splitlines():
        # As it is, but for what would steer a terminal.
        sys.stdout.write("".join(c if c.isprintable() else f"\\u{ord(c):04x}" for c in line) + "\n")
    return 0
