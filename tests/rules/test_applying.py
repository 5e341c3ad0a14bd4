"""What can be applied, and what a file means before any rule."""

import pytest
from clashbox.rules import CannotApply

from tests.rules.playing import (
    base,
    ev,
    play,
    power,
    turn,
)


@pytest.mark.parametrize(
    ("events", "line"),
    [
        ([base(), ev("each", id=1, p=1, b=1, n=1), ev("each", id=1, p=1, b=1, n=1)], 3),
        ([base(), ev("each.out", id=1)], 2),
        ([base(), ev("each", id=1, p=1, b=1, n=1), ev("each.out", id=1), ev("each.out", id=1)], 4),
        ([base(), ev("monster", b=1, id=1, treasures=1, power=1), ev("monster.move", id=2, b=1)], 3),
        (
            [
                base(),
                ev("bury", p=1, b=1, id=1, **{"from": "hand"}),
                ev("score", b=1),
                ev("uncover", p=1, id=1),
            ],
            4,
        ),
        ([base(), ev("target", card="aliens/beam-up", what="buried", id=3)], 2),
        ([base(), base()], 2),
        ([base(), ev("score", b=1), power(1, 2)], 3),
        ([base(), ev("base.out", b=1, why="replaced"), power(1, 2)], 3),
        ([ev("base", b=1, card="avengers-tower")], 1),
        ([ev("base", b=1, card="no-such-base")], 1),
        ([base(), ev("titan.play", p=1, titan="no-such-titan", b=1)], 2),
        ([base(), ev("titan.play", p=1, titan="megabot", b=1, by="no-such-card")], 2),
        ([base(), ev("clash", b=1, out="no-such-titan")], 2),
        ([base(), ev("uncover", p=1, id=1, by="kaiju/sleepy")], 2),
        ([turn(1), power(1, 2, card="kaiju/sleepy") | {"b": 1}], 2),
        ([base(), ev("move", p=1, b=1, to=2, power=1)], 2),
        ([base(), ev("redo")], 2),
        ([base(), ev("undo"), ev("undo")], 3),
        ([base(), ev("undo"), ev("redo"), ev("redo")], 4),
    ],
)
@pytest.mark.parametrize("lang", ["en", "vi"])
def test_what_cannot_be_applied(events, line, lang):
    with pytest.raises(CannotApply) as caught:
        play(*events, lang=lang)
    assert caught.value.line == line
    assert "\n" not in caught.value.text(lang)


def test_a_faction_that_nobody_knows():
    with pytest.raises(CannotApply) as caught:
        play(turn(1), factions=(["kaiju", "smurfs"], ["dragons", "aliens"]))
    assert caught.value.line == 1


def test_whether_it_can_be_applied_is_asked_of_what_stands_only():
    assert play(power(1, 2), ev("undo"), base()).state["bases"][0]["power"] == [0, 0]


def test_ids_are_numbered_apart_and_free_again_once_their_card_left():
    played = play(
        base(),
        ev("bury", p=1, b=1, id=1, **{"from": "hand"}),
        ev("monster", b=1, id=1, treasures=1, power=2),
        ev("each", id=1, p=1, b=1, n=1),
        ev("bury.out", id=1, to="discard"),
        ev("bury", p=2, b=1, id=1, **{"from": "board"}),
    )
    assert played.state["bases"][0]["buried"] == [0, 1]


def test_card_and_by_may_be_a_base_or_a_titan():
    played = play(
        ev("base", b=1, card="kaiju-island"),
        power(1, 3, card="kaiju-island"),
        power(1, 3, card="megabot"),
        ev("duel", p=1, q=2, b=1, power=[1, 2], by="so-so-corral"),
        ev("duel.end", power=[1, 2], together=True, won="q"),
    )
    assert played.findings == []


def test_the_events_numbers_go_before_those_of_the_data():
    state = play(ev("base", b=1, card="ninja-dojo", breakpoint=5, vp=[1, 1, 1])).state
    assert state["bases"][0]["breakpoint"] == 5
    assert play(ev("base", b=1, card="ninja-dojo")).state["bases"][0]["breakpoint"] == 18


def test_factions_of_some_players_only_are_as_none():
    played = play(
        base(), turn(2), ev("titan.play", p=2, titan="gorgodzolla", b=1), factions=(["kaiju", "aliens"], [])
    )
    assert played.findings == []
    assert played.state["titans"] == {"gorgodzolla": {"owner": 2, "controller": 2, "base": 1, "counters": 0}}


def test_motions_are_undone_and_redone_as_one():
    first = [base(), turn(1), ev("vp", p=1, n=1, m=3), ev("vp", p=1, n=2, m=3), ev("vp", p=1, n=4, m=4)]
    undo, redo = ev("undo"), ev("redo")
    assert play(*first).state["vp"][0] == 7
    assert play(*first, undo).state["vp"][0] == 3
    assert play(*first, undo, undo).state["vp"][0] == 0
    assert play(*first, undo, undo, redo).state["vp"][0] == 3
    assert play(*first, undo, undo, redo, redo).state["vp"][0] == 7
    assert play(*first, undo, undo, redo, undo, redo, redo).state["vp"][0] == 7
