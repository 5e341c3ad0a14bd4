"""How long games took, and who won or lost how often in a row."""

from dataclasses import asdict, dataclass
from typing import Any

from sqlalchemy import ColumnElement, case, func, select
from sqlalchemy.orm import Session

from clashbox.db.derived import Seat, Summary
from clashbox.stats.filters import Filters
from clashbox.stats.rates import names


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
        func.count(Summary.length),
        func.min(Summary.length),
        func.max(Summary.length),
    )
    rows = session.execute(asked.group_by(*group).order_by(*group)).all()
    # There is no median that both databases have; the middle game (the lower of two) is found by its rank.
    rank = func.row_number().over(partition_by=group, order_by=Summary.length)
    of = func.count().over(partition_by=group)
    timed = filters.games(Summary, *group, Summary.length, rank.label("rank"), of.label("of"))
    ranked = timed.where(Summary.length.is_not(None)).subquery()
    middle = select(ranked.c.kind, ranked.c.players, ranked.c.length)
    medians = {
        (kind, count): length
        for kind, count, length in session.execute(
            middle.where(ranked.c.rank * 2 - ranked.c.of == ranked.c.of % 2)
        )
    }
    return [
        Length(
            row[0], row[1], row[2], float(row[3]) / row[2], row[4], row[5], row[6],
            medians.get((row[0], row[1])), row[7], row[8],
        )
        for row in rows
    ]  # fmt: skip


_SHIFT = 1 << 20
"""More than one person has games."""


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


def _before(won: bool) -> ColumnElement[int]:
    """How many a player had won, or lost, by then, in the order in which games began."""
    order = (Seat.started, Seat.game_id, Seat.place)
    so_far = func.sum(case((Seat.won.is_(won), 1), else_=0))
    return so_far.over(partition_by=Seat.player_id, order_by=order, rows=(None, 0))


def streaks(session: Session, filters: Filters) -> list[Streak]:
    """By player, in the order in which their games began."""
    wins, losses = _before(won=True), _before(won=False)
    # A run of wins is told from the others by how many losses came before it, a run of losses by wins.
    after = case((Seat.won.is_(True), losses), else_=wins)
    games = filters.seats("ix_seat_statistics", Seat.player_id, Seat.won, after.label("after"))
    games = games.where(Seat.winners > 0, Seat.player_id.is_not(None)).subquery()
    runs = (
        select(games.c.player_id, games.c.won, games.c.after, func.count().label("n"))
        .group_by(games.c.player_id, games.c.won, games.c.after)
        .subquery()
    )
    columns: list[ColumnElement[Any]] = []
    for won in (True, False):
        mine = runs.c.won.is_(won)
        columns += [func.sum(case((mine, runs.c.n), else_=0)), func.max(case((mine, runs.c.n), else_=0))]
        # The last run is the one with the most before it: both in one number.
        columns.append(func.max(case((mine, runs.c.after * _SHIFT + runs.c.n), else_=0)))
    rows = session.execute(select(runs.c.player_id, *columns).group_by(runs.c.player_id)).all()
    known = names(session, [row[0] for row in rows])
    made = [_streak(known[row[0]], [int(n) for n in row[1:]]) for row in rows]
    return sorted(made, key=lambda streak: (-streak.wins, streak.losses, streak.name))


def _streak(name: str, found: list[int]) -> Streak:
    won, wins, last_won, lost, losses, last_lost = found
    # Who won last has no loss after that: as many before the last run of wins as there are.
    running = last_won % _SHIFT if last_won // _SHIFT == lost else -(last_lost % _SHIFT)
    return Streak(name, won + lost, wins, losses, running)
