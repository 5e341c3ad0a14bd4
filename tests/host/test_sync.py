"""Sync against a small device on a pty: exact, repeatable, resuming, forking."""

import json
import random
import threading
import time

import pytest
from clashbox import history, pack, reading
from clashbox.db.engine import Database
from clashbox.db.models import Game
from clashcore import wire

from tests.host.fake_device import FakeDevice, FakeGame
from tests.host.syncing import HEADER, A, B, held, some_events, sync
from tests.link.faults import Hosts

pytestmark = pytest.mark.usefixtures("english")


def test_every_event_once_in_order(database):
    games = [FakeGame(A, HEADER, some_events(700)), FakeGame(B, HEADER, some_events(30, 2), live=True)]
    with FakeDevice(games) as device:
        summary, _ = sync(device, database)
        assert [(game.id, game.added, game.new) for game in summary.games] == [(A, 700, True), (B, 30, True)]
        assert held(database, A) == games[0].events
        assert held(database, B) == games[1].events
        assert [game.safe for game in games] == [700, 30]
        assert device.put["settings"]["language"] == "en"
        assert device.put["names"] == ["An", "Bình"]
        assert device.longest <= wire.REQUEST_FRAME

        again, _ = sync(device, database)
        assert again.added == 0
        assert not any(game.new for game in again.games)
        assert held(database, A) == games[0].events


def test_it_asks_only_for_what_is_new(database):
    game = FakeGame(A, HEADER, some_events(50), live=True)
    with FakeDevice([game]) as device:
        sync(device, database)
        for event in some_events(7, 3, start=game.codecs[-1][0]):
            game.add(event)
        device.requests.clear()
        summary, _ = sync(device, database)
        assert summary.added == 7
        asked = [body for kind, body in device.requests if kind == wire.EVENTS]
        assert [body["from"] for body in asked] == [51]
    assert held(database, A) == game.events


def test_more_games_than_one_page_of_the_list(database):
    games = [FakeGame(f"{number:016x}", HEADER, some_events(3, number)) for number in range(1, 14)]
    with FakeDevice(games) as device:
        summary, _ = sync(device, database)
    assert [game.id for game in summary.games] == [game.id for game in games]


def test_a_game_that_goes_on_while_it_is_fetched(database):
    game = FakeGame(A, HEADER, some_events(40), live=True)
    with FakeDevice([game]) as device:

        def play_on(kind, body):
            if kind == wire.EVENTS and len(game.events) < 60:
                game.add({"ev": "vp", "p": 1, "n": 1, "t": game.codecs[-1][0] + 5})

        device.before_answer = play_on
        sync(device, database)
    assert held(database, A) == game.events


def test_another_beginning_forks_and_never_mixes(database):
    first = FakeGame(A, HEADER, some_events(20, 1))
    with FakeDevice([first]) as device:
        sync(device, database)
    second = FakeGame(A, HEADER, some_events(25, 2))
    with FakeDevice([second]) as device:
        summary, _ = sync(device, database)
        assert summary.games[0].forked
        fork = summary.games[0].id
        assert fork != A
        for event in some_events(5, 5):
            second.add({**event, "t": 10**7})
        assert sync(device, database)[0].added == 5
    assert held(database, A) == first.events
    assert held(database, fork) == second.events
    with FakeDevice([first]) as device:
        assert sync(device, database)[0].added == 0
    with database.read() as session:
        assert session.get(Game, fork).fork_of == A


def test_a_restored_device_that_stands_earlier_changes_nothing(database):
    game = FakeGame(A, HEADER, some_events(20))
    with FakeDevice([game]) as device:
        sync(device, database)
    earlier = FakeGame(A, HEADER, game.events[:12])
    with FakeDevice([earlier]) as device:
        summary, _ = sync(device, database)
        assert summary.added == 0
        assert earlier.safe == 12
        earlier.add({"ev": "vp", "p": 2, "n": 3})
        assert sync(device, database)[0].games[0].forked
    assert held(database, A) == game.events


def test_a_game_without_events_is_held_too_and_goes_on(database):
    game = FakeGame(A, HEADER, live=True)
    other = FakeGame(A, {**HEADER, "goal": 20}, live=True)
    with FakeDevice([game]) as device:
        assert sync(device, database)[0].games[0].new
        game.add({"ev": "turn", "p": 1})
        assert [(g.id, g.added) for g in sync(device, database)[0].games] == [(A, 1)]
    with FakeDevice([other]) as device:
        assert (
            not sync(device, database)[0].games[0].forked
        )  # no event: nothing that contradicts what is held
        other.add({"ev": "turn", "p": 2})
        assert sync(device, database)[0].games[0].forked


def test_one_bad_game_does_not_stop_the_others(database):
    bad = FakeGame(B, {"clashbox": 1, "game": "chess"}, some_events(2))
    bad.header["game"] = "chess"
    torn = FakeGame("c2" * 8, HEADER, some_events(3))
    torn.records[1] = b"\xff\xff\xff"
    good = FakeGame(A, HEADER, some_events(9))
    with FakeDevice([bad, torn, good]) as device:
        summary, _ = sync(device, database, patience=1)
    assert held(database, A) == good.events
    assert [trouble[:16] for trouble in summary.troubles] == [bad.id, torn.id]
    assert good.safe == 9
    assert bad.safe == 0


def test_long_names_go_as_far_as_the_device_takes_them(database):
    header = {"clashbox": 1, "game": "smashup", "goal": 15}
    games = [
        FakeGame(f"{at:016x}", {**header, "players": [{"name": f"{at}" + "ễ" * 39}, {"name": ""}]})
        for at in range(1, 30)
    ]
    with FakeDevice(games) as device:
        sync(device, database)
        assert 10 < len(device.put["names"]) <= 24
        assert len(json.dumps(device.put["names"], ensure_ascii=False).encode()) < 2100
        assert all(device.put["names"])


def test_two_laptops_hold_the_same(tmp_path):
    game = FakeGame(A, HEADER, some_events(120))
    with FakeDevice([game]) as device:
        for name in ("one.db", "two.db"):
            database = Database(str(tmp_path / name))
            sync(device, database)
            assert held(database, A) == game.events
            database.close()


def test_a_sync_that_is_cut_goes_on_where_it_stopped(database):
    game = FakeGame(A, HEADER, some_events(2500))
    device = FakeDevice([game])
    seen = []

    def cut(done, total):
        seen.append(done)
        if done >= 1000:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        sync(device, database, progress=cut)
    part = held(database, A)
    assert len(part) == 1000
    assert part == game.events[: len(part)]
    summary, _ = sync(device, database)
    assert summary.added == 2500 - len(part)
    device.close()
    assert held(database, A) == game.events


def test_an_exported_game_is_what_was_played(database):
    game = FakeGame(A, HEADER, some_events(60))
    with FakeDevice([game]) as device:
        sync(device, database)
    with database.read() as session:
        lines = list(history.file_lines(session, history.find(session, "a0a0")))
    import io

    read = reading.read_stream(io.BytesIO("".join(lines).encode()), "export")
    assert [event for _, event in read.events] == game.events
    assert read.header["id"] == A
    assert [player["name"] for player in read.header["players"]] == ["An", "Bình"]


def test_a_laptop_that_is_killed_loses_and_doubles_nothing(tmp_path):
    game = FakeGame(A, HEADER, some_events(2500))
    chance = random.Random(5)
    with FakeDevice([game]) as device, Hosts() as hosts:
        device.put["pack"] = pack.build()
        path = tmp_path / "history.db"
        Database(str(path)).close()
        counts = []
        for _ in range(3):
            asked = threading.Semaphore(0)
            device.before_answer = lambda kind, body, asked=asked: kind == wire.EVENTS and asked.release()

            def in_the_middle(asked=asked):
                for _ in range(chance.randint(2, 12)):
                    assert asked.acquire(timeout=30)
                time.sleep(chance.uniform(0, 0.02))

            hosts.killed(device.port, path, in_the_middle)
            database = Database(str(path))
            part = held(database, A)
            database.close()
            assert part == game.events[: len(part)]
            counts.append(len(part))
        assert counts == sorted(counts)
        assert 0 < counts[0] < counts[-1] < 2500
        device.before_answer = lambda kind, body: None
        database = Database(str(path))
        sync(device, database)
        assert held(database, A) == game.events
        database.close()
