"""Runs under MicroPython: what a start and an undo cost with a journal of so many events (see bench_evening).

The flash here is a file of the host: as on a board the collector does not see it. What one of its reads
takes is found out and taken off. The heap is a board's, memory is collected as often, and what is there all
evening is loaded.
"""

import gc
import json
from time import ticks_diff, ticks_us

from clashdevice import memory
from device.ramflash import BLOCK
from device.wear_script import again, events, fresh

BLOCKS = 48
ROUNDS = 10
UNDOS = 36  # one after the other: the replay behind the newest checkpoints at hand is among them


class FileFlash:
    """The block device over a file."""

    def __init__(self, file):
        self.file = file
        self.reads = self.erases = 0
        for n in range(BLOCKS):
            self.erase(n)

    def readblocks(self, n, buf, off=0):
        self.reads += 1
        self.file.seek(n * BLOCK + off)
        self.file.readinto(buf)

    def writeblocks(self, n, buf, off=None):
        if off is None:
            self.erase(n)
            off = 0
        self.file.seek(n * BLOCK + off)
        self.file.write(buf)

    def erase(self, n):
        self.erases += 1
        self.file.seek(n * BLOCK)
        for _ in range(BLOCK // 128):
            self.file.write(b"\xff" * 128)

    def ioctl(self, op, arg):
        if op == 4:
            return BLOCKS
        if op == 5:
            return BLOCK
        if op == 6:
            self.erase(arg)
        return 0


def of_a_read(flash):
    """Microseconds of one."""
    buf = bytearray(128)
    best = 1e9
    for _ in range(10):
        start = ticks_us()
        for _ in range(1000):
            flash.readblocks(1, buf, 64)
        best = min(best, ticks_diff(ticks_us(), start))
    return best / 1000


def start_cost(flash):
    """The application as it starts; microseconds, reads, erases of that.

    The quickest of many: whatever else the machine does counts for as little as can be.
    """
    read = of_a_read(flash)
    best = 1e9
    for _ in range(ROUNDS):
        app = None  # the one before: a board has no room for two
        flash.reads = 0
        erases = flash.erases
        gc.collect()
        start = ticks_us()
        app = again(flash)
        took = ticks_diff(ticks_us(), start) - flash.reads * read
        if took < best:
            best = took
            cost = [max(0, took), flash.reads, flash.erases - erases]
    return app, cost


def undo_costs(flash, app, undos):
    """For each of so many undos in a row: microseconds, reads, erases. The least of many rounds counts."""
    read = of_a_read(flash)
    found = [[1e9, 0, 0] for _ in range(undos)]
    for _ in range(ROUNDS):
        for cost in found:
            flash.reads = 0
            erases = flash.erases
            gc.collect()
            start = ticks_us()
            app.game.undo()
            took = ticks_diff(ticks_us(), start) - flash.reads * read
            if took < cost[0]:
                cost[:] = max(0, took), flash.reads, flash.erases - erases
        for _ in found:
            app.game.redo()
    return found


def start(length, path):
    """For a journal of so many events: what the start costs, what undos do. The flash is at `path`."""
    flash, app = fresh(flash=FileFlash(open(path, "w+b")))  # noqa: SIM115
    for name in ("app", "cards", "display", "keys", "link", "sound", "words"):
        __import__("clashdevice." + name)
    memory.tidy(False)
    n = 0
    while app.game.timeline.count < length:
        assert app.commit(*events(n))
        n += 1
        if n % 40 == 39:
            assert app.game.undo()
    app = None
    app, cost = start_cost(flash)
    print(json.dumps([cost, undo_costs(flash, app, UNDOS if length else 1)]))
