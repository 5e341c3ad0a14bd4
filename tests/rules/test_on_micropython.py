"""The same games on CPython and under MicroPython: the same states, byte for byte."""

import json
from pathlib import Path
from typing import Any

from clashbox.cards import Facts
from clashcore.game import new_state
from clashcore.rejected import Rejected

from tests import micropython
from tests.rules.strategies import course

CASES = Path(__file__).parent.parent / "cases"
FACTS = Facts()

# MicroPython's dicts have no order: both sides write their keys sorted.
CANONICAL = """
def canonical(x):
    if isinstance(x, dict):
        return "{" + ",".join([canonical(k) + ":" + canonical(x[k]) for k in sorted(x)]) + "}"
    if isinstance(x, (list, tuple)):
        return "[" + ",".join([canonical(v) for v in x]) + "]"
    return json.dumps(x)
"""

SCRIPT = (
    "import json, sys\nfrom clashcore.game import new_state\nfrom clashcore.rejected import Rejected\n"
    + CANONICAL
    + """
for line in sys.stdin:
    head, told = json.loads(line)
    s = new_state(head)
    for n in range(len(told)):
        try:
            s.apply(told[n])
        except Rejected as error:
            print(error.code)
        if n % 20 == 19:
            data = s.pack()
            s = new_state(head)
            s.unpack(data)
            print(canonical(s.view()))
    print(canonical(s.view()))
"""
)

scope: dict[str, Any] = {"json": json}
exec(CANONICAL, scope)


def states(head: dict[str, Any], told: list[dict[str, Any]]) -> list[str]:
    s = new_state(head)
    found = []
    for n, event in enumerate(told):
        try:
            s.apply(event)
        except Rejected as error:
            found.append(error.code)
        if n % 20 == 19:
            found.append(scope["canonical"](s.view()))
    return [*found, scope["canonical"](s.view())]


def both(games: list[tuple[dict[str, Any], list[dict[str, Any]]]]) -> None:
    stdin = "".join(json.dumps(game) + "\n" for game in games).encode()
    there = micropython.run(SCRIPT, stdin=stdin).splitlines()
    here = [line for head, told in games for line in states(head, told)]
    assert there == here


def test_random_courses_come_out_the_same():
    both([course(seed, 150) for seed in range(12)])


def test_the_cases_come_out_the_same():
    games = []
    for path in sorted(CASES.glob("*/*.jsonl")):
        if path.name.startswith("FILE"):
            continue
        lines = [line for line in path.read_text(encoding="utf-8").splitlines() if not line.startswith("#")]
        head, *told = [json.loads(line) for line in lines]
        told = [event for event in told if event["ev"] not in ("undo", "redo")]
        # Without card data on this side a base brings its numbers, and a terrain all there is to it.
        told = [
            event | {"breakpoint": 22, "vp": [4, 3, 2]} if event["ev"] == "base" else event for event in told
        ]
        if isinstance(head.get("terrain"), str):
            head["terrain"] = FACTS.terrain(head["terrain"])
        games.append((head, told))
    assert len(games) > 340
    both(games)
