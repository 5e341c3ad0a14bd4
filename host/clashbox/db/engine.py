"""Opening the database: where it is, how SQLite is set, and the migrations that run by themselves."""

import os
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from sqlalchemy import Engine, MetaData, Table, create_engine, event, inspect, make_url, select
from sqlalchemy.exc import (
    ArgumentError,
    DatabaseError,
    IntegrityError,
    NoSuchModuleError,
    OperationalError,
    SQLAlchemyError,
)
from sqlalchemy.orm import Session

from clashbox.text import shown
from clashbox.trouble import Trouble

HEAD = "0001"
"""The newest step of the schema; a test holds it against the migrations."""
_MIGRATIONS = Path(__file__).parent / "migrations"
_REASONS = (
    ("locked", "db.locked"),
    ("full", "db.full"),
    ("no such table", "db.broken"),
    ("no such column", "db.broken"),
    ("has no column", "db.broken"),
    ("already exists", "db.broken"),
    ("Could not decode", "db.broken"),
)
"""What SQLite says, and which sentence that is; anything else: it cannot be opened."""


def place(named: str | None = None) -> str:
    """The database's URL: what is named (path or URL), else CLASHBOX_DATABASE, else the platform's data
    folder.
    """
    wanted = named or os.environ.get("CLASHBOX_DATABASE") or ""
    if not wanted:
        import platformdirs

        return f"sqlite:///{Path(platformdirs.user_data_dir('clashbox', appauthor=False)) / 'history.db'}"
    return wanted if "://" in wanted else f"sqlite:///{Path(wanted).expanduser().absolute()}"


def _set_sqlite(connection: Any, _: object) -> None:
    # The driver's own transactions start too late for what we read before we write; see SQLAlchemy on
    # pysqlite.
    connection.isolation_level = None
    cursor = connection.cursor()
    cursor.execute("PRAGMA busy_timeout = 10000")
    cursor.execute("PRAGMA journal_mode = WAL")
    cursor.execute("PRAGMA synchronous = NORMAL")
    cursor.execute("PRAGMA foreign_keys = ON")
    cursor.close()


def _begin(connection: Any) -> None:
    connection.exec_driver_sql(
        "BEGIN IMMEDIATE" if connection.get_execution_options().get("writes") else "BEGIN"
    )


class Database:
    """An open database, at the newest schema."""

    def __init__(self, named: str | None = None):
        """Opens (and creates or brings up to date) the database; raises Trouble in one sentence where it
        cannot.
        """
        self.url = place(named)
        try:
            url = make_url(self.url)
            self.shown_url = shown(url.render_as_string(hide_password=True), 200)
            if url.get_backend_name() == "sqlite" and url.database:
                Path(url.database).parent.mkdir(parents=True, exist_ok=True)
            self.engine: Engine = create_engine(url)
        except (ArgumentError, NoSuchModuleError, ImportError, ValueError) as error:
            raise Trouble("db.url", shown(self.url, 200), shown(error, 120)) from None
        except OSError as error:
            raise Trouble("db.open", shown(self.url, 200), shown(error.strerror or error, 120)) from None
        if self.engine.dialect.name == "sqlite":
            event.listen(self.engine, "connect", _set_sqlite)
            event.listen(self.engine, "begin", _begin)
        with self._troubles():
            self._migrate()

    def _migrate(self) -> None:
        with self.engine.connect() as connection:
            step = self._step(connection)
        if step == HEAD:
            return
        if self._is_anothers(step):
            raise Trouble("db.broken", self.shown_url, "its tables are another program's")
        if step is not None and step > HEAD:
            raise Trouble("db.newer", self.shown_url)
        from alembic import command
        from alembic.config import Config
        from alembic.util import CommandError

        config = Config()
        config.set_main_option("script_location", str(_MIGRATIONS).replace("%", "%%"))
        with self.engine.connect().execution_options(writes=True) as connection, connection.begin():
            # Another command may have done it while this one waited for the lock.
            if self._step(connection) != HEAD:
                config.attributes["connection"] = connection
                try:
                    command.upgrade(config, "head")
                except (CommandError, AssertionError):
                    # It goes by a step that there never was.
                    raise Trouble("db.broken", self.shown_url, f"schema {shown(step)}") from None

    def _is_anothers(self, step: str | None) -> bool:
        """Whether an SQLite file holds tables, but none of ours: it stays as it is. (A database server may
        hold other programs' tables beside ours.)
        """
        if self.engine.dialect.name != "sqlite":
            return False
        with self.engine.connect() as connection:
            tables = set(inspect(connection).get_table_names())
        return bool(tables - {"alembic_version"} or step) and "game" not in tables

    def _step(self, connection: Any) -> str | None:
        if not inspect(connection).has_table("alembic_version"):
            return None
        versions = Table("alembic_version", MetaData(), autoload_with=connection)
        return connection.execute(select(versions.c.version_num)).scalar()

    @contextmanager
    def _troubles(self) -> Generator[None, None, None]:
        try:
            yield
        except IntegrityError:
            raise  # another laptop was quicker: the caller looks again
        except OperationalError as error:
            reason = str(error.orig)
            key = next((key for part, key in _REASONS if part in reason), "db.open")
            raise Trouble(key, self.shown_url, shown(reason, 120)) from None
        except DatabaseError as error:
            raise Trouble("db.broken", self.shown_url, shown(error.orig, 120)) from None
        except SQLAlchemyError as error:
            raise Trouble("db.open", self.shown_url, shown(error, 120)) from None
        except ValueError as error:
            # What is stored is no date, no header, no event: see models.py.
            raise Trouble("db.broken", self.shown_url, shown(error, 120)) from None

    @contextmanager
    def read(self) -> Generator[Session, None, None]:
        """A session that only reads."""
        with self._troubles(), Session(self.engine) as session:
            yield session

    @contextmanager
    def write(self) -> Generator[Session, None, None]:
        """One transaction: all of it or nothing. SQLite's write lock is taken at its start."""
        engine = self.engine.execution_options(writes=True)
        with self._troubles(), Session(engine) as session, session.begin():
            yield session

    def close(self) -> None:
        """Gives the connections back."""
        self.engine.dispose()
