"""Games for the tests of the history, and what it holds, to be compared."""

import io
import json

from clashbox.db import store
from clashbox.db.derived import TABLES
from clashbox.db.models import Change, Event, Game, Player
from clashbox.exchange import candidates, storing
from sqlalchemy import select

ids = [f"{n:016x}" for n in range(0xA0, 0xF0)]


def smashup(number=0, names=("An", "Bình"), events=(), **header):
    players = [{"name": name, "factions": []} for name in names]
    head = {"clashbox": 1, "game": "smashup", "id": ids[number], "players": players, **header}
    return [head, *(events or finished())]


def finished(first=16, second=3, **end):
    """A short game that player 1 wins (or whoever `winner` says)."""
    return [
        {"ev": "turn", "p": 1, "t": 0},
        {"ev": "base", "b": 1, "breakpoint": 10, "vp": [4, 2, 1], "t": 1000},
        {"ev": "play", "p": 1, "kind": "minion", "b": 1, "power": 7, "t": 2000},
        {"ev": "turn", "p": 2, "t": 60_000},
        {"ev": "play", "p": 2, "kind": "minion", "b": 1, "power": 5, "t": 61_000},
        {"ev": "score", "b": 1, "t": 62_000},
        {"ev": "base", "b": 1, "breakpoint": 20, "vp": [4, 2, 1], "t": 63_000},
        {"ev": "turn", "p": 1, "t": 120_000},
        {"ev": "vp", "p": 1, "n": first - 4, "card": "mega-troopers/red-trooper", "t": 130_000},
        {"ev": "vp", "p": 2, "n": second - 2, "why": "fix", "t": 140_000},
        {"ev": "end", "t": 180_000, **end},
    ]


def race(number=1, names=("An", "Chi"), events=(), **header):
    players = [{"name": name} for name in names]
    head = {"clashbox": 1, "game": "toybattle", "id": ids[number], "terrain": "castle-field", "first": 1}
    lines = events or [{"ev": "medal", "p": 2, "n": 4, "t": 5000}, {"ev": "hq", "p": 1, "t": 9000}]
    return [{**head, "players": players, **header}, *lines]


def text(*games):
    """The games as one file."""
    return "".join(json.dumps(line, ensure_ascii=False) + "\n" for game in games for line in game)


def take(database, *games, name="file.jsonl"):
    """Imports the games: the outcomes."""
    return take_bytes(database, text(*games).encode(), name)


def take_bytes(database, content, name="file.jsonl"):
    found = candidates.of_file(io.BytesIO(content), name)
    with database.write() as session:
        return storing.store_all(session, found)


def held(database):
    """Games with their events and who sat there: what two histories must agree in, however they came."""
    with database.read() as session:
        return {
            game.id: (game.kind, game.header, list(store.events(session, game.id)), game.events, game.crc)
            for game in session.scalars(select(Game))
        }


def derived(database):
    """All derived rows, by table, in order."""
    found = {}
    with database.read() as session:
        for table in TABLES:
            made = table.__table__
            rows = session.execute(select(*made.columns).order_by(*made.primary_key)).all()
            found[made.name] = [tuple(row) for row in rows]
    return found


def rows(database, table, **where):
    """Rows of a table as dicts."""
    made = table.__table__
    with database.read() as session:
        query = select(*made.columns).order_by(*made.primary_key)
        for name, value in where.items():
            query = query.where(made.columns[name] == value)
        return [dict(row._mapping) for row in session.execute(query)]


def everything(database):
    """All that is held but for what is derived, with ids."""
    found = {}
    with database.read() as session:
        for table in (Game, Event, Player, Change):
            made = table.__table__
            found[made.name] = [
                tuple(row) for row in session.execute(select(*made.columns).order_by(*made.primary_key)).all()
            ]
    return found
