"""What `clashbox score` and `clashbox loot` share: players, powers and minions as typed; sentences."""

from dataclasses import asdict
from typing import Any

from clashbox.asking import naming, numbers
from clashbox.asking.numbers import Sum
from clashbox.asking.table import Score
from clashbox.i18n import t
from clashbox.trouble import Trouble

MOST_PLAYERS = 4
"""SB-01"""


def read(
    power: str, minions: str | None, players: str | None, current: str | None
) -> tuple[list[Sum], list[int] | None, list[str], int]:
    """Powers, minions (None: not said), names and the current player (0: not said). Raises Trouble."""
    powers = numbers.read_list("--power", power)
    count = len(powers)
    if not 2 <= count <= MOST_PLAYERS:
        raise Trouble("score.players", count, status=2)
    here = numbers.read_counts("--minions", minions) if minions is not None else None
    if here is not None and len(here) != count:
        raise Trouble("score.counts", len(here), count, status=2)
    names = naming.players("--players", players, count)
    return powers, here, names, naming.player("--current", current, names) if current is not None else 0


def monsters(monsters: str | None, treasures: str | None) -> list[tuple[int, int]]:
    """(power, treasures) of each; treasures given as a sum come from a monster without power."""
    found: list[tuple[int, int]] = []
    if monsters is not None:
        found = [(m.record.power, m.record.treasures) for m in naming.monsters("--monsters", monsters)]
    if treasures is not None:
        found.append((0, numbers.read_number("--treasures", treasures)))
    return found


def rows(found: Score, names: list[str]) -> list[dict[str, Any]]:
    """The players, for JSON."""
    return [
        {
            "player": seat.player,
            "name": names[seat.player - 1],
            **{key: value for key, value in asdict(seat).items() if key != "player"},
            "eligible": seat.place is not None,
        }
        for seat in found.seats
    ]


class Told:
    """The sentences about a base that scores."""

    def __init__(self, found: Score, names: list[str], monsters: int):
        self._found = found
        self._names = names
        self._monsters = monsters

    def readiness(self) -> str:
        """SB-05: ready, or what is missing."""
        found = self._found
        more = t("score.monsters", self._monsters) if self._monsters else ""
        if found.missing:
            return t("score.missing", found.total, found.breakpoint, more, found.missing)
        return t("score.ready", found.total, found.breakpoint, more)

    def loot(self, empty: bool = False) -> list[str]:
        """MT-06: who takes the treasures, in order; with `empty` that there are none."""
        found = self._found
        if not found.treasures:
            return [t("loot.none")] if empty else []
        if not found.order:
            return [t("loot.nobody", found.treasures)]
        order = " → ".join(self._names[p - 1] for p in found.order)
        return [t("loot.order", found.treasures, order)]

    def notes(self, powers: list[Sum], minions: list[int] | None) -> list[str]:
        """What an answer takes for granted, and what may be surprising."""
        found = self._found
        notes: list[str] = []
        if found.unsure:
            notes.append(t("loot.unsure"))
        if minions is None and any(seat.place is None for seat in found.seats):
            notes.append(t("score.nominions"))
        for name, typed in zip(self._names, powers, strict=True):
            if typed.value < 0:
                notes.append(t("score.negative", name, str(typed.value).replace("-", "−")))
        return notes
