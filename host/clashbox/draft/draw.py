"""The draw itself: pure, and the same for the same seed on every machine."""

import random
from collections.abc import Sequence, Set
from dataclasses import dataclass
from itertools import combinations

Pair = frozenset[str]
Offers = tuple[tuple[str, ...], ...]
"""What each seat is offered, in order of the seats."""

_TRIES = 2000
_STEPS = 200_000


@dataclass(frozen=True, slots=True)
class Draw:
    """What was drawn: factions by seat, who begins (from 1), and of how many evenings pairs were avoided."""

    offers: Offers
    first: int
    evenings: int


def draw(
    pool: Sequence[str], players: int, offer: int, evenings: Sequence[Set[Pair]], seed: int
) -> Draw | None:
    """Factions for each of `players` seats, `offer` a seat, no faction twice; no two that a seat is offered
    were a pair in one of `evenings` (the newest first). Where that cannot be, the oldest evenings are let go,
    one after the other. None where the pool is too small.

    Every allowed draw is as likely as any other: draws are made blindly until one is allowed. Only where next
    to none is allowed (2,000 in a row were not) one is searched for, and some are then likelier than others.
    """
    pool = sorted(set(pool))
    if len(pool) < players * offer:
        return None
    chance = random.Random(seed)
    first = chance.randint(1, players)
    for kept in range(len(evenings), -1, -1):
        avoided = frozenset[Pair]().union(*evenings[:kept])
        offers = _blindly(pool, players, offer, avoided, chance) or _search(
            pool, players, offer, avoided, chance
        )
        if offers:
            return Draw(offers, first, kept)
    raise AssertionError("without pairs to avoid any draw is allowed")


def _allowed(factions: tuple[str, ...], avoided: Set[Pair]) -> bool:
    return not any(frozenset(pair) in avoided for pair in combinations(factions, 2))


def _blindly(
    pool: Sequence[str], players: int, offer: int, avoided: Set[Pair], chance: random.Random
) -> Offers | None:
    for _ in range(_TRIES if avoided else 1):
        drawn = chance.sample(pool, players * offer)
        offers = tuple(tuple(drawn[seat * offer : (seat + 1) * offer]) for seat in range(players))
        if all(_allowed(factions, avoided) for factions in offers):
            return offers
    return None


def _search(
    pool: Sequence[str], players: int, offer: int, avoided: Set[Pair], chance: random.Random
) -> Offers | None:
    """Seat after seat, with a way back; None where there is none, or it would take too long."""
    order = chance.sample(pool, len(pool))
    left = [_STEPS]

    def seats(taken: tuple[tuple[str, ...], ...]) -> Offers | None:
        if len(taken) == players:
            return taken
        used = {faction for factions in taken for faction in factions}
        for factions in combinations([faction for faction in order if faction not in used], offer):
            left[0] -= 1
            if left[0] < 0:
                return None
            if _allowed(factions, avoided):
                found = seats((*taken, factions))
                if found:
                    return found
        return None

    return seats(())
