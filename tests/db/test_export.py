"""Out of the history and back: game files, tables, BG Stats, text for BoardGameGeek."""

import csv
import io
import json
from pathlib import Path

import jsonschema
import pytest
from clashbox.db import care, listing
from clashbox.db.derived import Seat
from clashbox.db.engine import Database
from clashbox.db.models import Game
from clashbox.exchange import bgstats, safe, table
from hypothesis import given
from hypothesis import strategies as st

from tests.db import games

SCHEMA = json.loads((Path(__file__).parent / "bgstats.schema.json").read_text())
A, B, C = games.ids[:3]


@pytest.fixture
def some(history):
    head, *events = games.smashup(0, names=("=1+1", "Bình"), started="2025-01-02T12:00:00Z", place="nhà An")
    head["players"][0]["factions"] = ["kaiju", "mega-troopers"]
    head["players"][1]["factions"] = ["dragons", "itty-critters"]
    shared = games.finished(winner=[1, 2])
    games.take(
        history,
        [head, *events],
        games.race(1, started="2025-02-03T08:00:00Z", note="@home"),
        games.smashup(2, names=("", "Chi"), events=shared),
    )
    return history


def cells(text):
    assert text.startswith("\ufeff")
    return list(csv.DictReader(io.StringIO(text.removeprefix("\ufeff"), newline="")))


def test_a_table_of_results(some, run):
    status, out, _ = run("export", "--all", "--format", "csv")
    assert status == 0
    rows = cells(out)
    assert len(rows) == 6
    first = [row for row in rows if row["game"] == A]
    assert [(row["player"], row["points"], row["rank"], row["won"]) for row in first] == [
        ("'=1+1", "16", "1", "yes"),
        ("Bình", "3", "2", "no"),
    ]
    assert first[0]["factions"] == "kaiju mega-troopers"
    assert {row["note"] for row in rows if row["game"] == B} == {"'@home"}
    assert all("\n" not in line for line in out.split("\r\n"))


@pytest.mark.parametrize("form", ["jsonl", "csv", "bgstats", "bgg"])
def test_nothing_to_export_is_said(history, run, form):
    for which in (["--all"], ["--from", "2030-01-01"]):
        status, out, error = run("export", *which, "--format", form)
        assert (status, error.count("\n")) == (0, 1)
        assert "no game fits" in error
        assert "no game" not in out


def test_a_table_of_bases(some, run):
    rows = cells(run("export", A, "--format", "csv", "--bases")[1])
    assert [(row["seat"], row["player"], row["power"], row["vp"], row["total"]) for row in rows] == [
        ("1", "'=1+1", "7", "4", "12"),
        ("2", "Bình", "5", "2", "12"),
    ]


@given(st.text(), st.text())
def test_a_cell_is_no_formula_and_comes_back(one, other):
    for value in (one, "=" + other, "-" + other, "\t" + one, "'" + one):
        made = safe.cell(value)
        assert not made.startswith(("=", "+", "-", "@", "\t", "\r"))
        assert safe.text(made) == value


def test_a_table_comes_back_as_it_was(some, run, another, tmp_path):
    with some.write() as session:
        care.edit(session, session.get_one(Game, B), "winner", [2])
        care.void(session, session.get_one(Game, C), True)
    path = tmp_path / "games.csv"
    run("export", A, B, C, "--format", "csv", "-o", path)
    other = Database(another)
    outcomes = games.take_bytes(other, path.read_bytes())
    assert [outcome.what for outcome in outcomes] == ["stored"] * 3
    assert run("export", A, B, C, "--format", "csv", "--database", another)[1].encode() == path.read_bytes()
    # The games themselves are known here: a table brings none of them twice.
    assert [outcome.what for outcome in games.take_bytes(some, path.read_bytes())] == ["known"] * 3
    other.close()


def test_pitfall_76_scores_without_places_are_ranked_by_score(history):
    head = "game,kind,seat,player,points\r\n"
    rows = [
        f"x,smashup,{seat},{name},{n}\r\n" for seat, name, n in ((1, "An", 12), (2, "B", 15), (3, "C", 15))
    ]
    games.take_bytes(history, (head + "".join(rows)).encode())
    assert [(seat["rank"], seat["won"]) for seat in games.rows(history, Seat)] == [
        (3, False),
        (1, True),
        (1, True),
    ]


NAMES = st.text(min_size=0, max_size=12)


@given(
    st.lists(st.tuples(NAMES, st.integers(-5, 30), st.integers(0, 4)), min_size=2, max_size=4),
    st.sets(st.integers(1, 4)),
    st.booleans(),
)
def test_any_result_comes_back_from_its_table(players, winner, over):
    rows = [
        {
            "game": A,
            "kind": "smashup",
            "started": "2025-01-01T00:00:00Z",
            "approximate": "no",
            "goal": "15",
            "over": "yes" if over else "no",
            "turns": "5",
            "seconds": "60",
            "seat": str(seat),
            "player": name,
            "points": str(points),
            "penalty": str(penalty),
            "first": "yes" if seat == 2 else "no",
            "won": "yes" if over and seat in winner else "no",
        }
        for seat, (name, points, penalty) in enumerate(players, 1)
    ]
    text = table.line(table.COLUMNS) + "".join(
        table.line(row.get(name, "") for name in table.COLUMNS) for row in rows
    )
    (piece,) = table.read(text.encode(), io.BytesIO(b""), "x")
    found = table_result(piece)
    assert found == [
        (points, penalty, over and seat in winner) for seat, (_, points, penalty) in enumerate(players, 1)
    ]


def table_result(piece):
    from clashbox.db.observed import observe
    from clashbox.exchange.splitting import read

    game, raw = read(piece, "x")
    seen = observe(game.header, game.events, raw.get("winner"))
    return [
        (points, penalty, place in seen.winner)
        for place, (points, penalty) in enumerate(zip(seen.points, seen.penalty, strict=True), 1)
    ]


def test_game_files_come_back_as_they_were(some, run, another, tmp_path):
    with some.write() as session:
        care.edit(session, session.get_one(Game, A), "winner", [2])
        care.edit(session, session.get_one(Game, B), "player", "Dũng", place=2)
    path = tmp_path / "games.jsonl"
    assert run("export", A, B, C, "-o", path)[0] == 0
    other = Database(another)
    assert [outcome.what for outcome in games.take_bytes(other, path.read_bytes())] == ["stored"] * 3
    assert run("export", A, B, C, "--database", another)[1].encode() == path.read_bytes()
    assert {name: held[2:] for name, held in games.held(other).items()} == {
        name: held[2:] for name, held in games.held(some).items()
    }
    other.close()


def document(run, *more):
    found = json.loads(run("export", *(more or ("--all",)), "--format", "bgstats")[1])
    jsonschema.validate(found, SCHEMA)
    return found


def test_bg_stats(some, run):
    found = document(run)
    by_uuid = {play["uuid"]: play for play in found["plays"]}
    assert len(by_uuid) == 3
    names = {player["id"]: player["name"] for player in found["players"]}
    plays = {
        tuple(names[one["playerRefId"]] for one in play["playerScores"]): play for play in found["plays"]
    }
    first, race, shared = plays["=1+1", "Bình"], plays["An", "Chi"], plays["Player 1", "Chi"]
    assert first["playerScores"][0]["role"] == "Kaiju + Mega Troopers"
    assert [one["score"] for one in first["playerScores"]] == ["16", "3"]
    assert (first["manualWinner"], first["durationMin"]) == (False, 3)
    assert found["locations"][first["locationRefId"] - 1]["name"] == "nhà An"
    assert race["board"] == "Castle Field"
    assert race["manualWinner"] is True
    assert [one["winner"] for one in shared["playerScores"]] == [True, True]
    assert shared["manualWinner"] is True
    assert [player["isAnonymous"] for player in found["players"]] == [False] * 4 + [True]


def test_pitfall_82_a_second_export_brings_nothing_twice(some, run):
    before = document(run)
    run("rename", "Bình", "Bình Trần")
    head, *events = games.smashup(3, names=("An", "Em"), place="nhà An")
    games.take(some, [head, *events])
    after = document(run)
    for what in ("games", "players", "locations", "plays"):
        ids = [one["uuid"] for one in after[what]]
        assert len(set(ids)) == len(ids)
        assert {one["uuid"] for one in before[what]} <= set(ids)
    assert len(after["plays"]) == len(before["plays"]) + 1
    assert {player["uuid"]: player["name"] for player in after["players"]}[
        next(player["uuid"] for player in before["players"] if player["name"] == "Bình")
    ] == "Bình Trần"
    assert all(len(play["playDate"]) == 19 for play in after["plays"])


def test_the_same_ids_on_another_laptop(some, run, another):
    other = Database(another)
    games.take(
        other, games.race(1), games.smashup(2, names=("", "Chi"), events=games.finished(winner=[1, 2]))
    )
    with other.read() as session:
        there = json.loads("".join(bgstats.lines(listing.listed(session, [B, C]))))
    here = document(run, B, C)
    for what in ("games", "players", "plays"):
        assert {one["uuid"] for one in there[what]} == {one["uuid"] for one in here[what]}
    other.close()


def test_text_for_boardgamegeek(some, run):
    out = run("export", A, B, "--format", "bgg")[1]
    assert "[b]Smash Up[/b] 2025-01-02 · nhà An" in out
    assert "1. =1+1 (Kaiju + Mega Troopers): 16 VP (won)" in out
    run("rename", "An", "[url=x]An[/url]")
    assert "[url" not in run("export", B, "--format", "bgg")[1]
    assert "thắng" in run("export", A, "--format", "bgg", lang="vi")[1]


def test_one_many_or_all(some, run, tmp_path):
    assert run("export")[0] == 2
    assert run("export", A, "--all")[0] == 2
    assert run("export", A, "--bases")[0] == 2
    assert run("export", "zz")[0] == 1
    assert len(cells(run("export", "--from", "2025-02-01", "--to", "2025-02-28", "--format", "csv")[1])) == 2
    run("void", A)
    assert len(cells(run("export", "--all", "--format", "csv")[1])) == 4
    path = tmp_path / "x.csv"
    out = json.loads(run("export", "--all", "-o", path, "--json")[1])
    assert (sorted(out["games"]), out["events"]) == ([B, C], 13)
    assert run("export", "--all", "-o", tmp_path)[0] == 1
