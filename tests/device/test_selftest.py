"""The self-test, also with keys that do nothing; the box upside down."""

from collections.abc import Iterator

import pytest
from clashbox.virtual import VirtualDevice
from clashcore import wire

from tests.device.hands import bare, events, play

ABOUT = "up a"  # from the start, the last entry of the list


@pytest.fixture
def device() -> Iterator[VirtualDevice]:
    with VirtualDevice(language="en", bounce=False) as found:
        yield found


def title(device: VirtualDevice) -> str:
    return device.text()[0]


def turned(device: VirtualDevice) -> str:
    """The title as it is read from the other side of the table."""
    return device._reader.lines([row[::-1] for row in reversed(device.pixels())])[0]


def test_from_the_start_and_from_the_settings(device: VirtualDevice) -> None:
    play(device, ABOUT + " a")
    assert title(device) == "Press every key 1/5"
    play(device, "a a b b")
    assert title(device).startswith("Clashbox")
    play(device, "up up a up a")
    assert title(device) == "Press every key 1/5"


def test_each_key_is_shown_when_it_is_pressed(device: VirtualDevice) -> None:
    play(device, ABOUT + " a")
    lit = sum(row.count("#") for row in device.screen())
    for key in ("left", "right", "up", "down", "a", "b"):
        play(device, key)
        now = sum(row.count("#") for row in device.screen())
        assert now > lit + 40, key
        lit = now
    assert title(device) == "Press every key 1/5"


@pytest.mark.parametrize("key", ["left", "right", "up", "down", "a", "b"])
def test_one_working_key_leads_through_and_out(device: VirtualDevice, key: str) -> None:
    play(device, ABOUT + " a")
    for _ in range(40):
        if title(device).startswith("About"):
            return
        play(device, key)
        if key in ("up", "down") and "chip" in "".join(device.text()):
            break  # tries the other chip, and leaves by itself
        if "rising" in "".join(device.text()):
            break
    device.advance(25_000)
    assert title(device).startswith("About")


def test_without_any_key_it_leaves_by_itself(device: VirtualDevice) -> None:
    play(device, ABOUT + " a")
    device.advance(15_000)
    assert title(device) == "Press every key 1/5"
    device.advance(6_000)
    assert title(device).startswith("About")


def test_the_pages_tell_what_is_so(device: VirtualDevice) -> None:
    before = len(device.bus.tones)
    play(device, ABOUT + " a a a")
    rows = device.screen()
    assert rows[0] == rows[63] == "#" * 128 and all(row[0] == row[127] == "#" for row in rows)
    play(device, "up")
    assert "SH1106" in device.text()
    play(device, "up a")
    assert title(device) == "Sound 3/5" and "Sound is on" in device.text()
    device.advance(500)
    assert [tone[1] for tone in device.bus.tones[before:] if tone[2]][-3:] == [1600, 2100, 2800]
    erases = device.bus.flash_programs
    play(device, "a")
    assert "Write test: good" in device.text() and device.bus.flash_programs > erases
    device.request(wire.HELLO)
    play(device, "a")
    text = "\n".join(device.text())
    assert "No battery" in text and "0 bad" in text and "Memory free" in text


def test_a_wrong_chip_can_be_put_right_here(device: VirtualDevice) -> None:
    play(device, ABOUT + " a a a up a b b")
    device.power_cut()
    device.boot()
    assert device.request(wire.HELLO)[0]["name"] == "clashbox"
    play(device, ABOUT + " a a a down")
    assert "SSD1306" in device.text()


def test_upside_down_the_keys_lie_as_the_reader_sits(device: VirtualDevice) -> None:
    play(device, "down down a down down right")  # settings: upside down from here on
    assert turned(device).endswith("3/6")
    play(device, "down")
    assert turned(device).endswith("2/6"), "the key that lies above for the reader goes up"
    play(device, "up b down down a up a a")  # a new game; what was up is down
    found = events(device)
    play(device, "hold:left")
    assert [bare(event) for event in events(device)[len(found) :]] == [{"ev": "turn", "p": 2}]
    device.power_cut()
    device.boot()
    play(device, "hold:left")
    assert bare(events(device)[-1])["ev"] == "turn", "also after a start"
