"""Games of Toy Battle on the whole board: legal ones have no finding, a slip has exactly its own."""

import random

import pytest
from clashbox.cards import Facts
from clashbox.rules import check
from clashcore import events, gamefile
from hypothesis import given
from hypothesis import strategies as st

from tests.examples import LONG, examples, several
from tests.property.toy_slips import SLIPS
from tests.property.undoing import strewn
from tests.toybattle.model import Game

FACTS = Facts()
TERRAINS = FACTS.slugs("terrain")
JUNK = [
    {"ev": "draw", "p": 1, "n": 2},
    {"ev": "place", "p": 2, "troop": "roxy", "at": "3"},
    {"ev": "place", "p": 1, "troop": "kwak", "at": "1"},
    {"ev": "medal", "p": 1, "n": 99},
    {"ev": "hq", "p": 2},
    {"ev": "end"},
]


def found(header, told, lang="en"):
    """Findings as (number of the event from 1, rule), all of them violations, and the state."""
    for event in told:
        events.check_form(event, "toybattle", 2)
    result = check(gamefile.read_header(header), list(enumerate(told, 1)), FACTS, lang)
    assert all(finding.level == "violation" and finding.text for finding in result.findings)
    return [(finding.line, finding.rule) for finding in result.findings], result.state


def legal(terrain, seed):
    game = Game(terrain, seed, special=seed % 5 > 0).play()
    assert game.why
    assert found(game.header, game.events) == ([], game.view()), (terrain, seed)
    told, _ = strewn(game.events, random.Random(seed), JUNK)
    assert found(game.header, told) == ([], game.view()), (terrain, seed)


@examples(12)
@given(st.sampled_from(TERRAINS), st.integers(0, 2**40))
def test_a_legal_game_has_no_findings_and_the_state_of_the_model(terrain, seed):
    legal(terrain, seed)


@pytest.mark.soak
@pytest.mark.parametrize("terrain", TERRAINS)
def test_hundreds_of_legal_games(terrain):
    for seed in range(round(40 * LONG)):
        legal(terrain, seed)


def slipped(name, seed):
    """Whether the game came to a chance for the slip; then that it is found, and nothing else."""
    game = Game(TERRAINS[seed % len(TERRAINS)], seed)
    if (name == "TB-18" and not game.allowed) or (name == "TB-19" and "recall" not in game.effect.values()):
        return False
    wait = game.random.randrange(30)
    while not game.why:
        game.one_turn()
        wait -= 1
        if game.why or wait > 0:
            continue
        more = SLIPS[name](game, game.turn)
        if more:
            told = game.events + more
            rule = name.split()[0]
            assert found(game.header, told)[0] == [(len(told), rule)], (name, seed)
            told, numbers = strewn(told, random.Random(seed), JUNK)
            assert found(game.header, told, "vi")[0] == [(numbers[-1], rule)], (name, seed)
            return True
    return False


@pytest.mark.parametrize("name", SLIPS)
def test_a_slip_in_a_legal_game_is_found_and_nothing_else(name):
    hits = 0
    for seed in range(600):
        hits += slipped(name, seed)
        if hits == 3:
            return
    raise AssertionError(f"{name}: {hits} games had a chance for it")


@pytest.mark.soak
@pytest.mark.parametrize("name", SLIPS)
def test_the_slip_in_many_games(name):
    assert several(slipped(name, seed) for seed in range(1_000, 1_250)) > 2


RULES = {"hq": "TB-10", "medals": "TB-11", "stuck": "TB-12"}


def test_whatever_comes_after_the_end_is_found_once():
    ends = set()
    for seed in range(24):
        game = Game(TERRAINS[seed % len(TERRAINS)], seed).play()
        ends.add(game.why)
        more = [{"ev": "draw", "p": game.turn, "n": 1}, {"ev": "place", "p": 1, "troop": "roxy", "at": "1"}]
        told = game.events + more
        assert found(game.header, told)[0] == [(len(game.events) + 1, RULES[game.why])]
        assert found(game.header, [*game.events, {"ev": "note", "text": "."}, {"ev": "end"}])[0] == []
    assert ends == set(RULES)
