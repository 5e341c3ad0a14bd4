"""The referee keeps its pace however long the game (budget: 100,000 events a second in the rules alone)."""

import time

from clashbox.rules import check

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
        start = time.perf_counter()
        check(HEADER, events, FACTS)
        best = min(best, time.perf_counter() - start)
    return best


def test_the_pace():
    events = evening(2_000)
    assert len(events) / seconds(events) > 100_000


def test_it_is_linear():
    short, long = evening(600), evening(6_000)
    assert seconds(long) / seconds(short) < 20
