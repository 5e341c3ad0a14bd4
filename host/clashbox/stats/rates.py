"""How often who won: by player, faction, pair of factions, titan, seat, terrain.

A seat won if the game's recorded winner says so (never the most points). A shared win counts as won, and is
said apart. Games that nobody won (given up) are in no rate.
"""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import ColumnElement, Row, Select, and_, case, func
from sqlalchemy.orm import Session

from clashbox.db import people
from clashbox.db.derived import Seat, SeatFaction, SeatTitan, Summary
from clashbox.stats.filters import Filters
from clashbox.stats.wilson import Proportion


@dataclass(frozen=True, slots=True)
class Rate:
    """What one player, faction ... came to: `n` = `won` (alone) + `shared` + `lost`. `fair` is the rate
    that chance alone would give (1/2 of games for two, 1/4 of games for four), `points` the mean of VP
    (Madness taken off) or medals.
    """

    key: str
    name: str
    n: int
    won: int
    shared: int
    lost: int
    fair: float | None = None
    points: float | None = None

    @property
    def wins(self) -> Proportion:
        """Won, alone or shared, of all."""
        return Proportion(self.won + self.shared, self.n)

    def as_data(self) -> dict[str, object]:
        """As `--json` shows it."""
        counts: dict[str, object] = {
            name: getattr(self, name) for name in ("key", "name", "n", "won", "shared", "lost")
        }
        fair = None if self.fair is None else round(self.fair, 6)
        points = None if self.points is None else round(self.points, 3)
        return {**counts, **self.wins.as_data(), "fair": fair, "points": points}


Sums = tuple[int, int, int, float, int]
"""n, won alone, shared, sum of 1/players, sum of points (Madness taken off)."""


def _one(condition: ColumnElement[bool]) -> ColumnElement[int]:
    return func.sum(case((condition, 1), else_=0))


def sums() -> list[ColumnElement[Any]]:
    """The columns that a Rate is made of, over rows of Seat."""
    return [
        func.count(),
        _one(and_(Seat.won.is_(True), Seat.shared.is_(False))),
        _one(and_(Seat.won.is_(True), Seat.shared.is_(True))),
        func.sum(1.0 / Seat.players),
        func.sum(Seat.points - Seat.penalty),
    ]


def made(key: str, name: str, found: Sequence[Any]) -> Rate:
    """A Rate from the values of `sums`."""
    n, won, shared = int(found[0]), int(found[1] or 0), int(found[2] or 0)
    fair, points = (float(found[3]) / n, float(found[4]) / n) if n else (None, None)
    return Rate(key, name, n, won, shared, n - won - shared, fair, points)


def ordered(rates: Iterable[Rate]) -> list[Rate]:
    """Those with the most games first, then by rate, then by name: the same order every time."""
    return sorted(rates, key=lambda rate: (-rate.n, -(rate.wins.rate or 0), rate.name, rate.key))


def decided(filters: Filters, index: str, *columns: Any, by_game: bool = False) -> Select[*tuple[Any, ...]]:
    """Asks for columns of the seats that are asked about, of games that somebody won."""
    return filters.seats(index, *columns, by_game=by_game).where(Seat.winners > 0)


def players(session: Session, filters: Filters) -> list[Rate]:
    """Everybody who sat in the games asked about; seats without a name are nobody's."""
    asked = filters.games(Seat, Seat.player_id, *sums(), index="ix_seat_statistics")
    asked = asked.where(Seat.winners > 0, Seat.player_id.is_not(None)).group_by(Seat.player_id)
    rows = session.execute(asked).all()
    known = people.counting(session, [row[0] for row in rows])
    totals: dict[tuple[int, str], list[float]] = {}
    for player, *found in rows:
        person, name, _ = known[player]
        held = totals.setdefault((person, name), [0] * len(found))
        totals[person, name] = [a + float(b or 0) for a, b in zip(held, found, strict=True)]
    return ordered(made(str(person), name, found) for (person, name), found in totals.items())


def _by_pair(session: Session, filters: Filters) -> Sequence[Row[Any]]:
    asked = decided(filters, "ix_seat_pairs", Seat.pair, *sums()).where(Seat.pair != "")
    return session.execute(asked.group_by(Seat.pair)).all()


def pairs(session: Session, filters: Filters) -> list[Rate]:
    """Pairs of factions; with a set, those that hold a faction of it."""
    wanted = None if filters.factions is None else set(filters.factions)
    return ordered(
        made(row[0], row[0], row[1:])
        for row in _by_pair(session, filters)
        if wanted is None or wanted & set(row[0].split("+"))
    )


def factions(session: Session, filters: Filters) -> list[Rate]:
    """Factions; with a set, those of it."""
    totals: defaultdict[str, list[float]] = defaultdict(lambda: [0, 0, 0, 0.0, 0])

    def add(faction: str, found: Sequence[Any]) -> None:
        totals[faction] = [a + float(b or 0) for a, b in zip(totals[faction], found, strict=True)]

    for row in _by_pair(session, filters):
        for faction in set(row[0].split("+")):
            add(faction, row[1:])
    # Seats with one faction, or three, are in no pair; they are few.
    both = and_(SeatFaction.game_id == Seat.game_id, SeatFaction.place == Seat.place)
    others = decided(filters, "ix_seat_pairs", SeatFaction.faction, *sums()).join(SeatFaction, both)
    others = others.where(Seat.pair == "", Seat.kind == "smashup")
    for row in session.execute(others.group_by(SeatFaction.faction)):
        add(row[0], row[1:])
    wanted = filters.factions
    return ordered(
        made(faction, faction, found)
        for faction, found in totals.items()
        if wanted is None or faction in wanted
    )


@dataclass(frozen=True, slots=True)
class Titan:
    """A titan: how its players fared, how often it was played, its clashes."""

    rate: Rate
    plays: int
    attacks: Proportion
    defences: Proportion

    def as_data(self) -> dict[str, object]:
        """As `--json` shows it."""
        return {
            **self.rate.as_data(),
            "plays": self.plays,
            "attacks": {"won": self.attacks.count, "n": self.attacks.n, **self.attacks.as_data()},
            "defences": {"won": self.defences.count, "n": self.defences.n, **self.defences.as_data()},
        }


def titans(session: Session, filters: Filters) -> list[Titan]:
    """Titans by those who had them in play."""
    both = and_(SeatTitan.game_id == Seat.game_id, SeatTitan.place == Seat.place)
    counts = (SeatTitan.plays, SeatTitan.attacks_won, SeatTitan.attacks_lost)
    counts = (*counts, SeatTitan.defences_won, SeatTitan.defences_lost)
    columns = (SeatTitan.titan, *sums(), *[func.sum(count) for count in counts])
    asked = decided(filters, "", *columns, by_game=True).join(SeatTitan, both)
    rows = session.execute(asked.group_by(SeatTitan.titan))
    found: dict[str, Titan] = {}
    for row in rows:
        plays, a_won, a_lost, d_won, d_lost = (int(n or 0) for n in row[6:])
        attacks, defences = Proportion(a_won, a_won + a_lost), Proportion(d_won, d_won + d_lost)
        found[row[0]] = Titan(made(row[0], row[0], row[1:6]), plays, attacks, defences)
    return [found[rate.key] for rate in ordered(titan.rate for titan in found.values())]


def seats(session: Session, filters: Filters) -> list[Rate]:
    """By number of players and seat: the key is "4/1" for the first of four."""
    columns: list[Any] = [Seat.players, Seat.place]
    asked = decided(filters, "ix_seat_places", *columns, *sums()).group_by(*columns).order_by(*columns)
    return [made(f"{row[0]}/{row[1]}", f"{row[0]}/{row[1]}", row[2:]) for row in session.execute(asked)]


def starters(session: Session, filters: Filters) -> list[Rate]:
    """Those who began, by number of players: the key is "4"."""
    asked = decided(filters, "ix_seat_places", Seat.players, *sums()).where(Seat.first.is_(True))
    rows = session.execute(asked.group_by(Seat.players).order_by(Seat.players))
    return [made(str(row[0]), str(row[0]), row[1:]) for row in rows]


def terrains(session: Session, filters: Filters) -> list[Rate]:
    """By terrain of Toy Battle: how whoever began fared; with people named, how they did."""
    asked = decided(filters, "ix_seat_places", Summary.terrain, *sums(), by_game=True).where(
        Seat.kind == "toybattle"
    )
    if not filters.people:
        asked = asked.where(Seat.first.is_(True))
    asked = asked.join(Summary, Summary.game_id == Seat.game_id).group_by(Summary.terrain)
    rows = session.execute(asked).all()
    return ordered(made(row[0], row[0], row[1:]) for row in rows)
