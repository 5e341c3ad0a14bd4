"""Every test of the history runs on SQLite and on a real PostgreSQL server."""

import itertools

import pytest
from clashbox import __main__, i18n
from clashbox.db.engine import Database

from tests.db import server

_numbers = itertools.count(1)


@pytest.fixture(scope="session")
def postgresql():
    """The folder of the socket of a server that runs for these tests, with a database to copy from."""
    with server.cluster() as socket:
        server.template(socket)
        yield socket


@pytest.fixture(params=["sqlite", "postgresql"])
def url(request, tmp_path):
    """The URL of an empty database."""
    if request.param == "sqlite":
        yield f"sqlite:///{tmp_path / 'history.db'}"
        return
    with server.database(request.getfixturevalue("postgresql"), f"history_{next(_numbers)}") as found:
        yield found


@pytest.fixture
def another(request, url, tmp_path):
    """The URL of a second one of the same kind."""
    if url.startswith("sqlite"):
        yield f"sqlite:///{tmp_path / 'another.db'}"
        return
    with server.database(request.getfixturevalue("postgresql"), f"history_{next(_numbers)}") as found:
        yield found


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
