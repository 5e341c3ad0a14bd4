"""How it feels: bytes on the bus for a key, what can hold the keys off, no press lost or doubled, sounds.

The cost model for the board (no board was measured): 9 clocks a byte at 400 kHz on the display's bus, 10 bits
a byte at 115,200 baud on the line, of which the UART takes 128 bytes at once.
"""

import random
from collections.abc import Iterator

import pytest
from clashbox.virtual import VirtualDevice
from clashcore import wire
from clashcore.frames import encode

from tests.device.hands import bare, events, play

HELD_OFF_MS = 25
# Four players, the cursor on the only base so far.
TABLE = "a down down a a  a right up up up up right up up right up a"


@pytest.fixture
def device() -> Iterator[VirtualDevice]:
    with VirtualDevice(language="vi", bounce=False) as found:
        play(found, TABLE)
        yield found


def cost(device: VirtualDevice, script: str) -> int:
    """Bytes on the display's bus."""
    before = device.bus.i2c_bytes
    play(device, script)
    return device.bus.i2c_bytes - before


CELLS = (
    ("", "right"),  # the cursor
    ("", "b"),  # another row
    ("", "up"),  # a sum is opened
    ("up", "up"),
    ("up up", "a"),  # and kept
    ("up", "b"),  # and dropped
    ("a", "left"),  # a minion
    ("left", "up"),  # VP
)
"""What comes before, and a key that changes one cell."""


@pytest.mark.parametrize(("before", "key"), CELLS)
def test_a_key_that_changes_one_cell_costs_four_hundred_bytes_at_most(
    device: VirtualDevice, before: str, key: str
) -> None:
    play(device, before)
    spent = cost(device, key)
    assert 0 < spent <= 400, f"{spent} bytes, {spent * 9 / 400:.1f} ms"


def test_nothing_on_the_bus_or_the_line_holds_the_keys_off_for_long(device: VirtualDevice) -> None:
    play(device, "hold:a a down a b  hold:left b  hold:a right b  up up a hold:b")
    longest = device.bus.i2c_longest
    assert longest <= 130, "a row of the display at most"
    assert longest * 9 / 400 < HELD_OFF_MS
    # The line: the largest frame of a sync, with bytes as they come (each ninth in 256 takes two).
    chance = random.Random(1)
    for _ in range(200):
        payload = bytes(chance.randrange(256) for _ in range(wire.DATA_PAYLOAD))
        frame = len(encode(wire.DATA, 1, payload))
        assert (frame - 128) * 10 / 115.2 < HELD_OFF_MS, frame


def test_keys_that_bounce_count_once_each() -> None:
    with VirtualDevice(language="en", bounce=True, seed=5) as device:
        play(device, TABLE)
        chance = random.Random(7)
        before = device.request(wire.STATUS)[0]["presses"]
        found = len(events(device))
        ups = 0
        for _ in range(60):
            ups += 1
            play(device, "up")
            if chance.random() < 0.3:
                play(device, "a")
                ups = 0
                before += 1
        play(device, "a")
        assert device.request(wire.STATUS)[0]["presses"] == before + 61
        assert sum(event["n"] for event in events(device)[found:]) == 60


def test_a_long_press_shows_itself_while_held_and_does_one_thing(device: VirtualDevice) -> None:
    before = len(events(device))

    def bar() -> int:
        return len(device.screen()[63].rstrip())

    device.key_down("right")
    widths: list[int] = []
    for _ in range(6):
        device.advance(100)
        widths.append(bar())
    assert widths == sorted(widths) and 0 < widths[2] < widths[4] < widths[5] < 128
    device.key_up("right")
    device.settle()
    assert len(events(device)) == before, "let go in time it is the short press: the cursor moved"
    device.key_down("right")
    device.advance(1500)
    assert [bare(event) for event in events(device)[before:]] == [{"ev": "turn", "p": 2}], "while still held"
    device.key_up("right")
    device.settle()
    assert len(events(device)) == before + 1


def test_a_held_key_goes_on_by_one_and_then_by_five_as_one_event(device: VirtualDevice) -> None:
    before = len(events(device))
    device.hold("up", 3000)
    play(device, "a")
    (event,) = events(device)[before:]
    assert event["ev"] == "power" and event["n"] > 20 and (event["n"] - 6) % 5 == 0


def test_sounds_say_what_happened_and_can_be_switched_off(device: VirtualDevice) -> None:
    def heard(script: str) -> list[int]:
        before = len(device.bus.tones)
        play(device, script)
        device.advance(600)
        return [hertz for _, hertz, duty in device.bus.tones[before:] if duty]

    ok, no = heard("a left"), heard("right hold:a left")
    ready = heard("b left long:up a")
    assert ok and no and ok != no
    assert ready == sorted(ready) and len(set(ready)) == 3, "three tones that rise"
    device.put("settings", b'{"sound": 0}')
    device.settle()
    assert heard("a left") == []
