"""A virtual device with games on its flash, and what a history must hold of them afterwards."""

import json
import random
import struct
import zlib

from clashbox import firmware
from clashbox.db.engine import Database
from clashbox.link import line, ports
from clashbox.link.client import Client
from clashbox.sync import Sync
from clashbox.virtual import VirtualDevice, image

from tests.host.fake_device import FakeGame
from tests.host.syncing import held


def played(count, seed=1):
    """The events of an evening's usual game."""
    chance = random.Random(seed)
    found, t = [], 0
    for number in range(count):
        p = number // 5 % 2 + 1
        t += chance.randrange(500, 20_000)
        event = {"ev": "power", "p": p, "b": chance.randrange(1, 4), "n": chance.choice((-1, 1, 2, 5))}
        if number % 5 == 0:
            event = {"ev": "turn", "p": p}
        elif number % 5 == 1:
            event = {"ev": "play", "p": p, "kind": "minion", "b": event["b"], "power": chance.randrange(2, 6)}
        found.append({**event, "t": t, "m": number + 1})
    return found


def games(*counts):
    """Finished games with so many events each."""
    header = {"clashbox": 1, "game": "smashup", "players": [{"name": "An"}, {"name": "Bình"}], "goal": 15}
    made = []
    for at, count in enumerate(counts, 1):
        name = f"{at * 0x1234567:016x}"
        made.append(FakeGame(name, {**header, "id": name}, played(count, at)))
    return made


def archive(game):
    """A finished game's file, as firmware/README.md has it."""
    header = json.dumps(game.header).encode()
    data = b"G1" + struct.pack("<H", len(header)) + header + b"".join(game.records)
    data += struct.pack("<BHI", 0, len(game.records), game.crc(None))
    return data + struct.pack("<I", zlib.crc32(data))


def box(path, finished, more=None, **options):
    """A virtual device whose image at `path` holds these games, and `more` files."""
    files = firmware.files(firmware.directory())
    files |= {f"/save/games/{game.id}": archive(game) for game in finished}
    path.write_bytes(image.fresh({**files, **(more or {})}, options.get("flash_size", image.SIZE)))
    return VirtualDevice(storage=path, bounce=False, **options)


def fetch(device, database, opened=line.Line, patience=ports.PATIENCE):
    """A sync as the command does it, over a line of that kind."""
    with Client(opened(device.port)) as client:
        client.hello(patience)
        return Sync(client, database).run("en"), client.counters


def all_there(database, finished):
    """Every event of every game, once and in order, and nothing else."""
    with database.read() as session:
        from clashbox.db.models import Game

        assert session.query(Game).count() == len(finished)
    for game in finished:
        assert held(database, game.id) == game.events, game.id


def fresh(folder, name="history.db"):
    """An empty history."""
    return Database(str(folder / name))
