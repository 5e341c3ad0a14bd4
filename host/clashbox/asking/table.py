"""One base as the core sees it: a quick question is a game of one base, and the core answers.

Players and places count from 1.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from clashcore import places
from clashcore.smashup import SmashUp

_B = 1


def _lay(
    players: int, breakpoint: int, vp: Sequence[int], powers: Sequence[int], card: str | None = None
) -> Any:
    game: Any = SmashUp({"players": [{} for _ in range(players)]})
    base: dict[str, Any] = {"ev": "base", "b": _B, "breakpoint": breakpoint, "vp": list(vp)}
    game.apply(base if card is None else {**base, "card": card})
    for p, power in enumerate(powers, 1):
        game.apply({"ev": "power", "p": p, "b": _B, "n": power})
    return game


@dataclass(frozen=True, slots=True)
class Clash:
    """How a clash ends: the whole powers as they count (0 at least), whether there is one, who leaves."""

    at: int
    arrives: int
    leaves: str | None
    """ "at" or "arrives"; None: no clash there (TI-14)"""

    @property
    def tie(self) -> bool:
        """Whether both have the same power: the defender's (TI-13)."""
        return self.at == self.arrives


def clash(at: int, arrives: int, card: str | None = None) -> Clash:
    """A titan arrives where another one is; the whole powers of their controllers there (TI-13, TI-14).

    `card` is the slug of the base, where it is known.
    """
    game = _lay(2, 0, (0, 0, 0), (0, 0), card)
    for p, titan in enumerate(("at", "arrives"), 1):
        game.apply({"ev": "titan.play", "p": p, "titan": titan, "b": _B})
    for p, power in ((1, at), (2, arrives)):
        game.apply({"ev": "power", "p": p, "b": _B, "n": power})
    found = game.clash("arrives", _B)
    if found is None:
        return Clash(max(0, at), max(0, arrives), None)
    _, mine, theirs, loser = found
    return Clash(theirs, mine, loser)


@dataclass(frozen=True, slots=True)
class Seat:
    """What one player gets at a base that scores; `place` None: not eligible (SB-07)."""

    player: int
    power: int
    minions: int | None
    place: int | None
    tied: bool
    vp: int
    treasures: int


@dataclass(frozen=True, slots=True)
class Score:
    """A base as it scores: `breakpoint` with uncontrolled monsters, the sum of powers, what is missing."""

    breakpoint: int
    total: int
    missing: int
    seats: list[Seat]
    """By player."""
    treasures: int
    order: list[int]
    """Who takes the first treasure, the second ... (MT-06)."""
    unsure: bool
    """Nobody said whose turn it is, and with another current player other shares would come out."""


def score(
    breakpoint: int,
    vp: Sequence[int],
    powers: Sequence[int],
    minions: Sequence[int] | None,
    monsters: Sequence[tuple[int, int]] = (),
    current: int = 0,
) -> Score:
    """What scoring a base gives to whom (SB-05 to SB-09, MT-06, MT-10).

    `monsters` are those that nobody controls: (power, treasures). `current`: whose turn it is, 0: unknown.
    """
    count = len(powers)
    game = _lay(count, breakpoint, vp, powers)
    for p, n in enumerate(minions or (), 1):
        game.apply({"ev": "minion", "p": p, "b": _B, "n": n})
    for key, (power, treasures) in enumerate(monsters, 1):
        game.apply({"ev": "monster", "b": _B, "id": key, "power": power, "treasures": treasures})
    if current:
        game.apply({"ev": "turn", "p": current})
    ranked = {p: (place, n) for p, place, n in game.places(_B)}
    filled = [place for place, _ in ranked.values()]
    whole = game.powers(_B)
    shares = game.shares(_B)
    seats: list[Seat] = []
    for p in range(1, count + 1):
        place, n = ranked.get(p, (None, 0))
        here = None if minions is None else game.minions(p, _B)
        tied = place is not None and filled.count(place) > 1
        seats.append(Seat(p, whole[p - 1], here, place, tied, n, shares[p - 1]))
    loot = game.loot(_B)
    takes = [game.minions(p, _B) > 0 for p in range(1, count + 1)]
    unsure = not current and any(places.deal(whole, takes, loot, p) != shares for p in range(1, count + 1))
    turns = places.turns(whole, takes, current)
    order = [turns[k % len(turns)] for k in range(loot)] if turns else []
    return Score(game.breakpoint(_B), game.total(_B), game.missing(_B), seats, loot, order, unsure)


def destroyed(treasures: int, by: int) -> int:
    """The treasures that player `by` draws for a destroyed monster (MT-03).

    `by` 0: a monster that nobody controls did it, and nobody draws (MT-04).
    """
    game = _lay(max(2, by), 0, (0, 0, 0), ())
    game.apply({"ev": "monster", "b": _B, "id": 1, "power": 0, "treasures": treasures})
    game.apply({"ev": "monster.out", "id": 1, "why": "destroyed", "p": by})
    due = game.debts.get("destroyed")
    return due[0][by - 1] if due and by else 0
