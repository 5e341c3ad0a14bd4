"""Every question that `clashbox stats` answers, by its name on the command line."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import select
from sqlalchemy.orm import Session

from clashbox.db import people
from clashbox.db.derived import Seat, Summary
from clashbox.stats import counts, naming, rates, runs
from clashbox.stats.filters import Filters

Rows = Sequence[Any]
"""What a question comes to: values of one class, each with `as_data()`."""

RATES = ("players", "factions", "pairs", "seats", "terrains")
"""Questions that come to rates.Rate."""
SHARES = ("ways", "ties")
"""Questions that come to counts.Share."""

_ASK: dict[str, Callable[[Session, Filters], Rows]] = {
    "players": rates.players,
    "factions": rates.factions,
    "pairs": rates.pairs,
    "titans": rates.titans,
    "seats": lambda session, filters: [*rates.seats(session, filters), *rates.starters(session, filters)],
    "terrains": rates.terrains,
    "ways": counts.ways,
    "versus": counts.versus,
    "sources": counts.sources,
    "ties": counts.ties,
    "clashes": counts.clashes,
    "length": runs.lengths,
    "streaks": runs.streaks,
    "rules": counts.rules,
}
QUESTIONS = tuple(_ASK)
"""All that can be asked about many games; `turns` is asked about one."""


def answer(session: Session, what: str, filters: Filters) -> Rows:
    """The rows of an answer, with names in the current language."""
    found = _ASK[what](session, filters)
    if what == "seats":
        return [
            one for rate in found for one in naming.rates("seats" if "/" in rate.key else "starters", [rate])
        ]
    if what in RATES:
        return naming.rates(what, found)
    if what in SHARES:
        return naming.shares(what, found)
    return naming.titans(found) if what == "titans" else found


@dataclass(frozen=True, slots=True)
class Course:
    """A game's points at the end of each turn, `points` by turn, then by player; `names` "" where there is
    none.
    """

    game: str
    kind: str
    goal: int
    names: list[str]
    points: list[list[int]]
    winners: list[int]

    def as_data(self) -> dict[str, object]:
        """As `--json` shows it."""
        return {
            "game": self.game,
            "kind": self.kind,
            "goal": self.goal,
            "players": self.names,
            "points": self.points,
            "winners": self.winners,
        }


def newest(session: Session, filters: Filters) -> str | None:
    """The id of the newest game that is asked about."""
    newest_first = (Summary.started.desc(), Summary.game_id.desc())
    return session.scalar(filters.games(Summary, Summary.game_id).order_by(*newest_first).limit(1))


def course(session: Session, game: str) -> Course | None:
    """How the points of a game grew; None where the game has not been looked at yet."""
    found = session.get(Summary, game)
    if found is None:
        return None
    seats = session.execute(
        select(Seat.player_id, Seat.won).where(Seat.game_id == game).order_by(Seat.place)
    ).all()
    known = people.counting(session, {player for player, _ in seats if player is not None})
    names = ["" if player is None else known[player][1] for player, _ in seats]
    winners = [place for place, row in enumerate(seats, 1) if row[1]]
    return Course(game, found.kind, found.goal, names, found.course, winners)
