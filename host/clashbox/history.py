"""Games of the history as the commands need them: found by id, with header and events as in a game file."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from sqlalchemy.orm import Session

from clashbox import core
from clashbox.db import store
from clashbox.db.models import Game
from clashbox.i18n import t
from clashbox.text import player_name, shown
from clashbox.trouble import Trouble


@dataclass(frozen=True, slots=True)
class Row:
    """A game in the list: what `clashbox games --json` prints of it."""

    id: str
    game: str
    started: str
    approximate: bool
    players: list[str]
    events: int
    live: bool
    device: str | None
    fork_of: str | None


def named(players: list[str]) -> list[str]:
    """Names for people to read: a word for those without one."""
    return [name or t("player.nameless", place) for place, name in enumerate(players, 1)]


def row(game: Game) -> Row:
    """The game's line of the list."""
    players: list[dict[str, Any]] = game.header["players"]  # type: ignore[assignment]
    return Row(
        id=game.id,
        game=game.kind,
        started=game.started.isoformat(timespec="seconds") + "Z",
        approximate=game.started_approximate,
        players=[player_name(player) for player in players],
        events=game.events,
        live=game.live,
        device=game.device_id,
        fork_of=game.fork_of,
    )


def find(session: Session, wanted: str) -> Game:
    """The one game whose id is or begins with `wanted`. Raises Trouble where there is none or more than
    one.
    """
    found = store.find_games(session, wanted.strip().lower())
    if not found:
        raise Trouble("game.none", shown(wanted))
    if len(found) > 1:
        raise Trouble("game.many", shown(wanted), ", ".join(game.id for game in found))
    return found[0]


def header(game: Game) -> dict[str, Any]:
    """The game's header with its defaults filled in, its id in the history, and the box it came from."""
    read = core.read_header(game.header)
    read["id"] = game.id
    if game.device_id:
        read["device"] = game.device_id
    return read


def file_lines(session: Session, game: Game) -> Iterator[str]:
    """The game as a file: its header and exactly its events, undo and redo included, in order, each with
    LF.
    """
    yield from core.write(header(game), store.events(session, game.id))


def numbered(session: Session, game: Game) -> list[tuple[int, dict[str, Any]]]:
    """The events with their lines in the exported file (the header is line 1)."""
    return list(enumerate(store.events(session, game.id), 2))
