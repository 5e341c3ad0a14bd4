"""How many keys it takes: every row of the table in the design, played on the virtual device and counted."""

from collections.abc import Iterator

import pytest
from clashbox.virtual import VirtualDevice

from tests.device.hands import bare, events, play

# Three players; base 1 of 20 with 4 2 1, bases 2 and 3 of 20 with unknown VP; An's turn, cursor on base 1.
TABLE = "a down a a  a right up up up up right up up right up a  right a a right a a left left"


@pytest.fixture
def device() -> Iterator[VirtualDevice]:
    with VirtualDevice(language="en", bounce=False) as found:
        play(found, TABLE)
        yield found


def last(device: VirtualDevice, count: int = 1) -> list[dict[str, object]]:
    return [bare(event) for event in events(device)[-count:]]


@pytest.mark.parametrize(("key", "power"), [("left", 2), ("down", 3), ("up", 4), ("right", 5)])
def test_a_minion_of_two_to_five_takes_two(device: VirtualDevice, key: str, power: int) -> None:
    assert play(device, f"a {key}") == 2
    assert last(device) == [{"ev": "play", "p": 1, "kind": "minion", "b": 1, "power": power}]


@pytest.mark.parametrize(
    ("script", "power"), [("a a left", 0), ("a a down", 1), ("a a up", 6), ("a a right", 7), ("a a a a", 8)]
)
def test_any_other_minion_takes_four_at_most(device: VirtualDevice, script: str, power: int) -> None:
    assert play(device, script) <= 4
    assert last(device)[0]["power"] == power


@pytest.mark.parametrize(("key", "n"), [("up", 1), ("down", -1)])
def test_one_more_or_less_takes_two(device: VirtualDevice, key: str, n: int) -> None:
    play(device, "a left")
    assert play(device, f"{key} a") == 2
    assert last(device) == [{"ev": "power", "p": 1, "b": 1, "n": n}]


def test_another_base_or_player_takes_one_more_a_step(device: VirtualDevice) -> None:
    assert play(device, "right up a") == 3
    assert last(device) == [{"ev": "power", "p": 1, "b": 2, "n": 1}]
    assert play(device, "b b right up a") == 5
    assert last(device) == [{"ev": "power", "p": 3, "b": 3, "n": 1}]


@pytest.mark.parametrize("n", [1, 2, 3])
def test_power_for_this_turn_takes_n_and_one(device: VirtualDevice, n: int) -> None:
    assert play(device, "up " * n + "right") == n + 1
    assert last(device) == [{"ev": "power", "p": 1, "b": 1, "n": n, "until": "turn"}]


def test_much_power_takes_a_hold(device: VirtualDevice) -> None:
    assert play(device, "hold:up right") == 2
    (event,) = last(device)
    assert event["until"] == "turn" and isinstance(event["n"], int) and event["n"] >= 4


def test_power_for_each_minion_multiplies_the_sum(device: VirtualDevice) -> None:
    play(device, "a left a left")
    assert play(device, "up left a") == 3
    assert last(device) == [{"ev": "power", "p": 1, "b": 1, "n": 2}]


@pytest.mark.parametrize(("script", "to"), [("hold:a left a right", 2), ("hold:a left left a right", 3)])
def test_a_move_to_a_neighbour_takes_five(device: VirtualDevice, script: str, to: int) -> None:
    play(device, "a right")
    assert play(device, script) <= 5
    assert last(device) == [{"ev": "move", "p": 1, "b": 1, "to": to, "power": 5}]


def test_taking_a_minion_off_takes_four_at_most(device: VirtualDevice) -> None:
    play(device, "a down")
    assert play(device, "a b down") <= 4
    assert last(device) == [{"ev": "minion", "p": 1, "b": 1, "n": -1, "power": -3}]


def test_a_minion_that_leaves_takes_its_part_of_the_turn_along(device: VirtualDevice) -> None:
    play(device, "a down up up right")
    assert play(device, "a b down a") == 4
    assert last(device) == [{"ev": "minion", "p": 1, "b": 1, "n": -1, "power": -5, "temp": -2}]
    play(device, "hold:b a left a left a b down up a")
    assert last(device) == [{"ev": "minion", "p": 1, "b": 1, "n": -1, "power": -4, "temp": -1}]


def test_a_minion_that_moves_takes_its_part_of_the_turn_along(device: VirtualDevice) -> None:
    play(device, "a down up up right hold:a left a down a")
    assert last(device) == [{"ev": "move", "p": 1, "b": 1, "to": 2, "power": 5, "temp": 2}]


def make_ready(device: VirtualDevice) -> None:
    # 12 of An, 5 of Bob and 5 of the third: base 1 is over 20, second place is tied.
    play(device, "a right a right a left b a right b a right b")


def test_scoring_takes_four_up_to_the_points(device: VirtualDevice) -> None:
    make_ready(device)
    assert play(device, "hold:left a a a") == 4
    assert last(device, 2) == [{"ev": "score.start", "b": 1}, {"ev": "score", "b": 1, "vp": [4, 2, 2]}]
    assert play(device, "a up up a") <= 5
    assert last(device) == [{"ev": "base", "b": 1, "breakpoint": 22, "vp": [0, 0, 0]}]


def test_the_points_are_given_once_however_often_the_key_is_pressed(device: VirtualDevice) -> None:
    make_ready(device)
    play(device, "hold:left a a a a b b hold:left a a a b")
    assert [event["ev"] for event in events(device)].count("score") == 1


def test_the_next_player_takes_one_and_two_where_a_base_is_ready(device: VirtualDevice) -> None:
    assert play(device, "hold:right") == 1
    assert last(device) == [{"ev": "turn", "p": 2}]
    make_ready(device)
    play(device, "hold:right")
    assert last(device)[0]["ev"] == "play", "the ready base is shown first"
    play(device, "right")
    assert last(device) == [{"ev": "turn", "p": 3}]


def test_an_action_takes_three(device: VirtualDevice) -> None:
    assert play(device, "hold:a a a") == 3
    assert last(device) == [{"ev": "play", "p": 1, "kind": "action"}]


def test_the_ledger_takes_two_from_the_points(device: VirtualDevice) -> None:
    play(device, "left a right")
    assert play(device, "a a") == 2
    assert "Player 1: by a card" in "\n".join(device.text())


def test_the_newest_entry_is_mended_in_seven(device: VirtualDevice) -> None:
    play(device, "a right")
    assert play(device, "hold:a a down a a down a") == 7
    assert last(device, 2) == [{"ev": "undo"}, {"ev": "play", "p": 1, "kind": "minion", "b": 1, "power": 4}]


def test_an_entry_is_left_out_from_the_log(device: VirtualDevice) -> None:
    play(device, "a right b a up")
    before = len(events(device))
    play(device, "hold:a a down a down a right a")
    found = events(device)[before:]
    assert [event["ev"] for event in found] == ["undo", "undo", "play"] and found[2]["power"] == 4
    assert len({event["m"] for event in found}) == 1
    play(device, "b hold:b")
    assert [event["ev"] for event in events(device)[before + 3 :]] == ["undo"], "one motion"


def test_undo_takes_one(device: VirtualDevice) -> None:
    play(device, "a right")
    assert play(device, "hold:b") == 1
    assert last(device) == [{"ev": "undo"}]


@pytest.mark.parametrize("script", ["hold:a down up a a", "hold:a down a a", "hold:a down down a a"])
def test_a_new_game_of_smash_up_takes_eight_at_most(device: VirtualDevice, script: str) -> None:
    play(device, "a right")
    assert play(device, script) <= 8
    assert last(device) == [{"ev": "turn", "p": 1}] and len(events(device)) == 1
    play(device, "a a a right")
    assert last(device)[0]["power"] == 5


def test_a_new_game_of_toy_battle_takes_eight_at_most(device: VirtualDevice) -> None:
    assert play(device, "hold:a down down down a a a") <= 8
    assert events(device) == []
    assert play(device, "a up") == 2
    assert last(device) == [{"ev": "medal", "p": 1, "n": 3}]


def test_the_first_game_of_all_takes_eight_at_most() -> None:
    with VirtualDevice(language="en", bounce=False) as device:
        assert play(device, "a down down a a") <= 8
        assert last(device) == [{"ev": "turn", "p": 1}]


def test_a_play_is_extra_once_the_regular_one_is_used_and_in_others_turns(device: VirtualDevice) -> None:
    play(device, "a left a left b a left b b hold:right a left")
    extras = [event.get("extra", False) for event in events(device) if event["ev"] == "play"]
    assert extras == [False, True, True, False]


def test_a_titan_comes_and_clashes_in_one_motion(device: VirtualDevice) -> None:
    play(device, "a right hold:a up a a a")  # An: the first of all titans to base 1
    assert last(device)[0] == {"ev": "titan.play", "p": 1, "titan": "ancient-lord", "b": 1}
    play(device, "b a down hold:a up a up a down a a")  # the second player's meets it with 3 against 5
    assert last(device)[0]["ev"] == "play", "the clash is shown before anything is recorded"
    play(device, "a")
    *_, arrival, clash = events(device)
    assert (arrival["ev"], clash["ev"], clash["out"]) == ("titan.play", "clash", arrival["titan"])
    assert arrival["m"] == clash["m"]
