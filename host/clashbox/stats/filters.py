"""Which games a question is about: by date, people, kind of game, set and number of players.

Counted are games that are over, not void and can be replayed (`counted` of the derived tables); what people
put right is in there already.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta
from typing import Any

from sqlalchemy import ColumnElement, Select, Subquery, select
from sqlalchemy.orm import Session, aliased

from clashbox.db import people
from clashbox.db.derived import Seat, SeatFaction, Summary
from clashbox.db.dialects import by
from clashbox.db.people import Person
from clashbox.text import shown
from clashbox.trouble import Trouble

Columns = Any
"""A derived table (or an alias of it) with game_id, counted, kind, started and players: Seat or Summary."""


@dataclass(frozen=True, slots=True)
class Filters:
    """All that is asked about. `since` (included) and `until` (not) are UTC without a zone, as stored;
    `people`: games in which all of them sat; `factions`: games in which one of them was played;
    `players` 0: any number.
    """

    since: datetime | None = None
    until: datetime | None = None
    people: tuple[Person, ...] = ()
    kind: str = ""
    factions: tuple[str, ...] | None = None
    players: int = 0

    @property
    def players_named(self) -> list[int]:
        """The ids of all who count as one of `people`."""
        return [player for person in self.people for player in person]

    def games(
        self, of: Columns, *columns: Any, index: str = "ix_summary_statistics"
    ) -> Select[*tuple[Any, ...]]:
        """Asks for columns of a table's rows: those of games that are asked about. `index`: of that table,
        in whose order rows are gone over where nobody is named.
        """
        if not self.people:
            return by(select(*columns).select_from(of).where(*self.conditions(of)), of, index)
        sat = played(self.people[0])
        chosen = select(*columns).select_from(sat).join(of, of.game_id == sat.c.game_id)
        if of is Summary:
            chosen = by(chosen, of, "ix_summary_by_game")
        return chosen.where(*self.conditions(of, self.people[1:]))

    def seats(self, index: str, *columns: Any, by_game: bool = False) -> Select[*tuple[Any, ...]]:
        """Asks for columns of seats: those of the people asked about, of everybody where nobody is named
        (in the order of `index`). `by_game`: other tables' rows are joined to them, which lie by game.
        """
        if by_game and self.people:
            # (+ 0: by no index of its own, which would be gone over for every game.)
            return self.games(Seat, *columns).where((Seat.player_id + 0).in_(self.players_named))
        # Of one, the rows say by themselves that they sat there.
        together = self.people if len(self.people) > 1 else ()
        chosen = select(*columns).select_from(Seat).where(*self.conditions(Seat, together))
        if self.people:
            return by(chosen.where(Seat.player_id.in_(self.players_named)), Seat, "ix_seat_statistics")
        return by(chosen, Seat, index) if index else chosen

    def conditions(self, of: Columns, people: Iterable[Person] = ()) -> list[ColumnElement[bool]]:
        """The conditions on a table's rows; of the people asked about, only these are looked for."""
        found: list[ColumnElement[bool]] = [of.counted.is_(True)]
        if self.kind:
            found.append(of.kind == self.kind)
        if self.players:
            found.append((of.players + 0 if self.people else of.players) == self.players)
        if self.since is not None:
            found.append(of.started >= self.since)
        if self.until is not None:
            found.append(of.started < self.until)
        for person in people:
            other = aliased(Seat)
            its = select(other.game_id).where(other.game_id == of.game_id, other.player_id.in_(person))
            found.append(by(its, other, "ix_seat_player_id_game_id").exists())
        if self.factions is not None:
            those = select(SeatFaction.game_id).where(SeatFaction.faction.in_(self.factions))
            found.append(of.game_id.in_(those))
        return found


def played(person: Person) -> Subquery:
    """The games in which somebody sat, in the order in which rows of games lie."""
    sat = select(Seat.game_id).where(Seat.player_id.in_(person)).distinct()
    return by(sat, Seat, "ix_seat_player_id_game_id").subquery()


def day(option: str, text: str, after: bool = False) -> datetime:
    """A date as typed (2026-11-30), local: the UTC moment when it begins, or (`after`) when it has ended.
    Raises Trouble.
    """
    try:
        found = date.fromisoformat(text.strip())
        found = found + timedelta(days=1) if after else found
        return _begins(found).replace(tzinfo=None)
    except (ValueError, OverflowError, OSError):
        raise Trouble("stats.date", option, shown(text), status=2) from None


def _begins(day: date) -> datetime:
    """The moment (UTC) when that local day begins: at midnight, where the clocks go from there to one or
    have it twice at the first moment that is of that day.
    """
    both = (datetime.combine(day, time(fold=fold)).astimezone(UTC) for fold in (0, 1))
    found = sorted(both)
    return next((moment for moment in found if moment.astimezone().date() == day), found[-1])


def person(session: Session, option: str, name: str) -> Person:
    """Who is meant, under any name they have or had, with all that are merged with them. Raises Trouble."""
    found = people.known(session, shown(name))
    if found is None:
        raise Trouble("stats.nobody", option, shown(name), status=2)
    return people.together(people.merges(session), found.id)
