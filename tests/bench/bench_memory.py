"""What the device has in memory and sends to its display at most."""

from clashbox.virtual import VirtualDevice

from tests.bench.budgets import Note
from tests.device.hands import play
from tests.device.test_feel import CELLS, TABLE, cost
from tests.whole.test_heap import HEAP, evening


def test_the_heap(note: Note) -> None:
    """Four players, every module on, and a sync; as tests/whole/test_heap.py, which holds it to less."""
    with VirtualDevice(language="vi", bounce=False, heap=HEAP) as device:
        note("heap", max(evening(device, 140, 170).found))


def test_a_change_of_one_cell(note: Note) -> None:
    """The dearest of the keys that change one cell."""
    for before, key in CELLS:
        with VirtualDevice(language="vi", bounce=False) as device:
            play(device, f"{TABLE} {before}")
            note("cell", cost(device, key))
