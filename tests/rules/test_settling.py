"""Where what was left undone is reported, and how often."""

from tests.rules.playing import (
    KAIJU,
    base,
    ev,
    minions,
    play,
    power,
    turn,
    two_titans,
)


def test_the_last_line_is_that_of_the_last_event_that_stands():
    played = play(base(), ev("duel", p=1, q=2, b=1, power=[1, 2]), turn(1), ev("undo"))
    assert played.findings == [(2, "DU-07", "V")]


def test_walking_away_leaves_no_clash_owed():
    assert two_titans(ev("titan.move", titan="gorgodzolla", b=2), turn(1)).findings == []
    assert two_titans(ev("base.out", b=1, why="destroyed"), base(), turn(1)).findings == []
    assert two_titans(ev("base.out", b=1, why="replaced"), base(), turn(1)).findings == []


def test_a_clash_is_reported_once_at_the_next_settling_point():
    for point in (
        ev("phase", name="score"),
        ev("score.start", b=2),
        ev("titan.play", p=2, titan="rainboroc", b=1),
        ev("titan.move", titan="rainboroc", b=1),
        ev("duel", p=1, q=2, b=2, power=[1, 2]),
        ev("end"),
    ):
        found = two_titans(power(1, 1), point, ev("note", text=""), turn(1)).rules
        assert found.count((8, "TI-13")) == 1, point
        assert [rule for line, rule in found if line != 8 and rule == "TI-13"] == []


def test_a_late_clash_is_still_that_clash():
    assert two_titans(turn(1), ev("clash", b=1, out="rainboroc"), turn(2)).rules == [(7, "TI-13")]
    assert two_titans(turn(1), ev("clash", b=1, out="gorgodzolla")).rules == [(7, "TI-13"), (8, "TI-13")]


def test_a_third_titan_clashes_with_the_one_longest_there():
    played = play(
        base(),
        turn(1),
        ev("titan.play", p=1, titan="gorgodzolla", b=1),
        ev("titan.play", p=2, titan="rainboroc", b=1),
        power(2, 5),
        ev("titan.play", p=3, titan="the-kraken", b=1),
        power(3, 3),
        ev("titan.out", titan="gorgodzolla"),
        turn(2),
        players=3,
        factions=(*KAIJU, ["pirates", "aliens"]),
    )
    # Reported: the clash of the first two. 3 against Gorgodzolla's 0, not against Rainboroc's 5.
    assert played.rules == [(6, "TI-13")]


def test_a_clash_elsewhere_or_of_a_third_titan_is_not_owed():
    assert two_titans(ev("clash", b=2, out="rainboroc"), ev("titan.out", titan="gorgodzolla")).rules == [
        (7, "TI-13")
    ]


def test_a_score_does_not_settle_a_clash():
    assert two_titans(minions(1, 1, 20), ev("score", b=1), base()).rules == [(8, "TI-13")]


def test_a_ready_base_is_reported_once_until_it_is_mended():
    start = [base(), turn(1), minions(1, 1, 20)]
    assert play(*start, turn(2), turn(1)).rules == [(4, "SB-06")]
    assert play(*start, ev("phase", name="draw"), ev("phase", name="end"), turn(2)).rules == [(4, "SB-06")]
    again = [*start, turn(2), power(1, -1), turn(1), power(1, 1), turn(2)]
    assert play(*again).rules == [(4, "SB-06"), (8, "SB-06")]
    laid = [*start, turn(2), ev("score", b=1), base(), minions(2, 1, 20), turn(1)]
    assert play(*laid).rules == [(4, "SB-06"), (8, "SB-06")]


def test_a_base_that_is_ready_after_score_bases_has_time():
    late = [base(), turn(1), ev("phase", name="draw"), minions(1, 1, 20), ev("phase", name="end"), turn(2)]
    assert play(*late).findings == []
    assert play(base(), minions(1, 1, 20), ev("phase", name="draw"), turn(1)).findings == []
    assert play(*late, turn(1)).rules == [(7, "SB-06")]


def test_an_empty_slot_is_reported_once_until_a_base_is_laid():
    start = [base(), base(2), turn(1), minions(1, 1, 20), ev("score", b=1), turn(2), turn(1)]
    assert play(*start).findings == [(6, "SB-10", "V")]
    assert play(*start, base(), ev("base.out", b=1, why="destroyed"), turn(2)).rules == [
        (6, "SB-10"),
        (10, "SB-10"),
    ]


def test_each_whole_power_is_0_at_least_in_the_sum():
    played = play(base(), turn(1), power(1, -5), power(2, 20), ev("score.start", b=1))
    assert played.findings == []
    assert played.state["bases"][0]["ready"]


def test_one_score_that_breaks_two_rules_is_sb07():
    assert play(base(), minions(1, 1, 20), ev("score", b=1, vp=[2, 1])).findings == [(3, "SB-07", "V")]


def test_locked_in_is_the_slot_that_started():
    start = [base(), base(2), turn(1), minions(1, 1, 20), minions(1, 1, 3, b=2), ev("score.start", b=1)]
    assert play(*start, power(1, -5), ev("score", b=1), base()).findings == []
    assert play(*start, ev("score", b=2), base(2)).rules == [(7, "SB-05")]


def test_a_base_that_left_before_its_vp_is_not_locked_in_any_more():
    played = play(
        base(),
        turn(1),
        minions(1, 1, 20),
        ev("score.start", b=1),
        ev("base.out", b=1, why="replaced"),
        base(breakpoint=25),
        ev("score", b=1),
        base(),
    )
    assert played.rules == [(7, "SB-05")]


def test_cut_short_and_a_wrong_winner_are_both_reported():
    played = play(ev("vp", p=1, n=3), ev("end", winner=[2]))
    assert played.findings == [(2, "SB-12", "W"), (2, "SB-12", "V")]


def test_every_further_turn_is_reported():
    played = play(turn(1), ev("vp", p=1, n=15), turn(2), turn(1))
    assert played.rules == [(3, "SB-12"), (4, "SB-12")]


def test_ties_go_to_fewer_madness_always():
    told = [turn(1), ev("vp", p=1, n=15), ev("vp", p=2, n=15), ev("madness", p=1, n=1)]
    assert play(*told, ev("end", winner=[2])).findings == [(5, "SB-12", "W")]
    assert play(*told, ev("end", winner=[1])).findings == [(5, "SB-12", "W"), (5, "SB-12", "V")]
    assert play(*told, ev("madness", p=2, n=3), ev("end", winner=[2])).findings == [
        (6, "SB-12", "W"),
        (6, "SB-13", "V"),
    ]


def test_over_and_winner_come_with_the_end():
    told = [turn(1), ev("vp", p=1, n=16), ev("madness", p=1, n=4), ev("vp", p=2, n=14)]
    assert play(*told).state["over"] is False
    state = play(*told, ev("end")).state
    # 16 - 2 = 14 against 14, and fewer Madness cards: Bình wins; the VP shown are those on the table.
    assert (state["over"], state["winner"], state["vp"]) == (True, [2], [16, 14])
    assert play(*told, ev("end", winner=[1])).state["winner"] == [1]


def test_the_leaders_win_where_the_table_does_not_say():
    assert play(ev("vp", p=1, n=3), ev("vp", p=2, n=3), ev("end")).state["winner"] == [1, 2]
    assert play(ev("vp", p=1, n=5), ev("madness", p=1, n=4), ev("vp", p=2, n=4), ev("end")).state[
        "winner"
    ] == [2]
