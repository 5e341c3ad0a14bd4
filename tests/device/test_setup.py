"""Before and after a game: history, parking, rematch, typed names, options; presses to a usable game."""

import json
from typing import Any

import pytest
from clashbox.virtual import VirtualDevice
from clashcore import wire

from tests.device.hands import bare, events, live_game, play, settle_in

LAY = " a right up up up up right up up right up a a right"  # a base, a minion of 5


def header(device: VirtualDevice) -> dict[str, Any]:
    return json.loads(device.request(wire.HEADER, {"id": live_game(device)})[1])


def listed(device: VirtualDevice) -> list[dict[str, Any]]:
    return json.loads(device.request(wire.GAMES)[1])


def screen(device: VirtualDevice) -> str:
    return "\n".join(device.text())


# A name as one would type it: where the letters lie, then what is done to the last one.
ROWS = ("abcdefghijklmnopqrstuvwxyz0123456789- ✓"[:13], "nopqrstuvwxyz", "0123456789- ✓")


def typing(word: str) -> str:
    """Keys for plain letters with marks behind them: `e>^` is e, right, up: another shape, another tone."""
    keys: list[str] = []
    x = y = 0
    marked = False
    for sign in word:
        if sign in ">^v":
            keys += ([] if marked else ["hold:a"]) + [{">": "right", "^": "up", "v": "down"}[sign]]
            marked = True
            continue
        if marked:
            keys.append("a")
            marked = False
        row = next(i for i in range(3) if sign in ROWS[i])
        column = ROWS[row].index(sign)
        keys += ["down" if row > y else "up"] * abs(row - y)
        keys += ["right" if column > x else "left"] * abs(column - x) + ["a"]
        x, y = column, row
    return " ".join(keys + (["a"] if marked else []) + ["hold:right"])


@pytest.mark.parametrize(
    ("word", "name"),
    [
        ("an", "An"),
        ("d>u^^^ng", "Đũng"),
        ("nguye>^^^n thivv a^nh", "Nguyễn Thị Ánh"),
        ("a>>^n", "Ấn"),
        ("o>>v u>v", "Ờ Ừ"),
        ("y^-7", "Ý-7"),
    ],
)
def test_a_name_is_typed_and_offered_again(word: str, name: str) -> None:
    with VirtualDevice(language="vi", bounce=False) as device:
        play(device, "a a right a " + typing(word) + " a")
        assert header(device)["players"][0] == {"name": name}
        play(device, "a right")
        device.power_cut()
        device.boot()
        play(device, "hold:a down a right down left a")  # at the other seat, among the names offered
        assert header(device)["players"] == [{}, {"name": name}]


def test_typing_is_taken_back_and_a_name_that_sits_already_is_refused() -> None:
    with VirtualDevice(language="en", bounce=False) as device:
        settle_in(device, ["An", "Bo"])
        play(device, "a a left a a a b b b")  # nothing typed: back, as it was
        assert "Player 1" in screen(device)
        play(device, "right a " + typing("bo"))
        assert "Player 1" in screen(device) and "has a seat" in screen(device)


@pytest.mark.parametrize("script", ["a a a", "a down a a", "a down down a a"])
def test_a_first_game_of_smash_up_takes_eight_at_most(script: str) -> None:
    with VirtualDevice(language="en", bounce=False) as device:
        assert play(device, script) <= 8
        assert [bare(event) for event in events(device)] == [{"ev": "turn", "p": 1}]


@pytest.mark.parametrize(("script", "board"), [("a up a a a", False), ("a up a a right", True)])
def test_a_first_game_of_toy_battle_takes_eight_at_most(script: str, board: bool) -> None:
    with VirtualDevice(language="en", bounce=False) as device:
        assert play(device, script) <= 8
        assert header(device)["game"] == "toybattle" and header(device)["players"] == [{}, {}]
        play(device, "b" if board else "a up")
        assert events(device)[0]["ev"] == ("draw" if board else "medal")


def test_goal_modules_and_printing_are_chosen() -> None:
    with VirtualDevice(language="en", bounce=False) as device:
        play(device, "a a down down a right right down a down down right up up up up up right b")
        play(device, "up up a")
        told = header(device)
        assert told["goal"] == 17 and told["modules"] == ["titans", "monsters"]
        assert told["printing"] == "current"


def test_special_bases_are_left_out() -> None:
    with VirtualDevice(language="en", bounce=False) as device:
        play(device, "a up a up a up up a a")
        assert header(device)["special_bases"] is False


def begin(device: VirtualDevice) -> str:
    settle_in(device, ["An", "Bo"])
    play(device, "a a a" + LAY)
    return live_game(device)


def test_a_game_waits_for_a_round_of_another_even_through_power_cuts() -> None:
    with VirtualDevice(language="en", bounce=False) as device:
        first = begin(device)
        before = events(device)
        play(device, "hold:a down up a a a")
        play(device, "a up")
        second = live_game(device)
        assert second != first
        device.power_cut()
        device.boot()
        play(device, "hold:a down down a")
        play(device, "down a")
        assert live_game(device) == first and events(device) == before
        assert [row["id"] for row in listed(device) if not row["live"]] == [second]
        device.power_cut()
        device.boot()
        play(device, "a left")
        assert len(events(device)) == len(before) + 1
        play(device, "hold:b hold:b hold:b hold:b")  # undo goes on to the start of the game
        assert events(device)[-1]["ev"] == "undo"
        assert b"Traceback" not in device.log


def test_a_new_game_that_was_begun_by_mistake_is_undone_with_another_one_waiting() -> None:
    with VirtualDevice(language="en", bounce=False) as device:
        first = begin(device)
        play(device, "hold:a down up a a a a up")  # Toy Battle, a medal: the first game waits
        second = live_game(device)
        play(device, "hold:a down down a a a a")  # and another round, by mistake
        third = live_game(device)
        assert third not in (first, second)
        play(device, "hold:b")
        assert live_game(device) == second
        play(device, "hold:a down down a down a")
        assert live_game(device) == first


def test_the_history_shows_who_played_and_what_came_of_it_and_offers_a_rematch() -> None:
    with VirtualDevice(language="en", bounce=False) as device:
        settle_in(device, ["An", "Bo"])
        play(device, "a up a a a  a up  up up up up up up a")  # 9 medals: An wins
        finished = live_game(device)
        play(device, "a a a")  # a rematch: people, seats and terrain of before
        assert header(device)["players"] == [{"name": "An"}, {"name": "Bo"}]
        play(device, "right a left")
        play(device, f"{HOME} down down a")
        assert "An 9, Bo 0" in screen(device) and "2 events" in screen(device)
        play(device, "a")
        assert "An" in screen(device) and "9" in screen(device) and "not finished" not in screen(device)
        assert "delete" not in screen(device), "the laptop does not hold it"
        play(device, "right")  # what was played and what happened, what was taken back left out
        assert device.text()[:3] == ["Battlefield", "An +6 medals 2", "An +3 medals 1"]
        play(device, "b")
        play(device, "down")
        assert "Not on the laptop yet" in screen(device)
        assert [row["id"] for row in listed(device) if not row["live"]] == [finished]
        device.request(wire.SAFE, {"id": finished, "events": 3})
        play(device, f"b b b b {HOME} down down a a down")
        play(device, "left")  # no: only the other key deletes
        assert len(listed(device)) == 2
        play(device, "down right")
        assert len(listed(device)) == 1 and "No finished games" in screen(device)


HOME = "hold:a up up up a"  # the start, from the long menu of Toy Battle


def test_a_finished_game_can_be_followed_by_a_rematch_from_the_history() -> None:
    with VirtualDevice(language="en", bounce=False) as device:
        begin(device)
        play(device, "hold:a down up a a a a up")  # Toy Battle meanwhile
        play(device, f"{HOME} down down down a")  # behind the game that goes on and the one that waits
        assert "An 0, Bo 0" in screen(device)
        play(device, "a")
        assert "not finished" in screen(device) and "go on" in screen(device)
        play(device, "a")
        assert header(device)["game"] == "smashup"


def test_the_turn_clock_is_switched_on_where_a_game_is_set_up() -> None:
    with VirtualDevice(language="en", bounce=False) as device:
        play(device, "a a up a up right right")  # the last of the options
        assert "Turn clock 2 min" in "\n".join(device.text())
        play(device, "b up a  hold:a a down down down down down a")
        assert "2 min" in "\n".join(device.text())
