"""The same vectors on both Pythons give the same bytes."""

import contextlib
import io
from pathlib import Path

import pytest

from tests.core import vectors
from tests.micropython import run


def test_cpython_and_micropython_agree_byte_for_byte():
    out = io.StringIO()
    with contextlib.redirect_stdout(out):
        vectors.main()
    expected = out.getvalue().splitlines()
    found = run(Path(vectors.__file__)).splitlines()
    assert len(expected) > 2000
    for number, (one, other) in enumerate(zip(found, expected, strict=True)):
        assert one == other, f"line {number}"


MODULES = (
    "table",
    "codec",
    "frames",
    "wire",
    "game",
    "rejected",
    "log",
    "timeline",
    "past",
    "reading",
    "restoring",
    "packing",
    "decoding",
    "events",
    "gamefile",
)


@pytest.mark.parametrize("name", MODULES)
def test_a_module_starts_on_its_own(name: str):
    assert run(f"import clashcore.{name}\nprint('ok')") == "ok\n"


def test_a_thousand_events_fit_into_little_memory():
    # 64-bit objects count double; records lie in flash but for the newest, what else is kept is raw bytes.
    used = run(
        """
import gc
from core.fake import FakeState
from clashcore.timeline import Timeline

class Flash:
    def put(self, index, data):
        pass
    def get(self, index):
        return None

class Journal:
    size = 0
    def keep(self, data):
        self.size += len(data)

line = Timeline({}, state=FakeState(4), shelf=Flash(), store=Journal())
line.record({"ev": "power", "p": 1, "b": 1, "n": 1, "t": 0, "m": 0})
gc.collect()
before = gc.mem_alloc()
for i in range(1, 1000):
    line.record({"ev": "power", "p": i % 4 + 1, "b": i % 9 + 1, "n": i % 7 - 3, "t": i * 3700, "m": i})
line.marks = []
gc.collect()
print(gc.mem_alloc() - before)
"""
    )
    assert int(used) < 4_000


def test_no_single_allocation_is_large():
    # With the heap in holes of 2 KB a long game must still go on.
    out = run(
        """
import gc
from core.fake import FakeState
from clashcore.timeline import Timeline

class Flash:
    def put(self, index, data):
        pass
    def get(self, index):
        return None

line = Timeline({}, state=FakeState(4), shelf=Flash())
for ev in ({"ev": "power", "p": 1, "b": 1, "n": 1, "t": 0, "m": 0}, {"ev": "undo"}, {"ev": "redo"}):
    line.record(ev)
blocks = []
try:
    while True:
        blocks.append(bytearray(2048))
except MemoryError:
    pass
for i in range(0, len(blocks), 2):
    blocks[i] = None
gc.collect()
for i in range(1, 1000):
    line.record({"ev": "power", "p": i % 4 + 1, "b": i % 9 + 1, "n": i % 7 - 3, "t": i * 3700, "m": i})
for i in range(300):
    line.record({"ev": "undo", "t": 4000000, "m": 2000})
print(line.count, line.top)
""",
        heap="400k",
    )
    assert out == "1302 702\n"
