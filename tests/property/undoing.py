"""Undo and redo strewn over the events of a game, so that those that stand in the end are the same."""

import random
from typing import Any

Event = dict[str, Any]


def strewn(told: list[Event], r: random.Random, junk: list[Event]) -> tuple[list[Event], list[int]]:
    """The events with motions, and among them whatever is taken back and brought back again; and the number
    (from 1) under which each of the game's events now stands.
    """
    out: list[Event] = []
    numbers: list[int] = []
    motion = 0
    motions: list[int] = []  # how many events each motion has
    for event in told:
        if motions and r.random() < 0.3:
            motions[-1] += 1
        else:
            motion += 1
            motions.append(1)
            _stray(out, r, junk, motions[:-1])
        out.append({**event, "m": motion})
        numbers.append(len(out))
    _stray(out, r, junk, motions)
    return out, numbers


def _stray(out: list[Event], r: random.Random, junk: list[Event], motions: list[int]) -> None:
    """Between two motions: something that is undone, or undone and redone, or nothing."""
    what = r.random()
    if what < 0.1:
        n = r.randint(1, 3)
        out.extend({**r.choice(junk), "m": -n} for _ in range(n))
        out.append({"ev": "undo"})
        if r.random() < 0.3:
            out.extend(({"ev": "redo"}, {"ev": "undo"}))
    elif what < 0.2 and motions:
        n = r.randint(1, min(4, len(motions)))
        out.extend([{"ev": "undo"}] * n + [{"ev": "redo"}] * n)
    elif what < 0.25:
        # Two of them undone, one redone, undone again.
        out.extend({**r.choice(junk), "m": -n} for n in (8, 9))
        out.extend({"ev": ev} for ev in ("undo", "undo", "redo", "undo"))
