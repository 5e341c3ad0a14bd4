"""Candidates into the history, a file in one transaction; what is doubtful waits in quarantine.

A game is known again by its id; one without an id by its events (their number and CRC) and its header. One
that goes on where the history's ends is completed.
"""

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

from sqlalchemy import select
from sqlalchemy.orm import Session, object_session

from clashbox.db import care, derive, store
from clashbox.db.models import Deleted, Game, Quarantine
from clashbox.exchange.candidates import Candidate, dumps_header, of_piece
from clashbox.exchange.splitting import Piece
from clashbox.i18n import t
from clashbox.trouble import Trouble


@dataclass(frozen=True, slots=True)
class Outcome:
    """What became of a game of a file: `what` is stored, longer, known or quarantine; `id` is the game's, or
    its number in quarantine.
    """

    what: str
    id: str
    file: str
    line: int
    why: str = ""


def store_all(session: Session, found: Sequence[Candidate]) -> list[Outcome]:
    """All games of one file."""
    return [_one(session, candidate) for candidate in found]


def _one(session: Session, candidate: Candidate, forced: bool = False) -> Outcome:
    if not candidate.reason:
        outcome = _store(session, candidate, forced)
        if outcome is not None:
            return outcome
        candidate.waits("fork", t("import.fork", candidate.id))
    return _put_aside(session, candidate)


def _store(session: Session, candidate: Candidate, forced: bool) -> Outcome | None:
    """Stores the game, or says that it is known; None where another is held under its id."""
    held = _held(session, candidate.id)
    for game in held:
        if candidate.result_alone or _begins(candidate, game):
            return _outcome(candidate, "known", game.id)
        if candidate.crc_of(game.events) == game.crc and len(candidate.records) > game.events:
            _go_on(session, game, candidate)
            return _outcome(candidate, "longer", game.id)
    if held and not forced:
        return None
    # Ids tell games apart: two short ones of the same people may be alike in all else.
    same = None if held or candidate.header.get("id") else _same(session, candidate)
    if same is not None:
        return _outcome(candidate, "known", same)
    return _outcome(candidate, "stored", _new(session, candidate))


def _outcome(candidate: Candidate, what: str, name: str) -> Outcome:
    return Outcome(what, name, candidate.file, candidate.line, candidate.why)


def _held(session: Session, name: str) -> Sequence[Game]:
    found = select(Game).where((Game.source == name) | (Game.id == name)).order_by(Game.fork.desc())
    return session.scalars(found.with_for_update()).all()


def _begins(candidate: Candidate, game: Game) -> bool:
    """Whether the candidate is the game, or its beginning."""
    count = len(candidate.records)
    if count == game.events:
        return candidate.crc == game.crc
    if count > game.events:
        return False
    session = object_session(game)
    assert session is not None
    records = store.records(session, game.id)
    return all(mine == theirs for mine, theirs in zip(candidate.records, records, strict=False))


def _same(session: Session, candidate: Candidate) -> str | None:
    """The game with the same events and the same header, held under an id."""
    query = select(Game).where(Game.crc == candidate.crc, Game.events == len(candidate.records))
    for game in session.scalars(query):
        if dumps_header(game.header) == dumps_header(candidate.header):
            return game.id
    return None


def _go_on(session: Session, game: Game, candidate: Candidate) -> None:
    begun = game.events
    fresh = candidate.records[begun:]
    numbered = [store.Record(begun + at, data) for at, data in enumerate(fresh, 1)]
    now = _now()
    store.append(session, game, numbered, candidate.crc, candidate.last_t, candidate.last_m, now)
    _noted(session, game.id, candidate, begun)
    derive.game(session, game)


def _new(session: Session, candidate: Candidate) -> str:
    now = _now()
    game = store.new_game(session, candidate.id, None, candidate.header, now)
    numbered = [store.Record(at, data) for at, data in enumerate(candidate.records, 1)]
    store.append(session, game, numbered, candidate.crc, candidate.last_t, candidate.last_m, now)
    if candidate.started is not None:
        game.started = candidate.started
        game.started_approximate = candidate.header.get("approximate") is True
    else:
        store.date_back(game, now)
    gone = session.get(Deleted, candidate.id)
    if gone is not None:
        session.delete(gone)
    _noted(session, game.id, candidate, 0)
    derive.game(session, game)
    return game.id


def _noted(session: Session, game: str, candidate: Candidate, before: int) -> None:
    data = {"file": candidate.file, "before": before, "after": len(candidate.records)}
    care.noted(session, "import", game, data)


def _now() -> datetime:
    return datetime.now(UTC).replace(tzinfo=None, microsecond=0)


# -- quarantine --


def _put_aside(session: Session, candidate: Candidate) -> Outcome:
    digest = hashlib.sha256(candidate.content).hexdigest()
    row = session.scalars(select(Quarantine).where(Quarantine.digest == digest)).first()
    if row is None:
        row = Quarantine(digest=digest, at=_now(), content=candidate.content)
        session.add(row)
    row.file, row.line, row.reason = candidate.file, candidate.begins, candidate.reason
    row.game_id = candidate.id or None
    session.flush()
    return _outcome(candidate, "quarantine", str(row.id))


def waiting(session: Session) -> list[tuple[Quarantine, Candidate]]:
    """What waits, the oldest first, each looked at anew (in the language that is set)."""
    found: list[tuple[Quarantine, Candidate]] = []
    for row in session.scalars(select(Quarantine).order_by(Quarantine.id)):
        found.append((row, _again(row)))
    return found


def _again(row: Quarantine, forced: bool = False) -> Candidate:
    candidate = of_piece(Piece(row.line, row.content), row.file, forced)
    if not candidate.reason and row.reason == "fork":
        candidate.why = t("import.fork", candidate.id)
    return candidate


def one(session: Session, number: int) -> Quarantine:
    """The game of that number. Raises Trouble."""
    row = session.get(Quarantine, number)
    if row is None:
        raise Trouble("quarantine.none", number)
    return row


def release(session: Session, row: Quarantine) -> Outcome:
    """Takes a game out of quarantine into the history, as it is. Raises Trouble where it cannot be read."""
    candidate = _again(row, True)
    if candidate.reason:
        raise Trouble("quarantine.unreadable", row.id, candidate.why)
    outcome = _one(session, candidate, True)
    session.delete(row)
    return outcome


def drop(session: Session, row: Quarantine) -> dict[str, Any]:
    """Throws a game of the quarantine away: what it was."""
    gone = {"id": row.id, "file": row.file, "line": row.line, "reason": row.reason}
    session.delete(row)
    return gone
