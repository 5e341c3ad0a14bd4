"""Titans, regular plays and the phases of a turn."""

from tests.rules.playing import (
    KAIJU,
    base,
    ev,
    instead,
    play,
    turn,
)


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
