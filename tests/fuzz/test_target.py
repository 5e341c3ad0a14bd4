"""The target of `make fuzz`, without its steering: the cases and what is bred from them at random."""

import random

import pytest

from tests.fuzz import target

SEEDS = target.seeds()


def test_the_cases_pass():
    assert sum(target.one(data) for data in SEEDS) > 120


@pytest.mark.parametrize("seed", range(4))
def test_what_is_bred_from_them_passes(seed):
    r = random.Random(seed)
    games = 0
    for _ in range(150):
        data = target.mutated(r.choice(SEEDS), r, SEEDS)
        games += target.one(data)
    assert games > 20


def test_a_fault_is_told(monkeypatch):
    monkeypatch.setattr(target.checking, "replay", lambda *_: 1 / 0)
    with pytest.raises(ZeroDivisionError):
        target.one(SEEDS[0])
