"""How fast the referee reads and replays; the peer in the same run is plain json.loads on the same lines."""

import json
from pathlib import Path

import pytest
from clashbox import checking, reading, rules
from clashbox.cards import Facts
from clashcore import gamefile
from pytest_benchmark.fixture import BenchmarkFixture

from tests.bench.budgets import Note
from tests.core.evening import evening

_GAMES = 100  # evenings in a row


@pytest.fixture(scope="module")
def game_file(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, int]:
    """One long file: turns, plays, powers, titans, undo; without what needs another game around it."""
    header = {
        "clashbox": 1,
        "game": "smashup",
        "players": [{"name": name, "factions": []} for name in ("An", "Bình", "Chi")],
    }
    bases, rest = (
        evening()[:4],
        [event for event in evening()[4:] if event["ev"] not in ("end", "titan.play")],
    )
    events = bases + rest * _GAMES
    for number, event in enumerate(events):
        events[number] = {**event, "t": number * 1000, "m": number}
    path = tmp_path_factory.mktemp("bench") / "long.jsonl"
    path.write_text("".join(gamefile.write(header, events)), encoding="utf-8")
    return path, len(events)


_peer: list[float] = []


def _rate(benchmark: BenchmarkFixture, count: int, what: str) -> float:
    rate = count / benchmark.stats.stats.min  # type: ignore[union-attr]
    print(f"\n{what}: {rate:,.0f} events a second ({count:,} events)")
    return rate


def test_peer_json_loads(benchmark: BenchmarkFixture, game_file: tuple[Path, int]) -> None:
    path, count = game_file
    lines = path.read_text(encoding="utf-8").splitlines()
    benchmark(lambda: [json.loads(line) for line in lines])
    _peer.append(_rate(benchmark, count, "peer, json.loads alone"))


def test_check_with_strict_reading(
    benchmark: BenchmarkFixture, game_file: tuple[Path, int], note: Note
) -> None:
    path, count = game_file
    benchmark(lambda: checking.check_file(str(path), "en"))
    note("check", _rate(benchmark, count, "check, strict reading included"), *_peer, "json.loads alone")


def test_rules_alone(benchmark: BenchmarkFixture, game_file: tuple[Path, int], note: Note) -> None:
    path, count = game_file
    game = reading.read_game(str(path))
    events = list(game.events)
    facts = Facts()
    benchmark(lambda: rules.check(game.header, events, facts, "en"))
    note("rules", _rate(benchmark, count, "rules alone"), *_peer, "json.loads alone")
