"""Every command on a history of 1,000, 10,000 and 100,000 games, on SQLite and on PostgreSQL: at most a
second each (`rebuild` apart, which replays all of them).

A command runs as it does for its user, in a process of its own, start included. `cpu` is what the process
itself spent: where other programs share the machine, the clock on the wall tells of them as well. On
PostgreSQL the server's work is in the wall's time only, so that is what counts there.

What hands out the whole history (a backup, an export of all games) cannot be done in a second; of these the
table says when the first of it came, and when the last.
"""

import json
import os
import resource
import subprocess
import sys
import time
from itertools import product

import pytest
from clashbox.db.engine import Database
from clashbox.db.models import Game, Player, Quarantine
from sqlalchemy import func, select

from tests.bench.many import OWNER, Many
from tests.db import server

SIZES = {"sqlite": (1_000, 10_000, 100_000), "postgresql": (1_000, 100_000)}
GOAL = 1.0
QUESTIONS = (
    *("players", "factions", "pairs", "titans", "seats", "terrains", "ways", "versus", "sources", "ties"),
    *("clashes", "length", "streaks", "rules", "turns"),
)
# Those that write come in pairs, the second takes back what the first did.
COMMANDS = (
    *("games", "games --page LAST", "games --player OWNER", "games --player OWNER --player OTHER"),
    *("games --from 2018-01-01 --to 2018-12-31", "games --game toybattle", "games --json"),
    *("show GAME", "show GAME --history", "show GAME --json"),
    *("export GAME", "export GAME --format csv", "export GAME --format csv --bases"),
    *("export GAME --format bgstats -o OUT", "export GAME --format bgg"),
    *(
        "edit GAME --place home",
        "edit GAME --reset place",
        "edit GAME --date 2019-05-05",
        "edit GAME --winner 1",
    ),
    *("edit GAME --factions 1=ninjas,ghosts", "edit GAME --seat 2=Zoe", "edit GAME --reset seat"),
    *("note GAME good", "void GAME", "restore GAME", "delete SECOND --yes"),
    *("rename OTHER Somebody", "rename Somebody OTHER"),
    *("merge OTHER THIRD", "merge --undo OTHER", "merge OWNER THIRD", "merge --undo OWNER"),
    *("import FILE", "quarantine", "quarantine --print WAITS", "quarantine --drop WAITS"),
    *("draft --players 4 --seed 1", "draft --players 4 --evenings 99", "draft --own core", "draft --owned"),
    "doctor --port /dev/null",
    *(f"stats {what}" for what in QUESTIONS),
    *("stats players --plot PLOT", "stats pairs --plot PLOT", "stats turns --of GAME --plot PLOT"),
)
FILTERS = (
    *("--player OWNER", "--player OTHER", "--player OWNER --player OTHER", "--game smashup", "--set core"),
    *("--from 2017-01-01 --to 2025-06-30", "--players 4"),
    "--player OWNER --set core --game smashup --from 2017-01-01 --players 3",
)
FILTERED = tuple(f"stats {what} {how}" for what, how in product(QUESTIONS, FILTERS))
"""Asked at the largest size alone."""
_WIDE = max(len(command) for command in (*COMMANDS, *FILTERED))
WHOLE = (
    *("games --all", "games --all --json", "export --all", "export --all --format csv"),
    *("export --all --format csv --bases", "export --all --format bgstats", "export --all --format bgg"),
    "backup BACKUP",
)


class Commands:
    """Runs them on one database."""

    def __init__(self, url, folder):
        self.folder = folder
        self.environment = {**os.environ, "CLASHBOX_DATABASE": url, "PYTHONUNBUFFERED": "1"}
        history = Database(url)
        with history.read() as session:
            size = session.scalar(select(func.count()).select_from(Game))
            smash = select(Game.id).where(Game.kind == "smashup").order_by(Game.synced, Game.id)
            ids = session.scalars(smash.limit(2)).all()
            others = select(Player.name).where(Player.name != OWNER).order_by(Player.id)
            others = session.scalars(others).all()
        history.close()
        self.words = {"GAME": ids[0], "SECOND": ids[1], "LAST": str(size // 50), "OWNER": OWNER}
        self.words |= {"OTHER": others[6], "THIRD": others[7], "PLOT": str(folder / "plot.svg")}
        self.words |= {name: str(folder / name.lower()) for name in ("OUT", "BACKUP", "FILE")}

    def _waits(self):
        history = Database(self.environment["CLASHBOX_DATABASE"])
        with history.read() as session:
            found = session.scalar(select(func.max(Quarantine.id)))
        history.close()
        return str(found)

    def run(self, command):
        """(seconds on the wall, of processor, until the first byte of the answer) of one command."""
        words = [self.words.get(word, word) for word in command.split()]
        if "WAITS" in words:
            words[words.index("WAITS")] = self._waits()
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        start = time.perf_counter()
        process = subprocess.Popen(
            [sys.executable, "-m", "clashbox", *words],
            env=self.environment,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
        )
        process.stdout.read(1)
        first = time.perf_counter() - start
        while process.stdout.read(1 << 20):
            pass
        said = process.stderr.read().decode()
        status = process.wait()
        wall = time.perf_counter() - start
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        # 1: the box is not there (doctor), a game waits (import).
        expected = (0, 1) if command.split()[0] in ("doctor", "import") else (0,)
        assert status in expected, (command, status, said)
        return wall, after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime, first


def loading():
    """(seconds on the wall, of processor) of a Python that loads what every command needs, and ends; the
    middle one of five.
    """
    taken = []
    for _ in range(5):
        before, start = resource.getrusage(resource.RUSAGE_CHILDREN), time.perf_counter()
        subprocess.run([sys.executable, "-c", "import click, sqlalchemy.orm"], check=True)
        wall, after = time.perf_counter() - start, resource.getrusage(resource.RUSAGE_CHILDREN)
        taken.append((wall, after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime))
    return sorted(taken)[2]


def friends(path, number):
    """A file of ten games as friends send it, one of them doubtful."""
    lines = []
    for at in range(10):
        header = {"clashbox": 1, "game": "smashup", "id": f"{number * 100 + at:016x}"}
        header["players"] = [{"name": OWNER, "factions": ["ninjas", "ghosts"]}, {"name": f"Friend {at}"}]
        header["started"] = "2021-02-03T20:00:00Z" if at else "1869-02-03T20:00:00Z"
        events = [{"ev": "vp", "p": 1 + at % 2, "n": n} for n in range(1, 6)]
        lines += [header, *events, {"ev": "end"}]
    path.write_text("".join(json.dumps(line) + "\n" for line in lines))


def measured(url, folder, kind):
    """{size: {command: times}}."""
    history = Database(url)
    many = Many(history)
    times = {}
    for size in SIZES[kind]:
        start = time.perf_counter()
        many.grow(size)
        print(f"\n{kind}: {size:,} games made in {time.perf_counter() - start:.0f} s", flush=True)
        friends(folder / "file", size)
        commands = Commands(url, folder)
        asked = COMMANDS if size < SIZES[kind][-1] else (*COMMANDS, *FILTERED)
        times[size] = {command: commands.run(command) for command in asked}
    history.close()
    return times


@pytest.fixture(params=["sqlite", "postgresql"])
def place(request, tmp_path):
    if request.param == "sqlite":
        yield request.param, f"sqlite:///{tmp_path / 'history.db'}", tmp_path
        return
    with server.cluster() as socket, server.database(socket, "many") as url:
        yield request.param, url, tmp_path


def table(kind, times):
    """Prints the figures; by command the one that counts at the largest size."""
    sizes = SIZES[kind]
    most = sizes[-1]
    print(f"\n{kind}, seconds on the wall (cpu); goal: {GOAL} at {most:,} games; ratio: to {sizes[0]:,}")
    print(f"{'':{_WIDE}}" + "".join(f"{size:>16,}" for size in sizes) + f"{'ratio':>8}")
    figures = {}
    counts = 1 if kind == "sqlite" else 0
    for command in (*COMMANDS, *FILTERED):
        row = [times[size].get(command) for size in sizes]
        cells = "".join(f"{one[0]:>9.2f} ({one[1]:.2f})" if one else " " * 16 for one in row)
        ratio = f"{row[-1][1] / row[0][1]:>8.1f}" if row[0] else ""
        late = row[-1][counts] > GOAL
        print(f"{command:{_WIDE}}{cells}{ratio}{'  slow' if late else ''}")
        figures[command] = row[-1][counts]
    return figures


def whole(url, folder, most):
    """Measures and prints what hands out all games."""
    commands = Commands(url, folder)
    print(f"\nall {most:,} games handed out:{'':20}{'first line':>11}{'all, wall':>11}{'cpu':>8}")
    for command in WHOLE:
        wall, cpu, first = commands.run(command)
        print(f"{command:48}{first:>11.2f}{wall:>11.1f}{cpu:>8.1f}", flush=True)


def test_every_command_answers_within_a_second(place, note):
    kind, url, folder = place
    figures = table(kind, measured(url, folder, kind))
    alone = loading()[0 if kind == "postgresql" else 1]
    print(f"loading Python and SQLAlchemy alone: {alone:.2f} s")
    note(kind, max(figures.values()), alone, "loading SQLAlchemy alone")
    slow = [command for command, figure in figures.items() if figure > GOAL]
    print("slower than the goal: " + (", ".join(slow) or "none"), flush=True)
    whole(url, folder, SIZES[kind][-1])
