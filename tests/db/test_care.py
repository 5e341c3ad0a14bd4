"""A history in order: games put right with what stood before, void, deleted; people renamed and merged."""

import json

import pytest
from clashbox.db import care, derive, people, store
from clashbox.db.derived import Seat, Summary
from clashbox.db.models import Change, Game

from tests.db import games

A, B, C = games.ids[:3]


@pytest.fixture
def three(history):
    dates = [{"started": f"2025-01-0{day}T12:00:00Z"} for day in (1, 2, 3)]
    third = games.smashup(2, names=("Anh", "Bình"), **dates[2])
    games.take(history, games.smashup(0, **dates[0]), games.race(1, **dates[1]), third)
    return history


def listed(run, *more):
    return json.loads(run("games", "--json", *more)[1])


def shown(run, game):
    return json.loads(run("show", game, "--json")[1])


def test_pitfall_37_a_wrong_game_is_void_and_one_vp_put_right(three, run):
    assert run("void", A, "--why", "twice")[0] == 0
    assert [row["id"] for row in listed(run) if row["void"]] == [A]
    assert games.rows(three, Summary, game_id=A)[0]["counted"] is False
    assert all(not seat["counted"] for seat in games.rows(three, Seat, game_id=A))
    status, _, error = run("void", A)
    assert status == 1
    assert "void already" in error
    assert "void" in run("show", A)[1]
    assert run("edit", C, "--winner", "Bình", "--why", "one VP too many")[0] == 0
    assert [row["winner"] for row in listed(run) if row["id"] == C] == [[2]]
    change = [row for row in shown(run, C)["changes"] if row["kind"] == "edit"]
    assert [(row["field"], row["before"], row["after"], row["why"]) for row in change] == [
        ("winner", [1], [2], "one VP too many")
    ]
    assert run("restore", A)[0] == 0
    assert games.rows(three, Summary, game_id=A)[0]["counted"] is True
    assert [row["kind"] for row in shown(run, A)["changes"]] == ["import", "void", "restore"]
    past = run("show", C, "--history")[1]
    assert "1 → 2 (one VP too many)" in past


def test_all_that_can_be_put_right_and_taken_back(three, run):
    before = games.derived(three)
    status, out, _ = run(
        *("edit", A, "--factions", "An=kaiju, mega troopers", "--factions", "2=dragons,itty-critters"),
        *(
            "--date",
            "2024-05-06 20:30",
            "--place",
            "CLB \u202e Sài Gòn",
            "--winner",
            "1,Bình",
            "--first",
            "2",
        ),
        *("--seat", "2=Chi", "--json"),
    )
    assert status == 0
    assert len(json.loads(out)["changes"]) == 7
    row = shown(run, A)
    assert (row["players"], row["winner"], row["location"]) == (["An", "Chi"], [1, 2], "CLB Sài Gòn")
    assert (row["approximate"], row["started"][:8]) == (False, "2024-05-")
    seats = games.rows(three, Seat, game_id=A)
    assert [seat["pair"] for seat in seats] == ["kaiju+mega-troopers", "dragons+itty-critters"]
    printed = run("show", A)[1]
    assert "Mega Troopers" in printed
    assert "mega-troopers" not in printed.replace("mega-troopers/red-trooper", "")
    assert [seat["first"] for seat in seats] == [False, True]
    assert [seat["shared"] for seat in seats] == [True, True]
    reset = [
        word
        for name in ("factions", "seat", "date", "place", "winner", "first")
        for word in ("--reset", name)
    ]
    assert run("edit", A, *reset)[0] == 0
    assert games.derived(three) == before


WRONG = (
    ((), "say what to put right"),
    (("--factions", "An=nobody at all"), "nothing"),
    (("--factions", "kaiju"), "has no ="),
    (("--factions", "Ai=kaiju"), "Ai"),
    (("--seat", "5=An"), "no seat 5"),
    (("--date", "1e9"), "no date"),
    (("--date", "0001-01-01"), "no date"),
    (("--winner", "Ai"), "Ai"),
    (("--place", "x", "--winner", "9"), "9"),
)


def test_a_wrong_edit_changes_nothing(three, run):
    before = games.everything(three)
    for words, said in WRONG:
        status, out, error = run("edit", A, *words)
        assert (status, out) == (2, ""), words
        assert said in error
    assert games.everything(three) == before
    # The options of other commands are not spoken of.
    assert "--players" not in run("edit", A, "--winner", "Zoe")[2]


def test_a_note(three, run):
    assert run("note", A, "x\x1b[31m\u202ey")[0] == 0
    assert listed(run, "--player", "Bình")[-1]["note"] == "x[31my"
    assert run("note", A, "")[0] == 0
    assert {row["note"] for row in listed(run)} == {""}


def test_a_deleted_game_is_gone_and_on_record(three, run, monkeypatch):
    status, _, error = run("delete", A)
    assert status == 2
    assert "--yes" in error
    assert run("delete", A, "--yes", "--why", "not ours")[0] == 0
    assert [row["id"] for row in listed(run)] == [C, B]
    change = games.rows(three, Change, kind="delete")[0]
    assert (change["game_id"], change["why"], change["data"]["before"]["events"]) == (A, "not ours", 11)
    for table in (Seat, Summary):
        assert games.rows(three, table, game_id=A) == []
    with three.read() as session:
        assert store.deleted(session, A)
    assert [outcome.what for outcome in games.take(three, games.smashup(0))] == ["stored"]
    assert len(listed(run)) == 3


def test_delete_asks(three, run, monkeypatch):
    class Terminal:
        def __init__(self, answer):
            self.answer = answer

        def isatty(self):
            return True

        def readline(self):
            return self.answer

    monkeypatch.setattr("sys.stdin", Terminal("n\n"))
    assert run("delete", A)[0] == 1
    monkeypatch.setattr("sys.stdin", Terminal("y\n"))
    assert run("delete", A)[0] == 0
    assert len(listed(run)) == 2


def test_rename_keeps_the_person_and_the_old_name(three, run):
    assert run("rename", "An", "Nguye\u0302\u0303n An\u200b")[0] == 0
    assert [row["players"][0] for row in listed(run)] == ["Anh", "Nguyễn An", "Nguyễn An"]
    games.take(three, games.smashup(3, names=("An", "Bình")))
    assert len(listed(run, "--player", "Nguyễn An")) == 3
    assert len(listed(run, "--player", "An")) == 3
    assert run("rename", "An", "An")[0] == 0
    assert run("rename", "An", "Bình")[0] == 1
    assert "merge" in run("rename", "An", "Bình")[2]
    assert run("rename", "An", "\u200b")[0] == 2
    assert "did you mean" in run("rename", "Bìn", "X")[2]
    assert [row["kind"] for row in games.rows(three, Change) if row["game_id"] is None] == ["rename"] * 2


def test_merge_and_its_undo(three, run):
    before = games.derived(three)
    assert run("merge", "Anh", "An")[0] == 0
    assert len(listed(run, "--player", "An")) == 3
    assert [row["players"][0] for row in listed(run)] == ["An"] * 3
    assert run("merge", "An", "Anh")[0] == 1
    assert run("merge", "Anh", "Bình")[0] == 1
    # Through a second one, and back.
    assert run("merge", "An", "Chi")[0] == 0
    assert len(listed(run, "--player", "Anh")) == 3
    merged = games.derived(three)
    with three.write() as session:
        derive.rebuild(session)
    assert games.derived(three) == merged
    assert run("merge", "--undo", "An")[0] == 0
    assert len(listed(run, "--player", "An")) == 3
    assert run("merge", "--undo", "Anh")[0] == 0
    assert games.derived(three) == before
    assert run("merge", "--undo", "Anh")[0] == 1
    assert run("merge", "Anh")[0] == 2


def test_pitfall_44_names_are_kept_and_offered_the_newest_first(three):
    with three.read() as session:
        assert store.names(session)[:2] == ["Anh", "Bình"]
        assert set(store.names(session)) == {"An", "Bình", "Chi", "Anh"}
        assert people.known(session, "An").id == 1


def test_games_by_date_player_kind_and_page(history, run):
    for number in range(6):
        head, *events = games.smashup(number, names=("An", ("Bình", "Chi")[number % 2]))
        games.take(history, [{**head, "started": f"2025-03-0{number + 1}T12:00:00Z"}, *events])
    games.take(history, [{**games.race(7)[0], "started": "2025-04-01T12:00:00Z"}, *games.race()[1:]])
    order = [games.ids[n] for n in (7, 5, 4, 3, 2, 1, 0)]
    assert [row["id"] for row in listed(run)] == order
    assert [row["id"] for row in listed(run, "--limit", "3", "--page", "2")] == order[3:6]
    assert [row["id"] for row in listed(run, "--from", "2025-03-03", "--to", "2025-03-04")] == order[3:5]
    assert [row["id"] for row in listed(run, "--player", "An", "--player", "Bình")] == order[2::2]
    assert [row["id"] for row in listed(run, "--game", "toybattle")] == order[:1]
    assert "--page 2" in run("games", "--limit", "3")[1]
    assert listed(run, "--page", "9") == []
    assert run("games", "--player", "Ai")[0] == 2
    assert run("games", "--from", "x")[0] == 2


HUGE = "1" + "0" * 20


@pytest.mark.parametrize(
    "words",
    [
        ("games", "--limit"),
        ("games", "--page"),
        ("stats", "--top"),
        ("quarantine", "--release"),
        ("quarantine", "--drop"),
        ("quarantine", "--print"),
    ],
)
def test_a_number_that_no_database_holds_is_a_wrong_value(history, run, words):
    for number in (HUGE, "-" + HUGE):
        status, out, error = run(*words, number)
        assert (status, out) == (2, "")
        assert "is not in the range" in error


def test_the_highest_numbers_that_are_taken(three, run):
    assert json.loads(run("games", "--json", "--limit", 10**9, "--page", 10**9)[1]) == []
    assert run("quarantine", "--drop", 10**9)[0] == 1


def test_commands_say_it_in_vietnamese(three, run):
    assert "không còn được tính" in run("void", A, lang="vi")[1]
    assert "đã bỏ" in run("games", lang="vi")[1]
    assert "bỏ ván" in run("show", A, "--history", lang="vi")[1]


def test_restore_tells_a_game_from_a_file(three, run, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    run("void", A)
    (tmp_path / A).write_text("x")
    status, _, error = run("restore", A)
    assert status == 2
    assert f"./{A}" in error
    (tmp_path / A).unlink()
    assert run("restore", A)[0] == 0
    assert run("restore", "nowhere")[0] == 1


def test_a_change_names_who_and_when(three, run):
    run("note", A, "x")
    made = games.rows(three, Change, kind="note")[0]
    assert made["who"] == care.who()
    with three.read() as session:
        assert session.get_one(Game, A).header["players"] == games.smashup()[0]["players"]
