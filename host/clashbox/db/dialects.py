"""What differs between SQLite and PostgreSQL: how a connection is set, how writers queue, what errors mean.

On both, one writer writes at a time: SQLite takes its write lock at the start of the transaction, on
PostgreSQL the transaction takes an advisory lock of this program. So what two laptops do at once comes out as
if one had waited for the other. Readers never wait; each sees the history as it was when it began.
"""

from typing import Any

from sqlalchemy import URL, Engine, Select, event, make_url
from sqlalchemy.dialects.sqlite.base import SQLiteCompiler

from clashbox.i18n import t
from clashbox.text import shown

KINDS = ("sqlite", "postgresql")
"""The databases that serve."""
WAIT = 60
"""Seconds that a writer waits for the others."""
_LOCK = 0x636C617368
"""The number of this program's advisory lock ("clash")."""
_SAYINGS = (
    ("locked", "db.locked", "db.why.locked"),
    ("lock timeout", "db.locked", "db.why.locked"),
    ("too many clients", "db.locked", "db.why.busy"),
    ("full", "db.full", "db.why.full"),
    ("No space left", "db.full", "db.why.full"),
    ("no such table", "db.broken", "db.why.tables"),
    ("no such column", "db.broken", "db.why.tables"),
    ("has no column", "db.broken", "db.why.tables"),
    ("already exists", "db.broken", "db.why.tables"),
    ("Could not decode", "db.broken", "db.why.damaged"),
    ("not a database", "db.broken", "db.why.other"),
    ("malformed", "db.broken", "db.why.damaged"),
    ("unable to open", "db.open", "db.why.open"),
    ("readonly", "db.open", "db.why.readonly"),
    ("disk I/O", "db.open", "db.why.io"),
    ("password", "db.open", "db.why.password"),
    ("role ", "db.open", "db.why.role"),
    ("Connection refused", "db.open", "db.why.refused"),
    ("resolve host", "db.open", "db.why.host"),
    ("translate host", "db.open", "db.why.host"),
    ("No such file", "db.open", "db.why.socket"),
    ("does not exist", "db.open", "db.why.none"),
    ("timeout", "db.open", "db.why.timeout"),
    ("timed out", "db.open", "db.why.timeout"),
    ("ermission denied", "db.open", "db.why.denied"),
    ("closed the connection", "db.open", "db.why.closed"),
    ("connection is closed", "db.open", "db.why.closed"),
)
"""What the databases say: which sentence that is, and why in the user's language; anything else cannot be
opened, in the database's own words.
"""


def url_of(text: str) -> URL:
    """The URL as SQLAlchemy wants it; `postgres://` and `postgresql://` are those of psycopg. Raises what
    make_url raises.
    """
    head, mark, rest = text.partition("://")
    if mark and head in ("postgres", "postgresql"):
        text = f"postgresql+psycopg://{rest}"
    return make_url(text)


class _Compiler(SQLiteCompiler):
    """With the hints of `by` put in."""

    def get_from_hint_text(self, table: object, text: str | None) -> str | None:
        return text


def by(asked: Select[*tuple[Any, ...]], table: Any, index: str) -> Select[*tuple[Any, ...]]:
    """The question, with SQLite told by which index it goes over a table: it keeps no figures of its own by
    which it could tell, and the wrong one takes ten times as long. PostgreSQL knows by itself.
    """
    return asked.with_hint(table, f"INDEXED BY {index}", "sqlite")


def set_up(engine: Engine) -> None:
    """Sets the connections of a new engine as this program needs them."""
    if engine.dialect.name == "sqlite":
        engine.dialect.statement_compiler = _Compiler
        event.listen(engine, "connect", _set_sqlite)
        event.listen(engine, "begin", _begin_sqlite)
    elif engine.dialect.name == "postgresql":
        event.listen(engine, "begin", _begin_postgresql)


def which(error: object) -> str:
    """The key of the sentence that says it."""
    return next((key for part, key, _ in _SAYINGS if part in str(error)), "db.open")


def why(error: object) -> str:
    """What the database said, in the current language where we know it."""
    known = next((words for part, _, words in _SAYINGS if part in str(error)), None)
    return t(known) if known else shown(error, 120)


def _set_sqlite(connection: Any, _: object) -> None:
    # The driver's own transactions start too late for what we read before we write; see SQLAlchemy on
    # pysqlite.
    connection.isolation_level = None
    cursor = connection.cursor()
    cursor.execute(f"PRAGMA busy_timeout = {WAIT * 1000}")
    cursor.execute("PRAGMA journal_mode = WAL")
    cursor.execute("PRAGMA synchronous = NORMAL")
    cursor.execute("PRAGMA foreign_keys = ON")
    # KB of the file's pages that are kept at most, where a question goes over so many.
    cursor.execute("PRAGMA cache_size = -131072")
    cursor.close()


def _begin_sqlite(connection: Any) -> None:
    connection.exec_driver_sql("BEGIN IMMEDIATE" if _writes(connection) else "BEGIN")


def _begin_postgresql(connection: Any) -> None:
    if _writes(connection):
        connection.exec_driver_sql(f"SET LOCAL lock_timeout = '{WAIT}s'")
        connection.exec_driver_sql(f"SELECT pg_advisory_xact_lock({_LOCK})")
    else:
        connection.exec_driver_sql("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY")


def _writes(connection: Any) -> bool:
    return bool(connection.get_execution_options().get("writes"))
