"""A flash that is full: refused with a reason, nothing lost, and games that the laptop holds make room."""

import json

from clashbox import firmware
from clashbox.virtual import VirtualDevice
from clashcore import wire

from tests.device.hands import events, live_game, play

# The firmware, file by file in whole blocks, its folders, and some games.
ROOM = (sum(-(-len(data) // 4096) for data in firmware.files().values()) + 36) * 4096
LAY = " a right up up up up right up up right up a a right a left"  # a base, two minions


def listed(device: VirtualDevice) -> list[dict]:
    return json.loads(device.request(wire.GAMES)[1])


def fill(device: VirtualDevice) -> list[dict]:
    """Begin games until one is refused; returns the list of games then."""
    for _ in range(60):
        game, before = live_game(device), events(device)
        play(device, "hold:a down a a")
        if live_game(device) == game:
            assert device.text()[0] == "Storage full"
            assert events(device) == before
            return listed(device)
        play(device, LAY)
    raise AssertionError("never full")


def test_a_full_flash_offers_the_games_that_the_laptop_holds() -> None:
    with VirtualDevice(language="en", bounce=False, flash_size=ROOM) as device:
        play(device, "a a a" + LAY)
        fill(device)
        assert any("First sync" in line for line in device.text())
        assert device.request(wire.HELLO)[0]["free"] <= ROOM
        play(device, "b")
        for row in listed(device)[:2]:
            device.request(wire.SAFE, {"id": row["id"], "events": row["events"]})
        held = fill(device)
        game, before = live_game(device), events(device)
        assert any("Player 1 0, Pl" in line and "events" in line for line in device.text()), device.text()
        play(device, "a a a down")  # asked, never answered by the other key
        assert listed(device) == held
        play(device, "a right a right")
        assert [row["id"] for row in listed(device)] == [row["id"] for row in held[2:]]
        play(device, "b")
        assert events(device) == before
        play(device, "hold:a down a a")
        assert live_game(device) != game
        assert b"Traceback" not in device.log
