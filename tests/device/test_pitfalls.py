"""Where other counters and other games of Smash Up went wrong: each case by keys, what the box makes of it.

Bases of 20 worth 4 2 1 (one of 5 3 2); `power` adds power by free numbers.
"""

from typing import Any

import pytest
from clashbox.virtual import VirtualDevice

from tests.device.hands import bare, events, play

START = {2: "a a a", 3: "a down a a", 4: "a down down a a"}
BASE = {
    "4 2 1": "a right up up up up right up up right up a",
    "5 3 2": "a right up up up up up right up up up right up up a",
}
PADS = {
    0: "a a left",
    1: "a a down",
    2: "a left",
    3: "a down",
    4: "a up",
    5: "a right",
    6: "a a up",
    7: "a a right",
}


def minions(power: int) -> str:
    """Keys for minions of so much power all together at the cursor."""
    keys = ["a right"] * (power // 5)
    if power % 5:
        keys.append(PADS[power % 5])
    return " ".join(keys)


def table(powers: list[int], vp: str = "4 2 1") -> str:
    """A new game of as many players, with these powers at base 1; the cursor ends on the first player."""
    return " ".join([START[len(powers)], BASE[vp], *[minions(n) + " b" for n in powers]])


def recorded(device: VirtualDevice, kind: str) -> list[dict[str, Any]]:
    return [bare(event) for event in events(device) if event["ev"] == kind]


# 1, 4: tied players all get the higher place, and use the places up.
TIES = {
    "two tied for first": ([10, 10, 5], "4 2 1", [4, 4, 1]),
    "two tied for second": ([10, 5, 5], "4 2 1", [4, 2, 2]),
    "three tied": ([7, 7, 7], "4 2 1", [4, 4, 4]),
    "three tied for second": ([12, 4, 4, 4], "5 3 2", [5, 3, 3, 3]),
}


@pytest.mark.parametrize("name", TIES)
def test_ties_at_a_scoring(name: str) -> None:
    powers, printed, vp = TIES[name]
    with VirtualDevice(language="en", bounce=False) as device:
        play(device, table(powers, printed) + " hold:left a a")
        shown = "\n".join(device.text())
        for n in vp:
            assert f"+{n}" in shown, "places and VP before they are given"
        assert "tie" in shown
        assert not recorded(device, "score")
        play(device, "a")
        assert recorded(device, "score") == [{"ev": "score", "b": 1, "vp": vp}]


def test_a_bonus_goes_to_one_of_the_tied_alone() -> None:  # 2
    with VirtualDevice(language="en", bounce=False) as device:
        play(device, table([10, 10, 5]) + " hold:left a a a right up a")
        assert recorded(device, "score")[0]["vp"] == [4, 4, 1]
        assert recorded(device, "vp") == [{"ev": "vp", "p": 2, "n": 1, "why": "after scoring"}]


def test_power_without_a_minion_takes_part() -> None:  # 5
    with VirtualDevice(language="en", bounce=False) as device:
        play(device, table([18, 0, 0]) + " b up up up a hold:left a a a")
        assert recorded(device, "score")[0]["vp"] == [4, 2, 0]


def test_a_base_pays_once_whatever_is_opened_in_between() -> None:  # 7
    with VirtualDevice(language="en", bounce=False) as device:
        play(device, table([20, 3]) + " hold:left a a a b hold:a a down a b hold:left b hold:left a b b")
        assert len(recorded(device, "score")) == 1


def test_scoring_goes_on_below_the_breakpoint_once_locked_in() -> None:  # 10
    with VirtualDevice(language="en", bounce=False) as device:
        play(device, table([20, 3]) + " hold:left a down down down down down down a a a")
        assert recorded(device, "score")[0]["vp"] == [4, 2]


def test_what_is_played_before_scoring_counts() -> None:  # 11
    with VirtualDevice(language="en", bounce=False) as device:
        play(device, table([15, 6]) + " hold:left a")
        device.advance(300_000)
        assert not recorded(device, "score")
        play(device, "b hold:a b b up up up up up up up up up up a hold:left a a")
        assert recorded(device, "score")[0]["vp"] == [2, 4]


def test_a_shared_lead_does_not_end_the_game() -> None:  # 13, 25
    with VirtualDevice(language="en", bounce=False) as device:
        give = "a right a right a right a up b "  # 15 VP
        play(device, f"{START[3]} left {give}{give} hold:right")
        assert recorded(device, "turn")[-1]["p"] == 2, "15 to 15: they play on"
        play(device, "b a right a right a right a right hold:right")
        assert recorded(device, "turn")[-1]["p"] == 2, "now the end is shown"
        play(device, "a")
        assert recorded(device, "end") == [{"ev": "end", "winner": [3]}]


def test_madness_that_comes_back_costs_nothing_any_more() -> None:  # 14
    with VirtualDevice(language="en", bounce=False) as device:
        play(device, f"{START[2]} {BASE['4 2 1']} hold:a a up a up up up a")
        assert "-1 VP" in "\n".join(device.text())
        play(device, "down down a")
        assert "-1 VP" not in "\n".join(device.text())


def test_power_until_the_end_of_the_turn_is_gone_for_good() -> None:  # 16
    with VirtualDevice(language="en", bounce=False) as device:
        play(device, table([5, 0, 0]) + " up up right")
        assert " 7" in device.text()[1]
        for _ in range(7):
            play(device, "hold:right")
            assert " 5" in device.text()[1]


def test_a_minion_leaves_once() -> None:  # 17
    with VirtualDevice(language="en", bounce=False) as device:
        play(device, table([4, 6]) + " a b up a b up")
        assert recorded(device, "minion") == [{"ev": "minion", "p": 1, "b": 1, "n": -1, "power": -4}]
        assert "no minion" in device.text()[-1]


def test_nobody_loses_more_than_is_there() -> None:  # 22
    with VirtualDevice(language="en", bounce=False) as device:
        play(device, table([2, 9]) + " down down down down down a")
        assert recorded(device, "power")[-1]["n"] == -2
        play(device, "a left a b right")
        assert recorded(device, "minion")[-1]["power"] == -2
        play(device, "up a")
        assert " 1" in device.text()[1], "nothing was owed"


def test_a_long_press_does_one_thing_only() -> None:  # 29
    with VirtualDevice(language="en") as device:
        play(device, table([5, 0]) + " hold:right")
        assert recorded(device, "turn") == [{"ev": "turn", "p": 1}, {"ev": "turn", "p": 2}]
        play(device, "a left")
        assert recorded(device, "play")[-1]["b"] == 1, "the cursor has not moved"


def test_bouncing_keys_confirm_nothing_dangerous() -> None:  # 32
    with VirtualDevice(language="en", bounce=True, seed=3) as device:
        play(device, table([5, 0]))
        before = events(device)
        play(device, "hold:a down")
        assert "New game" in device.text()[0]
        play(device, "b")
        assert events(device) == before


def test_a_new_game_by_mistake_is_taken_back_whole() -> None:  # 34
    with VirtualDevice(language="en", bounce=False) as device:
        play(device, table([5, 3]))
        before = events(device)
        play(device, "hold:a down a a hold:b")
        assert events(device) == before


def test_a_wrong_entry_that_scored_a_base_is_taken_back() -> None:  # 35
    with VirtualDevice(language="en", bounce=False) as device:
        play(device, table([10, 7]))
        table_before = device.screen()
        play(device, "a down hold:left a a a a a hold:b hold:b hold:b hold:b")
        assert device.text()[:3] == _text_of(table_before, device)
        assert [event["ev"] for event in events(device)[-4:]] == ["undo"] * 4


def _text_of(screen: list[str], device: VirtualDevice) -> list[str]:
    # The rows above the bottom line, compared as pixels; text for the message.
    assert screen[:52] == device.screen()[:52]
    return device.text()[:3]


def test_nothing_is_recorded_after_the_end() -> None:  # 43
    with VirtualDevice(language="en", bounce=False) as device:
        play(device, table([5, 3]) + " hold:a a down down down down down down down a a b")
        count = len(events(device))
        assert recorded(device, "end")
        for keys in (
            "up a b",
            "a left b",
            "hold:left b",
            "hold:right b",
            "hold:a left b",
            "hold:a up b",
            "hold:a a a b",
        ):
            play(device, keys)
        play(device, "hold:a a up a b")
        assert len(events(device)) == count
        play(device, "b up")
        assert "Game over" in device.text()[-1]
