"""The whole history as one file, and back: an SQLite database of this schema, wherever the history lies.

A backup is checked before anything is changed, and put in place in one transaction. What is derived is made
anew from what is restored.
"""

import os
import shutil
import sqlite3
import tempfile
import zlib
from collections.abc import Callable, Generator, Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any, cast

from sqlalchemy import Integer, Table, delete, func, insert, select, text
from sqlalchemy.orm import Session

from clashbox.db import derive, models, store
from clashbox.db.derived import TABLES as DERIVED
from clashbox.db.engine import Database
from clashbox.db.models import Event, Game
from clashbox.i18n import reason
from clashbox.text import shown
from clashbox.trouble import Trouble

TABLES: tuple[type[models.Base], ...] = (
    models.Device,
    models.Player,
    models.Alias,
    models.Merge,
    models.Game,
    models.Event,
    models.Change,
    models.Deleted,
    models.Quarantine,
    models.Setting,
)
"""All tables that are not derived; each leans only on those before it."""
_AT_ONCE = 5000
"""Rows that are copied at once."""


def counted(session: Session) -> tuple[int, int]:
    """Games and events of a history."""
    games, events = session.execute(select(func.count(), func.sum(Game.events)).select_from(Game)).one()
    return int(games), int(events or 0)


def save(database: Database, path: Path) -> tuple[int, int]:
    """Writes the history to `path`, whole or not at all: (games, events). Raises Trouble."""
    try:
        with tempfile.TemporaryDirectory(dir=path.parent, prefix=f".{path.name}.") as folder:
            made = Path(folder) / "history.db"
            _copy(database, made)
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
        said = reason(error) if isinstance(error, OSError) else error
        raise Trouble("backup.exists", shown(path, 200), shown(said, 120)) from None


def _copy(database: Database, made: Path) -> None:
    held = database.engine.url.database
    if database.engine.dialect.name == "sqlite" and held:
        with closing(sqlite3.connect(held)) as source, closing(sqlite3.connect(made)) as target:
            source.backup(target)
        return
    copy = Database(str(made))
    with database.read() as source, copy.write() as target:
        for table in TABLES:
            _fill(source, target, table)
        target.flush()
        derive.rebuild(target)
    copy.close()


def _fill(source: Session, target: Session, table: type[models.Base]) -> None:
    for rows in _rows(source, table):
        target.execute(insert(table), rows)


def _table(table: type[models.Base]) -> Table:
    return cast(Table, table.__table__)


def _rows(source: Session, table: type[models.Base]) -> Iterator[list[dict[str, Any]]]:
    made = _table(table)
    columns = made.columns
    # Games name games: those that others come from first.
    order = [columns.fork] if table is Game else []
    query = select(*columns).order_by(*order, *made.primary_key)
    for part in source.execute(query.execution_options(yield_per=_AT_ONCE)).partitions():
        yield [dict(zip(columns.keys(), row, strict=True)) for row in part]


@contextmanager
def opened(path: Path) -> Generator[Database, None, None]:
    """A backup, checked and at the newest schema; the file itself stays as it is. Raises Trouble: no backup,
    damaged, or of a newer clashbox.
    """
    with tempfile.TemporaryDirectory(prefix="clashbox-") as folder:
        copy = Path(folder) / path.name
        try:
            shutil.copyfile(path, copy)
        except OSError as error:
            raise Trouble("restore.bad", shown(path, 200), shown(reason(error), 120)) from None
        _whole(path, copy)
        found = None
        try:
            found = Database(str(copy))
            with found.read() as session:
                _check(path, session)
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


def _whole(path: Path, copy: Path) -> None:
    try:
        with closing(sqlite3.connect(copy)) as connection:
            said = connection.execute("PRAGMA integrity_check(1)").fetchone()[0]
            names = {name for (name,) in connection.execute("SELECT name FROM sqlite_master")}
            odd = connection.execute("SELECT name FROM sqlite_master WHERE type IN ('trigger', 'view')")
            stray = odd.fetchone()
    except (sqlite3.Error, TypeError) as error:
        raise Trouble("restore.bad", shown(path, 200), shown(error, 120)) from None
    if said != "ok" or "game" not in names or stray:
        why = "its tables are another program's" if said == "ok" else said
        raise Trouble("restore.bad", shown(path, 200), shown(why, 120))


def _check(path: Path, session: Session) -> None:
    """Every game's events are all there and what was stored."""
    for game in session.scalars(select(Game).order_by(Game.id)):
        count = crc = 0
        for record in store.records(session, game.id):
            count, crc = count + 1, zlib.crc32(record, crc)
        if (count, crc) != (game.events, game.crc):
            raise Trouble("restore.bad", shown(path, 200), f"{shown(game.id)}: CRC")
    stray = select(Event.game_id).outerjoin(Game, Game.id == Event.game_id).where(Game.id.is_(None))
    if session.execute(stray.limit(1)).first() is not None:
        raise Trouble("restore.bad", shown(path, 200), "events without a game")


def put_back(
    database: Database, backup: Database, progress: Callable[[int, int], None] | None = None
) -> tuple[int, int]:
    """Puts the history of a backup in place of what is held, in one transaction: (games, events)."""
    with backup.read() as source, database.write() as target:
        for table in (*DERIVED, *reversed(TABLES)):
            target.execute(delete(table))
        for table in TABLES:
            _fill(source, target, table)
        _count_on(target)
        derive.rebuild(target, progress)
        return counted(target)


def _count_on(session: Session) -> None:
    """PostgreSQL numbers new rows from after those that came with their numbers."""
    if session.get_bind().dialect.name != "postgresql":
        return
    for table in TABLES:
        name = table.__tablename__
        key = list(_table(table).primary_key)
        if len(key) == 1 and isinstance(key[0].type, Integer) and not key[0].foreign_keys:
            number = key[0].name
            session.execute(
                text(
                    f"SELECT setval(pg_get_serial_sequence('{name}', '{number}'), "
                    f"COALESCE((SELECT max({number}) FROM {name}), 0) + 1, false)"
                )
            )
