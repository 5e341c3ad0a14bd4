"""Two laptops on one history at once: the same as one after the other, nothing twice, nothing lost."""

import os
import random
import subprocess
import sys

import pytest
from clashbox.db.derived import Seat, Summary
from clashbox.db.engine import Database
from clashbox.db.models import Alias, Device, Player

from tests.db import games
from tests.host.fake_device import FakeDevice, FakeGame
from tests.host.syncing import some_events, sync

NAMES = ("An", "Bình", "Chi", "Dũng")
SYNC = """
import sys
from clashbox.db.engine import Database
from clashbox.link.client import Client
from clashbox.link.line import Line
from clashbox.sync import Sync
history = Database(sys.argv[1])
print("ready", flush=True)
sys.stdin.readline()
for port in sys.argv[2:]:
    with Client(Line(port)) as client:
        client.hello()
        summary = Sync(client, history).run("en")
        assert not summary.troubles, summary.troubles
"""
IMPORT = """
import sys
from clashbox import __main__
from clashbox.db.engine import Database
Database(sys.argv[1]).close()
print("ready", flush=True)
sys.stdin.readline()
sys.exit(__main__.run(["import", "--database", *sys.argv[1:]]))
"""


def box(number, count, seed):
    """A box whose games others of the table have as well, and one of its own."""
    chance = random.Random(seed)
    made = []
    for at in range(count):
        players = [{"name": name} for name in chance.sample(NAMES, 2)]
        header = {"clashbox": 1, "game": "smashup", "players": players, "goal": 15}
        events = [
            event for event in some_events(40, at + seed) if event["ev"] == "note" or event["ev"] == "turn"
        ]
        made.append(FakeGame(f"{seed:08x}{at:08x}", header, [*events, {"ev": "end"}]))
    return FakeDevice(made, device=f"{number:016x}")


def at_once(script, *commands):
    """Runs the script once for each command, all let go at the same moment."""
    running = [
        subprocess.Popen(
            [sys.executable, "-c", script, *map(str, command)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            env={**os.environ, "CLASHBOX_DEBUG": "1"},
        )
        for command in commands
    ]
    for process in running:
        assert process.stdout.readline() == b"ready\n", process.stderr.read().decode()
    for process in running:
        process.stdin.write(b"\n")
        process.stdin.flush()
    for process in running:
        _, error = process.communicate(timeout=60)
        assert process.returncode == 0, error.decode()


def compared(database):
    """What must be the same in whatever order things came: all but dates and the numbers of people."""
    names = {row["id"]: row["name"] for row in games.rows(database, Player)}
    seats = games.rows(database, Seat)
    return (
        games.held(database),
        sorted(names.values()),
        sorted((row["name"], names[row["player_id"]]) for row in games.rows(database, Alias)),
        [(row["game_id"], row["place"], names[row["player_id"]], row["points"], row["won"]) for row in seats],
        [(row["game_id"], row["upto"], row["over"], row["turns"]) for row in games.rows(database, Summary)],
        [row["id"] for row in games.rows(database, Device)],
    )


def test_two_syncs_at_once_are_one_after_the_other(history, url, another):
    # The same games on two boxes: both laptops fetch them at the same time.
    with box(1, 6, 5) as one, box(2, 6, 5) as other, box(3, 3, 6) as third:
        at_once(SYNC, (url, one.port, third.port), (url, other.port))
        second = Database(another)
        for device in (one, third, other):
            sync(device, second)
    assert len(games.held(history)) == 9
    assert compared(history) == compared(second)
    second.close()


def test_pitfall_73_the_same_game_twice_is_one_game(history):
    with box(1, 1, 5) as one:
        for _ in range(3):
            sync(one, history)
    assert len(games.held(history)) == 1


def test_two_imports_at_once(history, url, tmp_path):
    paths = []
    for turn in range(2):
        path = tmp_path / f"{turn}.jsonl"
        many = [games.smashup(n, names=(NAMES[n % 4], NAMES[(n + 1) % 4])) for n in range(12)]
        path.write_text(games.text(*(many if turn else reversed(many))))
        paths.append(path)
    at_once(IMPORT, (url, paths[0]), (url, paths[1]))
    assert len(games.held(history)) == 12
    assert all(row["fork"] == 0 for row in games.rows(history, games.Game))
    assert len(games.rows(history, Player)) == 4


def test_a_writer_that_waits_too_long_says_so(history, url, monkeypatch):
    from clashbox.db import dialects
    from clashbox.trouble import Trouble

    monkeypatch.setattr(dialects, "WAIT", 1)
    second = Database(url)
    with history.write() as session:
        session.query(Player).all()
        with pytest.raises(Trouble) as said, second.write() as other:
            other.query(Player).all()
    assert said.value.key == "db.locked"
    second.close()


def test_readers_do_not_wait_and_see_what_was(history, url):
    games.take(history, games.smashup(0))
    second = Database(url)
    with history.read() as reading:
        before = reading.query(Summary).count()
        games.take(second, games.smashup(1))
        assert reading.query(Summary).count() == before == 1
    second.close()


def test_a_deleted_game_does_not_come_back_by_a_sync(history):
    from clashbox.db import care
    from clashbox.db.models import Game

    with box(1, 2, 5) as one:
        sync(one, history)
        gone = sorted(games.held(history))[0]
        with history.write() as session:
            care.remove(session, session.get_one(Game, gone))
        summary, _ = sync(one, history)
        assert summary.added == 0
    assert gone not in games.held(history)
    assert len(games.held(history)) == 1
