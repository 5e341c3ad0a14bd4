"""What an evening at the table costs: presses, bytes on the display's bus, erases, memory, bytes on the line.

The peer for the bus is a driver that sends the whole picture for each change, as micropython-lib's ssd1306
does (that driver itself is in no package registry; its `show` is counted by the bytes); the peer for the line
is `mpremote fs cp` of the same game.
"""

import json
import os
import subprocess
import sys
import time
from pathlib import Path

import pytest
from clashbox import pack
from clashbox.db.engine import Database
from clashbox.firmware import compile_source
from clashbox.link import ports
from clashbox.sync import Sync
from clashbox.virtual import VirtualDevice
from clashcore import wire
from mpremote.main import main as mpremote_main

from tests.bench.budgets import Note
from tests.device.hands import play
from tests.micropython import FIRMWARE_LIB, ROOT, binary
from tests.whole.evening import CUT, SMASHUP, TOYBATTLE

# micropython-lib's ssd1306.show(): six commands of 2 bytes, 1,025 bytes of data, an address byte for each.
_FULL_FRAME = 6 * 3 + 1 + 1025


def test_an_evening(note: Note) -> None:
    """Plays the scripted evening by keys; prints presses a motion, bus bytes, erases, heap."""
    motions = [motion for motion in (*SMASHUP, *TOYBATTLE) if motion.keys != CUT]
    events = sum(len(motion.events) for motion in motions)
    presses = peak = 0
    with VirtualDevice(language="vi", bounce=False) as device:
        before = device.bus
        start_used = device.request(wire.STATUS)[0]["used"]
        for motion in motions:
            for key in motion.keys.split():
                if key == CUT or key.startswith("="):
                    continue
                presses += play(device, key)
            peak = max(peak, device.request(wire.STATUS)[0]["used"])
        after = device.bus
    frames = after.pictures - before.pictures
    whole = frames * _FULL_FRAME
    sent = after.i2c_bytes - before.i2c_bytes
    erases = after.flash_erases - before.flash_erases
    print(f"\npresses: {presses} for {len(motions)} motions, {presses / len(motions):.2f} each")
    print(
        f"display bus: {sent:,} bytes for {frames} pictures, {sent / frames:.0f} each;"
        f" whole pictures would be {whole:,}: {sent / whole:.1%}"
    )
    note("presses", presses / len(motions))
    note("bus", sent / whole, 1.0, "ssd1306 of micropython-lib")
    note("erases", erases / events)
    print(
        f"presses for an event: {presses / events:.2f}; display bus: {sent / events:.0f} bytes for an event"
    )
    print(f"flash: {erases} erases for {events} events, {erases / events:.3f} each")
    print(f"heap of 160k, 64 bit: {start_used:,} bytes at start, {peak:,} at most between motions")


def test_the_line_at_115200(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, note: Note) -> None:
    """Syncs a game of some 400 events over a line of 115200 baud; beside it mpremote copies the same game.

    The reminders (pack) and a first sync's other things were sent before: what they take is told
    apart. Both programs are loaded when time begins to count.
    """
    storage = tmp_path / "flash.img"
    database = Database(str(tmp_path / "history.db"))
    with VirtualDevice(storage=storage, language="en", bounce=False) as device:
        play(device, "a down a a a up up a")
        first, _ = _synced(database, device)
        held = json.loads(device.request(wire.GAMES, {"from": 0})[1])[0]["events"]
        for _ in range(100):
            play(device, "up a b up a b down a b down a b hold:right")
    with VirtualDevice(storage=storage, bounce=False, baud=115200) as device:
        told = json.loads(device.request(wire.GAMES, {"from": 0})[1])[0]
        line, seconds = _synced(database, device)
        nothing, _ = _synced(database, device)
        copy = ["fs", "cp", "-r", f":/save/g{told['id']}", str(tmp_path)]
        start = time.monotonic()
        monkeypatch.setattr(sys, "argv", ["mpremote", "connect", device.port, *copy])
        assert not mpremote_main()
        peer = time.monotonic() - start
    events = told["events"] - held
    database.close()
    print(
        f"\nfirst sync, {held} events, the pack of {len(pack.build()):,} bytes: {first:,} bytes on the line"
    )
    print(
        f"sync at 115200 baud: {events} events, {line:,} bytes on the line, {line / events:.1f} an event, all"
        f" told, {seconds:.2f} s; of a sync without news {nothing:,}"
    )
    print(f"peer, mpremote fs cp of the same game: {peer:.2f} s; {seconds / peer:.2f} of it")
    note("bytes", line / events)


def _synced(database: Database, device: VirtualDevice) -> tuple[int, float]:
    """What a sync took: bytes on the line in both directions, seconds."""
    before = device.bus
    start = time.monotonic()
    with ports.connect(device.port) as client:
        Sync(client, database).run()
    seconds = time.monotonic() - start
    after = device.bus
    return after.serial_out - before.serial_out + after.serial_in - before.serial_in, seconds


# The cost model for the board (no board was measured): what takes a microsecond here takes a hundred there, a
# read of flash 30 us, an erase 45 ms.
_SLOWER = 100
_READ_MS = 0.03
_ERASE_MS = 45


def test_the_start_of_a_long_game(tmp_path: Path, note: Note) -> None:
    """Prints what it takes to have a game back from flash, and to undo, by the length of its journal."""
    for path in FIRMWARE_LIB.rglob("*.py"):
        target = tmp_path / path.relative_to(FIRMWARE_LIB).with_suffix(".mpy")
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(compile_source(path, path.name))
    print()
    for length in (0, 250, 500, 1000, 2000):
        script = f"from device.start_script import start; start({length}, {str(tmp_path / 'flash')!r})"
        done = subprocess.run(
            [binary(), "-X", "heapsize=160k", "-c", script],
            env={**os.environ, "MICROPYPATH": f"{tmp_path}:{ROOT / 'tests'}:.frozen"},
            stdout=subprocess.PIPE,
            check=True,
            timeout=300,
        )
        start, undos = json.loads(done.stdout)
        back, *times = (
            us / 1000 * _SLOWER + reads * _READ_MS + erases * _ERASE_MS
            for us, reads, erases in (start, *undos)
        )
        times.sort()
        print(
            f"journal of {length:5} events: back in {back:4.0f} ms of the board's time"
            f" ({start[1]:.0f} reads); {len(times)} undos in a row:"
            f" {times[len(times) // 2]:3.0f} ms each, {times[-1]:3.0f} ms at most"
        )
        if length == 1000:
            note("start", back)
            note("undo", times[-1])
    print("the least of ten rounds each")
