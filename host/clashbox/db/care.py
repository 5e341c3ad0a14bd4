"""Games put right by hand. Each change is a row of its own (who, when, why, what stood before), and the game
is derived anew in the same transaction; header and events stay as they came.
"""

import getpass
from datetime import UTC, datetime
from typing import Any

from sqlalchemy import delete, select
from sqlalchemy.orm import Session

from clashbox.db import derive, listing, people
from clashbox.db.models import Change, Deleted, Game, Player
from clashbox.text import shown
from clashbox.trouble import Trouble


def who() -> str:
    """The user of this computer, as a change names them."""
    try:
        return shown(getpass.getuser(), 80)
    except (KeyError, OSError, ImportError):
        return ""


def noted(session: Session, kind: str, game: str | None, data: dict[str, Any], why: str = "") -> Change:
    """Adds the row of a change."""
    now = datetime.now(UTC).replace(tzinfo=None, microsecond=0)
    change = Change(at=now, who=who(), why=shown(why, 400), kind=kind, game_id=game, data=data)
    session.add(change)
    session.flush()
    return change


def changes(session: Session, game: str) -> list[Change]:
    """What was changed in a game, in order."""
    return list(session.scalars(select(Change).where(Change.game_id == game).order_by(Change.id)))


def edit(
    session: Session, game: Game, field: str, after: Any, why: str = "", place: int | None = None
) -> Change:
    """Puts one thing right; `after` None: again as it came. `field` is one of corrections.FIELDS."""
    data = {"field": field, "before": _before(session, game, field, place), "after": after}
    if place is not None:
        data["place"] = place
    change = noted(session, "edit", game.id, data, why)
    derive.game(session, game)
    return change


def _before(session: Session, game: Game, field: str, place: int | None) -> Any:
    found = listing.one(session, game.id)
    summary = found.summary
    if place is not None:
        sitting = found.seats[place - 1]
        return list(sitting.seat.factions) if field == "factions" else sitting.name
    if field == "winner":
        return [sitting.seat.place for sitting in found.seats if sitting.seat.won]
    if field == "date":
        return summary.started.isoformat(timespec="seconds")
    return summary.location if field == "location" else summary.first


def void(session: Session, game: Game, gone: bool, why: str = "") -> None:
    """The game no longer counts (`gone`), or counts again. Raises Trouble where that is so already."""
    before = listing.one(session, game.id).summary.void
    if before == gone:
        raise Trouble("care.void.already" if gone else "care.restore.already", game.id)
    noted(session, "void" if gone else "restore", game.id, {"before": before, "after": gone}, why)
    derive.game(session, game)


def note(session: Session, game: Game, text: str) -> None:
    """Gives the game a note in place of the one it had; an empty one takes it away."""
    before = listing.one(session, game.id).summary.note
    noted(session, "note", game.id, {"before": before, "after": shown(text, 400)})
    derive.game(session, game)


def remove(session: Session, game: Game, why: str = "") -> None:
    """Deletes the game and its events. That it was there, and what it was, stays; a sync does not bring it
    back.
    """
    data = {
        "before": {"header": game.header, "events": game.events, "crc": game.crc, "source": game.source},
        "after": None,
    }
    change = noted(session, "delete", game.id, data, why)
    if session.get(Deleted, game.source) is None:
        session.add(Deleted(source=game.source, at=change.at))
    session.flush()
    # What hangs on it goes with it, by the foreign keys.
    session.execute(delete(Game).where(Game.id == game.id))
    session.expire_all()


def rename(session: Session, player: Player, name: str) -> tuple[str, str]:
    """Gives a person another name: (before, after). Raises Trouble where it is somebody else's, or none."""
    after, before = shown(name), player.name
    if not after:
        raise Trouble("player.empty", status=2)
    if after == before:
        raise Trouble("player.same", after)
    other = people.known(session, after)
    if other is not None and other.id != player.id:
        raise Trouble("player.taken", after, before)
    people.rename(session, player, after)
    noted(session, "rename", None, {"player": player.id, "before": before, "after": after})
    return before, after


def merge(session: Session, player: Player, into: Player) -> tuple[Player, Player]:
    """Everything of `player` counts for `into`: both as they count then. Raises Trouble."""
    held = people.merges(session)
    root = session.get_one(Player, people.root(held, into.id))
    if player.id in held:
        raise Trouble("player.merged", player.name, session.get_one(Player, held[player.id]).name)
    if root.id == player.id:
        raise Trouble("player.self", player.name)
    people.merge(session, player.id, root.id)
    noted(session, "merge", None, {"player": player.id, "before": None, "after": root.id})
    return player, root


def unmerge(session: Session, player: Player) -> Player:
    """`player` counts as themselves again; who they counted for. Raises Trouble where they do already."""
    into = people.merges(session).get(player.id)
    if into is None:
        raise Trouble("player.unmerged", player.name)
    people.unmerge(session, player.id)
    noted(session, "unmerge", None, {"player": player.id, "before": into, "after": None})
    return session.get_one(Player, into)
