"""Runs under MicroPython: what a start and an undo cost with a journal of so many events (see bench_evening).

The flash here is Python, on a board it is not: what one of its reads takes is found out and taken off. It is
a file, so that the collector has no more to look through than on a board; the rest of the application is
loaded, so that it has no less.
"""

import gc
import json
from time import clock, ticks_diff, ticks_us

from clashdevice import app as _app  # noqa: F401  (as on a board, these are there all evening)
from clashdevice import cards, display, keys, link, sound, words  # noqa: F401
from device import wear_script
from device.ramflash import BLOCK
from device.wear_script import again, events, fresh

reads = 0


class FileFlash:
    """A flash in a file that is outside of the heap."""

    path = ""

    def __init__(self, blocks):
        self.blocks = blocks
        self.erases = 0
        self.file = open("/host" + self.path, "w+b")  # noqa: SIM115
        for n in range(blocks):
            self.erase(n)
        self.erases = 0

    def readblocks(self, n, buf, off=0):
        global reads
        reads += 1
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
            self.file.write(_blank)

    def ioctl(self, op, arg):
        if op == 4:
            return self.blocks
        if op == 5:
            return BLOCK
        if op == 6:
            self.erase(arg)
        return 0


_blank = b"\xff" * 128
wear_script.RamFlash = FileFlash
BLOCKS = 128
ROUNDS = 10
UNDOS = 36  # one after the other: the replay behind the newest checkpoints at hand is among them


def of_a_read(flash):
    """Microseconds of one."""
    buf = bytearray(128)
    best = 1 << 30
    for _ in range(10):
        start = ticks_us()
        for _ in range(1000):
            flash.readblocks(1, buf, 64)
        best = min(best, ticks_diff(ticks_us(), start))
    return best / 1000


def start_cost(flash):
    """The application as it starts; microseconds, reads, erases of that.

    Processor time, of many starts: whatever else the machine does counts for nothing.
    """
    global reads
    read = of_a_read(flash)
    reads = 0
    erases = flash.erases
    gc.collect()
    start = clock()
    for _ in range(ROUNDS):
        app = again(flash)
    took = (clock() - start) * 1e6 / ROUNDS
    found = reads / ROUNDS
    return app, [max(0, took - found * read), found, (flash.erases - erases) / ROUNDS]


def undo_costs(flash, app, undos):
    """For each of so many undos in a row: microseconds, reads, erases.

    An undo is too short for the processor's clock: the least of many rounds counts.
    """
    global reads
    read = of_a_read(flash)
    found = [[1e9, 0, 0] for _ in range(undos)]
    for _ in range(ROUNDS):
        for cost in found:
            reads = 0
            erases = flash.erases
            gc.collect()
            start = ticks_us()
            app.game.undo()
            took = ticks_diff(ticks_us(), start) - reads * read
            if took < cost[0]:
                cost[:] = max(0, took), reads, flash.erases - erases
        for _ in found:
            app.game.redo()
    return found


def start(length, path):
    """For a journal of so many events, on a flash in that file: what the start costs, what undos do."""
    FileFlash.path = path
    flash, app = fresh(BLOCKS)
    n = 0
    while app.game.timeline.count < length:
        assert app.commit(*events(n))
        n += 1
        if n % 40 == 39:
            assert app.game.undo()
    app, cost = start_cost(flash)
    print(json.dumps([cost, undo_costs(flash, app, UNDOS if length else 1)]))
