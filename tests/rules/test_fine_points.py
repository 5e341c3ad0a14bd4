"""The fine points of the contract between game files and the referee, sentence by sentence."""

import pytest
from clashbox.rules import CannotApply

from tests.rules.playing import KAIJU, base, ev, minions, play, power, turn

# -- reading --


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


# -- settling and reporting --


def test_the_last_line_is_that_of_the_last_event_that_stands():
    played = play(base(), ev("duel", p=1, q=2, b=1, power=[1, 2]), turn(1), ev("undo"))
    assert played.findings == [(2, "DU-07", "V")]


def two_titans(*then, **more):
    return play(
        base(),
        base(2),
        turn(1),
        ev("titan.play", p=1, titan="gorgodzolla", b=1),
        turn(2),
        ev("titan.play", p=2, titan="rainboroc", b=1),
        *then,
        factions=KAIJU,
        **more,
    )


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


# -- titans and phases --


def instead(p=1, kind="minion"):
    return ev("titan.play", p=p, titan="gorgodzolla", b=1, by="special", instead=kind)


def test_a_start_that_was_not_recorded_is_no_hindrance():
    assert play(base(), turn(1), instead(), factions=KAIJU).findings == []
    told = [base(), turn(1), ev("phase", name="start")]
    assert play(*told, instead(), factions=KAIJU).rules == [(4, "TI-06")]
    assert play(*told, ev("play", p=1, kind="action"), instead(), factions=KAIJU).findings == []


def test_the_phase_goes_on_to_play_and_never_back():
    assert play(base(), turn(1), instead()).state["phase"] == "play"
    assert play(base(), turn(1), ev("play", p=2, kind="action", extra=True)).state["phase"] == "play"
    assert play(base(), turn(1), ev("titan.play", p=1, titan="megabot", b=1)).state["phase"] == "start"
    told = [base(), turn(1), ev("phase", name="draw"), ev("play", p=1, kind="action", extra=True)]
    assert play(*told).state["phase"] == "draw"
    assert play(*told, ev("score.start", b=1)).state["phase"] == "score"


def test_before_the_first_turn_there_is_no_phase():
    state = play(base(), ev("phase", name="play"), ev("play", p=1, kind="action", extra=True)).state
    assert (state["turn"], state["phase"]) == (None, None)


def test_a_titan_in_play_is_not_played_again_and_costs_nothing():
    told = [base(), turn(1), ev("titan.play", p=1, titan="gorgodzolla", b=1), instead()]
    played = play(*told, ev("play", p=1, kind="minion", b=1, power=2), factions=KAIJU)
    assert played.findings == [(4, "TI-21", "V")]


def test_owners_where_no_factions_are_known():
    told = [
        base(),
        turn(1),
        ev("titan.play", p=1, titan="megabot", b=1),
        ev("titan.out", titan="megabot"),
        turn(2),
    ]
    assert play(*told, ev("titan.play", p=2, titan="megabot", b=1, by="special")).findings == [
        (6, "TI-22", "V")
    ]
    assert play(*told, ev("titan.play", p=2, titan="megabot", b=1)).findings == [(6, "TI-10", "W")]
    assert (
        play(*told, ev("titan.play", p=2, titan="megabot", b=1, by="mega-troopers/red-trooper")).findings
        == []
    )
    assert play(*told, ev("titan.play", p=2, titan="megabot", b=1, by="kaiju/oh-no")).findings == [
        (6, "TI-02", "V")
    ]


def test_a_card_of_unknown_effect_is_worth_a_warning():
    told = [base(), turn(2), ev("titan.play", p=2, titan="gorgodzolla", b=1, by="zombies/grave-digger")]
    assert play(*told, factions=KAIJU).findings == [(3, "TI-10", "W")]


def test_a_titan_of_a_faction_nobody_has_is_not_somebody_elses_too():
    told = [base(), turn(1), ev("titan.play", p=1, titan="the-kraken", b=1, by="special")]
    assert play(*told, factions=KAIJU).findings == [(3, "TI-09", "V")]


def test_counters_stop_at_0():
    played = play(
        base(),
        turn(1),
        ev("titan.play", p=1, titan="megabot", b=1),
        ev("counter", titan="megabot", n=1),
        ev("counter", titan="megabot", n=-2),
    )
    assert played.findings == [(5, "SB-15", "V")]
    assert played.state["titans"]["megabot"]["counters"] == 0
    assert played.state["bases"][0]["power"] == [0, 0]


# -- duels --


def duel(*then, **more):
    return play(
        base(), turn(1), ev("duel", p=1, q=2, b=1, power=[3, 2], **more.pop("duel", {})), *then, **more
    )


END = ev("duel.end", power=[3, 2], together=True, won="p")


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


def honorable(*then, won="p", **more):
    end = ev("duel.end", power=[3, 2], together=True, won=won, **more)
    return duel(end, *then, duel={"by": "samurai/honorable-combat"})


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


def monster(id=1, treasures=2, power=4, b=1, **more):
    return ev("monster", b=b, id=id, treasures=treasures, power=power, **more)


def takes(p, n, why="destroyed"):
    return ev("treasure", p=p, n=n, why=why)


def slain(id=1, p=1):
    return ev("monster.out", id=id, why="destroyed", p=p)


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


# -- counting --


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


# -- at the edges --


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


SETTLING = [
    turn(2),
    ev("phase", name="draw"),
    ev("score.start", b=2),
    ev("score", b=2),
    ev("titan.play", p=1, titan="megabot", b=1),
    ev("titan.move", titan="megabot", b=1),
    ev("duel", p=1, q=2, b=1, power=[1, 2]),
    ev("end"),
]


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
