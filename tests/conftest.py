"""What `make test` leaves to `make soak` for its time (soak.txt): more of a kind that it has already."""

from fnmatch import fnmatchcase
from pathlib import Path

import pytest

LEFT = [
    name.replace("[", "[[]") for name in Path(__file__).with_name("soak.txt").read_text("utf-8").splitlines()
]


@pytest.hookimpl(tryfirst=True)  # before -m looks at the marks
def pytest_collection_modifyitems(items):
    for item in items:
        if any(fnmatchcase(item.nodeid, pattern) for pattern in LEFT):
            item.add_marker(pytest.mark.soak)
