"""What the commands ask of the history. Every function works inside the session (the transaction) of its
caller.
"""

import hashlib
import zlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from sqlalchemy import insert, select
from sqlalchemy.orm import Session

from clashbox.core import Codec
from clashbox.db import people
from clashbox.db.derived import Seat, Summary
from clashbox.db.models import Deleted, Device, Event, Game, Merge, Player
from clashbox.text import shown


@dataclass(frozen=True, slots=True)
class Record:
    """An event on its way into the history: its compact record."""

    number: int
    data: bytes


def saw_device(session: Session, device: str, board: str, firmware: str, when: datetime) -> None:
    """Notes that this box was here, and what it runs."""
    row = session.get(Device, device)
    if row is None:
        row = Device(id=device, first_seen=when)
        session.add(row)
    row.board, row.firmware, row.last_seen = shown(board, 80), shown(firmware), when


def forks(session: Session, source: str) -> Sequence[Game]:
    """All games that came under that id, the newest fork first."""
    return session.scalars(select(Game).where(Game.source == source).order_by(Game.fork.desc())).all()


def new_game(
    session: Session, source: str, device: str | None, header: dict[str, Any], when: datetime
) -> Game:
    """A game seen for the first time, or one whose beginning is another than those held under its id: a
    fork, under an id of its own. It is dated when it was seen, marked approximate, for the box has no clock.
    """
    others = forks(session, source)
    fork = others[0].fork + 1 if others else 0
    name = hashlib.sha256(f"{source}/{fork}".encode()).hexdigest()[:16] if fork else source
    game = Game(
        id=name,
        source=source,
        fork=fork,
        fork_of=others[-1].id if others else None,
        device_id=device,
        kind=str(header["game"]),
        header=header,
        events=0,
        crc=0,
        last_t=0,
        last_m=0,
        live=False,
        started=when,
        started_approximate=True,
        synced=when,
    )
    session.add(game)
    session.flush()
    return game


def date_back(game: Game, when: datetime) -> None:
    """A game that is seen for the first time began so long ago as its newest event says (a month at most)."""
    if game.started_approximate:
        game.started = when - timedelta(milliseconds=max(0, min(game.last_t, 30 * 86_400_000)))


def append(
    session: Session,
    game: Game,
    records: Sequence[Record],
    crc: int,
    last_t: int,
    last_m: int,
    when: datetime,
) -> None:
    """Adds events to the end of a game; `crc`, `last_t` and `last_m` are what the game then stands at. The
    numbers must go on from what is held.
    """
    if not records:
        return
    if [record.number for record in records] != list(range(game.events + 1, game.events + 1 + len(records))):
        raise ValueError("events must be appended in order, without a gap")
    session.execute(
        insert(Event),
        [{"game_id": game.id, "number": record.number, "record": record.data} for record in records],
    )
    game.events += len(records)
    game.crc, game.last_t, game.last_m, game.synced = crc, last_t, last_m, when


def records(session: Session, game: str) -> Iterator[bytes]:
    """The records of a game, in order."""
    yield from session.scalars(select(Event.record).where(Event.game_id == game).order_by(Event.number))


def events(session: Session, game: str) -> Iterator[dict[str, Any]]:
    """The events of a game as in its file, in order, once each. Raises ValueError where they are not what
    was stored.
    """
    codec = Codec()
    count = crc = 0
    for record in records(session, game):
        event, _ = codec.decode(record, 0)
        count += 1
        crc = zlib.crc32(record, crc)
        yield event
    held = session.get_one(Game, game)
    if (count, crc) != (held.events, held.crc):
        raise ValueError(f"game {game}: its events are damaged")


def names(session: Session, limit: int = 400) -> list[str]:
    """The names of who played in the newest games (`limit` of them), the most recent first, then of
    those who have not played yet.
    """
    newest = select(Summary.game_id, Summary.started).order_by(Summary.started.desc(), Summary.game_id.desc())
    games = newest.limit(limit).subquery()
    sat = session.scalars(
        select(Seat.player_id)
        .join(games, games.c.game_id == Seat.game_id)
        .where(Seat.player_id.is_not(None))
        .order_by(games.c.started.desc(), games.c.game_id.desc(), Seat.place)
    )
    recent = list(dict.fromkeys(player for player in sat if player is not None))
    known = people.counting(session, recent)
    waiting = session.scalars(
        select(Player.name)
        .where(~select(Seat.game_id).where(Seat.player_id == Player.id).exists())
        .where(Player.id.not_in(select(Merge.player_id)))
        .order_by(Player.id)
        .limit(limit)
    )
    return list(dict.fromkeys([*(known[player][1] for player in recent), *waiting]))


def deleted(session: Session, source: str) -> bool:
    """Whether a game of that id was deleted on purpose."""
    return session.get(Deleted, source) is not None


def find_games(session: Session, wanted: str) -> Sequence[Game]:
    """The games whose id begins with `wanted`; the whole id finds at most one."""
    exact = session.get(Game, wanted)
    if exact is not None:
        return [exact]
    if not wanted or len(wanted) > 16 or any(c not in "0123456789abcdef" for c in wanted):
        return []
    # As a range: a pattern would not go by the index on every database.
    within = Game.id.between(wanted.ljust(16, "0"), wanted.ljust(16, "f"))
    return session.scalars(select(Game).where(within).order_by(Game.id).limit(10)).all()
