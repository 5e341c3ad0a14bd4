"""Finished games as a file for the app BG Stats: plays, players, places, the two games.

Everything is named by a uuid5 made from what it is here, so that a second export of the same history brings
nothing twice. Dates are local, `YYYY-MM-DD HH:MM:SS`; scores are texts; factions stand in `role`, terrains in
`board`. `manualWinner` is set where the winner is not whoever has the highest score.
"""

import json
from collections.abc import Iterable, Iterator
from datetime import UTC, datetime
from typing import Any
from uuid import NAMESPACE_DNS, UUID, uuid5

from clashbox.cards import Facts
from clashbox.db.listing import Listed, Sitting
from clashbox.db.models import Game
from clashbox.text import player_name

_ROOT = uuid5(NAMESPACE_DNS, "clashbox")
_GAMES = {"smashup": (1, "Smash Up", 122522, 2, 4), "toybattle": (2, "Toy Battle", 0, 2, 2)}
"""Each kind's number in the file, name, number at BoardGameGeek (0: not known), least and most players."""
_NAMELESS = 1_000_000
"""Added to the seat of somebody who gave no name."""


def _uuid(kind: str, name: str) -> str:
    return str(uuid5(UUID(str(uuid5(_ROOT, kind))), name))


def date(moment: datetime) -> str:
    """A moment of the history (UTC) as the app writes it."""
    return moment.replace(tzinfo=UTC).astimezone().strftime("%Y-%m-%d %H:%M:%S")


def lines(games: Iterable[Listed]) -> Iterator[str]:
    """The file: plays as they come, then what they name; games that are not over, or void, are left out."""
    players: dict[int, dict[str, Any]] = {}
    locations: dict[str, dict[str, Any]] = {}
    kinds: set[str] = set()
    yield '{\n "about": "clashbox",\n "plays": ['
    between = "\n"
    for found in games:
        if not found.summary.over or found.summary.void:
            continue
        kinds.add(found.summary.kind)
        for sitting in found.seats:
            player = _player(found.game, sitting)
            players.setdefault(player["id"], player)
        if found.summary.location:
            place = found.summary.location
            locations.setdefault(
                place, {"id": len(locations) + 1, "uuid": _uuid("location", place), "name": place}
            )
        yield between + _json(_play(found, locations))
        between = ",\n"
    named = {
        "games": [_game(kind) for kind in sorted(kinds)],
        "players": [players[number] for number in sorted(players)],
        "locations": list(locations.values()),
    }
    yield "\n ]"
    for name, values in named.items():
        yield f',\n "{name}": ' + _json(values)
    yield "\n}\n"


def _json(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, indent=1)


def _game(kind: str) -> dict[str, Any]:
    number, name, bgg, least, most = _GAMES[kind]
    return {
        "id": number,
        "uuid": _uuid("game", kind),
        "name": name,
        "bggName": name,
        "bggId": bgg,
        "isBaseGame": 1,
        "isExpansion": 0,
        "cooperative": False,
        "highestWins": True,
        "noPoints": False,
        "usesTeams": False,
        "minPlayerCount": least,
        "maxPlayerCount": most,
    }


def _number(sitting: Sitting) -> int:
    return sitting.player or _NAMELESS + sitting.seat.place


def _player(game: Game, sitting: Sitting) -> dict[str, Any]:
    number = _number(sitting)
    players: Any = game.header["players"]
    place = sitting.seat.place
    return {
        "id": number,
        "uuid": _uuid("player", sitting.key or f"seat/{place}"),
        "name": sitting.name or player_name(players[place - 1]) or f"Player {place}",
        "isAnonymous": number > _NAMELESS,
    }


def _play(found: Listed, locations: dict[str, dict[str, Any]]) -> dict[str, Any]:
    summary = found.summary
    facts = Facts(summary.printing or "original")  # type: ignore[arg-type]
    best = max(_score(sitting) for sitting in found.seats)
    highest = {sitting.seat.place for sitting in found.seats if _score(sitting) == best}
    won = {sitting.seat.place for sitting in found.seats if sitting.seat.won}
    play: dict[str, Any] = {
        "uuid": _uuid("play", found.game.id),
        "gameRefId": _GAMES[summary.kind][0],
        "playDate": date(summary.started),
        "entryDate": date(found.game.synced),
        "modificationDate": date(found.game.synced),
        "durationMin": (summary.length or 0) // 60_000,
        "rounds": -(-summary.turns // summary.players),
        "ignored": False,
        "usesTeams": False,
        "rating": 0,
        "manualWinner": won != highest,
        "playerScores": [_played(sitting, facts) for sitting in found.seats],
    }
    if summary.location:
        play["locationRefId"] = locations[summary.location]["id"]
    if summary.terrain:
        play["board"] = facts.name("terrain", summary.terrain)
    if summary.note:
        play["comments"] = summary.note
    return play


def _score(sitting: Sitting) -> int:
    return sitting.seat.points - sitting.seat.penalty


def _played(sitting: Sitting, facts: Facts) -> dict[str, Any]:
    seat = sitting.seat
    return {
        "playerRefId": _number(sitting),
        "score": str(_score(sitting)),
        "winner": seat.won,
        "rank": seat.rank,
        "seatOrder": seat.place,
        "startPlayer": seat.first,
        "newPlayer": False,
        "role": " + ".join(facts.name("faction", faction) for faction in seat.factions),
    }
