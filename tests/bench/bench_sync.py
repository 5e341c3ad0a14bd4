"""The link's figures: bytes of line for an event, how busy the line is, requests a second, and a sync of a
hundred games beside `mpremote fs cp` of the same files in the same run. At 115200 baud unless told otherwise.
"""

import contextlib
import io
import json
import random
import sys
import time
from pathlib import Path

import pytest
from clashbox import pack
from clashbox.db.engine import Database
from clashbox.link import ports
from clashbox.link.client import Client
from clashbox.link.line import Line
from clashbox.sync import Sync
from clashbox.virtual import VirtualDevice
from clashcore import wire
from mpremote.main import main as mpremote_main

from tests.bench.budgets import Note
from tests.link.box import all_there, archive, box, games

_BAUD = 115200
_BYTES = _BAUD / 10  # a second: a start bit and a stop bit to each


def _ready(device: VirtualDevice) -> None:
    """The reminders are on board already: they are no part of what is measured."""
    device.put("pack", pack.build())
    device.settle()


def test_a_hundred_games(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, note: Note) -> None:
    """Prints time and bytes of a first sync of a hundred games, beside mpremote's copy of their files."""
    chance = random.Random(1)
    finished = games(*[chance.randint(40, 260) for _ in range(100)])
    database = Database(str(tmp_path / "history.db"))
    target = tmp_path / "copied"
    target.mkdir()
    with box(tmp_path / "flash.img", finished, baud=_BAUD) as device:
        _ready(device)
        before = device.bus
        start = time.monotonic()
        with ports.connect(device.port) as client:
            Sync(client, database).run("en")
        seconds = time.monotonic() - start
        after = device.bus
        all_there(database, finished)

        monkeypatch.setattr(
            sys, "argv", ["mpremote", "connect", device.port, "fs", "cp", "-r", ":/save/games", str(target)]
        )
        start = time.monotonic()
        with contextlib.redirect_stdout(io.StringIO()):
            assert not mpremote_main()
        peer = time.monotonic() - start
    database.close()
    copied = {path.name: path.read_bytes() for path in target.rglob("*") if path.is_file()}
    assert all(copied[game.id] == archive(game) for game in finished)
    events = sum(len(game.events) for game in finished)
    line = after.serial_out - before.serial_out + after.serial_in - before.serial_in
    size = sum(len(archive(game)) for game in finished)
    print(
        f"\nsync of {len(finished)} games, {events:,} events: {seconds:.1f} s, {line:,} bytes on the line"
        f" both ways, {line / events:.1f} an event, all told"
    )
    print(
        f"peer, mpremote fs cp of the same {len(copied)} files, {size:,} bytes: {peer:.1f} s;"
        f" the sync takes {seconds / peer:.2f} of it"
    )
    note("bytes", line / events)
    note("sync", seconds, peer, "mpremote fs cp")


def test_how_busy_the_line_is_while_it_streams(tmp_path: Path, note: Note) -> None:
    """Prints the share of the line's bytes that are used from the first to the last byte of an answer."""
    (game,) = games(2000)
    with box(tmp_path / "flash.img", [game], baud=_BAUD) as device, Client(Line(device.port)) as client:
        client.hello()
        body = {"id": game.id, "from": 1, "crc": 0, "size": client.size, "count": 2000}
        client.stream(wire.EVENTS, body | {"count": 1})  # the archive is open and looked through
        before = device.bus.serial_out
        arrivals: list[float] = []
        receive = client.line.receive

        def timed(seconds: float) -> bytes:
            data = receive(seconds)
            if data:
                arrivals.append(time.monotonic())
            return data

        client.line.receive = timed  # type: ignore[method-assign]
        reply = client.stream(wire.EVENTS, body)
        used = device.bus.serial_out - before
    assert reply.whole() is not None
    seconds = arrivals[-1] - arrivals[0]
    print(
        f"\n{len(game.events):,} events in one answer: {used:,} bytes in {seconds:.2f} s,"
        f" {used / seconds / _BYTES:.1%} of what {_BAUD} baud carry"
    )
    note("line", used / seconds / _BYTES)


def test_requests_a_second(tmp_path: Path, note: Note) -> None:
    """Prints how many small requests are answered in a second, on the line and without its delay."""
    for baud in (_BAUD, None):
        with (
            box(tmp_path / f"{baud}.img", games(5), baud=baud) as device,
            Client(Line(device.port)) as client,
        ):
            client.hello()
            game = json.loads(client.call(wire.GAMES, {"from": 0})[0])[0]["id"]
            count, start = 0, time.monotonic()
            while time.monotonic() - start < 2:
                client.call(wire.SAFE, {"id": game, "events": 5})
                count += 1
            seconds = time.monotonic() - start
            if baud:
                note("requests", count / seconds)
            rate = f"{baud} baud" if baud else "no limit"
            print(
                f"\nrequests ({rate}): {count / seconds:.0f} a second; round trips"
                f" {client.counters.fastest * 1000:.1f} to {client.counters.slowest * 1000:.1f} ms"
            )
