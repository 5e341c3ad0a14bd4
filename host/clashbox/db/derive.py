"""Keeps the derived tables in step: a game's rows are made anew in the transaction that changed the game."""

from collections.abc import Callable, Iterator, Sequence

from sqlalchemy import delete, insert, select
from sqlalchemy.orm import Session

from clashbox.db import corrections, people, rows, store
from clashbox.db.derived import TABLES, Summary
from clashbox.db.models import Game

SMALL = 2000
"""Up to so many events a game is derived with every answer that comes from the box; a longer one when it has
grown by a quarter, and at its end: the work stays in proportion to the events.
"""
_AT_ONCE = 200
"""Games whose rows go in together when all are made anew."""


def game(session: Session, found: Game) -> None:
    """Makes the derived rows of a game anew."""
    session.flush()
    made = _rows(session, found, _person(session))
    if session.scalar(select(Summary.upto).where(Summary.game_id == found.id)) is not None:
        for table in TABLES:
            session.execute(delete(table).where(table.__table__.c.game_id == found.id))
    _insert(session, [made])


def keep_up(session: Session, found: Game, last: bool) -> None:
    """The same after events came; `last`: no more are on their way."""
    if found.events > SMALL and not last:
        session.flush()
        held = session.scalar(select(Summary.upto).where(Summary.game_id == found.id)) or 0
        if found.events < held * 5 // 4:
            return
    game(session, found)


def rebuild(session: Session, progress: Callable[[int, int], None] | None = None) -> int:
    """Makes the derived rows of all games anew, in one transaction; how many games there are."""
    for table in TABLES:
        session.execute(delete(table))
    person = _person(session)
    names = list(session.scalars(select(Game.id).order_by(Game.id)))
    done = 0
    for some in _pieces(names):
        found = session.scalars(select(Game).where(Game.id.in_(some)).order_by(Game.id)).all()
        _insert(session, [_rows(session, one, person) for one in found])
        session.expunge_all()
        done += len(some)
        if progress:
            progress(done, len(names))
    return len(names)


def made(session: Session, found: Game) -> rows.Rows:
    """The derived rows of a game as its events make them; nothing is stored."""
    return _rows(session, found, _person(session))


def _pieces(names: Sequence[str]) -> Iterator[Sequence[str]]:
    for at in range(0, len(names), _AT_ONCE):
        yield names[at : at + _AT_ONCE]


def _rows(session: Session, found: Game, person: rows.Person) -> rows.Rows:
    events = list(enumerate(store.events(session, found.id), 2))
    return rows.of_game(found, events, corrections.of_game(session, found.id), person)


def _person(session: Session) -> rows.Person:
    known: dict[str, int] = {}

    def person(name: str) -> int:
        if name not in known:
            known[name] = people.named(session, name).id
        return known[name]

    return person


def _insert(session: Session, made: list[rows.Rows]) -> None:
    for table in reversed(TABLES):
        values = [row for each in made for row in each[table]]
        if values:
            session.execute(insert(table), values)
