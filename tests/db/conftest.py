"""Every test of the history runs on SQLite and on a real PostgreSQL server."""

import shutil

import pytest
from clashbox import __main__, i18n
from clashbox.db.engine import Database

from tests.db import server


@pytest.fixture(scope="session")
def postgresql():
    """The folder of the socket of a server that runs for these tests."""
    with server.cluster() as socket:
        yield socket


@pytest.fixture(scope="session")
def two(postgresql):
    """The URLs of two databases of that server, emptied for each test that uses them."""
    with server.database(postgresql, "one") as one, server.database(postgresql, "two") as other:
        for found in (one, other):
            Database(found).close()
        yield one, other


@pytest.fixture(scope="session")
def template(tmp_path_factory):
    """An SQLite file with an empty history, to be copied: its migrations run once."""
    path = tmp_path_factory.mktemp("template") / "history.db"
    opened = Database(str(path))
    with opened.engine.connect() as connection:
        connection.exec_driver_sql("PRAGMA wal_checkpoint(TRUNCATE)")
    opened.close()
    return path


def _empty(request, number, path):
    if request.node.callspec.params["kind"] == "postgresql":
        found = request.getfixturevalue("two")[number]
        server.empty(found)
        return found
    shutil.copyfile(request.getfixturevalue("template"), path)
    return f"sqlite:///{path}"


@pytest.fixture(params=["sqlite", "postgresql"])
def kind(request):
    """Which database."""
    return request.param


@pytest.fixture
def url(request, kind, tmp_path):
    """The URL of an empty database."""
    return _empty(request, 0, tmp_path / "history.db")


@pytest.fixture
def another(request, kind, tmp_path):
    """The URL of a second one of the same kind."""
    return _empty(request, 1, tmp_path / "another.db")


@pytest.fixture
def history(url, monkeypatch):
    """An open database, which the commands use as well."""
    monkeypatch.setenv("CLASHBOX_DATABASE", url)
    opened = Database(url)
    yield opened
    opened.close()
    i18n.set_language(None)


@pytest.fixture
def run(history, capsys):
    """Runs a command line: (status, standard output, standard error)."""

    def command(*arguments, lang="en"):
        status = __main__.run([*map(str, arguments), "--lang", lang])
        out, error = capsys.readouterr()
        assert "Traceback" not in error
        assert error.count("\n") <= max(1, len(arguments) - 1)
        return status, out, error

    return command
