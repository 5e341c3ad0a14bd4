"""What is derived from games: who won, what the points came from, clashes; the same by a rebuild."""

import random

import pytest
from clashbox.db import care, derive, people, rows
from clashbox.db.derived import BaseShare, Found, ScoredBase, Seat, SeatFaction, SeatTitan, Source, Summary
from clashbox.db.engine import Database
from clashbox.db.models import Game
from hypothesis import given
from hypothesis import strategies as st

from tests.db import games
from tests.property.evening import Evening
from tests.property.undoing import strewn


def seats(history, *columns, game=0):
    found = games.rows(history, Seat, game_id=games.ids[game])
    return [tuple(seat[name] for name in columns) for seat in found]


def summary(history, game=0):
    return games.rows(history, Summary, game_id=games.ids[game])[0]


def test_a_game_of_smash_up(history):
    games.take(history, games.smashup())
    assert seats(history, "points", "rank", "won", "shared", "first") == [
        (16, 1, True, False, True),
        (3, 2, False, False, False),
    ]
    found = summary(history)
    assert (found["way"], found["over"], found["counted"], found["turns"]) == ("goal", True, True, 3)
    assert (found["length"], found["bases"], found["winners"], found["first"]) == (180_000, 1, 1, 1)
    assert found["course"] == [[0, 0], [4, 2], [16, 3]]
    sources = games.rows(history, Source)
    assert {(row["place"], row["source"], row["card"]): row["points"] for row in sources} == {
        (1, "base", ""): 4,
        (2, "base", ""): 2,
        (1, "card", "mega-troopers/red-trooper"): 12,
        (2, "fix", ""): 1,
    }
    base = games.rows(history, ScoredBase)[0]
    assert (base["power"], base["breakpoint"], base["turn"], base["tied"]) == (12, 10, 2, False)
    assert [(row["power"], row["rank"], row["points"]) for row in games.rows(history, BaseShare)] == [
        (7, 1, 4),
        (5, 2, 2),
    ]


def test_pitfall_40_nobody_who_never_scored_is_shown_as_the_winner(history):
    events = [{"ev": "turn", "p": 1}, {"ev": "vp", "p": 1, "n": 15}, {"ev": "end"}]
    games.take(history, games.smashup(events=events))
    assert seats(history, "points", "rank", "won") == [(15, 1, True), (0, 2, False)]


@pytest.mark.parametrize("end", [{}, {"winner": [1, 2]}])
def test_pitfall_76_all_who_share_a_win_have_won_and_then_comes_the_third(history, end):
    events = [{"ev": "vp", "p": p, "n": n} for p, n in ((1, 15), (2, 15), (3, 9), (4, 12))]
    games.take(
        history, games.smashup(names=("An", "Bình", "Chi", "Dũng"), events=[*events, {"ev": "end", **end}])
    )
    assert seats(history, "rank", "won", "shared") == [
        (1, True, True),
        (1, True, True),
        (4, False, False),
        (3, False, False),
    ]
    assert summary(history)["winners"] == 2


def test_pitfall_77_the_winner_is_who_was_recorded_not_the_highest_number(history):
    madness = [
        {"ev": "vp", "p": 1, "n": 16},
        {"ev": "vp", "p": 2, "n": 14},
        {"ev": "madness", "p": 1, "n": 6},
        {"ev": "end"},
    ]
    games.take(history, games.smashup(events=madness), games.race())
    assert seats(history, "points", "penalty", "won") == [(16, 3, False), (14, 0, True)]
    assert summary(history)["way"] == "madness"
    assert seats(history, "points", "won", "rank", game=1) == [(0, True, 1), (4, False, 2)]
    assert summary(history, 1)["way"] == "hq"


def test_a_race_that_the_table_ended_without_a_word_goes_to_more_medals(history):
    events = [{"ev": "medal", "p": 1, "n": 2}, {"ev": "medal", "p": 2, "n": 3}, {"ev": "end"}]
    games.take(history, games.race(events=events))
    assert seats(history, "points", "won", game=1) == [(2, False), (3, True)]
    assert summary(history, 1)["way"] == "table"


def clash(loser):
    return [
        {"ev": "base", "b": 1, "breakpoint": 20, "vp": [4, 2, 1]},
        {"ev": "turn", "p": 1},
        {"ev": "power", "p": 1, "b": 1, "n": 3},
        {"ev": "titan.play", "p": 1, "titan": "gorgodzolla", "b": 1},
        {"ev": "turn", "p": 2},
        {"ev": "power", "p": 2, "b": 1, "n": 9},
        {"ev": "titan.play", "p": 2, "titan": "great-wolf-spirit", "b": 1},
        {"ev": "clash", "b": 1, "out": loser},
    ]


def test_clashes_count_for_attacker_and_defender(history):
    games.take(
        history,
        games.smashup(events=clash("gorgodzolla")),
        games.smashup(1, events=clash("great-wolf-spirit")),
    )
    columns = ("attacks_won", "attacks_lost", "defences_won", "defences_lost")
    assert seats(history, *columns) == [(0, 0, 0, 1), (1, 0, 0, 0)]
    assert seats(history, *columns, game=1) == [(0, 0, 1, 0), (0, 1, 0, 0)]
    titans = games.rows(history, SeatTitan, game_id=games.ids[0])
    assert [(row["place"], row["titan"], row["plays"], row["attacks_won"]) for row in titans] == [
        (1, "gorgodzolla", 1, 0),
        (2, "great-wolf-spirit", 1, 1),
    ]
    assert [row["rule"] for row in games.rows(history, Found, game_id=games.ids[1])] == ["TI-13"]


def test_what_was_undone_never_happened(history):
    events = [{"ev": "vp", "p": 1, "n": 20}, {"ev": "undo"}, {"ev": "vp", "p": 2, "n": 15}, {"ev": "end"}]
    games.take(history, games.smashup(events=events))
    assert seats(history, "points", "won") == [(0, False), (15, True)]


def test_a_pair_and_its_factions(history):
    head, *events = games.smashup()
    head["players"] = [
        {"name": "An", "factions": ["mega-troopers", "kaiju"]},
        {"name": "Bình", "factions": ["dragons", "itty-critters"]},
    ]
    games.take(history, [head, *events])
    assert seats(history, "pair") == [("kaiju+mega-troopers",), ("dragons+itty-critters",)]
    found = games.rows(history, SeatFaction)
    assert sorted(row["faction"] for row in found) == ["dragons", "itty-critters", "kaiju", "mega-troopers"]


def test_a_game_that_cannot_be_replayed_is_kept_and_does_not_count(history):
    with history.write() as session:
        game = Game(id="f" * 16, source="f" * 16, kind="smashup", header=games.smashup()[0], crc=0, events=0)
        game.started = game.synced = care.noted(session, "note", None, {}).at
        session.add(game)
        session.flush()
        derive.game(session, game)
    found = games.rows(history, Summary)[0]
    assert (found["counted"], found["over"], found["broken"]) == (False, False, 0)


def test_numbers_that_no_game_has_do_no_harm(history):
    most = 2**53 - 1
    events = [{"ev": "vp", "p": 1, "n": most}] * 5 + [{"ev": "vp", "p": 2, "n": -most}, {"ev": "end"}]
    games.take(history, games.smashup(events=events))
    assert seats(history, "points") == [(most,), (-most,)]


def test_a_rebuild_gives_identical_rows(history):
    chance = random.Random(4)
    many = [
        games.smashup(n, names=chance.sample(("An", "Bình", "Chi", "Dũng", ""), chance.choice((2, 3, 4))))
        for n in range(0, 20, 2)
    ]
    games.take(history, *many, games.race(1), games.smashup(3, events=clash("gorgodzolla")))
    with history.write() as session:
        game = session.get_one(Game, games.ids[0])
        care.edit(session, game, "winner", [2], "asked")
        care.edit(session, game, "factions", ["dragons", "kaiju"], place=1)
        care.void(session, session.get_one(Game, games.ids[2]), True)
        care.note(session, session.get_one(Game, games.ids[4]), "đêm đầu tiên")
        care.merge(session, *(people.named(session, name) for name in ("Chi", "An")))
    before, kept = games.derived(history), games.everything(history)
    with history.write() as session:
        assert derive.rebuild(session) == 12
    assert games.derived(history) == before
    assert games.everything(history) == kept


@given(st.lists(st.integers(0, 30), min_size=2, max_size=4), st.sets(st.integers(1, 4), max_size=4))
def test_places_go_by_winner_then_points(points, winner):
    won = sorted(p for p in winner if p <= len(points))
    found = rows.ranks(points, won)
    for p, (mine, place) in enumerate(zip(points, found, strict=True), 1):
        better = sum(q in won or (p not in won and n > mine) for q, n in enumerate(points, 1) if q != p)
        assert place == (1 if p in won else better + 1)


def evenings(count):
    """Whole games by the rules, undo and redo strewn in, as the box would have recorded them."""
    for seed in range(count):
        game = Evening(seed).play()
        told, _ = strewn(game.events, random.Random(seed), [{"ev": "vp", "p": 1, "n": 3}] * 20)
        head = {**game.header, "id": games.ids[seed], "started": f"2025-05-{9 - seed:02}T10:00:00Z"}
        yield game, [head, *told]


def test_whole_evenings_come_to_what_the_core_says(history):
    played = list(evenings(8))
    games.take(history, *(lines for _, lines in played))
    for number, (game, lines) in enumerate(played):
        view = game.view()
        assert [row[0] for row in seats(history, "points", game=number)] == view["vp"]
        won = [place for place, (yes,) in enumerate(seats(history, "won", game=number), 1) if yes]
        assert won == sorted(view["winner"])
        sources = games.rows(history, Source, game_id=games.ids[number])
        for place, points in enumerate(view["vp"], 1):
            assert sum(row["points"] for row in sources if row["place"] == place) == points
            shares = games.rows(history, BaseShare, game_id=games.ids[number], place=place)
            assert sum(
                row["points"] for row in sources if (row["place"], row["source"]) == (place, "base")
            ) == sum(row["points"] for row in shares)
        assert summary(history, number)["violations"] == 0
        assert summary(history, number)["upto"] == len(lines) - 1


def test_whole_evenings_go_out_and_come_back(history, another, run):
    games.take(history, *(lines for _, lines in evenings(4)))
    out = run("export", "--all")[1]
    other = Database(another)
    assert {outcome.what for outcome in games.take_bytes(other, out.encode())} == {"stored"}
    assert run("export", "--all", "--database", another)[1] == out
    assert games.derived(other)["source"] == games.derived(history)["source"]
    other.close()


def test_grown_event_by_event_or_taken_at_once_is_the_same(history, another):
    lines = next(evenings(1))[1]
    other = Database(another)
    games.take(other, lines)
    for cut in range(2, len(lines), 17):
        games.take(history, lines[:cut])
    games.take(history, lines)
    assert games.derived(history) == games.derived(other)
    other.close()
