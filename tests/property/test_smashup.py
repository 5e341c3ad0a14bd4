"""Games of Smash Up played by the rules have no findings, and one slip in them has exactly its own."""

import random
import re
from pathlib import Path

import clashbox.rules
import pytest
from clashbox.rules import check
from clashcore import events, gamefile
from hypothesis import given
from hypothesis import strategies as st

from tests.examples import LONG, examples, several
from tests.property import slips_more  # noqa: F401 -- fills SLIPS
from tests.property.evening import Evening
from tests.property.slips import SLIPS
from tests.property.table import FACTS
from tests.property.undoing import strewn
from tests.rules.strategies import one

SEEDS = st.integers(0, 2**40)


def found(header, told, lang="en"):
    """Findings as (number of the event from 1, rule, level), and the state."""
    for event in told:
        events.check_form(event, "smashup", len(header["players"]))
    result = check(gamefile.read_header(header), list(enumerate(told, 1)), FACTS, lang)
    assert all(finding.text for finding in result.findings)
    return [(finding.line, finding.rule, finding.level) for finding in result.findings], result.state


def legal(seed):
    game = Evening(seed).play()
    assert game.over
    assert found(game.header, game.events) == ([], game.view()), seed
    r = random.Random(seed)
    junk = [one(r, game.players) for _ in range(30)]
    told, _ = strewn(game.events, r, junk)
    assert found(game.header, told) == ([], game.view()), seed


@examples(25)
@given(SEEDS)
def test_a_legal_game_has_no_findings_and_the_state_of_the_model(seed):
    legal(seed)


@pytest.mark.soak
def test_thousands_of_legal_games():
    for seed in range(round(1_000 * LONG)):
        legal(seed)


def slipped(name, seed):
    """Whether the slip could be worked in; then that it is found, and nothing else."""
    game = Evening(seed, SLIPS[name]).play()
    if not game.expected:
        return False
    assert found(game.header, game.events) == (game.expected, game.view()), (name, seed)
    assert {rule for _, rule, _ in game.expected} == {name.split()[0]}
    r = random.Random(seed)
    told, numbers = strewn(game.events, r, [one(r, game.players) for _ in range(30)])
    expected = [(numbers[n - 1], rule, level) for n, rule, level in game.expected]
    assert found(game.header, told, "vi") == (expected, game.view()), (name, seed)
    # Taken back again it has never been.
    first = game.expected[0][0]
    undone = game.events[:first] + [{"ev": "undo"}] * (first - game.slipped)
    before = game.events[: game.slipped]
    now, then = found(game.header, undone), found(game.header, before)
    assert ([f[1:] for f in now[0]], now[1]) == ([f[1:] for f in then[0]], then[1]), (name, seed)
    return True


@pytest.mark.parametrize("name", SLIPS)
def test_a_slip_in_a_legal_game_is_found_and_nothing_else(name):
    hits = 0
    for seed in range(400):
        hits += slipped(name, seed)
        if hits == 4:
            return
    raise AssertionError(f"{name}: {hits} games had a chance for it")


@pytest.mark.soak
@pytest.mark.parametrize("name", SLIPS)
def test_the_slip_in_many_games(name):
    assert several(slipped(name, seed) for seed in range(1_000, 1_150)) > 1


def test_every_rule_that_the_referee_judges_has_a_slip():
    folder = Path(clashbox.rules.__file__).parent
    source = "".join(path.read_text(encoding="utf-8") for path in folder.glob("*.py"))
    judged = set(re.findall(r'"((?:SB|TI|DU|MT|BU)-\d\d)"', source))
    assert len(judged) >= 40
    assert judged == {name.split()[0] for name in SLIPS}
