"""The replay and the core against the slow referee of referee.py: wild events, and games with slips."""

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.examples import examples
from tests.toybattle.model import FACTS, STRENGTH, Game
from tests.toybattle.referee import Referee
from tests.toybattle.test_games import TERRAINS, check, wild

TROOPS = sorted(STRENGTH)


def same(header, events):
    """Both find the same and see the same table; what they found."""
    # An effect that draws says how many, as the form of events has it.
    events = [ev | {"n": 1} if ev.get("kind") == "draw" and "n" not in ev else ev for ev in events]
    result = check(header, events)
    referee = Referee(header, FACTS.terrain(header["terrain"]))
    for ev in events:
        referee.event(ev)
    found = sorted((finding.line - 1, finding.rule) for finding in result.findings)
    assert found == sorted(referee.found)
    assert result.state == referee.view()
    return referee.found


def mangled(seed):
    """A game by the rules with slips: left out, told twice, another order, troop or place, medals."""
    r = random.Random(seed)
    game = Game(r.choice(TERRAINS), seed, special=r.random() < 0.9).play()
    told = list(game.events)
    share = r.choice((0.02, 0.1, 0.3))
    for n in range(len(told) - 1, -1, -1):
        slip = r.random() / share
        if slip < 0.25:
            del told[n]
        elif slip < 0.4:
            told.insert(n, dict(told[n]))
        elif slip < 0.6:
            told.insert(max(0, n - r.randint(1, 3)), told.pop(n))
        elif slip < 0.7:
            told.insert(n + 1, {"ev": "medal", "p": r.randint(1, 2), "n": r.randint(0, 3)})
        elif slip < 1:
            changes = {"at": game.places, "to": game.places, "troop": TROOPS, "n": (0, 1, 2, 3), "p": (1, 2)}
            field = r.choice([field for field in told[n] if field in changes])
            told[n] = told[n] | {field: r.choice(changes[field])}
    return game.header, told


@examples(25)
@given(wild())
def test_wild_events(game):
    same(*game)


@examples(10)
@given(st.integers(0, 2**32))
def test_games_with_slips(seed):
    same(*mangled(seed))


@pytest.mark.soak
def test_hundreds_of_games_with_slips():
    found = set()
    for seed in range(500):
        found |= {rule for _, rule in same(*mangled(seed))}
    assert len(found) >= 14
