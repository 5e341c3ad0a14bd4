"""Edges of the rules that meet."""

import pytest

from tests.rules.playing import (
    END,
    SETTLING,
    base,
    ev,
    instead,
    minions,
    monster,
    play,
    power,
    slain,
    takes,
    turn,
)


def test_twenty_two_treasures_can_be_held():
    assert play(turn(1), takes(1, 22, "card")).findings == []
    assert play(turn(1), takes(1, 22, "card"), takes(2, 1, "card"), ev("treasure.out", p=1, n=1)).rules == [
        (3, "MT-01")
    ]


def test_a_worthless_monster_destroyed_by_a_monster_is_no_excuse():
    told = [base(), turn(1), monster(treasures=0), slain(p=0)]
    assert play(*told, takes(1, 1)).rules == [(5, "MT-02")]
    told = [base(), turn(1), monster(), slain(p=0)]
    assert play(*told, takes(1, 1)).rules == [(5, "MT-04")]
    assert play(*told, turn(2), takes(1, 1)).rules == [(6, "MT-02")]


def test_a_debt_is_closed_by_a_phase_and_a_locked_base_by_a_turn():
    told = [base(), turn(1), monster(), slain(), ev("phase", name="draw"), takes(1, 2)]
    assert play(*told).rules == [(5, "MT-03"), (6, "MT-02")]
    told = [base(), turn(1), minions(1, 1, 20), ev("score.start", b=1), power(1, -1), turn(2)]
    assert play(*told, ev("score", b=1), base()).rules == [(7, "SB-05")]


def test_a_base_may_bring_some_of_its_numbers():
    told = [base(2, breakpoint=1), ev("base", b=1, card="ninja-dojo", breakpoint=3), minions(1, 1, 3)]
    assert play(*told, ev("score", b=1)).state["vp"] == [2, 0]
    state = play(ev("base", b=1, card="ninja-dojo", vp=[9, 0, 0]), minions(1, 1, 18), ev("score", b=1)).state
    assert state["vp"] == [9, 0]


def test_the_table_may_mend_what_left():
    told = [base(), turn(1), minions(1, 2, 5), ev("base.out", b=1, why="fix"), base()]
    assert play(*told).state["bases"][0]["power"] == [0, 0]


@pytest.mark.parametrize("point", SETTLING)
def test_every_settling_point_closes_what_was_owed(point):
    told = [base(), base(2), turn(1), monster(), slain(), point, takes(1, 2), ev("note", text="")]
    found = [(line, rule) for line, rule in play(*told).rules if rule in ("MT-02", "MT-03")]
    assert found == [(6, "MT-03"), (7, "MT-02")]


@pytest.mark.parametrize("treasures", [0, -2])
def test_a_base_with_worthless_monsters_owes_nothing(treasures):
    told = [base(breakpoint=1), monster(treasures=treasures), turn(1), minions(1, 1, 9), ev("score", b=1)]
    assert play(*told, turn(2)).rules == [(6, "SB-10")]
    assert play(*told, takes(1, 1, "score")).rules == [(6, "MT-02")]


def test_somebody_elses_titan_does_not_use_up_the_play():
    told = [base(), base(2), turn(1), instead(2), ev("play", p=1, kind="minion")]
    assert play(*told).rules == [(4, "TI-06")]


def test_a_titan_out_of_its_phase_uses_nothing_up_but_in_a_duel_it_does():
    late = [base(), turn(1), ev("phase", name="score")]
    assert play(*late, instead(), ev("play", p=1, kind="minion")).rules == [(4, "TI-06")]
    start = ev("duel", p=1, q=2, b=1, power=[3, 2])
    assert play(*late, start, instead(), END, ev("play", p=1, kind="minion")).rules == [
        (5, "DU-04"),
        (7, "SB-04"),
    ]


def test_a_minion_takes_its_part_of_this_turns_power_along():
    told = [base(), turn(1), minions(1, 2, 7), power(1, 2, until="turn")]
    gone = ev("minion", p=1, b=1, n=-1, power=-5, temp=-2)
    assert play(*told, gone, turn(2)).state["bases"][0]["power"] == [4, 0]
    come = ev("minion", p=1, b=1, n=1, power=5, temp=2)
    assert play(base(), turn(1), come, turn(2)).state["bases"][0]["power"] == [3, 0]


def test_a_minion_of_unknown_power_counts_as_one_minion():
    state = play(base(), turn(1), ev("play", p=1, kind="minion", b=1)).state["bases"][0]
    assert (state["power"], state["minions"]) == ([0, 0], [1, 0])


def test_taking_exactly_what_is_there_is_fine():
    told = [base(), turn(1), ev("titan.play", p=1, titan="megabot", b=1), ev("counter", titan="megabot", n=1)]
    told += [ev("counter", titan="megabot", n=-1), minions(1, 1, 2), minions(1, -1, -2)]
    assert play(*told, ev("treasure", p=1, n=1, why="card"), ev("treasure.out", p=1, n=1)).findings == []


def test_the_uncover_of_the_turn_leaves_the_phase_alone():
    told = [base(), turn(1), ev("bury", p=1, b=1, id=1, **{"from": "hand"}), ev("uncover", p=1, id=1)]
    assert play(*told).state["phase"] == "start"
