"""Hands at the board of Toy Battle: moves the cursor, places, draws, answers; knows what must come of it."""

import random
from collections import deque
from pathlib import Path
from types import SimpleNamespace
from typing import Any

from clashbox.virtual import VirtualDevice
from clashcore.toybattle import TROOPS, ToyBattle
from clashdevice.cards import Cards
from clashdevice.screens import _places, _spots, _troops

_PADS = {1: "left", 2: "down", 3: "up", 4: "right", 5: "a left", 6: "a down", 7: "a up", 0: "a right"}
_CARDS = Path(__file__).resolve().parents[2] / "firmware" / "data" / "cards.tsv"
ARROWS = ("left", "right", "up", "down")


class Hands:
    """Plays one game; `state` and `recorded` are what the box must come to, `script` the keys."""

    def __init__(self, device: VirtualDevice | None, terrain: str, first: int = 1) -> None:
        self.device = device
        cards = Cards(str(_CARDS))
        self.state = ToyBattle({"terrain": terrain, "first": first}, cards)
        app = SimpleNamespace(cards=cards)
        self.spots: Any = _places.places(app, {"terrain": terrain}, self.state.board)
        self.at = list(self.state.board.hq).index(first)
        self.passed = 0
        self.recorded: list[dict[str, Any]] = []
        self.script: list[str] = []

    def press(self, script: str) -> None:
        """Press keys."""
        for key in script.split():
            self.script.append(key)
            if self.device:
                self.device.press(key)

    def look(self, *names: str) -> None:
        """Pictures are taken here (pictures.py), with keys between them."""
        self.script += names

    def way(self, goal: int) -> list[str]:
        """The arrows that lead the cursor to a node. Raises KeyError where none do."""
        before: dict[int, tuple[int, str]] = {self.at: (-1, "")}
        todo = deque([self.at])
        while todo:
            here = todo.popleft()
            for arrow in ARROWS:
                there = _spots.step(here, arrow, self.spots)
                if there not in before:
                    before[there] = (here, arrow)
                    todo.append(there)
        keys: list[str] = []
        while goal != self.at:
            goal, arrow = before[goal]
            keys.insert(0, arrow)
        return keys

    def _happened(self, event: dict[str, Any]) -> None:
        self.state.apply(event)
        self.recorded.append(event)

    def open(self) -> tuple[str, int] | None:
        """The step that the placement left open."""
        return _troops.pending(self.state, self.passed)

    def draw(self) -> None:
        """Draw as many as there are to draw."""
        p, n = self.state.turn, self.state.drawable(self.state.turn)
        self.press("b")
        self._happened({"ev": "draw", "p": p, "n": n})
        self.passed = 0

    def place(self, t: int, node: int) -> None:
        """Place a troop of that strength."""
        found = self.open()
        p = self.state.who if found else self.state.turn
        self.press(" ".join([*self.way(node), "a", _PADS[t]]))
        self.at = node
        self._happened({"ev": "place", "p": p, "troop": TROOPS[t], "at": self.state.board.ids[node]})
        self.passed = self.passed & ~3 if found else 0

    def answer(self, hand: random.Random) -> None:
        """Use the open step in one of its ways, or leave it out."""
        found = self.open()
        assert found
        kind, bit = found
        ways = _troops.choices(self.state, kind, bit == 1)
        row = hand.randrange(len(ways))
        for _ in range(row):
            self.press("right")
        at = ways[row].get("at") or ways[0].get("at")
        if hand.random() < 0.2:
            self.press("b")
            self.passed |= bit
        else:
            self.press("a")
            if kind == "shove":
                targets = _troops.targets(self.state, dict(ways[row]))
                choice = hand.randrange(len(targets))
                self.press(" ".join(["right"] * choice + ["a"]))
                ways[row]["to"] = targets[choice]
                at = targets[choice]
            self._happened({"ev": "effect", **ways[row]})
        if at:
            self.at = self.state.board.index(at)

    def legal(self) -> list[tuple[int, int]]:
        """Strengths and nodes that can be placed now."""
        state = self.state
        found = self.open()
        p = state.who if found else state.turn
        if not state.rack[p - 1]:
            return []
        return [
            (t, node)
            for t in range(8)
            if state.seen(p, TROOPS[t]) < 3
            for node in range(len(state.board.ids))
            if state.legal(p, TROOPS[t], state.board.ids[node]) is None
        ]

    def step(self, hand: random.Random) -> bool:
        """One action or answer by chance; False where the game is over or stuck."""
        if self.state.over:
            return False
        found = self.open()
        if found and found[0] != "place":
            self.answer(hand)
            return True
        legal = self.legal()
        if found and (not legal or hand.random() < 0.3):
            self.press("b")
            self.passed |= found[1]
        elif legal and (found or hand.random() < 0.6 or not self.state.drawable(self.state.turn)):
            self.place(*hand.choice(legal))
        elif self.state.drawable(self.state.turn):
            self.draw()
        else:
            return False
        return True
