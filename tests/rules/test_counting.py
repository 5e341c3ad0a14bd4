"""Sums, what ends with the turn, buried cards."""

from tests.rules.playing import (
    KAIJU,
    base,
    ev,
    minions,
    play,
    power,
    turn,
)


def test_a_move_to_the_same_base_changes_nothing():
    told = [base(), turn(1), minions(1, 1, 3)]
    played = play(*told, ev("move", p=1, b=1, to=1, n=4, power=9, temp=2), turn(2))
    assert played.findings == []
    assert played.state["bases"][0]["power"] == [3, 0]


def test_more_minions_than_there_arrive_all_the_same():
    played = play(base(), base(2), turn(1), minions(1, 1, 3), ev("move", p=1, b=1, to=2, n=3, power=3))
    assert played.findings == [(5, "SB-15", "V")]
    assert [b["minions"] for b in played.state["bases"]] == [[0, 0], [3, 0]]


def test_treasures_and_madness_stop_at_0():
    played = play(turn(1), ev("treasure.out", p=1, n=2), ev("madness", p=2, n=-1))
    assert played.findings == [(2, "SB-15", "V"), (3, "SB-15", "V")]
    assert (played.state["treasures"], played.state["madness"]) == ([0, 0], [0, 0])


def test_what_ends_with_the_turn_ends_at_the_end_too():
    told = [base(), turn(1), power(1, 4, until="turn"), ev("each", id=1, p=1, b=1, n=2, until="turn")]
    assert play(*told, minions(1, 1), ev("end")).state["bases"][0]["power"] == [0, 0]
    assert play(*told, minions(1, 1)).state["bases"][0]["power"] == [6, 0]


def test_each_until_the_next_turn_of_its_player():
    told = [base(), turn(1), minions(1, 1), ev("each", id=1, p=1, b=1, n=2, until="next")]
    assert play(*told, turn(2)).state["bases"][0]["power"] == [2, 0]
    assert play(*told, turn(2), turn(1)).state["bases"][0]["power"] == [0, 0]


def test_titans_lists_those_of_the_factions_and_those_played():
    state = play(base(), turn(1), factions=KAIJU).state
    assert sorted(state["titans"]) == ["gorgodzolla", "megabot", "rainboroc"]
    assert state["titans"]["rainboroc"] == {"owner": 2, "controller": None, "base": None, "counters": 0}
    assert play(base(), turn(1)).state["titans"] == {}


def test_bases_go_to_the_highest_slot_that_ever_held_one():
    assert play(base(3), ev("base.out", b=3, why="destroyed")).state["bases"] == [None, None, None]
    assert play(turn(1)).state["bases"] == []


# -- buried cards --


def test_uncovering_with_a_card_leaves_the_one_of_the_turn():
    bury = [ev("bury", p=1, b=1, id=n, **{"from": "hand"}) for n in (1, 2, 3)]
    by = "ancient-egyptians/pharaoh"
    told = [base(), turn(2), *bury, turn(1)]
    assert play(*told, ev("uncover", p=1, id=1, by=by), ev("uncover", p=1, id=2)).findings == []
    assert play(*told, ev("phase", name="play"), ev("uncover", p=1, id=2)).rules == [(8, "BU-07")]
    assert play(*told, ev("phase", name="start"), ev("uncover", p=1, id=2)).findings == []
    state = play(*told, ev("uncover", p=1, id=1, by=by)).state
    assert (state["phase"], state["bases"][0]["buried"]) == ("play", [2, 0])


def test_a_buried_card_moves():
    told = [base(), base(2), turn(1), ev("bury", p=1, b=1, id=1, **{"from": "hand"})]
    state = play(*told, ev("bury.out", id=1, to="moved", b=2)).state
    assert [b["buried"] for b in state["bases"]] == [[0, 0], [1, 0]]
    assert play(*told, ev("bury.out", id=1, to="moved", b=2), ev("score", b=2)).state["bases"][1] is None
