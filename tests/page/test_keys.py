"""Keys from browsers: in order, long enough to be presses, and none stuck when a browser goes away."""

import asyncio

from clashbox.page import keys
from clashbox.page.keys import Keys

from tests.page.serving import run


class Recorder:
    def __init__(self):
        self.moves = []

    def key_down(self, key):
        self.moves.append((key, "down"))

    def key_up(self, key):
        self.moves.append((key, "up"))


def play(script, wait=0.5):
    device = Recorder()

    async def going():
        found = Keys(device)
        found.start()
        for step in script:
            if isinstance(step, float):
                await asyncio.sleep(step)
            elif len(step) == 1:
                found.leave(*step)
            else:
                found.move(*step)
        await asyncio.sleep(wait)
        await found.stop()

    run(going())
    return device.moves


def test_a_click_is_a_whole_press():
    assert play([("x", "a", True), ("x", "a", False)]) == [("a", "down"), ("a", "up")]


def test_quick_clicks_all_count():
    assert play([("x", "up", True), ("x", "up", False)] * 4) == [("up", "down"), ("up", "up")] * 4


def test_two_browsers_on_one_key_are_one_press():
    moves = play([("x", "a", True), ("y", "a", True), ("x", "a", False), 0.1, ("y", "a", False)])
    assert moves == [("a", "down"), ("a", "up")]


def test_a_browser_that_goes_away_lets_go():
    assert play([("x", "a", True), ("x", "b", True), 0.1, ("x",)]) == [
        ("a", "down"),
        ("b", "down"),
        ("a", "up"),
        ("b", "up"),
    ]


def test_the_end_lets_go():
    assert play([("x", "a", True)], wait=0.1) == [("a", "down"), ("a", "up")]


def test_what_is_no_key_is_passed_over():
    assert (
        play([("x", "q", True), ("x", None, True), ("x", ["a"], True), ("x", {"a": 1}, False)], wait=0.05)
        == []
    )


def test_a_flood_is_bounded():
    moves = play([("x", "a", True), ("x", "a", False)] * 5000, wait=0.05)
    assert len(moves) <= 2 * keys.WAITING


def test_a_flood_leaves_no_key_stuck(monkeypatch):
    monkeypatch.setattr(keys, "PRESSED", 0.001)
    monkeypatch.setattr(keys, "RELEASED", 0.001)
    monkeypatch.setattr(keys, "WAITING", 3)
    moves = play([("x", "a", True), ("x", "a", False)] * 50)
    assert moves[-1] == ("a", "up")
