"""Which games a question is about."""

from datetime import datetime, timedelta

import pytest
from clashbox.cards import store as cards
from clashbox.db import care, people
from clashbox.stats import answers, counts, filters, rates, runs
from clashbox.stats.filters import Filters
from clashbox.trouble import Trouble

from tests.stats.evenings import FIRST


def who(session, *names):
    return tuple(filters.person(session, "--player", name) for name in names)


def games(session, asked):
    return counts.overview(session, asked)["games"]


def test_all_that_count(session):
    assert counts.overview(session, Filters()) == {"games": 6, "smashup": 5, "toybattle": 1, "nobody": 1}


@pytest.mark.parametrize(
    ("asked", "expected"),
    [
        (Filters(kind="smashup"), 5),
        (Filters(players=3), 1),
        (Filters(since=FIRST + timedelta(weeks=1)), 5),
        (Filters(until=FIRST + timedelta(weeks=1)), 1),
        (Filters(since=FIRST, until=FIRST + timedelta(seconds=1)), 1),
        (Filters(factions=("ghosts",)), 2),
        (Filters(factions=()), 0),
        (Filters(kind="toybattle", players=4), 0),
    ],
)
def test_each_by_itself(session, asked, expected):
    assert games(session, asked) == expected
    assert sum(length.n for length in runs.lengths(session, asked)) == expected


def test_people_are_those_who_all_sat_there(session):
    assert games(session, Filters(people=who(session, "Chi"))) == 3
    assert games(session, Filters(people=who(session, "Chi", "An"))) == 2
    assert games(session, Filters(people=who(session, "Chi", "An", "Bình"))) == 1


def test_factions_seats_and_ways_are_those_of_the_person(session):
    asked = Filters(people=who(session, "Chi"))
    found = [(rate.key, rate.n, rate.won) for rate in rates.factions(session, asked)]
    assert found == [("robots", 2, 1), ("kaiju", 1, 1), ("pirates", 1, 0)]
    assert [(rate.key, rate.won) for rate in rates.seats(session, asked)] == [("2/2", 2), ("3/3", 0)]
    assert [(share.key, share.part.count) for share in counts.ways(session, asked)] == [
        ("madness", 1),
        ("hq", 1),
    ]
    assert [(rate.key, rate.won) for rate in rates.terrains(session, asked)] == [("castle-field", 1)]
    assert [(row.source, row.points) for row in counts.sources(session, asked) if not row.card] == [
        ("card", 17),
        ("hand", 1),
    ]


def test_players_are_all_who_sat_with_that_person(session):
    asked = Filters(people=who(session, "Chi"))
    assert [(rate.name, rate.n) for rate in rates.players(session, asked)] == [
        ("Chi", 3),
        ("An", 2),
        ("Bình", 2),
    ]


def test_versus_has_the_named_one_first(session):
    found = counts.versus(session, Filters(people=who(session, "Chi")))
    assert [(v.first, v.second, v.first_won, v.second_won) for v in found] == [
        ("Chi", "An", 1, 1),
        ("Chi", "Bình", 1, 1),
    ]
    (two,) = counts.versus(session, Filters(people=who(session, "Bình", "An")))
    assert (two.first, two.second, two.n, two.first_won, two.second_won, two.both) == (
        "Bình",
        "An",
        3,
        0,
        2,
        1,
    )


def test_a_set_is_its_factions(session):
    asked = Filters(factions=tuple(cards.sets()["awesome-level-9000"].factions))
    assert [rate.key for rate in rates.factions(session, asked)] == ["ghosts"]
    assert [rate.key for rate in rates.pairs(session, asked)] == ["aliens+ghosts"]


def test_a_day_is_the_local_one(monkeypatch):
    import time

    monkeypatch.setenv("TZ", "Asia/Ho_Chi_Minh")
    time.tzset()
    try:
        assert filters.day("--from", "2026-03-06") == datetime(2026, 3, 5, 17, 0)
        assert filters.day("--to", " 2026-03-06 ", after=True) == datetime(2026, 3, 6, 17, 0)
    finally:
        monkeypatch.undo()
        time.tzset()


@pytest.mark.parametrize(
    ("zone", "day", "begins", "ends"),
    [
        ("Europe/Berlin", "2026-03-29", "2026-03-28T23:00", "2026-03-29T22:00"),
        ("Europe/Berlin", "2026-10-25", "2026-10-24T22:00", "2026-10-25T23:00"),
        # Clocks go on, or back, at midnight: the day begins at one; its first hour comes twice.
        ("America/Sao_Paulo", "2018-11-04", "2018-11-04T03:00", "2018-11-05T02:00"),
        ("America/Havana", "2026-11-01", "2026-11-01T04:00", "2026-11-02T05:00"),
    ],
)
def test_a_day_on_which_the_clocks_change_is_whole(monkeypatch, zone, day, begins, ends):
    import time

    monkeypatch.setenv("TZ", zone)
    time.tzset()
    try:
        assert filters.day("--from", day) == datetime.fromisoformat(begins)
        assert filters.day("--to", day, after=True) == datetime.fromisoformat(ends)
    finally:
        monkeypatch.undo()
        time.tzset()


@pytest.mark.parametrize(
    "text", ["", "6.3.2026", "2026-02-30", "0000-00-00", "9999-12-31", "2026-03-06T12:00"]
)
def test_no_day(text):
    with pytest.raises(Trouble, match="2026-01-31"):
        filters.day("--to", text, after=True)


def test_somebody_who_was_renamed_or_merged_counts_as_who_they_are_now(session):
    chi = people.known(session, "Chi")
    care.rename(session, chi, "Chị Chi")
    assert who(session, "Chi") == who(session, "Chị Chi") == ((chi.id,),)
    care.merge(session, chi, people.known(session, "An"))
    assert who(session, "Chi") == who(session, "An")
    # Two seats of one person at a table are two seats.
    assert [
        (rate.name, rate.n, rate.won, rate.shared, rate.lost) for rate in rates.players(session, Filters())
    ] == [
        ("An", 7, 4, 1, 2),
        ("Bình", 4, 0, 1, 3),
    ]
    care.unmerge(session, chi)
    assert [rate.n for rate in rates.players(session, Filters())] == [4, 4, 3]


def test_corrections_are_in(session):
    game = answers.newest(session, Filters(kind="toybattle"))
    from clashbox.db.models import Game

    care.edit(session, session.get_one(Game, game), "winner", [1])
    assert [(rate.name, rate.won) for rate in rates.players(session, Filters())] == [
        ("An", 3),
        ("Bình", 0),
        ("Chi", 1),
    ]


def test_nobody_of_that_name(session):
    with pytest.raises(Trouble, match="Zoe"):
        who(session, "Zoe")
