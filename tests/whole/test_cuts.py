"""The plug is pulled at a flash operation in the middle of an evening: every committed event is there.

Automatic here: single cuts on the true littlefs under the true firmware, with what a torn operation leaves.
A few cuts in `make test`, every operation of the game in `make soak`.
"""

from typing import Any

import pytest
from clashbox.virtual import VirtualDevice

from tests.device.hands import bare, events, live_game, play
from tests.examples import LONG
from tests.whole.evening import CUT, SMASHUP, Motion

MOTIONS: tuple[Motion, ...] = tuple(motion for motion in SMASHUP if CUT not in motion.keys)


def keys_of(motion: Motion) -> str:
    return " ".join(key for key in motion.keys.split() if not key.startswith("="))


def told(device: VirtualDevice) -> list[dict[str, Any]]:
    """The live game's events; none where no game has begun."""
    return [bare(event) for event in events(device)] if live_game(device) else []


def operations(device: VirtualDevice) -> int:
    return device.bus.flash_programs + device.bus.flash_erases


def whole_game_operations() -> int:
    """How many flash operations the game takes."""
    with VirtualDevice(language="en", bounce=False) as device:
        before = operations(device)
        for motion in MOTIONS:
            play(device, keys_of(motion))
        return operations(device) - before


def cut_and_go_on(after: int, torn: str) -> bool:
    """Play until the cut, start again, look; returns whether the cut came at all."""
    with VirtualDevice(language="en", bounce=False) as device:
        device.power_cut(after_ops=after, torn=torn)
        sure: list[dict[str, Any]] = []
        wanted: list[dict[str, Any]] = []
        for motion in MOTIONS:
            wanted = sure + list(motion.events)
            for key in keys_of(motion).split():
                if device.running:
                    play(device, key)
            if not device.running:
                break
            sure = wanted
        else:
            return False
        device.boot()
        found = told(device)
        assert found == wanted[: len(found)], (after, torn)
        assert len(found) >= len(sure), f"lost at operation {after} ({torn}): {wanted[len(found) :]}"
        # A save that follows works, and stands after another start.
        if found:
            play(device, "hold:b")
        elif live_game(device):  # the game had begun, its first turn had not
            play(device, "hold:right")
        else:
            play(device, keys_of(MOTIONS[0]))
        saved = told(device)
        assert len(saved) == len(found) + 1
        device.power_cut()
        device.boot()
        assert told(device) == saved
        return True


@pytest.mark.parametrize(("after", "torn"), [(1, "half"), (4, "before"), (17, "noise"), (40, "after")])
def test_a_cut_loses_no_committed_event(after: int, torn: str) -> None:
    assert cut_and_go_on(after, torn)


@pytest.mark.soak
def test_a_cut_at_every_operation_loses_no_committed_event() -> None:
    """Of the four kinds one after the other; from CLASHBOX_LONG=8 on at each operation, in half an hour of
    soak at every eighth (tests/device/test_journal.py cuts the journal alone at each).
    """
    kinds = ("before", "half", "noise", "after")
    count = whole_game_operations()
    assert count > 40
    chosen = range(1, count + 1, max(1, round(8 / LONG)))
    cuts = sum(cut_and_go_on(after, kinds[n % 4]) for n, after in enumerate(chosen))
    print(f"{cuts} cuts, nothing lost")
    assert cuts >= len(chosen) - 3  # the number of operations may differ by a few from run to run
