"""Boxes one owns, evenings just played, and the command, on both databases."""

import json
from datetime import datetime, timedelta

import pytest
from clashbox import __main__
from clashbox.cards import store as cards
from clashbox.db import care
from clashbox.draft import shelf

from tests.stats.evenings import smash_up
from tests.stats.putting import put

PAIRS = [("aliens", "ghosts"), ("kaiju", "robots"), ("ninjas", "pirates"), ("wizards", "zombies")]


@pytest.fixture(autouse=True)
def somewhere(monkeypatch):
    import time

    monkeypatch.setenv("TZ", "Asia/Ho_Chi_Minh")
    time.tzset()
    yield
    monkeypatch.undo()
    time.tzset()


def play(session, when, first, second):
    return put(session, *smash_up(("An", "Bình"), (15, 3), [list(PAIRS[first]), list(PAIRS[second])]), when)


def pair(at):
    return frozenset(PAIRS[at])


def run(capsys, *arguments):
    status = __main__.run([*arguments, "--lang", "en"])
    out, error = capsys.readouterr()
    return status, out, error


def test_an_evening_goes_on_after_midnight_and_void_games_are_none(history):
    with history.write() as session:
        # 20:00 and 02:00 in Vietnam are one evening, though not one day.
        play(session, datetime(2026, 5, 1, 13, 0), 0, 1)
        play(session, datetime(2026, 5, 1, 19, 0), 1, 2)
        play(session, datetime(2026, 5, 8, 13, 0), 2, 3)
        gone = play(session, datetime(2026, 5, 15, 13, 0), 0, 3)
        care.void(session, gone, gone=True)
    with history.read() as session:
        assert shelf.evenings(session, 0) == []
        assert shelf.evenings(session, 1) == [{pair(2), pair(3)}]
        assert shelf.evenings(session, 3) == [{pair(2), pair(3)}, {pair(0), pair(1), pair(2)}]


def test_boxes_owned_are_kept_in_order_of_release(history, capsys):
    status, out, _ = run(
        capsys, "draft", "--own", "Oops, You Did It Again", "--own", "core set,munchkin", "--json"
    )
    assert status == 0
    assert json.loads(out) == {"sets": ["core-set", "munchkin", "oops-you-did-it-again"], "factions": 20}
    assert json.loads(run(capsys, "draft", "--owned", "--json")[1])["factions"] == 20
    run(capsys, "draft", "--own", "all-stars")
    assert json.loads(run(capsys, "draft", "--owned", "--json")[1])["sets"] == ["all-stars"]


def test_drawn_from_the_boxes_owned_without_the_pairs_just_played(history, capsys):
    with history.write() as session:
        for week in range(4):
            play(session, datetime(2026, 5, 1, 13) + timedelta(weeks=week), week, (week + 1) % 4)
    run(capsys, "draft", "--own", "core set")
    owned = set(cards.sets()["core-set"].factions)
    for seed in range(60):
        drawn = json.loads(run(capsys, "draft", "--players", "4", "--seed", str(seed), "--json")[1])
        factions = [frozenset(seat["factions"]) for seat in drawn["players"]]
        assert frozenset().union(*factions) == owned  # eight are there, eight are drawn
        assert drawn["evenings"] == 3
        assert not {pair(2), pair(3)} & set(factions)


def test_pick_two_of_three_and_give_one_back(history, capsys):
    asked = ("draft", "--names", "An,Bình", "--pick", "2-of-3", "--seed", "9", "--json")
    offered = [seat["factions"] for seat in json.loads(run(capsys, *asked)[1])["players"]]
    assert [len(own) for own in offered] == [3, 3]
    leave = f"{offered[0][2]},{offered[1][0]}"
    kept = [seat["factions"] for seat in json.loads(run(capsys, *asked, "--leave", leave)[1])["players"]]
    assert kept == [offered[0][:2], offered[1][1:]]


def test_titans_only(history, capsys):
    drawn = json.loads(run(capsys, "draft", "--players", "4", "--titans", "--json")[1])
    assert drawn["pool"] == 32
    assert all(cards.factions()[slug].titan for seat in drawn["players"] for slug in seat["factions"])


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ([], "--players"),
        (["--players", "5"], "--players"),
        (["--names", "An"], "2 to 4"),
        (["--names", "An,Bình", "--players", "3"], "2 names for 3"),
        (["--names", "An,An"], "twice"),
        (["--players", "4", "--sets", "all-stars"], "8 factions are needed, 1"),
        (["--players", "2", "--sets", "no such box"], "--sets"),
        (["--players", "2", "--pick", "2-of-3", "--send"], "--leave"),
        (["--players", "2", "--leave", "kaiju"], "--pick"),
        (["--players", "2", "--pick", "2-of-3", "--leave", "kaiju"], "1 factions for 2"),
        (["--players", "2", "--seed", "x"], "--seed"),
    ],
)
def test_what_cannot_be_drawn(kind, history, capsys, arguments, said):
    status, out, error = run(capsys, "draft", *arguments)
    assert (status, out) == (2, "")
    assert said in error
    assert error.count("\n") == 1
