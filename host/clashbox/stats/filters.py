"""Which games a question is about: by date, people, kind of game, set and number of players.

Counted are games that are over, not void and can be replayed (`counted` of the derived tables); what people
put right is in there already.
"""

from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta
from typing import Any

from sqlalchemy import ColumnElement, select
from sqlalchemy.orm import Session, aliased

from clashbox.db import people
from clashbox.db.derived import Seat, SeatFaction
from clashbox.text import shown
from clashbox.trouble import Trouble

Columns = Any
"""A derived table (or an alias of it) with game_id, counted, kind, started and players: Seat or Summary."""


@dataclass(frozen=True, slots=True)
class Filters:
    """All that is asked about. `since` (included) and `until` (not) are UTC without a zone, as stored;
    `people` are ids: games in which all of them sat; `factions`: games in which one of them was played;
    `players` 0: any number.
    """

    since: datetime | None = None
    until: datetime | None = None
    people: tuple[int, ...] = ()
    kind: str = ""
    factions: tuple[str, ...] | None = None
    players: int = 0

    def games(self, of: Columns) -> list[ColumnElement[bool]]:
        """The conditions on a table's rows: those of games that are asked about."""
        found: list[ColumnElement[bool]] = [of.counted.is_(True)]
        if self.kind:
            found.append(of.kind == self.kind)
        if self.players:
            found.append(of.players == self.players)
        if self.since is not None:
            found.append(of.started >= self.since)
        if self.until is not None:
            found.append(of.started < self.until)
        for person in self.people:
            other = aliased(Seat)
            found.append(of.game_id.in_(select(other.game_id).where(other.player_id == person)))
        if self.factions is not None:
            played = select(SeatFaction.game_id).where(SeatFaction.faction.in_(self.factions))
            found.append(of.game_id.in_(played))
        return found

    def seats(self, of: Columns) -> list[ColumnElement[bool]]:
        """The conditions on seats: those of the people asked about, of everybody where nobody is named."""
        found = self.games(of)
        if len(self.people) == 1:
            # The player's own rows say by themselves that they sat there.
            found = [*Filters(self.since, self.until, (), self.kind, self.factions, self.players).games(of)]
        if self.people:
            found.append(of.player_id.in_(self.people))
        return found


def day(option: str, text: str, after: bool = False) -> datetime:
    """A date as typed (2026-11-30), local: the UTC moment when it begins, or (`after`) when it has ended.
    Raises Trouble.
    """
    try:
        found = date.fromisoformat(text.strip())
        found = found + timedelta(days=1) if after else found
        return datetime.combine(found, time()).astimezone().astimezone(UTC).replace(tzinfo=None)
    except (ValueError, OverflowError, OSError):
        raise Trouble("stats.date", option, shown(text), status=2) from None


def person(session: Session, option: str, name: str) -> int:
    """The id of who is meant, under any name they have or had; whom they are merged into counts. Raises
    Trouble.
    """
    found = people.known(session, shown(name))
    if found is None:
        raise Trouble("stats.nobody", option, shown(name), status=2)
    return people.root(people.merges(session), found.id)
