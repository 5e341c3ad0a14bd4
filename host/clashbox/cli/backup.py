"""`clashbox backup FILE`, and `clashbox restore` of a file or of a void game."""

import os
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING

import click

from clashbox.cli import options
from clashbox.cli.bar import Bar
from clashbox.cli.care import confirmed, set_void
from clashbox.cli.loose import examples
from clashbox.i18n import t
from clashbox.text import shown
from clashbox.trouble import Trouble

if TYPE_CHECKING:
    from clashbox.db.engine import Database


@click.command("backup", help=t("help.backup"), epilog=examples("backup clashbox-2026-11-30.db"))
@click.argument("file", metavar="FILE", type=click.Path(path_type=Path))
@options.database
@options.as_json
@options.lang
def backup_command(file: Path, database: str | None, as_json: bool) -> int:
    """The file is written whole or not at all; what stood there is replaced at the end."""
    from clashbox.db import backup

    if file.is_dir():
        raise Trouble("backup.exists", shown(file, 200), t("errno.EISDIR"))
    opened = options.history(database)
    with Bar(shown(file.name, 40)) as bar:
        games, events = backup.save(opened, file, bar.update)
    if as_json:
        options.print_json({"file": str(file), "games": games, "events": events})
    else:
        print(t("backup.done", shown(file, 200), games, events))
    return 0


@click.command(
    "restore",
    help=t("help.restore"),
    epilog=examples("restore 3f2a", "restore clashbox-2026-11-30.db --yes"),
)
@click.argument("what", metavar="GAME|FILE")
@click.option("--yes", is_flag=True, help=t("help.yes"))
@options.why
@options.database
@options.as_json
@options.lang
def restore_command(what: str, yes: bool, why: str, database: str | None, as_json: bool) -> int:
    """Which of the two is told by what is there."""
    from clashbox.db import store

    opened = options.history(database)
    with opened.read() as session:
        is_game = bool(store.find_games(session, what.strip().lower()))
    is_file = os.path.exists(what)
    if is_game and is_file:
        raise Trouble("restore.both", shown(what, 200), status=2)
    if is_game:
        return set_void(what, False, why, database, as_json)
    if not is_file:
        raise Trouble("restore.none", shown(what, 200))
    return _file(Path(what), yes, opened, as_json)


def _file(path: Path, yes: bool, opened: "Database", as_json: bool) -> int:
    from clashbox.db import backup

    name = shown(path.name, 40)
    with ExitStack() as stack:
        with Bar(name) as bar:
            found = stack.enter_context(backup.opened(path, bar.update))
        with found.read() as session:
            coming, _ = backup.counted(session)
        with opened.read() as session:
            here, _ = backup.counted(session)
        if here:
            confirmed(t("restore.ask", shown(path, 200), coming, here), yes)
        with Bar(name) as bar:
            games, events = backup.put_back(opened, found, bar.update)
    if as_json:
        options.print_json({"file": str(path), "games": games, "events": events})
    else:
        print(t("restore.done", shown(path, 200), games, events))
    return 0
