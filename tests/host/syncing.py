"""What the tests of sync share: some events, a run, what the history holds."""

import random

from clashbox.db import store
from clashbox.link import line
from clashbox.link.client import Client
from clashbox.sync import Sync

HEADER = {"clashbox": 1, "game": "smashup", "players": [{"name": "An"}, {"name": "Bình"}], "goal": 15}
A, B = "a0" * 8, "b1" * 8


def some_events(count, seed=1, start=0):
    chance = random.Random(seed)
    events, t = [], start
    for number in range(count):
        t += chance.randrange(4000)
        kind = chance.randrange(4)
        event = [
            {"ev": "turn", "p": chance.randrange(1, 3)},
            {
                "ev": "power",
                "p": chance.randrange(1, 3),
                "b": chance.randrange(1, 4),
                "n": chance.randrange(-3, 6),
            },
            {"ev": "note", "text": "ghi chú " * chance.randrange(3)},
            {"ev": "undo"},
        ][kind]
        events.append({**event, "t": t, "m": number // 2})
    return events


def sync(device, database, patience=5.0, **more):
    with Client(line.Line(device.port), patience=patience) as client:
        client.hello(patience)
        return Sync(client, database, **more).run("en"), client


def held(database, name):
    with database.read() as session:
        return list(store.events(session, name))
