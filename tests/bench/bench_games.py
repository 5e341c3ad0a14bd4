"""The referee's pace over whole games, every module in them, beside msgspec decoding the same events in the
same run.
"""

import gc
import time

import msgspec
import pytest
from clashbox.cards import Facts
from clashbox.rules import check
from clashcore import events, gamefile

from tests.bench.budgets import Note
from tests.property.evening import Evening
from tests.toybattle.model import Game

FACTS = Facts()


def evenings():
    return [Evening(seed).play() for seed in range(60)]


def battles():
    terrains = FACTS.slugs("terrain")
    return [Game(terrains[seed % len(terrains)], seed).play() for seed in range(120)]


def best(work, tries: int = 5) -> float:
    found = 1e9
    gc.disable()
    for _ in range(tries):
        start = time.perf_counter()
        work()
        found = min(found, time.perf_counter() - start)
    gc.enable()
    return found


@pytest.mark.parametrize(("played", "key"), [(evenings, "rules"), (battles, "battles")])
def test_whole_games(played, key: str, note: Note) -> None:
    games = [(gamefile.read_header(game.header), list(enumerate(game.events, 2))) for game in played()]
    lines = [events.dumps(event).encode() for _, told in games for _, event in told]
    decode = msgspec.json.Decoder().decode
    rules = len(lines) / best(lambda: [check(header, told, FACTS) for header, told in games])
    peer = len(lines) / best(lambda: [decode(line) for line in lines])
    print(f"\nrules alone, {len(games)} {played.__name__} of {len(lines) // len(games)} events each:")
    print(f"{rules:,.0f} events a second; peer, msgspec decoding them: {peer:,.0f}; ratio {peer / rules:.1f}")
    note(key, rules, peer, "msgspec decoding them")
