"""Fixtures of the host's tests."""

import pytest
from clashbox import i18n
from clashbox.db.engine import Database


@pytest.fixture
def english():
    i18n.set_language("en")
    yield
    i18n.set_language(None)


@pytest.fixture
def database(tmp_path):
    found = Database(str(tmp_path / "history.db"))
    yield found
    found.close()
