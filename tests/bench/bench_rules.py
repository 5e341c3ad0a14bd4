"""The referee keeps its pace however long the game.

Processor time, not the clock on the wall: other tests run beside these.
"""

import time

import pytest
from clashbox.rules import check

from tests.bench.budgets import Note
from tests.rules.playing import FACTS, base, ev, header, minions, power, turn

HEADER = header(
    4, (["kaiju", "aliens"], ["dragons", "ninjas"], ["pirates", "zombies"], ["robots", "wizards"])
)


def evening(rounds: int):
    told = [base(b) for b in range(1, 6)]
    for n in range(rounds):
        p, b = n % 4 + 1, n % 5 + 1
        told += [
            turn(p),
            ev("play", p=p, kind="minion", b=b, power=3, card="kaiju/johnny"),
            power(p, 2, b=b, until="turn"),
            ev("play", p=p, kind="action"),
            power(p % 4 + 1, -1, b=n % 3 + 1),
            minions(p % 4 + 1, 1, 1, b=b),
            ev("phase", name="score"),
            ev("phase", name="draw"),
        ]
    return list(enumerate(told, 2))


def seconds(events) -> float:
    best = 1e9
    for _ in range(3):
        start = time.process_time()
        check(HEADER, events, FACTS)
        best = min(best, time.process_time() - start)
    return best


def test_the_pace(note: Note):
    events = evening(2_000)
    rate = len(events) / seconds(events)
    print(f"\nrules alone, four players: {rate:,.0f} events a second")
    note("rules", rate)


def test_it_is_linear():
    growth("an evening", evening(600), evening(6_000))


def growth(what, short, long):
    """Print how the time grows with ten times the events: 10 where it is linear, 100 where quadratic."""
    ratio = seconds(long) / seconds(short)
    print(f"\n{what}: {ratio:.1f} times the time for {len(long) / len(short):.0f} times the events")


def crowd(n: int):
    """What piles up on base 1 while base 2 comes and goes, and effects that end with the turn."""
    told = [base(), turn(1)]
    told += [ev("bury", p=1, b=1, id=i, **{"from": "hand"}) for i in range(n)]
    told += [ev("monster", b=1, id=i, treasures=0, power=1) for i in range(n)]
    told += [ev("each", id=i, p=1, b=1, n=1) for i in range(n)]
    for i in range(n):
        told += [
            base(2),
            ev("each", id=n + i, p=2, b=2, n=1, until="turn"),
            ev("base.out", b=2, why="destroyed"),
        ]
    told += [turn(i % 4 + 1) for i in range(n)]
    return list(enumerate(told, 2))


def see_saw(n: int):
    """One motion of many events, taken back and brought back again and again."""
    told = [ev("vp", p=1, n=1, m=1)] * n + [ev("undo"), ev("redo")] * n
    return list(enumerate(told, 2))


@pytest.mark.parametrize("game", [crowd, see_saw])
def test_what_piles_up_does_not_slow_it_down(game):
    growth(game.__name__, game(300), game(3_000))
