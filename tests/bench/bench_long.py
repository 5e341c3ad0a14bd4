"""Whether `clashbox check` keeps its pace and its memory from a thousand events to a million, for both games
and for files of undo and redo: events a second and the process's peak, beside json.loads on the same lines.
"""

import json
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from clashcore import events, gamefile

from tests.bench.bench_rules import HEADER, evening
from tests.bench.budgets import Note

SIZES = (1_000, 10_000, 100_000, 1_000_000)

CHECK = """
import gc, sys, time
from clashbox import checking
gc.disable()
checking.replay_file(sys.argv[2], "en")  # what is loaded once is no matter of pace
start = time.perf_counter()
game, result = checking.replay_file(sys.argv[1], "en")
seconds = time.perf_counter() - start
peak = next(line for line in open("/proc/self/status") if line.startswith("VmHWM"))
print(seconds, int(peak.split()[1]) / 1024, len(result.findings))
"""
PEER = """
import gc, json, sys, time
gc.disable()
start = time.perf_counter()
with open(sys.argv[1], encoding="utf-8") as file:
    for line in file:
        json.loads(line)
print(time.perf_counter() - start)
"""


def smashup(n: int) -> Iterator[str]:
    """An evening that does not end: turns, plays, power that fades."""
    told = [event for _, event in evening(124)]
    body = "".join(events.dumps(event) + "\n" for event in told[5:])
    yield from gamefile.write(HEADER, [{**base, "breakpoint": 10**9} for base in told[:5]])
    for _ in range(n // (len(told) - 5)):
        yield body


TOYS = gamefile.read_header(
    {"clashbox": 1, "game": "toybattle", "terrain": "castle-field", "first": 1, "players": [{}, {}]}
)


def toybattle(n: int) -> Iterator[str]:
    """Medals counted and taken back, troops placed and undone."""
    told = [
        {"ev": "medal", "p": 1, "n": 1},
        {"ev": "place", "p": 1, "troop": "roxy", "at": "1", "t": 90_000},
        {"ev": "undo"},
        {"ev": "medal", "p": 1, "n": -1},
    ]
    body = "".join(events.dumps(event) + "\n" for event in told) * 250
    yield from gamefile.write(TOYS, [])
    for _ in range(n // 1_000):
        yield body


def see_saw(n: int) -> Iterator[str]:
    """One motion of a hundred events, undone and redone for ever."""
    yield from gamefile.write(HEADER, [{"ev": "vp", "p": 1, "n": 1, "m": 1}] * 100)
    for _ in range(n // 1_000):
        yield '{"ev": "undo"}\n{"ev": "redo"}\n' * 500


def to_the_start(n: int) -> Iterator[str]:
    """All of a game undone one by one, then redone."""
    yield from gamefile.write(HEADER, [])
    yield '{"ev": "vp", "p": 1, "n": 1}\n' * (n // 4)
    yield '{"ev": "undo"}\n' * (n // 4)
    yield '{"ev": "redo"}\n' * (n // 4)
    yield '{"ev": "vp", "p": 2, "n": 1}\n' * (n // 4)


def measured(script: str, *paths: Path) -> list[float]:
    done = subprocess.run([sys.executable, "-c", script, *map(str, paths)], capture_output=True, check=True)
    return [float(value) for value in done.stdout.split()]


@pytest.mark.parametrize("game", [smashup, toybattle, see_saw, to_the_start])
def test_flat_to_a_million(game, tmp_path: Path, note: Note) -> None:
    print(f"\n{game.__name__}: {game.__doc__}")
    print(f"{'events':>10} {'a second':>10} {'peak MB':>8} {'json.loads':>11} {'ratio':>6}")
    small = tmp_path / "small.jsonl"
    small.write_text("".join(game(1_000)), encoding="utf-8")
    for n in SIZES:
        path = tmp_path / f"{n}.jsonl"
        path.write_text("".join(game(n)), encoding="utf-8")
        seconds, peak, findings = min(measured(CHECK, path, small) for _ in range(3 if n < 10**6 else 1))
        (peer,) = measured(PEER, path)
        assert findings == 0
        print(f"{n:>10,} {n / seconds:>10,.0f} {peak:>8.0f} {n / peer:>11,.0f} {seconds / peer:>6.1f}")
        if n == SIZES[-1]:
            note("million", n / seconds, n / peer, "json.loads alone")


def test_lines_are_those_of_game_files() -> None:
    for game in (smashup, toybattle):
        for line in list(game(1_000))[1:]:
            assert all(json.loads(one)["ev"] for one in line.splitlines())
