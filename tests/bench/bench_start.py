"""How long `clashbox` takes to start, beside Python's own start in the same run."""

import subprocess
import sys
import time
from pathlib import Path

from tests.bench.budgets import Note
from tests.host.test_cli import GAME

TRIES = 12


def test_the_start(tmp_path: Path, note: Note) -> None:
    small = tmp_path / "small.jsonl"
    small.write_text(GAME, encoding="utf-8")
    clashbox = str(Path(sys.executable).parent / "clashbox")
    commands = {
        "python -c pass": [sys.executable, "-c", "pass"],
        "clashbox --version": [clashbox, "--version"],
        "clashbox check small.jsonl": [clashbox, "check", str(small)],
        "clashbox --help": [clashbox, "--help"],
    }
    # Turn and turn about, so that whatever else the machine does meets them all.
    best = dict.fromkeys(commands, 9.0)
    for _ in range(TRIES):
        for name, command in commands.items():
            start = time.perf_counter()
            subprocess.run(command, stdout=subprocess.DEVNULL, check=True)
            best[name] = min(best[name], time.perf_counter() - start)
    own = best.pop("python -c pass")
    print(f"\n{'python -c pass':<28} {own:.3f} s (the peer)")
    for name, seconds in best.items():
        more = f"{seconds - own:.3f} s more {seconds / own:.1f} times"
        print(f"{name:<28} {seconds:.3f} s: {more}")
    note("run", best["clashbox check small.jsonl"] - own, own, "Python's own start")
