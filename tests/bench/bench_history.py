"""Every command on a history of 1,000, 10,000 and 100,000 games, on SQLite and on PostgreSQL: at most a
second each (`rebuild` apart, which replays all of them).

A command runs as it does for its user, in a process of its own, start included. `cpu` is what the process
itself spent: where other programs share the machine, the clock on the wall tells of them as well. On
PostgreSQL the server's work is in the wall's time only.
"""

import os
import resource
import subprocess
import sys
import time

import pytest
from clashbox.db.engine import Database
from clashbox.db.models import Player
from sqlalchemy import select

from tests.bench.many import Many
from tests.db import server

SIZES = {"sqlite": (1_000, 10_000, 100_000), "postgresql": (1_000, 100_000)}
GOAL = 1.0
COMMANDS = [
    *(
        "games",
        "games --player NAME",
        "show GAME",
        "export GAME --format jsonl -o OUT",
        "edit GAME --place home",
    ),
    *("note GAME good", "void GAME", "restore GAME"),
    *("stats players", "stats factions", "stats pairs", "stats titans", "stats seats", "stats terrains"),
    *("stats ways", "stats versus", "stats sources", "stats ties", "stats clashes", "stats length"),
    *("stats streaks", "stats rules", "stats turns"),
    *("stats players --from 2024-01-01 --to 2024-12-31", "stats factions --player NAME"),
    *("stats factions --set munchkin", "stats sources --player NAME", "stats versus --player NAME"),
    *("stats pairs --game smashup --players 4", "stats players --plot PLOT", "draft --players 4 --seed 1"),
]


def run(url, folder, game, name, command):
    """(seconds on the wall, seconds of processor) of one command."""
    words = [
        {"GAME": game, "NAME": name, "OUT": str(folder / "out"), "PLOT": str(folder / "plot.svg")}.get(
            word, word
        )
        for word in command.split()
    ]
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    start = time.perf_counter()
    done = subprocess.run(
        [sys.executable, "-m", "clashbox", *words],
        env={**os.environ, "CLASHBOX_DATABASE": url},
        capture_output=True,
        text=True,
        check=False,
    )
    wall = time.perf_counter() - start
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    assert done.returncode == 0, (command, done.stderr)
    return wall, after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def measured(url, folder, kind):
    history = Database(url)
    many = Many(history)
    times = {}
    for size in SIZES[kind]:
        start = time.perf_counter()
        many.grow(size)
        print(f"\n{kind}: {size:,} games made in {time.perf_counter() - start:.0f} s", flush=True)
        with history.read() as session:
            name = session.scalar(select(Player.name).where(Player.id == 7))
        game = many.originals[0]["id"]
        times[size] = {command: run(url, folder, game, name, command) for command in COMMANDS}
    history.close()
    return times


@pytest.fixture(params=["sqlite", "postgresql"])
def place(request, tmp_path):
    if request.param == "sqlite":
        yield request.param, f"sqlite:///{tmp_path / 'history.db'}", tmp_path
        return
    with server.cluster() as socket, server.database(socket, "many") as url:
        yield request.param, url, tmp_path


def test_every_command_answers_within_a_second(place):
    kind, url, folder = place
    times = measured(url, folder, kind)
    sizes = SIZES[kind]
    print(f"\n{kind}, seconds on the wall (cpu); goal: {GOAL} at {sizes[-1]:,} games; ratio: to {sizes[0]:,}")
    print(f"{'':48}" + "".join(f"{size:>16,}" for size in sizes) + f"{'ratio':>8}")
    slow = []
    for command in COMMANDS:
        row = [times[size][command] for size in sizes]
        print(
            f"{command:48}"
            + "".join(f"{wall:>9.2f} ({cpu:.2f})" for wall, cpu in row)
            + f"{row[-1][1] / row[0][1]:>8.1f}",
            flush=True,
        )
        if row[-1][1 if kind == "sqlite" else 0] > GOAL:
            slow.append(command)
    print("slower than the goal: " + (", ".join(slow) or "none"))
