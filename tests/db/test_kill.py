"""kill -9 in the middle of whatever changes much: the history is as it was, and the same command does it."""

import os
import signal
import subprocess
import sys

import pytest
from clashbox.db.derived import Summary
from clashbox.db.models import Quarantine

from tests.db import games

STEPS = {
    "import": """
from clashbox.exchange import storing
inner = storing._one
def one(session, candidate, forced=False):
    outcome = inner(session, candidate, forced)
    session.flush()
    step()
    return outcome
storing._one = one
""",
    "rebuild": """
from clashbox.db import derive
derive._AT_ONCE = 2
inner = derive._insert
def insert(session, made):
    inner(session, made)
    step()
derive._insert = insert
""",
    "restore": """
from clashbox.db import moving
def stopping(inner):
    def put(target, *given):
        inner(target, *given)
        target.flush()
        step()
    return put
moving._take, moving._copied = stopping(moving._take), stopping(moving._copied)
""",
}
RUN = """
import sys
from clashbox import __main__
def step():
    print("step", flush=True)
    sys.stdin.readline()
{}
print("ready", flush=True)
sys.exit(__main__.run(sys.argv[1:]))
"""


def killed(command, after, *arguments):
    """Runs a command that stops after each step, and kills it after so many."""
    process = subprocess.Popen(
        [sys.executable, "-c", RUN.format(STEPS[command]), command, *map(str, arguments)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        env=os.environ,
    )
    assert process.stdout.readline() == b"ready\n"
    for number in range(after):
        assert process.stdout.readline() == b"step\n"
        if number < after - 1:
            process.stdin.write(b"\n")
            process.stdin.flush()
    os.kill(process.pid, signal.SIGKILL)
    process.wait()
    process.stdin.close()
    process.stdout.close()


def state(database):
    return games.everything(database), games.derived(database)


@pytest.mark.parametrize("after", [4])
def test_an_import_is_all_or_nothing(history, run, tmp_path, after):
    games.take(history, games.smashup(9))
    before = state(history)
    path = tmp_path / "x.jsonl"
    path.write_text(games.text(*(games.smashup(n) for n in range(5)), [games.race(6)[0]]))
    killed("import", after, path)
    assert state(history) == before
    assert games.rows(history, Quarantine) == []
    assert run("import", path)[0] == 1
    assert len(games.held(history)) == 6


@pytest.mark.parametrize("after", [2])
def test_a_rebuild_is_all_or_nothing(history, run, after):
    games.take(history, *(games.smashup(n) for n in range(6)))
    before = state(history)
    killed("rebuild", after)
    assert state(history) == before
    assert run("rebuild")[0] == 0
    assert state(history) == before


@pytest.mark.parametrize("after", [1, 8])
def test_a_restore_is_all_or_nothing(history, run, tmp_path, after):
    games.take(history, *(games.smashup(n) for n in range(3)))
    file = tmp_path / "backup.db"
    run("backup", file)
    backed = state(history)
    games.take(history, games.race(7))
    before = state(history)
    killed("restore", after, file, "--yes")
    assert state(history) == before
    assert run("restore", file, "--yes")[0] == 0
    assert state(history) == backed
    assert [row["counted"] for row in games.rows(history, Summary)] == [True] * 3
