"""Memory: a long game of four on five bases fits, with a sync after it, into the heap that a board has.

Played by keys on the virtual device. `-X heapsize=160k` on the 64-bit unix port stands for 96 KB on the board
(design, Budgets). The peak printed is what lies in use after a collection, with the line's answers loaded.
"""

import json
from collections.abc import Iterator

import pytest
from clashbox.virtual import VirtualDevice
from clashcore import wire

from tests.device.hands import events, play, settle_in

HEAP = "160k"
NAMES = ["Nguyễn Hoàng Phương Thảo", "Trần Đặng Ngọc Bảo Châu", "Lê Phạm Quỳnh Như", "Vũ Đỗ Thiên Hương"]
# Four seats; base 1 of 20 worth 4 2 1, four of more; back on base 1.
START = (
    "a down down a a  a right up up up up right up up right up a"
    "  right a right up right up up up up right up up right up a"
    "  right a right up right up up up right up up right a"
    "  right a right up right up up right up a"
    "  right a right up right up a  left left left left"
)
# The first base that is ready: places, VP, a new base by its numbers. Others that are ready wait.
SCORE = "hold:left a a a  a up right up up up right up up right up a  b b b"
TITANS = ("hold:a up a a a  b b", "hold:b b", "right right hold:a up a down a a  b b  left left")


def motions(number: int) -> Iterator[str]:
    """So many motions as hands make them; the base at the cursor changes, mistakes are taken back."""
    for n in range(number):
        if n % 5 == 4:
            yield "hold:right"
        elif n % 11 == 7:
            yield "up up right"  # +2 until the end of the turn
        elif n % 7 == 3:
            yield "right up up a  left"  # +2 at the base beside it
        elif n % 13 == 6:
            yield "hold:b"
        else:
            yield "right " * (n % 3) + "a " + ("left", "down", "up", "right")[n % 4] + " left" * (n % 3)
        if n % 60 == 40:
            yield "hold:b hold:b hold:b hold:b  hold:a a down down a  hold:a a down a b"  # undo, redo, the log


class Meter:
    """Asks the device how much is in use."""

    def __init__(self, device: VirtualDevice) -> None:
        self.device = device
        self.peak = 0
        self.size = 0

    def read(self) -> None:
        told, _ = self.device.request(wire.STATUS)
        self.peak = max(self.peak, told["used"])
        self.size = told["used"] + told["heap"]


def evening(number: int, least: int) -> None:
    """Play so many motions, look at the heap, sync twice: at the table and after a restart."""
    with VirtualDevice(language="vi", bounce=False, heap=HEAP) as device:
        settle_in(device, NAMES)
        play(device, START)
        meter = Meter(device)
        for script in TITANS:
            play(device, script)
        for n, script in enumerate(motions(number)):
            play(device, script)
            if "15 VP" in device.text()[0]:
                play(device, "right")  # the end is shown: they play on
            if "OK" in device.text()[0]:
                play(device, SCORE)
            if n % 40 == 0:
                meter.read()
        found = events(device)
        meter.read()
        assert b"Traceback" not in device.log, device.log[-2000:].decode(errors="replace")
        assert len(found) >= least
        kinds = {event["ev"] for event in found}
        assert {"play", "power", "turn", "score.start", "score", "base", "undo", "redo"} <= kinds
        device.power_cut()
        device.boot()
        assert events(device) == found
        play(device, "hold:b")
        assert [event["ev"] for event in events(device)[len(found) :]] == ["undo"]
        meter.read()
        assert b"Traceback" not in device.log, device.log[-2000:].decode(errors="replace")
    print(json.dumps({"events": len(found), "peak": meter.peak, "heap": meter.size}))


def test_a_game_of_four_and_a_sync_fit_into_the_heap_of_a_board() -> None:
    evening(240, 300)


@pytest.mark.soak
def test_a_game_of_a_thousand_events_and_a_sync_fit_into_the_heap_of_a_board() -> None:
    evening(900, 1000)
