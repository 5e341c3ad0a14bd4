"""Opening the database: where it is, how SQLite is set, and the migrations that run by themselves."""

import os
from collections.abc import Generator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, Engine, String, column, create_engine, func, inspect, select, table
from sqlalchemy.exc import (
    ArgumentError,
    DatabaseError,
    IntegrityError,
    NoSuchModuleError,
    OperationalError,
    SQLAlchemyError,
)
from sqlalchemy.orm import Session

from clashbox.db.dialects import KINDS, set_up, url_of, which, why
from clashbox.i18n import reason, t
from clashbox.text import shown
from clashbox.trouble import Trouble

HEAD = "0006"
"""The newest step of the schema; a test holds it against the migrations."""
_MIGRATIONS = Path(__file__).parent / "migrations"


def place(named: str | None = None) -> str:
    """The database's URL: what is named (path or URL), else CLASHBOX_DATABASE, else the platform's data
    folder.
    """
    wanted = named or os.environ.get("CLASHBOX_DATABASE") or ""
    if not wanted:
        import platformdirs

        return f"sqlite:///{Path(platformdirs.user_data_dir('clashbox', appauthor=False)) / 'history.db'}"
    return wanted if "://" in wanted else f"sqlite:///{Path(wanted).expanduser().absolute()}"


class Database:
    """An open database, at the newest schema."""

    def __init__(self, named: str | None = None):
        """Opens (and creates or brings up to date) the database; raises Trouble in one sentence where it
        cannot.
        """
        self.url = place(named)
        try:
            url = url_of(self.url)
            self.shown_url = shown(url.render_as_string(hide_password=True), 200)
            if url.get_backend_name() not in KINDS:
                raise Trouble("db.kind", self.shown_url)
            if url.get_backend_name() == "sqlite" and url.database:
                Path(url.database).parent.mkdir(parents=True, exist_ok=True)
            self.engine: Engine = create_engine(url)
        except ImportError as error:
            from clashbox import installing

            raise Trouble("db.driver", self.shown_url, shown(error, 120), installing.line("club")) from None
        except (ArgumentError, NoSuchModuleError, ValueError) as error:
            raise Trouble("db.url", shown(self.url, 200), shown(error, 120)) from None
        except OSError as error:
            raise Trouble("db.open", shown(self.url, 200), shown(reason(error), 120)) from None
        set_up(self.engine)
        with self._troubles():
            self._migrate()

    def _migrate(self) -> None:
        with self.engine.connect() as connection:
            step = self._step(connection)
            if step == HEAD and not self._outdated(connection):
                return
        if self._is_anothers(step):
            raise Trouble("db.broken", self.shown_url, t("db.why.tables"))
        if step is not None and step > HEAD:
            raise Trouble("db.newer", self.shown_url)
        from alembic import command
        from alembic.config import Config
        from alembic.util import CommandError

        if step is not None and step < HEAD and self.engine.dialect.name == "sqlite":
            self._keep_copy()
        config = Config()
        config.set_main_option("script_location", str(_MIGRATIONS).replace("%", "%%"))
        with self.engine.connect().execution_options(writes=True) as connection, connection.begin():
            # Another command may have done it while this one waited for the lock.
            if self._step(connection) == HEAD:
                if self._outdated(connection):
                    self._derive(connection)
            else:
                config.attributes["connection"] = connection
                try:
                    command.upgrade(config, "head")
                except (CommandError, AssertionError):
                    # It goes by a step that there never was.
                    raise Trouble("db.broken", self.shown_url, t("db.why.step", shown(step))) from None
                # Not for a new index alone: all games of a large history take their time.
                if self._outdated(connection):
                    self._derive(connection)

    def _keep_copy(self) -> None:
        """A copy of the file as it was, beside it, before its schema is changed."""
        import sqlite3

        path = Path(str(self.engine.url.database))
        aside = path.with_name(f"{path.name}.before-{HEAD}")
        with closing(sqlite3.connect(path)) as held, closing(sqlite3.connect(aside)) as copy:
            held.backup(copy)

    def _outdated(self, connection: Connection) -> bool:
        """Whether what is derived was derived by an older clashbox, or by none."""
        from clashbox.db.derived import VERSION, Summary
        from clashbox.db.models import Game

        oldest = connection.scalar(select(func.min(Summary.version)))
        if oldest is None:
            return connection.execute(select(Game.id).limit(1)).first() is not None
        return oldest < VERSION

    def _derive(self, connection: Connection) -> None:
        from clashbox.db import derive

        with Session(connection) as session:
            derive.rebuild(session)
            session.flush()

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
        version = column("version_num", String)
        return connection.execute(select(version).select_from(table("alembic_version", version))).scalar()

    @contextmanager
    def _troubles(self) -> Generator[None, None, None]:
        try:
            yield
        except IntegrityError:
            raise  # another laptop was quicker: the caller looks again
        except OperationalError as error:
            raise Trouble(which(error.orig), self.shown_url, why(error.orig)) from None
        except DatabaseError as error:
            raise Trouble("db.broken", self.shown_url, why(error.orig)) from None
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
    def write(self, beside: str | None = None) -> Generator[Session, None, None]:
        """One transaction: all of it or nothing. SQLite's write lock is taken at its start. `beside`: the
        file of another SQLite database, whose tables are then there as `source`.
        """
        engine = self.engine.execution_options(writes=True)
        with self._troubles(), engine.connect() as connection:
            raw: Any = connection.connection.driver_connection
            if beside is not None:
                raw.execute("ATTACH DATABASE ? AS source", (beside,))  # not inside a transaction
            try:
                with Session(connection) as session, session.begin():
                    yield session
            finally:
                if beside is not None:
                    raw.execute("DETACH DATABASE source")

    def close(self) -> None:
        """Gives the connections back."""
        self.engine.dispose()
