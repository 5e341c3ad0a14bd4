"""Duels, monsters, treasures, buried cards, Madness, lasting effects: presses, and what is recorded."""

from collections.abc import Iterator
from typing import Any

import pytest
from clashbox.virtual import VirtualDevice

from tests.device.hands import bare, events, play

# Three players with every module; base 1 of 20 with 4 2 1, bases 2 and 3; An has 5, Bình 4 there; back to An.
ALL_MODULES = "a down a up a down down a down a down a down a b down a"
BASES = "a right up up up up right up up right up a  right a a  right a a  left left"
TABLE = f"{ALL_MODULES} {BASES} a right b a up b b"
MENU = "hold:a a "  # the page of modules


@pytest.fixture
def device() -> Iterator[VirtualDevice]:
    with VirtualDevice(language="en", bounce=False) as found:
        play(found, TABLE)
        yield found


def added(device: VirtualDevice, script: str) -> list[dict[str, Any]]:
    """What the script records; one motion at most."""
    before = len(events(device))
    play(device, script)
    found = events(device)[before:]
    assert len({event["m"] for event in found}) <= 1, found
    return [bare(event) for event in found]


def test_modules_that_are_off_are_in_nobodys_way() -> None:
    with VirtualDevice(language="en", bounce=False) as device:
        play(device, f"a down a a {BASES} hold:a")
        assert "More" in "\n".join(device.text()) and "Modules" not in "\n".join(device.text())
        play(device, "a up")
        assert "Treasures, Madness" in "\n".join(device.text()), "last in the long menu they are still there"


def test_a_duel_of_lone_minions_takes_four(device: VirtualDevice) -> None:
    assert play(device, MENU + "up") == 3
    assert "P1 wins" in "\n".join(device.text()), "the outcome is shown before the commit"
    assert added(device, "a") == [
        {"ev": "duel", "p": 1, "q": 2, "b": 1, "power": [5, 4]},
        {"ev": "duel.end", "power": [5, 4], "together": True, "won": "p"},
        {"ev": "minion", "p": 2, "b": 1, "n": -1, "power": -4},
    ]


# Table test: keys on the duel's page, who won, who lost a minion, who got VP.
DUELS = {
    "tie: both are destroyed": ("right up a", "both", [1, 2], []),
    "the challenged one wins": ("right up up a", "q", [1], []),
    "apart: nothing happens": ("left up a", "none", [], []),
    "a card that destroys nobody": ("left left up a", "p", [], []),
    "Honorable Combat": ("left left up up up a", "p", [], [1]),
    "Honorable Combat, tied": ("left left up up up right right right up a", "both", [], [1, 2]),
    "Gunfighter": ("left left up up a", "p", [2], []),
    "High Noon, tied": ("left left down right right right up a", "both", [1, 2], []),
}


@pytest.mark.parametrize("name", DUELS)
def test_what_comes_of_a_duel(device: VirtualDevice, name: str) -> None:
    keys, won, gone, paid = DUELS[name]
    found = added(device, f"{MENU}up {keys}")
    (end,) = [event for event in found if event["ev"] == "duel.end"]
    assert end["won"] == won and end["together"] == (won != "none")
    assert [event["p"] for event in found if event["ev"] == "minion"] == gone
    assert [event["p"] for event in found if event["ev"] == "vp"] == paid


def test_a_duel_card_that_is_an_action_is_played_at_once(device: VirtualDevice) -> None:
    found = added(device, MENU + "up right right right right right up a")
    assert found[1:4] == [
        {"ev": "duel.card", "p": 1, "kind": "none"},
        {"ev": "duel.card", "p": 2, "kind": "action"},
        {"ev": "play", "p": 2, "kind": "action", "extra": True},
    ]


def test_a_lone_loser_takes_its_part_of_the_turn_along(device: VirtualDevice) -> None:
    play(device, "b up up right b b")  # the second player has 4 + 2 this turn
    found = added(device, MENU + "up up up a")
    assert found[0]["power"] == [7, 6]
    assert found[-1] == {"ev": "minion", "p": 2, "b": 1, "n": -1, "power": -6, "temp": -2}


def test_a_duel_is_undone_as_one(device: VirtualDevice) -> None:
    added(device, MENU + "up a")
    assert added(device, "hold:b") == [{"ev": "undo"}]
    assert added(device, MENU + "up a")[0]["power"] == [5, 4]


def test_a_monster_comes_in_four_and_is_destroyed_in_six(device: VirtualDevice) -> None:
    assert play(device, MENU + "left a") == 4
    assert bare(events(device)[-1]) == {
        "ev": "monster",
        "b": 1,
        "id": 1,
        "treasures": 2,
        "power": 4,
        "card": "monsters/bigfoot",
    }
    assert "15" in device.text()[0], "20 + 4 - 9 are missing"
    assert added(device, MENU + "left a up a") == [
        {"ev": "monster.out", "id": 1, "why": "destroyed", "p": 1},
        {"ev": "treasure", "p": 1, "n": 2, "why": "destroyed"},
    ]


def test_a_monster_by_its_numbers_changes_hands_moves_and_leaves(device: VirtualDevice) -> None:
    added(device, MENU + "left a")
    assert added(device, MENU + "left down down a up up right up right right a")[0]["power"] == 5
    play(device, MENU + "left")
    assert added(device, "a right up right up right up a") == [
        {"ev": "monster.control", "id": 2, "p": 1},
        {"ev": "monster.move", "id": 2, "b": 2},
        {"ev": "monster.power", "id": 2, "n": 1},
    ]
    assert added(device, MENU + "left a down a") == [{"ev": "monster.out", "id": 1, "why": "other"}]
    found = added(device, MENU + "left a down down a")
    assert found == [{"ev": "monster.out", "id": 2, "why": "destroyed", "p": 0}], "nobody gets its treasures"


def test_treasures_are_dealt_in_order_after_a_scoring(device: VirtualDevice) -> None:
    play(device, f"{MENU}left a {MENU}left down a a a right a right a right a right")
    assert play(device, "hold:left a a a") == 4
    assert "Treasures" in device.text()[0]
    assert added(device, "a") == [
        {"ev": "treasure", "p": 1, "n": 2, "why": "score"},
        {"ev": "treasure", "p": 2, "n": 2, "why": "score"},
    ]
    assert "After" in device.text()[0]


def test_treasures_that_are_due_are_remembered_across_a_cut(device: VirtualDevice) -> None:
    play(device, MENU + "left a a right a right a right hold:left a a a")
    device.power_cut()
    device.boot()
    assert "Treasures due" in "\n".join(device.text())
    play(device, "hold:right")
    assert "Treasures due" in "\n".join(device.text()), "before the next turn"
    assert [event["ev"] for event in added(device, "a a")] == ["treasure", "treasure"]


def test_burying_takes_four_and_uncovering_five(device: VirtualDevice) -> None:
    assert play(device, MENU + "right a") == 4
    assert bare(events(device)[-1]) == {"ev": "bury", "p": 1, "b": 1, "id": 1, "from": "hand"}
    play(device, "hold:right hold:right hold:right")
    assert "uncover" in device.text()[-1], "offered at the start of the turn"
    play(device, MENU + "right a a up")
    assert [bare(event) for event in events(device)[-2:]] == [
        {"ev": "uncover", "p": 1, "id": 1},
        {"ev": "play", "p": 1, "kind": "minion", "b": 1, "power": 4, "extra": True},
    ]


def test_a_second_uncovering_needs_a_card(device: VirtualDevice) -> None:
    play(device, MENU + "right a " + MENU + "right down a a hold:right hold:right hold:right")
    first = added(device, MENU + "right a down a")
    assert first == [
        {"ev": "uncover", "p": 1, "id": 2},
        {"ev": "play", "p": 1, "kind": "action", "extra": True},
    ]
    second = added(device, MENU + "right a down down a")
    assert second == [{"ev": "uncover", "p": 1, "id": 1, "by": "ancient-egyptians/pharaoh"}]


def test_the_offer_to_uncover_is_in_nobodys_way(device: VirtualDevice) -> None:
    play(device, MENU + "right a hold:right hold:right hold:right")
    assert added(device, "a left") == [{"ev": "play", "p": 1, "kind": "minion", "b": 1, "power": 2}]
    assert "uncover" not in device.text()[-1]


@pytest.mark.parametrize(
    ("keys", "found"),
    [
        ("up a", [{"ev": "play", "p": 1, "kind": "action"}, "play", "action"]),
        ("up up a", [{"ev": "play", "p": 1, "kind": "minion", "extra": True}, "play", "minion"]),
        ("down a right", [{"ev": "minion", "p": 1, "b": 1, "n": -1, "power": -5}, "board", None]),
    ],
)
def test_a_card_is_buried_as_it_is_played_or_from_the_board(
    device: VirtualDevice, keys: str, found: list[Any]
) -> None:
    first, second = added(device, MENU + "right " + keys)
    assert first == found[0]
    assert second.get("from") == found[1] and second.get("kind") == found[2]


@pytest.mark.parametrize(
    ("keys", "event"),
    [
        ("down down down a", {"ev": "bury.out", "id": 1, "to": "discard"}),
        ("up up a", {"ev": "bury.out", "id": 1, "to": "hand"}),
        ("up a", {"ev": "bury.out", "id": 1, "to": "moved", "b": 2}),
    ],
)
def test_a_buried_card_leaves_or_moves_face_down(
    device: VirtualDevice, keys: str, event: dict[str, Any]
) -> None:
    play(device, MENU + "right a")
    assert added(device, f"{MENU}right a {keys}") == [event]


def test_one_more_madness_takes_five(device: VirtualDevice) -> None:
    assert play(device, MENU + "down up a") == 5
    assert bare(events(device)[-1]) == {"ev": "madness", "p": 1, "n": 1}
    play(device, "up up a right up up up a")
    text = "\n".join(device.text())
    assert "-1 VP" in text, "what it costs at the end"
    assert added(device, "down down down down down down a")[0] == {"ev": "madness", "p": 2, "n": -3}


def test_treasures_are_counted_by_hand(device: VirtualDevice) -> None:
    play(device, MENU + "down a")
    assert added(device, "up up a") == [{"ev": "treasure", "p": 1, "n": 2, "why": "card"}]
    assert added(device, "down a") == [{"ev": "treasure.out", "p": 1, "n": 1}]
    assert added(device, "down down down a") == [{"ev": "treasure.out", "p": 1, "n": 1}], "not below nothing"


def test_madness_decides_the_end(device: VirtualDevice) -> None:
    play(device, "left a right a right a right a right")  # 16 VP
    play(device, "b a right a right a right a down b b")  # the second has 14
    play(device, MENU + "down up up up up up up a b")
    play(device, "hold:right")
    text = "\n".join(device.text())
    assert "16-3 = 13" in text
    assert added(device, "a") == [{"ev": "end", "winner": [2]}]


def test_each_minion_counts_more_until_it_ends(device: VirtualDevice) -> None:
    play(device, "a left")  # two minions, 7
    assert added(device, "hold:a right a a a") == [{"ev": "each", "p": 1, "b": 1, "n": 1, "id": 1}]
    assert " 9" in device.text()[1]
    assert added(device, "hold:a right a up a") == [{"ev": "each.out", "id": 1}]
    assert " 7" in device.text()[1]


def test_power_until_the_next_turn_ends_with_it(device: VirtualDevice) -> None:
    assert added(device, "hold:a right a down a up a") == [
        {"ev": "power", "p": 1, "b": 1, "n": 2, "until": "next"}
    ]
    for power in (7, 7, 5, 5, 5, 5):
        play(device, "hold:right")
        assert f" {power}" in device.text()[1]


def test_a_minion_changes_sides(device: VirtualDevice) -> None:
    assert added(device, "hold:a right a down down a a right") == [
        {"ev": "control", "p": 1, "q": 2, "b": 1, "power": 5}
    ]


def test_a_duel_is_at_the_base_of_the_cursor_or_there_is_none() -> None:
    with VirtualDevice(language="en", bounce=False) as device:
        play(device, "a a down down a down down a b up up a")  # two players, duels on
        assert added(device, "hold:a a up") == []
        assert "No base there" in "\n".join(device.text())
        play(device, "b b b")
        play(device, "a a right")  # a base; the cursor on a slot without one
        assert added(device, "hold:a a up") == []
        assert "No base there" in "\n".join(device.text())
        play(device, "b b left hold:a a up")
        assert "Duel" in device.text()[0] and "B1" in device.text()[0]
        assert b"Traceback" not in device.log
