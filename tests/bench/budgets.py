"""All budgets in one table: what is allowed, what was measured, what the peer took in the same run.

`make bench` prints it at its end and writes it to build/bench.json.
"""

import json
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

AT_MOST, AT_LEAST = "at most", "at least"
Note = Callable[..., None]
"""note(id, figure, peer=None, who=""): puts a figure into the table; of several the worst stays."""
FILE = Path(__file__).resolve().parents[2] / "build" / "bench.json"


@dataclass(frozen=True)
class Budget:
    """What a figure may be; `form` prints it, its unit included. Without a `goal` it is only told."""

    what: str
    way: str = AT_MOST
    goal: float | None = None
    form: str = "{:,.0f}"

    def kept(self, figure: float) -> bool:
        """Whether the figure is within."""
        if self.goal is None:
            return True
        return figure <= self.goal if self.way == AT_MOST else figure >= self.goal


BUDGETS = {
    "heap": Budget("heap: four players, every module, a sync (64 bit)", goal=160 * 1024, form="{:,.0f} B"),
    "cell": Budget("display bus, a change of one cell", goal=400, form="{:.0f} B"),
    "bus": Budget("display bus over an evening, of what whole pictures take", goal=0.25, form="{:.1%}"),
    "start": Budget("a game of 1,000 events back from flash, on the board", goal=1_000, form="{:.0f} ms"),
    "undo": Budget("an undo in it, the slowest, on the board", goal=100, form="{:.0f} ms"),
    "erases": Budget("flash erases an event", goal=0.1, form="{:.3f}"),
    "presses": Budget("presses a motion over an evening", goal=3.0, form="{:.2f}"),
    "bytes": Budget("sync, bytes on the line an event", goal=12, form="{:.1f} B"),
    "line": Budget("sync, of what the line carries", AT_LEAST, 0.9, "{:.1%}"),
    "sync": Budget("sync of a hundred games", form="{:.1f} s"),
    "requests": Budget("requests a second at 115200 baud", AT_LEAST, form="{:.0f}"),
    "laptop": Budget("key to the laptop's screen, in the middle", form="{:.0f} ms"),
    "finding": Budget("key to the finding on the box, the slowest", goal=1_000, form="{:.0f} ms"),
    "check": Budget("events a second, read strictly and checked", AT_LEAST, 40_000),
    "rules": Budget("events a second, Smash Up's rules alone", AT_LEAST, 100_000),
    "battles": Budget("events a second, Toy Battle's rules alone", AT_LEAST, 100_000),
    "million": Budget("events a second in a game of a million", AT_LEAST, 40_000),
    "run": Budget("`clashbox check` of a small game, more than Python's start", goal=0.2, form="{:.3f} s"),
    "sqlite": Budget("the slowest command at 100,000 games, SQLite", goal=1.0, form="{:.2f} s"),
    "postgresql": Budget("the slowest command at 100,000 games, PostgreSQL", goal=1.0, form="{:.2f} s"),
}


@dataclass(frozen=True)
class Measured:
    """A figure, and that of the peer in the same run."""

    figure: float
    peer: float | None = None
    who: str = ""

    @property
    def ratio(self) -> float | None:
        """The figure as so many times the peer's."""
        return self.figure / self.peer if self.peer else None


def table(found: dict[str, Measured]) -> list[str]:
    """The lines of the table, for a terminal and for Markdown alike."""
    rows = [("what", "budget", "measured", "peer in the same run", "ratio", "")]
    for key, budget in BUDGETS.items():
        if key not in found:
            continue
        one = found[key]
        goal = "" if budget.goal is None else f"{budget.way} {budget.form.format(budget.goal)}"
        peer = "" if one.peer is None else f"{budget.form.format(one.peer)}, {one.who}"
        ratio = "" if one.ratio is None else f"{one.ratio:.2f}"
        verdict = "over" if not budget.kept(one.figure) else "" if budget.goal is None else "ok"
        rows.append((budget.what, goal, budget.form.format(one.figure), peer, ratio, verdict))
    wide = [max(len(row[at]) for row in rows) for at in range(len(rows[0]))]
    lines = ["| " + " | ".join(cell.ljust(wide[at]) for at, cell in enumerate(row)) + " |" for row in rows]
    return [lines[0], "|" + "|".join("-" * (width + 2) for width in wide) + "|", *lines[1:]]


def write(found: dict[str, Measured], path: Path = FILE) -> None:
    """Writes all that was measured as JSON: a list of objects, one a figure, in the table's order."""
    rows = [
        {
            "id": key,
            "what": budget.what,
            "way": budget.way,
            "goal": budget.goal,
            "figure": found[key].figure,
            "kept": budget.kept(found[key].figure),
            "peer": found[key].who or None,
            "peer_figure": found[key].peer,
            "ratio": found[key].ratio,
        }
        for key, budget in BUDGETS.items()
        if key in found
    ]
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps(rows, indent=1) + "\n", encoding="utf-8")
