"""Fixtures of the watch's tests."""

import pytest
from clashbox import i18n
from clashbox.db.engine import Database
from clashbox.watching import follow, rejoin


@pytest.fixture
def database(tmp_path):
    i18n.set_language("en")
    found = Database(str(tmp_path / "history.db"))
    yield found
    found.close()
    i18n.set_language(None)


@pytest.fixture
def quick(monkeypatch):
    """Short waits: what is tested is their order."""
    monkeypatch.setattr(follow, "WAIT", 0.2)
    monkeypatch.setattr(rejoin, "EVERY", 0.02)
