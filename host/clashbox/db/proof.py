"""Whether a backup is whole: its file, every event, every value; and whether what is derived in it is what
this clashbox derives.
"""

import random
import sqlite3
import zlib
from collections.abc import Callable, Sequence
from contextlib import closing
from pathlib import Path
from typing import Any, cast

from sqlalchemy import Boolean, Integer, LargeBinary, Table, func, select
from sqlalchemy.orm import Session

from clashbox.db import derive, moving
from clashbox.db.derived import TABLES as DERIVED
from clashbox.db.derived import VERSION, Summary
from clashbox.db.dialects import why
from clashbox.db.models import Base, Game
from clashbox.i18n import t
from clashbox.text import shown
from clashbox.trouble import Trouble

SAMPLE = 100
"""Games of which is derived anew what the backup says of them, by chance."""


def whole(path: Path, copy: Path) -> None:
    """The file is a sound database of ours, with nothing in it that acts by itself. Raises Trouble."""
    try:
        with closing(sqlite3.connect(copy)) as connection:
            said = connection.execute("PRAGMA integrity_check(1)").fetchone()[0]
            names = {name for (name,) in connection.execute("SELECT name FROM sqlite_master")}
            odd = connection.execute("SELECT name FROM sqlite_master WHERE type IN ('trigger', 'view')")
            stray = odd.fetchone()
    except (sqlite3.Error, TypeError) as error:
        raise Trouble("restore.bad", shown(path, 200), why(error)) from None
    if said != "ok" or "game" not in names or stray:
        told = t("db.why.tables" if said == "ok" else "db.why.damaged")
        raise Trouble("restore.bad", shown(path, 200), told)


def check(path: Path, session: Session, progress: Callable[[int, int], None] | None = None) -> None:
    """Every game's events are all there and what was stored; every value is of its column's kind, and leans
    on nothing that is not there. Raises Trouble.
    """
    _typed(path, session)
    # (Reading a header looks at it.)
    asked = select(Game.id, Game.events, Game.crc, Game.header).execution_options(yield_per=1000)
    games = {name: (events, crc) for name, events, crc, _ in session.execute(asked)}
    total = sum(events for events, _ in games.values())
    sums: dict[str, tuple[int, int]] = {}
    raw = session.connection().exec_driver_sql("SELECT game_id, record FROM event ORDER BY game_id, number")
    for done, (name, record) in enumerate(raw):
        count, crc = sums.get(name, (0, 0))
        sums[name] = (count + 1, zlib.crc32(record, crc))
        if progress and not done & 0xFFFF:
            progress(done, total)
    for name, held in games.items():
        if sums.pop(name, (0, 0)) != held:
            raise Trouble("restore.bad", shown(path, 200), t("db.why.events", shown(name)))
    if sums:
        raise Trouble("restore.bad", shown(path, 200), t("db.why.stray"))
    if session.connection().exec_driver_sql("PRAGMA foreign_key_check").first() is not None:
        raise Trouble("restore.bad", shown(path, 200), t("db.why.hanging"))


_KINDS = ((Boolean, "integer"), (Integer, "integer"), (LargeBinary, "blob"))
"""How SQLite keeps a value of a column; all others (dates, JSON) are text."""


def _typed(path: Path, session: Session) -> None:
    for table in (*moving.TABLES, *DERIVED):
        odd: list[str] = []
        made = cast(Table, table.__table__)
        for column in made.columns:
            held = next((held for of, held in _KINDS if isinstance(moving.kind(column), of)), "text")
            missing = f' AND "{column.name}" IS NOT NULL' if column.nullable else ""
            odd.append(f"(typeof(\"{column.name}\") <> '{held}'{missing})")
        asked = f'SELECT 1 FROM "{made.name}" WHERE {" OR ".join(odd)} LIMIT 1'
        if session.connection().exec_driver_sql(asked).first() is not None:
            raise Trouble("restore.bad", shown(path, 200), t("db.why.value", made.name))


def derived_as_here(session: Session) -> bool:
    """Whether the derived rows can be taken over: of this version, one summary a game, and those of some
    games by chance are what is derived from their events here.
    """
    games = session.scalar(select(func.count()).select_from(Game))
    made = session.execute(select(func.count(), func.min(Summary.version), func.max(Summary.version))).one()
    if tuple(made) != (games, VERSION, VERSION):
        return games == 0
    names: Sequence[str] = session.scalars(select(Game.id).order_by(Game.id)).all()
    chance = random.SystemRandom()
    for name in chance.sample(names, min(SAMPLE, len(names))):
        game = session.get_one(Game, name)
        # A long game that still goes on is derived now and then.
        if _held(session, name) != _made(session, game) and _upto(session, name) == game.events:
            return False
    return True


def _upto(session: Session, name: str) -> int | None:
    return session.scalar(select(Summary.upto).where(Summary.game_id == name))


Found = dict[type[Base], list[tuple[Any, ...]]]


def _held(session: Session, name: str) -> Found:
    found: Found = {}
    for table in DERIVED:
        columns = cast(Table, table.__table__).columns
        rows = session.execute(select(*columns).where(columns.game_id == name))
        found[table] = sorted((tuple(row) for row in rows), key=repr)
    return found


def _made(session: Session, game: Game) -> Found:
    made = derive.made(session, game)
    found: Found = {}
    for table in DERIVED:
        names = [column.name for column in cast(Table, table.__table__).columns]
        found[table] = sorted((tuple(row[name] for name in names) for row in made[table]), key=repr)
    return found
