"""The history of tests/db, on both databases; and the evenings in one that is filled once and only read."""

import shutil
from contextlib import ExitStack

import pytest
from clashbox import i18n
from clashbox.db.engine import Database
from sqlalchemy.orm import Session

from tests.db import server
from tests.db.conftest import history, kind, postgresql, template, two, url
from tests.stats.evenings import fill

__all__ = ["history", "kind", "postgresql", "template", "two", "url"]


@pytest.fixture(scope="session", params=["sqlite", "postgresql"])
def evenings(request):
    """(database, games by number): whoever writes to it takes it back."""
    with ExitStack() as stack:
        if request.param == "postgresql":
            socket = request.getfixturevalue("postgresql")
            found = stack.enter_context(server.database(socket, "evenings"))
        else:
            path = request.getfixturevalue("tmp_path_factory").mktemp("evenings") / "history.db"
            found = f"sqlite:///{shutil.copyfile(request.getfixturevalue('template'), path)}"
        opened = Database(found)
        stack.callback(opened.close)
        with opened.write() as session:
            games = fill(session)
            session.flush()
            session.expunge_all()
        yield opened, games


@pytest.fixture
def session(evenings):
    """A session on the evenings; nothing of what it writes stays."""
    i18n.set_language("en")
    with Session(evenings[0].engine.execution_options(writes=True)) as opened:
        yield opened
        opened.rollback()
    i18n.set_language(None)
