"""Duels, monsters and treasures."""

from tests.rules.playing import (
    END,
    base,
    duel,
    ev,
    honorable,
    instead,
    minions,
    monster,
    play,
    power,
    slain,
    takes,
    turn,
)


def test_without_a_duel_nothing_of_it_counts():
    told = [base(), turn(1)]
    assert play(*told, ev("duel.card", p=1, kind="none")).findings == [(3, "DU-03", "V")]
    assert play(*told, END).findings == [(3, "DU-07", "V")]
    assert duel(ev("duel.card", p=3, kind="none"), END, players=3).findings == [(4, "DU-03", "V")]


def test_within_a_duel_only_du04():
    played = duel(ev("play", p=2, kind="action"), END)
    assert played.findings == [(4, "DU-04", "V")]
    played = duel(instead(2), END, ev("titan.out", titan="gorgodzolla"))
    assert played.findings == [(4, "DU-04", "V")]
    bury = ev("bury", p=2, b=1, id=1, **{"from": "hand"})
    assert duel(bury, ev("uncover", p=2, id=1), END).findings == [(5, "DU-04", "V")]


def test_the_play_is_used_up_all_the_same():
    played = duel(ev("play", p=1, kind="action"), END, ev("play", p=1, kind="action"))
    assert played.findings == [(4, "DU-04", "V"), (6, "SB-04", "W")]
    played = duel(instead(), END, ev("play", p=1, kind="minion"))
    assert played.findings == [(4, "DU-04", "V"), (6, "SB-04", "W")]


def test_the_challengers_none_has_to_be_recorded():
    assert duel(ev("duel.card", p=2, kind="none"), END).findings == [(4, "DU-03", "V")]


def test_a_duel_left_open_is_reported_once():
    for point in (turn(2), ev("phase", name="score"), ev("score.start", b=1), ev("score", b=1), ev("end")):
        found = [rule for _, rule in duel(point).rules if rule == "DU-07"]
        assert found == ["DU-07"], point
    assert duel(ev("titan.play", p=1, titan="megabot", b=1), END).findings == []


def test_honorable_combat_counts_all_vp_of_all_players():
    assert honorable(ev("vp", p=1, n=1), turn(2)).findings == []
    assert honorable(ev("vp", p=1, n=1), ev("vp", p=2, n=1), turn(2)).rules == [(7, "DU-12")]
    assert honorable(ev("vp", p=1, n=2), turn(2)).rules == [(6, "DU-12")]
    assert honorable(ev("vp", p=1, n=1), ev("vp", p=1, n=4, why="fix"), turn(2)).findings == []
    assert honorable(ev("vp", p=1, n=1)).findings == []
    assert honorable(power(1, 1)).rules == [(5, "DU-12")]


def test_honorable_combat_pays_each_winning_minion_by_the_tables_word():
    assert honorable(ev("vp", p=2, n=2), turn(2), won="both", control=[2, 2]).rules == [(4, "DU-08")]
    assert honorable(turn(2), won="none").rules == [(4, "DU-08")]


# -- monsters and treasures --


def test_a_debt_stays_open_until_the_next_settling_point():
    told = [base(), turn(1), monster(), slain()]
    assert play(*told, takes(1, 1), takes(1, 1), turn(2)).findings == []
    assert play(*told, takes(1, 2), takes(2, 1), turn(2)).rules == [(7, "MT-03")]
    assert play(*told, takes(1, 2), turn(2), takes(1, 1)).rules == [(7, "MT-02")]
    assert play(*told, takes(2, 2)).rules == [(5, "MT-03")]
    assert play(*told).rules == [(4, "MT-03")]


def test_two_monsters_are_one_debt():
    told = [base(), turn(1), monster(), monster(2, 1), slain(), slain(2, 2)]
    assert play(*told, takes(1, 2), takes(2, 1), turn(2)).findings == []
    assert play(*told, turn(2)).rules == [(7, "MT-03")]


def test_a_monster_without_treasures_opens_no_debt():
    assert play(base(), turn(1), monster(treasures=0), slain(), takes(1, 1)).rules == [(5, "MT-02")]
    assert play(base(), turn(1), monster(treasures=0), slain(), turn(2)).findings == []


def test_treasures_from_a_card_or_mended_are_no_bodys_debt():
    told = [base(), turn(1), monster(), slain(), takes(1, 2)]
    assert play(*told, takes(1, 1, "card"), takes(2, 1, "fix"), turn(2)).findings == []


def test_the_share_with_power_alone_is_a_warning():
    told = [base(breakpoint=10), monster(), turn(1), minions(1, 1, 9), power(2, 5), ev("score", b=1)]
    assert play(*told, takes(1, 2, "score")).findings == []
    assert play(*told, takes(1, 1, "score"), takes(2, 1, "score")).findings == [(8, "MT-06", "W")]
    assert play(*told, takes(2, 2, "score")).findings == [(7, "MT-06", "V")]
    assert play(*told).findings == [(6, "MT-06", "V")]


def test_a_controlled_monster_is_a_minion_and_its_treasure_stays_in_the_pool():
    told = [base(breakpoint=4), monster(), turn(1), ev("monster.control", id=1, p=2)]
    state = play(*told).state["bases"][0]
    assert (state["power"], state["minions"], state["breakpoint"], state["monsters"]) == (
        [0, 4],
        [0, 1],
        4,
        1,
    )
    scored = play(*told, ev("score", b=1), takes(2, 2, "score"), base())
    assert (scored.findings, scored.state["vp"], scored.state["treasures"]) == ([], [0, 4], [0, 2])


def test_a_controlled_monster_takes_its_minion_and_power_along():
    told = [base(), base(2), turn(1), monster(), ev("monster.control", id=1, p=1), power(1, 3)]
    moved = play(*told, ev("monster.move", id=1, b=2)).state["bases"]
    assert [b["power"] for b in moved] == [[3, 0], [4, 0]]
    assert [b["minions"] for b in moved] == [[0, 0], [1, 0]]
    grown = play(*told, ev("monster.power", id=1, n=2), ev("monster.control", id=1, p=2)).state["bases"][0]
    assert (grown["power"], grown["minions"]) == ([3, 6], [0, 1])
    free = play(*told, ev("monster.control", id=1, p=0)).state["bases"][0]
    assert (free["power"], free["minions"], free["breakpoint"]) == ([3, 0], [0, 0], 24)
    gone = play(*told, ev("monster.out", id=1, why="other")).state["bases"][0]
    assert (gone["power"], gone["minions"], gone["monsters"]) == ([3, 0], [0, 0], 0)


def test_monsters_stay_for_the_base_that_replaces():
    told = [base(), turn(1), monster(), minions(1, 2, 5), ev("each", id=1, p=1, b=1, n=1)]
    swapped = [*told, ev("base.out", b=1, why="replaced"), base(breakpoint=10)]
    state = play(*swapped).state["bases"][0]
    assert (state["power"], state["breakpoint"], state["monsters"]) == ([7, 0], 14, 1)
    assert play(*swapped, ev("each.out", id=1)).state["bases"][0]["power"] == [5, 0]
    destroyed = [*told, ev("base.out", b=1, why="destroyed"), base(breakpoint=10)]
    state = play(*destroyed).state["bases"][0]
    assert (state["power"], state["minions"], state["breakpoint"], state["monsters"]) == (
        [0, 0],
        [0, 0],
        10,
        0,
    )
