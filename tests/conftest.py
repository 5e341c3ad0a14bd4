"""What `make test` leaves to `make soak` for its time (soak.txt): more of a kind that it has already."""

from fnmatch import fnmatchcase
from pathlib import Path

import pytest
from clashbox import i18n

LEFT = [
    name.replace("[", "[[]") for name in Path(__file__).with_name("soak.txt").read_text("utf-8").splitlines()
]


@pytest.hookimpl(tryfirst=True)  # before -m looks at the marks
def pytest_collection_modifyitems(items):
    for item in items:
        if any(fnmatchcase(item.nodeid, pattern) for pattern in LEFT):
            item.add_marker(pytest.mark.soak)


@pytest.fixture(autouse=True)
def told_in_no_language():
    """A command that ran in the test's own process leaves its language behind."""
    yield
    i18n.set_language(None)
