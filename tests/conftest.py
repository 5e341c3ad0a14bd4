"""What `make test` leaves to `make soak` for its time (soak.txt), and which files begin.

Tests of one file run in one worker, which makes what they share once. The long files come first, so that
no worker waits for the other at the end.
"""

import gc
from fnmatch import fnmatchcase
from pathlib import Path

import pytest

LEFT = [
    name.replace("[", "[[]") for name in Path(__file__).with_name("soak.txt").read_text("utf-8").splitlines()
]
FIRST = ("device", "whole", "host", "link", "db")


@pytest.hookimpl(tryfirst=True)  # before -m looks at the marks
def pytest_collection_modifyitems(items):
    for item in items:
        if any(fnmatchcase(item.nodeid, pattern) for pattern in LEFT):
            item.add_marker(pytest.mark.soak)
    order = {folder: place for place, folder in enumerate(FIRST)}
    items.sort(key=lambda item: order.get(item.path.parent.name, len(order)))


def pytest_collection_finish():
    gc.freeze()  # thousands of collected tests stay to the end: no need to look through them again and again
