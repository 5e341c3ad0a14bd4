"""Games as lists want them: filtered, a page at a time, the newest first; and who sat in them."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import ColumnElement, func, select
from sqlalchemy.orm import Session, aliased

from clashbox.db import people
from clashbox.db.derived import Seat, Summary
from clashbox.db.models import Game
from clashbox.db.people import Person

_TOGETHER = 200


@dataclass(frozen=True, slots=True)
class Wanted:
    """Which games: from `since` on (UTC, as stored), before `until`; in which all of `people` sat; of
    that `kind` ("": any); with `void` those that do not count as well.
    """

    since: datetime | None = None
    until: datetime | None = None
    people: tuple[Person, ...] = ()
    kind: str = ""
    void: bool = True

    def conditions(self) -> list[ColumnElement[bool]]:
        """The conditions on rows of `summary`."""
        found: list[ColumnElement[bool]] = []
        if self.since is not None:
            found.append(Summary.started >= self.since)
        if self.until is not None:
            found.append(Summary.started < self.until)
        if self.kind:
            found.append(Summary.kind == self.kind)
        if not self.void:
            found.append(Summary.void.is_(False))
        for person in self.people:
            seat = aliased(Seat)
            its = (seat.game_id == Summary.game_id, seat.player_id.in_(person))
            found.append(select(seat.game_id).where(*its).exists())
        return found


@dataclass(frozen=True, slots=True)
class Sitting:
    """Somebody's seat in a game: who that counts for now, and their name; 0 and "" for nobody known."""

    player: int
    name: str
    key: str
    seat: Seat


@dataclass(frozen=True, slots=True)
class Listed:
    """A game with what it came to and who sat there, by place."""

    game: Game
    summary: Summary
    seats: list[Sitting]


def count(session: Session, wanted: Wanted) -> int:
    """How many games there are."""
    return session.scalar(select(func.count()).select_from(Summary).where(*wanted.conditions())) or 0


def ids(session: Session, wanted: Wanted, limit: int | None = None, offset: int = 0) -> Sequence[str]:
    """The ids of the games, the newest first, `limit` of them from `offset` on."""
    found = select(Summary.game_id).where(*wanted.conditions())
    found = found.order_by(Summary.started.desc(), Summary.game_id.desc()).limit(limit).offset(offset)
    return session.scalars(found).all()


def listed(session: Session, names: Sequence[str]) -> list[Listed]:
    """Those games, in that order."""
    games: dict[str, tuple[Game, Summary]] = {}
    seats: dict[str, list[Sitting]] = {name: [] for name in names}
    for some in _some(names):
        query = select(Game, Summary).join(Summary, Summary.game_id == Game.id).where(Game.id.in_(some))
        for game, summary in session.execute(query):
            games[game.id] = (game, summary)
        sat = session.scalars(select(Seat).where(Seat.game_id.in_(some)).order_by(Seat.place)).all()
        known = people.counting(session, {seat.player_id for seat in sat if seat.player_id})
        for seat in sat:
            seats[seat.game_id].append(Sitting(*known.get(seat.player_id or 0, (0, "", "")), seat))
    return [Listed(*games[name], seats[name]) for name in names if name in games]


def each(session: Session, names: Sequence[str]) -> Iterator[Listed]:
    """Those games, in that order, a few of them in memory at a time."""
    for at in range(0, len(names), _TOGETHER):
        yield from listed(session, names[at : at + _TOGETHER])
        session.expunge_all()


def events(session: Session, names: Sequence[str]) -> int:
    """How many events those games have together."""
    return sum(
        session.scalar(select(func.sum(Game.events)).where(Game.id.in_(some))) or 0 for some in _some(names)
    )


def one(session: Session, name: str) -> Listed:
    """One game that is there."""
    return listed(session, [name])[0]


def _some(names: Sequence[str]) -> Iterable[Sequence[str]]:
    for at in range(0, len(names), 500):
        yield names[at : at + 500]
