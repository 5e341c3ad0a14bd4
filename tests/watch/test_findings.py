"""What the referee finds in a game that goes on, and the list of it that goes to the box."""

import json

import pytest
from clashbox import book
from clashbox.watching.findings import (
    MOST_BYTES,
    MOST_TEXT,
    Found,
    for_the_box,
    judge,
    newest_motion,
    sentence,
)
from hypothesis import given
from hypothesis import strategies as st

from tests.watch.box import HEADER, START, minion, undo

GAME = "a0" * 8


def rules_found(events):
    return [(one.number, one.rule, one.level) for one in judge(HEADER, events, "en").found]


def test_a_breach_stands_at_its_event():
    assert rules_found([*START, minion(3)]) == []
    assert rules_found([*START, minion(3), minion(4)]) == [(4, "SB-04", "warning")]
    assert rules_found([*START, minion(3), minion(4), undo(5)]) == []


def test_what_may_still_be_done_is_not_yet_left_undone():
    duel = {"ev": "duel", "p": 1, "q": 2, "b": 1, "power": [3, 3], "t": 9000, "m": 9}
    both = [*START, minion(3), minion(4, 2)]
    assert "DU" not in "".join(rule for _, rule, _ in rules_found([*both, duel]))
    over = {"ev": "turn", "p": 2, "t": 10_000, "m": 10}
    assert any(rule.startswith("DU") for _, rule, _ in rules_found([*both, duel, over]))


def test_a_game_that_cannot_be_judged_says_why():
    judged = judge(HEADER, [{"ev": "undo"}], "vi")
    assert not judged.found
    assert judged.trouble
    assert judged.trouble != judge(HEADER, [{"ev": "undo"}], "en").trouble


@pytest.mark.parametrize(
    ("events", "first"),
    [
        ([], 1),
        ([{"ev": "turn", "m": 1}], 1),
        ([{"ev": "turn", "m": 1}, {"ev": "power", "m": 2}, {"ev": "power", "m": 2}], 2),
        ([{"ev": "turn"}, {"ev": "power"}], 2),
        ([{"ev": "power", "m": 2}, {"ev": "power", "m": 2}, {"ev": "undo", "m": 3}], 4),
        (
            [
                {"ev": "power", "m": 2},
                {"ev": "power", "m": 2},
                {"ev": "undo", "m": 3},
                {"ev": "redo", "m": 4},
            ],
            1,
        ),
        ([{"ev": "power", "m": 1}, {"ev": "undo", "m": 2}, {"ev": "redo", "m": 3}, {"ev": "vp", "m": 4}], 4),
    ],
)
def test_the_newest_motion_is_what_an_undo_would_take(events, first):
    assert newest_motion(events) == first


def test_the_list_for_the_box():
    events = [*START, minion(3), minion(4)]
    data = for_the_box(GAME, events, judge(HEADER, events, "en").found, "vi")
    assert json.loads(data) == {
        "id": GAME,
        "events": 4,
        "first": 4,
        "found": [[4, "SB-04", 0]],
        "text": {"SB-04": book.rule("SB-04").short.vi},
    }
    assert for_the_box(GAME, events, (), "vi") == b""


@pytest.mark.parametrize("language", ["en", "vi"])
def test_every_rule_has_a_sentence_that_fits_the_box(language):
    for rule in book.rules():
        assert sentence(rule.id, language) == rule.short.of(language)
        assert len(sentence(rule.id, language).encode()) <= MOST_TEXT


RULES = st.sampled_from([rule.id for rule in book.rules()])
FOUND = st.builds(
    Found, st.integers(1, 60_000), RULES, st.sampled_from(["violation", "warning"]), st.just("")
)


@given(st.lists(FOUND, max_size=120), st.sampled_from(["en", "vi"]))
def test_a_list_is_bounded_and_keeps_the_newest(found, language):
    data = for_the_box(GAME, START, found, language)
    assert len(data) <= MOST_BYTES
    if not found:
        assert data == b""
        return
    told = json.loads(data)
    numbers = [number for number, _, _ in told["found"]]
    assert numbers == sorted((one.number for one in found), reverse=True)[: len(numbers)]
    assert told["found"][0][1] in told["text"], "the newest one comes with its sentence"
