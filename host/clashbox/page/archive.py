"""The history that the page shows: opened when it is first asked for, so that the box is there at once and a
history that cannot be opened is no reason to show nothing.
"""

import threading
from collections.abc import Generator
from contextlib import contextmanager

from sqlalchemy.orm import Session

from clashbox.db.engine import Database


class Archive:
    """A Database by its name (None: the usual one). Raises Trouble where it cannot be opened, each time."""

    def __init__(self, named: str | None):
        self._named = named
        self._held: Database | None = None
        self._opening = threading.Lock()

    @property
    def database(self) -> Database:
        """The history itself."""
        with self._opening:
            if self._held is None:
                self._held = Database(self._named)
            return self._held

    @contextmanager
    def read(self) -> Generator[Session, None, None]:
        """A session that only reads."""
        with self.database.read() as session:
            yield session

    @contextmanager
    def write(self) -> Generator[Session, None, None]:
        """One transaction: all of it or nothing."""
        with self.database.write() as session:
            yield session

    def close(self) -> None:
        """Gives the connections back."""
        if self._held is not None:
            self._held.close()
