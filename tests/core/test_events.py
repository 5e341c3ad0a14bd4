"""The form of events, and their JSON lines."""

import json

import pytest
from clashcore import table
from clashcore.events import EventError, check_form, dumps, event_names
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.core.strategies import PLAYERS, event, events
from tests.examples import examples

BASE = {"ev": "base", "b": 1, "breakpoint": 20, "vp": [4, 2, 1]}


@pytest.mark.parametrize("game", list(PLAYERS))
@given(data=st.data())
@settings(deadline=None)
def test_good_events_pass_and_their_lines_say_the_same(game: str, data: st.DataObject):
    ev = data.draw(events(game))
    check_form(ev, game, PLAYERS[game])
    line = dumps(ev)
    assert "\n" not in line
    assert json.loads(line) == ev
    line.encode()


@pytest.mark.parametrize("name", table.names())
@given(data=st.data())
@examples(3)
def test_without_a_required_field_it_is_refused(name: str, data: st.DataObject):
    form = table.form(name)
    game = "smashup" if "s" in form[table.GAMES] else "toybattle"
    ev = data.draw(event(name, PLAYERS[game]))
    for field, kind in zip(form[table.FIELDS :: 2], form[table.FIELDS + 1 :: 2], strict=True):
        if kind >= table.OPTIONAL:
            continue
        short = {key: value for key, value in ev.items() if key != field}
        with pytest.raises(EventError) as caught:
            check_form(short, game, PLAYERS[game])
        assert (caught.value.field, caught.value.code) == (field, "missing")
        assert field in caught.value.message


@pytest.mark.parametrize("name", table.names())
@given(data=st.data(), wrong=st.sampled_from([None, {}, 1.5, [[]], [True], "NO SLUG\ud800", 2**53, [1] * 9]))
@examples(5)
def test_a_field_of_the_wrong_type_is_refused(name: str, data: st.DataObject, wrong: object):
    form = table.form(name)
    game = "smashup" if "s" in form[table.GAMES] else "toybattle"
    ev = data.draw(event(name, PLAYERS[game]))
    for field in [*form[table.FIELDS :: 2], "t", "m"]:
        with pytest.raises(EventError) as caught:
            check_form({**ev, field: wrong}, game, PLAYERS[game])
        assert caught.value.field == field
        assert len(caught.value.message) < 300
        caught.value.message.encode()


@pytest.mark.parametrize(
    ("ev", "code", "message"),
    [
        (
            {"ev": "vp", "p": 1, "n": True},
            "type",
            "vp: n is true, expected a whole number",
        ),
        ({"ev": "vp", "p": 3, "n": 1}, "player", "vp: p is 3, expected a player, 1 to 2"),
        ({"ev": "vp", "p": 0, "n": 1}, "player", "vp: p is 0, expected a player, 1 to 2"),
        ({"ev": "vp", "p": "1", "n": 1}, "type", 'vp: p is "1", expected a player\'s number'),
        ({"ev": "vp", "n": 1}, "missing", "vp: p is missing, expected a player's number"),
        ({"ev": "clash", "b": 10, "out": "megabot"}, "slot", "clash: b is 10, expected a base slot, 1 to 9"),
        (
            {"ev": "clash", "b": 1, "out": "Mega Bot"},
            "slug",
            'clash: out is "Mega Bot", expected a slug: lower case letters, digits, hyphens',
        ),
        (
            {"ev": "phase", "name": "lunch"},
            "value",
            'phase: name is "lunch", expected one of start, play, score, draw, end',
        ),
        ({"ev": "shuffle", "p": 1}, "event", 'ev is "shuffle", which is no event'),
        ({"ev": "medal", "p": 1, "n": 1}, "game", 'ev is "medal", which is no event of smashup'),
        ({"p": 1}, "missing", "ev is missing, expected the name of an event"),
        ([1], "type", "expected an object with the key ev, found [1]"),
        ({"ev": "base", "b": 1}, "missing", "base: card or breakpoint and vp is missing"),
        (
            {"ev": "base", "b": 1, "breakpoint": 20},
            "missing",
            "base: card or breakpoint and vp is missing",
        ),
        ({"ev": "base.fix", "b": 1}, "missing", "base.fix: breakpoint or vp is missing"),
        (
            {"ev": "monster.out", "id": 1, "why": "destroyed"},
            "missing",
            "monster.out: p is missing where why is destroyed",
        ),
        (
            {"ev": "score", "b": 1, "vp": [1, 2, 3]},
            "type",
            "score: vp is [1, 2, 3], expected a list of one whole number for each player",
        ),
        (
            {"ev": "end", "winner": [3]},
            "player",
            "end: winner is [3], expected a list of players' numbers",
        ),
        (
            {"ev": "vp", "p": 1, "n": 2**53},
            "range",
            "vp: n is a number too large, expected a whole number within 2^53",
        ),
    ],
    ids=lambda value: str(value)[:60],
)
def test_the_error_says_what_where_and_what_was_expected(ev: object, code: str, message: str):
    with pytest.raises(EventError) as caught:
        check_form(ev, "smashup", 2)
    assert (caught.value.code, caught.value.message) == (code, message)


@pytest.mark.parametrize(
    ("ev", "field"),
    [
        ({"kind": "draw"}, "n"),
        ({"kind": "discard"}, "at"),
        ({"kind": "recall", "n": 1}, "at"),
        ({"kind": "shove", "at": "1"}, "to"),
        ({"kind": "exhume"}, "troop"),
        ({"kind": "rack-discard"}, ""),
        ({"kind": "suppress"}, ""),
    ],
    ids=str,
)
def test_an_effect_needs_what_its_kind_needs(ev: dict, field: str):
    ev = {"ev": "effect", "p": 1, **ev}
    if not field:
        check_form(ev, "toybattle", 2)
        return
    with pytest.raises(EventError) as caught:
        check_form(ev, "toybattle", 2)
    assert caught.value.field == field


@pytest.mark.parametrize(
    "ev",
    [
        {"ev": "base", "b": 1, "card": "ninja-dojo"},
        {**BASE, "card": "ninja-dojo", "color": {"unknown": [1.5]}},
        {"ev": "base.out", "b": 1, "why": "destroyed", "card": "dragons/burn-it-down"},
        {"ev": "monster.out", "id": 2, "why": "other"},
        {"ev": "monster.out", "id": 2, "why": "destroyed", "p": 0},
        {"ev": "monster.control", "id": 2, "p": 0},
        {"ev": "titan.play", "p": 1, "titan": "gorgodzolla", "b": 1, "by": "special", "instead": "minion"},
        {"ev": "titan.play", "p": 1, "titan": "gorgodzolla", "b": 1, "by": "kaiju/oh-no"},
        {"ev": "vp", "p": 1, "n": 1, "why": "fix", "t": 0, "m": -1, "card": "kaiju-island"},
        {"ev": "treasure", "p": 1, "n": 1, "why": "fix"},
        {"ev": "end"},
        {"ev": "end", "winner": []},
        {"ev": "note", "text": ""},
        {"ev": "undo"},
    ],
    ids=lambda ev: dumps(ev),
)
def test_events_of_good_form(ev: dict):
    check_form(ev, "smashup", 2)


@pytest.mark.parametrize(
    "slug",
    ["", "-a", "a-", "A", "a b", "a_b", "kaiju/", "/x", "a/b/c", "đ", "a" * 65, "a/" + "b" * 65, "a\n"],
)
def test_slugs_of_bad_form(slug: str):
    with pytest.raises(EventError):
        check_form({"ev": "undo", "card": slug}, "smashup", 2)


def test_keys_stand_in_the_order_of_the_table():
    ev = {
        "m": 7,
        "why": "fix",
        "card": "kaiju/oh-no",
        "t": 5,
        "until": "turn",
        "n": -1,
        "b": 2,
        "p": 1,
        "ev": "power",
    }
    assert dumps(ev) == (
        '{"ev": "power", "p": 1, "b": 2, "n": -1, "until": "turn", "t": 5, '
        '"card": "kaiju/oh-no", "why": "fix", "m": 7}'
    )
    # Where card and why are the event's own, they stand among its fields.
    ev = {"m": 7, "why": "fix", "t": 5, "n": 1, "p": 1, "ev": "vp"}
    assert dumps(ev) == '{"ev": "vp", "p": 1, "n": 1, "why": "fix", "t": 5, "m": 7}'
    assert dumps({"ev": "note", "text": 'ế "\\\n', "x": 1}) == '{"ev": "note", "text": "ế \\"\\\\\\u000a"}'


def test_both_games_know_their_events_only():
    assert "draw" not in event_names("smashup")
    assert "turn" not in event_names("toybattle")
