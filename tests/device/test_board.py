"""The board of Toy Battle: whole games by keys, the cursor's ways, refusals, presses."""

import json
import random
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from clashbox.cards import store
from clashbox.virtual import VirtualDevice
from clashcore import wire
from clashcore.board import Board
from clashdevice.screens import _places, _spots

from tests.device.board_hands import Hands
from tests.device.hands import bare, events, live_game, play, settle_in
from tests.device.test_random import KEYS, look
from tests.whole.test_evening import Laptop

TERRAINS = sorted(store.terrains())


def start(device: VirtualDevice, terrain: str, first: int = 1) -> Hands:
    """Begin a game on the board with keys alone."""
    place = " ".join(["down"] * TERRAINS.index(terrain))
    play(device, f"a up a {'down' if first == 2 else ''} a {place} right")
    return Hands(device, terrain, first)


@pytest.mark.parametrize("terrain", TERRAINS)
def test_the_cursor_reaches_every_node_and_nodes_keep_apart(terrain: str) -> None:
    hands = Hands(None, terrain)
    nodes = range(len(hands.state.board.ids))
    for here in nodes:
        hands.at = here
        for there in nodes:
            assert len(hands.way(there)) <= 9
    spots = list(zip(hands.spots[::2], hands.spots[1::2], strict=True))
    assert len(set(spots)) == len(spots)
    assert all(0 <= x < 98 and 0 <= y < 53 for x, y in spots), "fits without scrolling"


def played(device: VirtualDevice, terrain: str, first: int) -> Hands:
    """A game by chance, by keys, to its end; the plug is pulled after it."""
    hand = random.Random(terrain)
    hands = start(device, terrain, first)
    steps = 0
    while steps < 90 and hands.step(hand):
        steps += 1
    assert b"Traceback" not in device.log, device.log[-2000:].decode(errors="replace")
    assert [bare(event) for event in events(device)] == hands.recorded
    device.power_cut()
    device.boot()
    play(device, "hold:b")
    assert [event["ev"] for event in events(device)[len(hands.recorded) :]] == ["undo"]
    play(device, "hold:a down down down down a")  # redo
    assert b"Traceback" not in device.log, device.log[-2000:].decode(errors="replace")
    return hands


@pytest.mark.parametrize("terrain", ["volcanic-jungle", "cursed-cemetery", "battlefield", "tropical-pool"])
def test_a_whole_game_by_keys_is_what_the_hands_meant_and_has_no_findings(
    tmp_path: Path, terrain: str
) -> None:
    with VirtualDevice(language="vi", bounce=False) as device:
        played(device, terrain, 2)
        header = device.request(wire.HEADER, {"id": live_game(device)})[1]
        lines = [header.decode(), *[json.dumps(event) for event in events(device)]]
    file = tmp_path / "game.jsonl"
    file.write_text("\n".join(lines), encoding="utf-8")
    verdict = json.loads(Laptop(tmp_path, "none").run("check", str(file), "--json"))
    assert verdict["findings"] == []


def test_a_whole_game_by_keys_is_synced_and_checked(tmp_path: Path) -> None:
    # The heap that a board has (tests/whole/test_heap.py), and names as long as they come.
    with VirtualDevice(language="vi", bounce=False, heap="160k") as device:
        settle_in(device, ["Nguyễn Hoàng Phương Thảo", "Trần Đặng Ngọc Bảo Châu"])
        hands = played(device, "castle-field", 1)
        laptop = Laptop(tmp_path, device.port)
        laptop.run("sync")
    (row,) = json.loads(laptop.run("games", "--json"))
    file = tmp_path / "game.jsonl"
    laptop.run("export", row["id"], "--format", "jsonl", "-o", str(file))
    verdict = json.loads(laptop.run("check", str(file), "--json"))
    assert verdict["findings"] == []
    assert verdict["state"] == hands.state.view()


@pytest.fixture
def device() -> Iterator[VirtualDevice]:
    """A game on Castle Field, red's turn, the cursor on red's headquarters."""
    with VirtualDevice(language="en", bounce=False) as found:
        start(found, "castle-field")
        yield found


def last(device: VirtualDevice) -> dict[str, Any]:
    return bare(events(device)[-1])


def test_drawing_takes_one_and_a_troop_at_the_cursor_two_or_three(device: VirtualDevice) -> None:
    play(device, "b")
    assert last(device) == {"ev": "draw", "p": 1, "n": 2}
    play(device, "b down")
    assert play(device, "a up") == 2
    assert last(device) == {"ev": "place", "p": 1, "troop": "jumbo", "at": "1"}
    play(device, "b")
    assert play(device, "a a up") == 3
    assert last(device) == {"ev": "place", "p": 1, "troop": "roxy", "at": "1"}


@pytest.mark.parametrize(
    ("script", "reason"),
    [
        ("a left", "Your own HQ"),
        ("right a left", "Not connected to your HQ"),
        ("down a left b up a left", "Not connected to your HQ"),
        ("down a a up right b down a left", "Not connected to your HQ"),
    ],
)
def test_a_refusal_says_why_and_can_be_recorded_all_the_same(
    device: VirtualDevice, script: str, reason: str
) -> None:
    play(device, script)
    before = len(events(device))
    assert reason in "\n".join(device.text())
    play(device, "b")
    assert len(events(device)) == before
    play(device, "a left a")
    assert len(events(device)) == before + 1 and last(device)["troop"] == "skully"


def test_what_is_declined_is_not_asked_again_and_leaves_the_turn_as_it_is(device: VirtualDevice) -> None:
    play(device, "down a left")
    assert any("Skully: draw 2?" in line for line in device.text())
    play(device, "b")
    assert not any("Skully: draw 2?" in line for line in device.text())
    assert [event["ev"] for event in events(device)] == ["place"]
    play(device, "b")
    assert last(device) == {"ev": "draw", "p": 2, "n": 2}


def test_medals_and_the_end_are_worked_out_and_nothing_is_recorded_after_it() -> None:
    with VirtualDevice(language="en", bounce=False) as device:
        hands = start(device, "caribbean-sea")
        board = hands.state.board
        rivals = [0, 0, 0, 7, 7, 7]  # troops without an effect

        def rival() -> None:
            if hands.state.drawable(2):
                hands.draw()
            else:
                hands.place(rivals.pop(), board.index("9"))

        for troop, base in zip((7, 7, 7, 4, 4, 4, 0), ("1", "3", "4", "6", "7", "10", "11"), strict=True):
            if not hands.state.rack[0]:
                hands.draw()
                rival()
            hands.place(troop, board.index(base))
            rival()
        assert hands.state.medals == [3, 0]
        assert any("3/5" in line for line in device.text())
        if not hands.state.rack[0]:
            hands.draw()
            rival()
        hands.place(0, board.index("12"))
        assert hands.state.over
        assert "wins" in "\n".join(device.text()), "\n".join(device.text())
        play(device, "down b b a b")
        assert [bare(event) for event in events(device)] == hands.recorded


def test_the_board_and_the_race_are_changed_at_any_time(device: VirtualDevice) -> None:
    play(device, "b hold:a down a")
    assert any("to 7" in line for line in device.text())
    play(device, "hold:a down a b")
    assert [event["ev"] for event in events(device)] == ["draw", "draw"]


def test_a_game_that_was_placed_in_is_shown_on_the_board_after_a_power_cut() -> None:
    with VirtualDevice(language="en", bounce=False) as device:
        play(device, "a up a a down down a hold:a down a down a a up")
        device.power_cut()
        device.boot()
        assert any("place" in line for line in device.text())
        play(device, "b")
        assert [event["ev"] for event in events(device)] == ["place", "draw"]


def test_who_has_nothing_to_draw_or_to_place_is_stuck(device: VirtualDevice) -> None:
    hands = Hands(device, "castle-field")
    state = hands.state
    while state.reserve[state.turn - 1] or state.rack[state.turn - 1]:
        p = state.turn
        if state.drawable(p):
            hands.draw()
            continue
        troop = next(t for t in range(8) if state.out[p * 8 + t] < 3)
        hands.place(troop, state.board.index("1" if p == 1 else "14"))
        while found := hands.open():
            hands.press("b")
            hands.passed |= found[1]
    assert [bare(event) for event in events(device)] == hands.recorded
    play(device, "b")
    assert "Stuck" in "\n".join(device.text())
    play(device, "a")
    assert last(device) == {"ev": "stuck", "p": state.turn}
    assert "wins (stuck)" in "\n".join(device.text())


@pytest.mark.parametrize("terrain", ["volcanic-jungle", "cursed-cemetery"])
def test_keys_at_random_on_the_board_are_a_game_that_the_core_replays(terrain: str) -> None:
    hand = random.Random(terrain)
    with VirtualDevice(language="vi", bounce=True, seed=5, heap="160k") as device:
        start(device, terrain)
        for n in range(240):
            key = hand.choices(KEYS, (2, 2, 2, 2, 5, 2))[0]
            play(device, f"hold:{key}" if hand.random() < 0.08 else key)
            if n % 80 == 79:
                look(device)


def crowded() -> str:
    """A board of one's own with 48 bases, eight in a row, in the compact format."""
    bases = [f"{x * 14},{y * 20}" for y in range(6) for x in range(8)]
    paths = [f"{i}-{i + 1}" for i in range(1, 48)] + ["R-1", "B-48"]
    return f"T own 5 48;H R B;X {' '.join(bases)} 50,0 50,100;P {' '.join(paths)};Z 1:1,2,3"


@pytest.mark.parametrize("places", [True, False], ids=["with places", "without"])
def test_a_board_that_is_too_crowded_is_drawn_larger_and_moves_with_the_cursor(places: bool) -> None:
    text = crowded()
    if not places:
        text = ";".join(part for part in text.split(";") if part[0] != "X")
    board = Board(text)
    app = SimpleNamespace(cards=SimpleNamespace(terrain=lambda slug: text))
    spots = _places.places(app, {"terrain": "own"}, board)
    count = len(board.ids)
    assert len(spots) == 2 * count
    for i in range(count):
        for j in range(i):
            assert max(abs(spots[2 * i] - spots[2 * j]), abs(spots[2 * i + 1] - spots[2 * j + 1])) >= 7
        x = spots[2 * i] - _spots.scrolled(i, spots, 0)
        y = spots[2 * i + 1] - _spots.scrolled(i, spots, 1)
        assert 6 <= x <= 92 and 7 <= y <= 46, "with its frame in the view"
