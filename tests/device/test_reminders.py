"""Reminders from the pack: shown where the factions in play can act, never in the way, whatever it holds."""

from collections.abc import Iterator

import pytest
from clashbox import pack
from clashbox.cards import store
from clashbox.virtual import VirtualDevice

from tests.device.hands import events, play

# Two players; the first has the first two factions of the list, the second the next two.
FACTIONS = sorted(store.factions())[:4]
SEATS = "a a hold:right a down a down hold:right down down a down down down a up a"
BASE = "a right up up up up right up up right up a"
PACK = (
    f"{pack.FIRST}\n@{FACTIONS[0]}\nb\tFinal Stand\tdestroy\tdiệt\nb\tKickboxbro\textra action\tthêm action\n"
    f"a\tWalk Away\tto hand\tvề tay\n@{FACTIONS[2]}\ns\tDawn\tdraw\trút\nt\tThe Titan\ttitan\tTitan\n"
)


@pytest.fixture
def device() -> Iterator[VirtualDevice]:
    with VirtualDevice(language="en", bounce=False) as found:
        yield found


def ready(device: VirtualDevice, data: bytes) -> None:
    device.put("pack", data)
    play(device, f"{SEATS} {BASE} a right a right a right a right")
    assert [event["ev"] for event in events(device)].count("play") == 4


def test_before_and_after_scoring_name_who_and_which_card(device: VirtualDevice) -> None:
    ready(device, PACK.encode())
    play(device, "hold:left a")
    assert "Player 1: Final Stand" in device.text()[-1]
    play(device, "right")
    assert "Player 1: Kickboxbro" in device.text()[-1]
    play(device, "right")
    assert "places" in device.text()[-1], "then what the keys do"
    play(device, "a a")
    assert [event["ev"] for event in events(device)][-1] == "score", "they are in nobody's way"
    assert "Walk Away" in device.text()[-1]


def test_at_the_start_of_a_turn_until_a_key(device: VirtualDevice) -> None:
    ready(device, PACK.encode())
    play(device, "hold:right right")
    assert "Player 2: Dawn +1" in device.text()[-1]
    play(device, "a left")
    assert events(device)[-1]["ev"] == "play" and "Dawn" not in device.text()[-1]


def test_a_titan_is_named_while_its_player_controls_none(device: VirtualDevice) -> None:
    lines = [line for line in PACK.splitlines() if "Dawn" not in line]
    ready(device, "\n".join(lines).encode() + b"\n")
    play(device, "hold:right right")
    assert "The Titan" in device.text()[-1]
    play(device, "hold:a up a a hold:right right hold:right right")
    assert "The Titan" not in device.text()[-1]


def test_all_of_them_in_full(device: VirtualDevice) -> None:
    ready(device, PACK.encode())
    play(device, "hold:a a down down down down down down a")
    text = "\n".join(device.text())
    assert "Final Stand" in text and "before scoring" in text and "destroy" in text
    device.put("settings", b'{"language": "vi"}')
    play(device, "b b b hold:a a down down down down down down a")
    assert "diệt" in "\n".join(device.text())


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"#clashbox pack 2\n" + PACK.encode(),
        b"\xff\xfe\x00" * 300,
        f"{pack.FIRST}\n@{FACTIONS[0]}\n".encode() + b"b\t\xff\xff\t\t\n" + b"b\n\n\tb\t\t\t\n" + b"x" * 5000,
        f"{pack.FIRST}\n".encode() + f"@{FACTIONS[0]}\nb\n".encode() * 400,
        f"{pack.FIRST}\n@{FACTIONS[0]}\n".encode() + b"b\t" + b"\xe1\xba\xa4" * 2000 + b"\tx\ty\n",
    ],
    ids=["empty", "newer", "no text", "bad lines", "many lines", "a long line"],
)
def test_a_pack_that_makes_no_sense_does_no_harm(device: VirtualDevice, data: bytes) -> None:
    ready(device, data)
    play(device, "hold:left a")
    assert "places" in device.text()[-1]
    play(device, "a a")
    assert [event["ev"] for event in events(device)][-1] == "score"
    assert b"Traceback" not in device.log


def test_the_pack_that_the_laptop_sends_is_read(device: VirtualDevice) -> None:
    ready(device, pack.build())
    play(device, "hold:left a")
    assert "Player 1: Kickboxbro" in device.text()[-1]
