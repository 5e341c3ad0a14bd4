"""Idle and battery: dims, never dark in a game, sleeps outside one; readings that jump, warn, run out."""

import random

import pytest
from clashbox.virtual import VirtualDevice

from tests.device.hands import events, play

BATTERY = 35  # the pin; it has half of the cell's voltage
MINUTE = 60_000


def fit(device: VirtualDevice, millivolts: int) -> None:
    """Solder a battery in, or change its voltage."""
    device.voltage(BATTERY, millivolts * 500)


def with_battery(millivolts: int) -> VirtualDevice:
    device = VirtualDevice(language="en", bounce=False)
    fit(device, millivolts)
    device.reset()
    return device


def test_in_a_game_it_dims_but_is_never_dark_and_a_press_counts() -> None:
    with VirtualDevice(language="en", bounce=False) as device:
        play(device, "a down a a")
        bright = device.contrast
        device.advance(100_000)
        assert device.contrast < bright
        device.advance(7 * MINUTE)  # outside a game it would be dark by now
        assert device.lit and "VP" in device.text()[0]
        # Shifted by a pixel against burn-in, it has lost none.
        still = device.pixels()
        device.advance(3 * MINUTE)
        assert device.pixels() != still and sum(map(sum, device.pixels())) == sum(map(sum, still))
        before = len(events(device))
        play(device, "hold:right")
        assert len(events(device)) == before + 1
        assert device.contrast == bright


def test_outside_a_game_the_display_goes_off_and_a_key_only_lights_it() -> None:
    with VirtualDevice(language="en", bounce=False) as device:
        first = device.text()
        device.advance(4 * MINUTE)
        assert device.lit
        device.advance(2 * MINUTE)
        assert not device.lit and not "".join(device.screen()).strip(), "an SH1106 would go on showing it"
        play(device, "a")
        assert device.lit and device.text() == first, "the key did nothing else"
        play(device, "a")
        assert device.text() != first


def test_on_the_cable_a_dark_box_still_answers() -> None:
    with VirtualDevice(language="en", bounce=False) as device:
        device.advance(6 * MINUTE)
        assert not device.lit
        assert device.request(0x10)[0]["name"] == "clashbox"
        assert not device.lit


def test_with_a_battery_it_sleeps_and_key_a_wakes_it() -> None:
    with with_battery(3900) as device:
        first = device.text()
        resets = device.bus.resets
        device.advance(6 * MINUTE)
        assert not device.lit
        device.key_down("b")
        device.advance(200)
        device.key_up("b")
        device.advance(10 * MINUTE)
        assert not device.lit and device.bus.resets == resets, "only key a wakes"
        device.key_down("a")
        device.advance(3000)
        assert device.bus.resets == resets + 1
        assert device.lit and device.text() == first
        device.key_up("a")
        device.settle()
        assert device.text() == first, "what woke it does nothing else, however long it is held"
        play(device, "a")
        assert device.text() != first
        assert b"Traceback" not in device.log


def test_no_battery_is_normal() -> None:
    with VirtualDevice(language="en", bounce=False) as device:
        play(device, "a down a a")
        device.advance(3 * MINUTE)
        assert not any("attery" in line for line in device.text())


@pytest.mark.soak
def test_it_is_not_dark_after_an_hour_of_thought() -> None:
    with VirtualDevice(language="en", bounce=False) as device:
        play(device, "a down a a")
        for _ in range(6):
            device.advance(10 * MINUTE)
        assert device.lit and "VP" in device.text()[0]


@pytest.mark.parametrize(
    ("seed", "readings"), [(0, 30), *(pytest.param(n, 120, marks=pytest.mark.soak) for n in (1,))]
)
def test_noise_and_dips_say_nothing(seed: int, readings: int) -> None:
    # Five per cent around 3.75 V, the edge between two levels, and now and then a dip to next to nothing.
    chance = random.Random(seed)
    with with_battery(3750) as device:
        play(device, "a down a a")
        for n in range(readings):
            fit(device, 2500 if n % 25 == 24 else int(3750 * chance.uniform(0.95, 1.05)))
            device.advance(10_000)
            assert not any("attery" in line for line in device.text())
        assert device.lit


def test_a_battery_that_runs_down_is_told_in_time_and_everything_is_kept() -> None:
    with with_battery(3460) as device:
        play(device, "a down a a  a right up up a  a left")
        found = events(device)
        told: list[tuple[int, str]] = []
        for millivolts in range(3460, 3200, -4):
            fit(device, millivolts)
            for _ in range(10):  # a reading comes every ten seconds, what is said stays for two
                device.advance(1_000)
                told += [(millivolts, line) for line in device.text() if "attery" in line]
            if not device.lit:
                break
        assert not device.lit, "switched off at the end"
        assert told[0][1].startswith("Battery low") and told[0][0] > 3350
        assert told[-1][1].startswith("Battery empty")
        fit(device, 4000)  # charged
        device.key_down("a")
        device.advance(3000)
        device.key_up("a")
        device.settle()
        assert events(device) == found and "VP" in device.text()[0]


def test_the_ticks_may_wrap_in_the_middle_of_an_evening() -> None:
    # MicroPython's milliseconds begin anew at 2 to the 30th, after twelve days and a half.
    with VirtualDevice(language="en", bounce=True, start_ms=(1 << 30) - 20_000) as device:
        play(device, "a down a a  a right up up a  a left")
        bright = device.contrast
        device.advance(20_000)  # over the edge
        play(device, "a left up up up a hold:b")
        found = events(device)
        assert [event["ev"] for event in found][-3:] == ["play", "power", "undo"]
        times = [event["t"] for event in found]
        assert times == sorted(times) and times[-1] - times[0] < 60_000
        device.advance(3_000)
        assert not any(line.startswith("Undone") for line in device.text()), "the notice is over"
        device.advance(95_000)
        assert device.contrast < bright
        play(device, "right")
        assert device.contrast == bright


@pytest.mark.parametrize("chip", ["ssd1306", "sh1106"])
def test_a_display_that_drops_out_now_and_then_loses_no_press(chip: str) -> None:
    with VirtualDevice(language="en", bounce=False, chip=chip) as device:
        device.put("settings", b'{"chip": "%s"}' % chip.encode())
        play(device, "a down a a  a right up up a")
        before = len(events(device))
        device.bus_error(19, every=50)  # ENODEV
        for _ in range(25):
            play(device, "a left")
        device.advance(10_000)
        device.bus_error(None)
        device.advance(10_000)
        assert len(events(device)) == before + 25
        shown = device.screen()
        device.reset()
        device.settle()
        assert device.screen() == shown, "the picture is whole again"
