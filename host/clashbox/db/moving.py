"""All rows of a history into another database: from SQLite to SQLite by the database itself, else row by row
(into PostgreSQL by its COPY).
"""

import json
from collections.abc import Callable, Generator, Iterator, Sequence
from contextlib import contextmanager
from typing import Any, cast

from sqlalchemy import JSON, Column, Integer, Table, func, insert, select, text
from sqlalchemy.orm import Session

from clashbox.db import models
from clashbox.db.engine import Database
from clashbox.db.models import Game

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
Tables = Sequence[type[models.Base]]
Progress = Callable[[int, int], None]
_AT_ONCE = 5000
"""Rows that are copied at once."""
_GAMES = 1000
"""Games whose rows are taken at once."""


def _table(table: type[models.Base]) -> Table:
    return cast(Table, table.__table__)


def kind(column: Column[Any]) -> object:
    """The type in which a database keeps the column (ours that check what they read are made of another)."""
    return getattr(column.type, "impl", column.type)


def fill(source: Session, target: Session, tables: Tables, progress: Progress | None = None) -> None:
    """Copies all rows of these tables, in the transactions of both sessions."""
    total = sum(source.scalar(select(func.count()).select_from(_table(table))) or 0 for table in tables)
    put = _copied if target.get_bind().dialect.name == "postgresql" else _inserted
    done = 0
    for table in tables:
        for some in _rows(source, table):
            put(target, _table(table), some)
            done += len(some)
            if progress:
                progress(done, total)
    target.flush()


def _rows(source: Session, table: type[models.Base]) -> Iterator[Sequence[Any]]:
    made = _table(table)
    # Games name games: those that others come from first.
    order = [made.columns.fork] if table is Game else []
    query = select(*made.columns).order_by(*order, *made.primary_key)
    yield from source.execute(query.execution_options(yield_per=_AT_ONCE)).partitions()


def _inserted(target: Session, table: Table, rows: Sequence[Any]) -> None:
    names = table.columns.keys()
    target.execute(insert(table), [dict(zip(names, row, strict=True)) for row in rows])


def _copied(target: Session, table: Table, rows: Sequence[Any]) -> None:
    columns = list(table.columns)
    documents = [at for at, column in enumerate(columns) if isinstance(kind(column), JSON)]
    named = _named(target, columns)
    raw: Any = target.connection().connection.driver_connection
    whole = _named(target, [table])
    with raw.cursor() as cursor, cursor.copy(f"COPY {whole} ({named}) FROM STDIN") as copy:
        for row in rows:
            values = list(row)
            for at in documents:
                values[at] = json.dumps(values[at])
            copy.write_row(values)


def _named(session: Session, named: Sequence[Any]) -> str:
    quote = session.get_bind().dialect.identifier_preparer.quote
    return ", ".join(quote(one.name) for one in named)


@contextmanager
def writing(database: Database, source: Database) -> Generator[tuple[Session, bool], None, None]:
    """One transaction on `database`; whether the other one hangs beside it as `source` (both are SQLite)."""
    beside = source.engine.url.database
    if database.engine.dialect.name != "sqlite":
        with database.write() as session:
            yield session, False
        return
    with database.write(beside) as session:
        yield session, True


def take(target: Session, tables: Tables, progress: Progress | None = None) -> None:
    """Copies all rows of these tables from the database that hangs beside the session's own."""
    hung = [table for table in tables if "game_id" in _table(table).columns and table is not models.Change]
    for table in tables:
        if table not in hung:
            _take(target, _table(table), "")
    ids = target.scalars(select(Game.id).order_by(Game.id)).all()
    # In the order of games, of all tables together: what lies together is written together.
    for at in range(0, len(ids), _GAMES):
        some = {"first": ids[at], "last": ids[at : at + _GAMES][-1]}
        for table in hung:
            _take(target, _table(table), "WHERE game_id BETWEEN :first AND :last", some)
        if progress:
            progress(min(at + _GAMES, len(ids)), len(ids))


def _take(target: Session, table: Table, which: str, values: dict[str, str] | None = None) -> None:
    whole = _named(target, [table])
    columns = _named(target, list(table.columns))
    order = _named(target, [*([table.columns.fork] if table.name == "game" else []), *table.primary_key])
    target.execute(
        text(
            f"INSERT INTO main.{whole} ({columns}) "
            f"SELECT {columns} FROM source.{whole} {which} ORDER BY {order}"
        ),
        values or {},
    )


def count_on(session: Session) -> None:
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
