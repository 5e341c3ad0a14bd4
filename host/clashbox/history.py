"""Games of the history as the commands need them: found by id, with header and events as in a game file."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from sqlalchemy.orm import Session, object_session

from clashbox import core
from clashbox.db import corrections, listing, people, store
from clashbox.db.listing import Listed
from clashbox.db.models import Game, Player
from clashbox.i18n import t
from clashbox.text import player_name, shown
from clashbox.trouble import Trouble


@dataclass(frozen=True, slots=True)
class Row:
    """A game in the list: what `clashbox games --json` prints of it. `players`, `points` (VP or medals) and
    `ranks` are by seat, `winner` are seats.
    """

    id: str
    game: str
    started: str
    approximate: bool
    players: list[str]
    points: list[int]
    ranks: list[int]
    winner: list[int]
    events: int
    live: bool
    over: bool
    void: bool
    location: str
    note: str
    violations: int
    warnings: int
    device: str | None
    fork_of: str | None


def named(players: list[str]) -> list[str]:
    """Names for people to read: a word for those without one."""
    return [name or t("player.nameless", place) for place, name in enumerate(players, 1)]


def row(found: Listed) -> Row:
    """The game's line of the list."""
    game, summary = found.game, found.summary
    return Row(
        id=game.id,
        game=game.kind,
        started=summary.started.isoformat(timespec="seconds") + "Z",
        approximate=summary.approximate,
        players=[sitting.name for sitting in found.seats],
        points=[sitting.seat.points for sitting in found.seats],
        ranks=[sitting.seat.rank for sitting in found.seats],
        winner=[sitting.seat.place for sitting in found.seats if sitting.seat.won],
        events=game.events,
        live=game.live,
        over=summary.over,
        void=summary.void,
        location=summary.location,
        note=summary.note,
        violations=summary.violations,
        warnings=summary.warnings,
        device=game.device_id,
        fork_of=game.fork_of,
    )


def find(session: Session, wanted: str) -> Game:
    """The one game whose id is or begins with `wanted`. Raises Trouble where there is none or more than
    one.
    """
    if not shown(wanted).strip():
        raise Trouble("game.unnamed")
    found = store.find_games(session, wanted.strip().lower())
    if not found:
        raise Trouble("game.none", shown(wanted))
    if len(found) > 1:
        raise Trouble("game.many", shown(wanted), ", ".join(game.id for game in found))
    return found[0]


def person(session: Session, name: str) -> Player:
    """Whoever has or had that name; not who they count for. Raises Trouble where nobody has it."""
    wanted = shown(name)
    if not wanted.strip():
        raise Trouble("player.unnamed")
    found = people.known(session, wanted)
    if found is None:
        near = people.near(session, wanted)
        hint = t("player.near", ", ".join(near)) if near else t("player.listed")
        raise Trouble("player.none", wanted, hint)
    return found


def header(game: Game, found: Listed | None = None) -> dict[str, Any]:
    """The game's header as it holds now: its defaults filled in, what people put right in it, its id in the
    history, and the box it came from. `found`: its line of the list, where that is at hand.
    """
    session = object_session(game)
    assert session is not None
    held = corrections.of_game(session, game.id)
    told = corrections.told(corrections.corrected(game.header, held), held)
    found = found or listing.one(session, game.id)
    read = core.read_header(corrections.corrected(game.header, held))
    for entry, sitting in zip(read["players"], found.seats, strict=True):
        # Renamed and merged people stand under the name that they have now.
        entry["name"] = sitting.name or player_name(entry)
    read["id"] = game.id
    read.pop("started", None)
    if not found.summary.approximate:
        read["started"] = found.summary.started.isoformat(timespec="seconds") + "Z"
    if game.device_id:
        read["device"] = game.device_id
    for name, value in (("place", found.summary.location), ("note", found.summary.note)):
        read.pop(name, None)
        if value:
            read[name] = value
    for name, value in (("winner", told.winner), ("starter", told.first), ("void", told.void)):
        if value is not None and value is not False:
            read[name] = value
    return read


def file_lines(session: Session, game: Game, found: Listed | None = None) -> Iterator[str]:
    """The game as a file: its header and exactly its events, undo and redo included, in order, each with
    LF.
    """
    yield from core.write(header(game, found), store.events(session, game.id))


def numbered(session: Session, game: Game) -> list[tuple[int, dict[str, Any]]]:
    """The events with their lines in the exported file (the header is line 1)."""
    return list(enumerate(store.events(session, game.id), 2))
