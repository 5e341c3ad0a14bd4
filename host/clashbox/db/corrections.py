"""What people put right in a game, on top of what came from the table: the changes to it, folded into one.

The header and the events stay as they came; each change is a row of its own with what stood before.
"""

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import Any, cast

from sqlalchemy import select
from sqlalchemy.orm import Session

from clashbox.db.models import Change

FIELDS = ("factions", "player", "date", "location", "winner", "first")
"""What `edit` can put right. factions and player are of one seat each."""


@dataclass(slots=True)
class Corrections:
    """What holds now, beside header and events; None (or nothing for a seat): as it came."""

    factions: dict[int, list[str]] = field(default_factory=dict[int, list[str]])
    players: dict[int, str] = field(default_factory=dict[int, str])
    started: datetime | None = None
    location: str | None = None
    winner: list[int] | None = None
    first: int | None = None
    void: bool | None = None
    note: str | None = None


def of_game(session: Session, game: str) -> Corrections:
    """The corrections of one game."""
    return fold(session.scalars(select(Change).where(Change.game_id == game).order_by(Change.id)))


def fold(changes: Iterable[Change]) -> Corrections:
    """All changes of one game, in order, into what holds in the end."""
    held = Corrections()
    for change in changes:
        if change.kind in ("void", "restore"):
            held.void = change.kind == "void"
        elif change.kind == "note":
            held.note = change.data["after"]
        elif change.kind == "edit":
            _edit(held, change.data)
    return held


def _edit(held: Corrections, data: dict[str, Any]) -> None:
    name, after = data["field"], data["after"]
    if name == "factions":
        _of_seat(held.factions, data["place"], after)
    elif name == "player":
        _of_seat(held.players, data["place"], after)
    elif name == "date":
        held.started = None if after is None else datetime.fromisoformat(after)
    elif name == "location":
        held.location = after
    elif name == "winner":
        held.winner = after
    elif name == "first":
        held.first = after
    else:
        raise ValueError(f"an edit of {name}")


def _of_seat(held: dict[int, Any], place: int, after: Any) -> None:
    if after is None:
        held.pop(place, None)
    else:
        held[place] = after


def corrected(header: dict[str, Any], held: Corrections) -> dict[str, Any]:
    """The header as it came with names and factions put right; a new one where anything is."""
    if not held.factions and not held.players:
        return header
    players: list[dict[str, Any]] = []
    for place, entry in enumerate(header["players"], 1):
        new = dict(entry)
        if place in held.players:
            new["name"] = held.players[place]
        if place in held.factions:
            new["factions"] = held.factions[place]
        players.append(new)
    return {**header, "players": players}


def told(header: dict[str, Any], held: Corrections) -> Corrections:
    """What people say of the game: here, or before it was exported, in its header."""
    players = len(header["players"])
    winner, first = header.get("winner"), header.get("starter")
    if held.winner is None and isinstance(winner, list):
        seats = cast(list[Any], winner)
        held = replace(held, winner=seats if all(_is_seat(p, players) for p in seats) else None)
    if held.first is None and _is_seat(first, players):
        held = replace(held, first=first)
    return replace(held, void=header.get("void") is True) if held.void is None else held


def _is_seat(value: object, players: int) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and 1 <= value <= players
