"""`make fuzz`: feeds the reader and the referee files bred from the cases for so many seconds, steered by
which code they reach, and says how many there were and how much they reached. What brings one down (any
exception but the reader's own, more than 10 seconds, more than 1 GB) is kept in build/fuzz, and
the status is 1.
"""

import argparse
import re
import subprocess
import sys
from pathlib import Path

from tests.fuzz import target

ROOT = Path(__file__).resolve().parent.parent.parent
WORK = ROOT / "build" / "fuzz"
LONGEST = 16_384


def main(arguments: list[str]) -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.fuzz", description=__doc__)
    parser.add_argument("--seconds", type=int, default=60)
    seconds = parser.parse_args(arguments).seconds
    corpus, seeds = WORK / "corpus", WORK / "seeds"
    for folder in (corpus, seeds):
        folder.mkdir(parents=True, exist_ok=True)
    for number, data in enumerate(target.seeds()):
        (seeds / str(number)).write_bytes(data)
    before = set(WORK.glob("*-*"))
    command = [sys.executable, "-m", "tests.fuzz.harness", str(corpus), str(seeds)]
    command += [f"-max_total_time={seconds}", "-timeout=10", "-rss_limit_mb=1024", f"-max_len={LONGEST}"]
    command += ["-print_final_stats=1", f"-artifact_prefix={WORK}/"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, check=False)
    told = (done.stdout + done.stderr).decode(errors="replace")
    kept = sorted(set(WORK.glob("*-*")) - before)
    if done.returncode or kept:
        print(told[-6_000:])
        print("the input is kept in", ", ".join(str(path.relative_to(ROOT)) for path in kept) or "(none)")
        return 1
    executed = re.search(r"number_of_executed_units: *(\d+)", told)
    pace = re.search(r"average_exec_per_sec: *(\d+)", told)
    memory = re.search(r"peak_rss_mb: *(\d+)", told)
    covered = re.findall(r"cov: (\d+) ft: (\d+) corp: (\d+)", told)
    if not (executed and pace and memory and covered):
        print(told[-6_000:])
        return 1
    print(
        f"fuzz: {int(executed[1]):,} files in {seconds} s ({pace[1]} a second), nothing fell over\n"
        f"coverage: {covered[-1][0]} branches, {covered[-1][1]} features; at first {covered[0][0]} and "
        f"{covered[0][1]}\ncorpus: {covered[-1][2]} files in build/fuzz/corpus; peak {memory[1]} MB"
    )
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
