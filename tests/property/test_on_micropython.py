"""Random games, legal and not, undo and redo among them: replayed on MicroPython as on CPython, to the byte.

One process of MicroPython takes game after game and answers with a digest of all states of each.
"""

import json
import random
from typing import Any

import pytest

from tests.examples import LONG
from tests.micropython import ROOT, run
from tests.property.evening import Evening
from tests.property.undoing import strewn
from tests.rules.strategies import course
from tests.toybattle.model import FACTS, Game

TERRAINS = FACTS.slugs("terrain")
JUNK = {
    "smashup": [{"ev": "vp", "p": 1, "n": 2}, {"ev": "note", "text": "ế"}],
    "toybattle": [{"ev": "draw", "p": 1, "n": 2}, {"ev": "draw", "p": 2, "n": 1}],
}

DIGEST = """
import hashlib
from clashcore.game import new_state
from clashcore.gamefile import standing
from clashcore.timeline import Timeline

def canonical(x):
    if isinstance(x, dict):
        return "{" + ",".join([canonical(k) + ":" + canonical(x[k]) for k in sorted(x)]) + "}"
    if isinstance(x, (list, tuple)):
        return "[" + ",".join([canonical(v) for v in x]) + "]"
    return json.dumps(x)

def digest(header, told, facts, timeline):
    found = hashlib.sha256()
    if timeline:  # as the device replays it: the state after each undo
        line = Timeline(header, facts)
        for n in range(len(told)):
            line.record(told[n])
            if n % 16 == 15:
                found.update(canonical(line.state.view()).encode())
        found.update(line.slice(1, 1 << 20, 1 << 20)[3])
        state = line.state
    else:
        state = new_state(header, facts)
        stands, _ = standing(told)
        for n in range(len(stands)):
            state.apply(told[stands[n]])
            if n % 16 == 15:
                found.update(canonical(state.view()).encode())
    found.update(canonical(state.view()).encode())
    return found.digest().hex()
"""

SCRIPT = (
    "import json, sys\nfrom clashdevice.cards import Cards\n"
    + DIGEST
    + """
class Numbers:
    def __init__(self, bases, terrains):
        self.known = bases
        self.terrain = terrains.terrain
    def base(self, slug):
        return self.known.get(slug)
    def minion_power(self, card):
        return None

cards = Cards(sys.argv[1])
for line in sys.stdin:
    header, told, bases, timeline = json.loads(line)
    print(digest(header, told, Numbers(bases, cards), timeline))
"""
)


class Numbers:
    """What both sides know of cards: the numbers of the bases in the game, and the terrains."""

    def __init__(self, bases: dict[str, Any]):
        self.known = bases
        self.terrain = FACTS.terrain

    def base(self, slug: str) -> Any:
        return self.known.get(slug)

    def minion_power(self, card: str) -> None:
        return None


def game(seed: int) -> tuple[dict[str, Any], list[dict[str, Any]], dict[str, Any], bool]:
    """Header, events, the bases that it knows, and whether the timeline replays it."""
    r = random.Random(seed)
    if seed % 4 == 0:
        header, told = course(seed, 120)  # most of it against the rules
    else:
        one: Any = Game(TERRAINS[seed % len(TERRAINS)], seed) if seed % 4 == 1 else Evening(seed)
        one.play()
        header, told = one.header, one.events
    told, _ = strewn(told, r, JUNK[header["game"]])
    slugs = {ev["card"] for ev in told if ev["ev"] == "base" and ev.get("card")}
    return header, told, {slug: FACTS.base(slug) for slug in slugs}, seed % 7 == 0


def compare(seeds: range, timeout: float) -> None:
    games = [game(seed) for seed in seeds]
    scope: dict[str, Any] = {"json": json}
    exec(DIGEST, scope)
    here = [scope["digest"](head, told, Numbers(bases), line) for head, told, bases, line in games]
    stdin = "".join(json.dumps(one) + "\n" for one in games).encode()
    there = run(SCRIPT, str(ROOT / "firmware" / "data" / "cards.tsv"), stdin=stdin, timeout=timeout).split()
    assert len(there) == len(games)
    assert [seed for seed, a, b in zip(seeds, here, there, strict=True) if a != b] == []


def test_dozens_of_games_come_out_the_same():
    compare(range(70), 120)


@pytest.mark.soak
@pytest.mark.parametrize("start", [10_000, 20_000])
def test_thousands_of_games_come_out_the_same(start: int):
    for first in range(start, start + round(500 * LONG), 250):
        compare(range(first, first + 250), 200)
