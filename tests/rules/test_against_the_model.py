"""The referee and the core against the slow referee of model_referee.py, over tables at random."""

import random

import pytest
from clashbox.cards import Facts
from clashbox.rules import check
from clashcore.rejected import Rejected
from clashcore.smashup import SmashUp
from hypothesis import given
from hypothesis import strategies as st

from tests.examples import examples
from tests.property.evening import Evening
from tests.rules.model_referee import Referee
from tests.rules.strategies import course, header, one

FACTS = Facts()
SEEDS = st.integers(0, 2**32)


def same(head, told):
    """Both referees find the same and see the same table; what they found."""
    result = check(head, list(enumerate(told, 1)), FACTS)
    referee = Referee(len(head["players"]))
    for event in told:
        referee.event(event)
    referee.last()
    found = sorted((f.line, f.rule, f.level[0].upper()) for f in result.findings)
    assert found == sorted(referee.found)
    assert result.state == referee.t.view(referee.top)
    return referee.found


def plain(event):
    """The event without card data: a base and a minion bring their numbers along."""
    event = dict(event)
    if event["ev"] == "base" and "vp" not in event:
        breakpoint, vp = FACTS.base(event["card"])
        event |= {"breakpoint": breakpoint, "vp": list(vp)}
    if event["ev"] == "play" and "power" not in event:
        event["power"] = FACTS.minion_power(event.get("card", "")) or 0
    if event["ev"] == "titan.play":
        event.pop("by", None)
    return event


def mangled(seed):
    """An evening by the rules with slips of the pen: left out, told twice, in the wrong order, made up."""
    r = random.Random(seed)
    told = [plain(event) for event in Evening(seed).play().events if event["ev"] != "target"]
    players = max(event.get("p", 0) for event in told)
    share = r.choice((0.01, 0.05, 0.2))
    for n in range(len(told) - 1, -1, -1):
        slip = r.random() / share
        if slip < 0.5:
            del told[n]
        elif slip < 0.7:
            told.insert(n, dict(told[n]))
        elif slip < 0.9:
            told.insert(max(0, n - r.randint(1, 3)), told.pop(n))
        elif slip < 1:
            told.insert(n, one(r, players))
    head = header(players)
    state, possible = SmashUp(head), []
    for event in told:
        try:
            state.apply(event)
        except Rejected:
            continue
        possible.append(event)
    return head, possible


@examples(30)
@given(SEEDS, st.integers(1, 120))
def test_tables_at_random(seed, length):
    same(*course(seed, length))


@examples(20)
@given(SEEDS)
def test_evenings_with_slips(seed):
    same(*mangled(seed))


def test_an_evening_without_slips_has_no_findings():
    for seed in range(5):
        game = Evening(seed).play()
        told = [plain(event) for event in game.events if event["ev"] != "target"]
        referee = Referee(game.players)
        for event in told:
            referee.event(event)
        assert referee.t.vp == dict(enumerate(game.vp, 1))


@pytest.mark.soak
def test_thousands_of_tables():
    found = set()
    for seed in range(2_000):
        found |= {finding[1:] for finding in same(*course(seed, 100))}
        found |= {finding[1:] for finding in same(*mangled(seed))}
    assert len(found) >= 39
