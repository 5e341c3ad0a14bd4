"""The whole history as one file, and back: an SQLite database of this schema, wherever the history lies.

A backup is checked before anything is changed, and put in place in one transaction. What is derived in it is
taken over where this clashbox derives the same (proof.py), else it is made anew.
"""

import os
import shutil
import sqlite3
import tempfile
from collections.abc import Callable, Generator
from contextlib import closing, contextmanager
from pathlib import Path

from sqlalchemy import delete, func, select
from sqlalchemy.orm import Session

from clashbox.db import derive, moving, proof
from clashbox.db.derived import TABLES as DERIVED
from clashbox.db.dialects import why
from clashbox.db.engine import Database
from clashbox.db.models import Game
from clashbox.db.moving import TABLES
from clashbox.i18n import reason
from clashbox.text import shown
from clashbox.trouble import Trouble

Progress = Callable[[int, int], None]
"""Told how much is done, of how much."""
_PAGES = 2000
"""Of an SQLite file that are copied between two words of progress."""


def counted(session: Session) -> tuple[int, int]:
    """Games and events of a history."""
    games, events = session.execute(select(func.count(), func.sum(Game.events)).select_from(Game)).one()
    return int(games), int(events or 0)


def save(database: Database, path: Path, progress: Progress | None = None) -> tuple[int, int]:
    """Writes the history to `path`, whole or not at all: (games, events). Raises Trouble."""
    try:
        with tempfile.TemporaryDirectory(dir=path.parent, prefix=f".{path.name}.") as folder:
            made = Path(folder) / "history.db"
            _copy(database, made, progress)
            with closing(sqlite3.connect(made)) as connection:
                # One file, without a log beside it.
                connection.execute("PRAGMA journal_mode = DELETE")
            copy = Database(str(made))
            with copy.read() as session:
                held = counted(session)
            copy.close()
            with closing(sqlite3.connect(made)) as connection:
                connection.execute("PRAGMA journal_mode = DELETE")
            with made.open("rb+") as stream:
                os.fsync(stream.fileno())
            os.replace(made, path)
        return held
    except (OSError, sqlite3.Error) as error:
        said = shown(reason(error), 120) if isinstance(error, OSError) else why(error)
        raise Trouble("backup.exists", shown(path, 200), said) from None


def _copy(database: Database, made: Path, progress: Progress | None) -> None:
    held = database.engine.url.database
    if database.engine.dialect.name == "sqlite" and held:

        def tell(_: int, remaining: int, total: int) -> None:
            if progress:
                progress(total - remaining, total)

        with closing(sqlite3.connect(held)) as source, closing(sqlite3.connect(made)) as target:
            source.backup(target, pages=_PAGES, progress=tell)
        return
    copy = Database(str(made))
    with database.read() as source, copy.write() as target:
        moving.fill(source, target, (*TABLES, *reversed(DERIVED)), progress)
    copy.close()


@contextmanager
def opened(path: Path, progress: Progress | None = None) -> Generator[Database, None, None]:
    """A backup, checked and at the newest schema; the file itself stays as it is. Raises Trouble: no backup,
    damaged, or of a newer clashbox.
    """
    with tempfile.TemporaryDirectory(prefix="clashbox-") as folder:
        copy = Path(folder) / path.name
        try:
            shutil.copyfile(path, copy)
        except OSError as error:
            raise Trouble("restore.bad", shown(path, 200), shown(reason(error), 120)) from None
        proof.whole(path, copy)
        found = None
        try:
            found = Database(str(copy))
            with found.read() as session:
                proof.check(path, session, progress)
            yield found
        except Trouble as trouble:
            if trouble.key == "db.broken":
                raise Trouble("restore.bad", shown(path, 200), shown(trouble.values[-1], 120)) from None
            if trouble.key == "db.newer":
                raise Trouble("db.newer", shown(path, 200)) from None
            raise
        finally:
            if found is not None:
                found.close()


def put_back(database: Database, backup: Database, progress: Progress | None = None) -> tuple[int, int]:
    """Puts the history of a backup in place of what is held, in one transaction: (games, events)."""
    with backup.read() as source:
        same = proof.derived_as_here(source)
        tables = (*TABLES, *reversed(DERIVED)) if same else TABLES
        with moving.writing(database, backup) as (target, attached):
            for table in (*DERIVED, *reversed(TABLES)):
                target.execute(delete(table))
            if attached:
                moving.take(target, tables, progress)
            else:
                moving.fill(source, target, tables, progress)
            moving.count_on(target)
            if not same:
                derive.rebuild(target, progress)
            return counted(target)
