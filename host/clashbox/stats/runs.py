"""How long games took, and who won or lost how often in a row."""

from collections import defaultdict
from dataclasses import asdict, dataclass

from sqlalchemy import case, func
from sqlalchemy.orm import Session

from clashbox.db import people
from clashbox.db.derived import Seat, Summary
from clashbox.stats.filters import Filters
from clashbox.stats.tally import joined


@dataclass(frozen=True, slots=True)
class Length:
    """How long games of a kind for so many players took: turns, and ms by the games' own clocks (of
    `timed` games).
    """

    kind: str
    players: int
    n: int
    turns: float
    fewest: int
    most: int
    timed: int
    median: int | None
    shortest: int | None
    longest: int | None

    def as_data(self) -> dict[str, object]:
        """As `--json` shows it."""
        return {**asdict(self), "turns": round(self.turns, 3)}


def lengths(session: Session, filters: Filters) -> list[Length]:
    """By kind and number of players."""
    group = (Summary.kind, Summary.players)
    asked = filters.games(
        Summary,
        *group,
        func.count(),
        func.sum(Summary.turns),
        func.min(Summary.turns),
        func.max(Summary.turns),
        joined(session, Summary.length, ","),
    )
    rows = session.execute(asked.group_by(*group).order_by(*group)).all()
    return [
        Length(kind, players, n, float(turns) / n, fewest, most, *_timed(lengths))
        for kind, players, n, turns, fewest, most, lengths in rows
    ]


def _timed(lengths: str | None) -> tuple[int, int | None, int | None, int | None]:
    """How many, the median (the lower of two), the least and the most."""
    # There is no median that both databases have.
    found = sorted(map(int, lengths.split(","))) if lengths else []
    if not found:
        return 0, None, None, None
    return len(found), found[(len(found) - 1) // 2], found[0], found[-1]


@dataclass(frozen=True, slots=True)
class Streak:
    """Wins (shared ones too) and losses in a row: the longest of each, and the one that goes on
    (`running`, below 0: losses).
    """

    name: str
    n: int
    wins: int
    losses: int
    running: int

    def as_data(self) -> dict[str, object]:
        """As `--json` shows it."""
        return asdict(self)


def streaks(session: Session, filters: Filters) -> list[Streak]:
    """By player, in the order in which their games began."""
    won = case((Seat.won.is_(True), 1), else_=0)
    order = (Seat.started, Seat.game_id, Seat.place)
    those = (Seat.winners > 0, Seat.player_id.is_not(None))
    results = filters.seats("ix_seat_statistics", Seat.player_id, joined(session, won, "", *order))
    rows = session.execute(results.where(*those).group_by(Seat.player_id)).all()
    known = people.counting(session, [row[0] for row in rows])
    by_person: defaultdict[tuple[int, str], list[tuple[int, str]]] = defaultdict(list)
    for player, found in rows:
        by_person[known[player][:2]].append((player, found))
    made: list[Streak] = []
    for (_, name), found in by_person.items():
        if len(found) == 1:
            made.append(_streak(name, found[0][1]))
            continue
        # Under several names: their games in one row.
        each = filters.seats("ix_seat_statistics", won).where(*those)
        each = each.where(Seat.player_id.in_([player for player, _ in found])).order_by(*order)
        made.append(_streak(name, "".join(map(str, session.scalars(each)))))
    return sorted(made, key=lambda streak: (-streak.wins, streak.losses, streak.name))


def _streak(name: str, found: str) -> Streak:
    """Of results in order, 1 is won, 0 lost."""
    wins, losses = (max(map(len, found.split(other))) for other in "01")
    running = len(found) - len(found.rstrip(found[-1]))
    return Streak(name, len(found), wins, losses, running if found[-1] == "1" else -running)
