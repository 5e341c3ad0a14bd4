"""Terrains of one's own, spoilt: the header that holds one is read, or refused in one line."""

import json
import random

import pytest
from clashbox.cards import Facts

from tests.fuzz import target

FACTS = Facts()
TERRAINS = FACTS.slugs("terrain")
ODD = [
    None,
    True,
    0,
    -1,
    1.5,
    2**53 - 1,
    "",
    "R",
    "B",
    "1",
    "x" * 300,
    "\u202e",
    [],
    {},
    [[]],
    [1, "1"],
    {"id": "1"},
]


def spots(value, found):
    """Every place in it where another value can be put."""
    keys = list(value) if isinstance(value, dict) else range(len(value)) if isinstance(value, list) else ()
    for key in keys:
        found.append((value, key))
        spots(value[key], found)
    return found


def spoilt(terrain, r):
    """A copy with a few values replaced, doubled, swapped or gone."""
    copy = json.loads(json.dumps(terrain))
    for _ in range(r.randint(1, 3)):
        places = spots(copy, [])
        if not places:
            break
        holder, key = r.choice(places)
        what = r.randrange(5)
        if what == 0:
            del holder[key]
        elif what == 1 and isinstance(holder, list):
            holder.append(holder[key])
        elif what == 2:
            other, there = r.choice(places)
            holder[key], other[there] = (
                json.loads(json.dumps(other[there])),
                json.loads(json.dumps(holder[key])),
            )
        else:
            holder[key] = r.choice(ODD)
    return copy


@pytest.mark.parametrize("seed", range(8))
def test_a_spoilt_terrain(seed):
    r = random.Random(seed)
    games = 0
    for _ in range(60):
        terrain = spoilt(FACTS.terrain(r.choice(TERRAINS)), r)
        header = {"clashbox": 1, "game": "toybattle", "terrain": terrain, "first": 1, "players": [{}, {}]}
        told = [header, {"ev": "place", "p": 1, "troop": "hook", "at": "1"}, {"ev": "medal", "p": 2, "n": 1}]
        games += target.one("".join(json.dumps(line) + "\n" for line in told).encode())
    assert 0 < games < 60
