"""The medal race: what is left of the regions, whose turn it is, a game entered as its result alone."""

import json
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from clashbox.virtual import VirtualDevice
from clashcore import wire
from clashcore.toybattle import ToyBattle

from tests.device.board_hands import Hands
from tests.device.hands import bare, events, live_game, play
from tests.whole.test_evening import Laptop

START = "a up a a down down"  # Castle Field in the list of terrains, the first player begins


def castle() -> ToyBattle:
    """Castle Field, nothing entered."""
    return Hands(None, "castle-field").state


def left(*numbers: int) -> list[int] | None:
    """What is left on Castle Field after medals were entered for the first player."""
    state = castle()
    for n in numbers:
        state.apply({"ev": "medal", "p": 1, "n": n})
    copy = castle()
    copy.unpack(state.pack())
    assert copy.left() == state.left()
    return state.left() and sorted(state.left() or [])


def test_regions_that_are_left_are_known_while_all_that_was_entered_were_regions() -> None:
    assert left() == sorted(castle().board.medals) == [1, 1, 1, 1, 2, 2, 3, 3]
    assert left(3, 1) == [1, 1, 1, 2, 2, 3]
    assert left(3, 1, -1) == left(3), "a region given back"
    assert left(5) is None
    assert left(3, -1) is None, "it was none of one medal"
    assert left(3, -2, 2) == left(3), "put right again"
    assert left(2, 2, 2) is None, "there are but two of them"


def test_on_the_board_they_are_what_nobody_holds() -> None:
    state = castle()
    ring = state.board.regions[state.board.medals.index(3)]
    for troop, node in zip(("skully", "capn", "jumbo", "hook", "star"), ring, strict=True):
        state.apply({"ev": "place", "p": 1, "troop": troop, "at": state.board.ids[node]})
    assert sorted(state.left() or []) == left(3)


def test_a_state_kept_by_an_older_version_does_not_guess() -> None:
    state = castle()
    state.apply({"ev": "medal", "p": 1, "n": 3})
    old = state.pack().replace(b",[3]],", b"],")
    assert old != state.pack()
    state.unpack(old)
    assert state.medals == [3, 0] and state.left() is None


@pytest.fixture
def device() -> Iterator[VirtualDevice]:
    with VirtualDevice(language="en", bounce=False) as found:
        play(found, START)
        yield found


def shown(device: VirtualDevice) -> str:
    return "\n".join(device.text())


def test_the_race_shows_what_is_left_by_value_and_takes_it_back(device: VirtualDevice) -> None:
    def counts() -> list[str]:
        return re.findall("×(.)", shown(device))

    play(device, "a")
    assert counts() == ["2", "2", "4"]
    play(device, "a up right a left")
    assert counts() == ["1", "2", "3"]
    play(device, "hold:b")
    assert counts() == ["1", "2", "4"]
    device.power_cut()
    device.boot()
    assert counts() == ["1", "2", "4"]
    play(device, "right up up up up up a")
    assert counts() == ["?", "?", "?"]


def test_whose_turn_it_is_shows_once_turns_are_recorded(device: VirtualDevice) -> None:
    play(device, "a a up")
    assert "▶" not in shown(device)
    play(device, "hold:a down a b hold:a down a")  # a draw on the board, back to the medals
    assert bare(events(device)[-1]) == {"ev": "draw", "p": 1, "n": 2}
    assert "▶Player 2" in shown(device)
    play(device, "a right")
    assert "▶" not in shown(device)


MEDALS = {"ev": "medal", "p": 2, "n": 2}


@pytest.mark.parametrize(
    ("script", "found", "why"),
    [
        ("right right up up a", [MEDALS, {"ev": "medal", "p": 1, "n": 7}], "medals"),
        ("down a", [{"ev": "medal", "p": 2, "n": 7}], "medals"),
        ("down down a", [{"ev": "hq", "p": 1}], "hq"),
        ("up up up right right up up a", [MEDALS, {"ev": "hq", "p": 2}], "hq"),
        ("up right right up up a", [MEDALS, {"ev": "stuck", "p": 2}], "stuck"),
        ("up up a", [{"ev": "stuck", "p": 1}], "stuck"),
    ],
)
def test_a_game_is_entered_as_its_result_in_few_presses(
    tmp_path: Path, script: str, found: list[dict[str, object]], why: str
) -> None:
    with VirtualDevice(language="en", bounce=False) as device:
        assert play(device, START + " left " + script) <= 16
        recorded = events(device)
        header = device.request(wire.HEADER, {"id": live_game(device)})[1]
        play(device, "hold:b")
        assert bare(events(device)[-1]) == {"ev": "undo"}
    assert len({event["m"] for event in recorded}) == 1, "one motion"
    file = tmp_path / "game.jsonl"
    file.write_text(
        "\n".join([header.decode(), *[json.dumps(event) for event in recorded]]), encoding="utf-8"
    )
    verdict = json.loads(Laptop(tmp_path, "none").run("check", str(file), "--json"))
    assert [bare(event) for event in recorded] == found
    assert verdict["findings"] == []
    assert verdict["state"]["over"] and verdict["state"]["why"] == why


def test_a_result_that_cannot_be_is_refused_with_the_reason() -> None:
    with VirtualDevice(language="en", bounce=False) as device:
        play(device, START + " left down down right long:up a")
        assert "With 7 medals it was over" in shown(device)
        play(device, "right up a")
        assert "The terrain has 14 medals" in shown(device)
        assert events(device) == []


@pytest.mark.parametrize("language", ["vi", "en"])
def test_medals_of_a_region_that_is_gone_are_refused_but_can_be_counted(language: str) -> None:
    with VirtualDevice(language=language, bounce=False) as device:
        play(device, "a up a a down a")  # Caribbean Sea has one region of three
        play(device, "a up a up")
        assert [event["n"] for event in events(device)] == [3]
        said = "\n".join(device.text())
        assert ("Hết vùng 3 huy chương" if language == "vi" else "No region of 3 is left") in said
        play(device, "up up a")
        assert [event["n"] for event in events(device)] == [3, 2]
