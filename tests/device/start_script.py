"""Runs under MicroPython: what a start and an undo cost with a journal of so many events (see bench_evening).

The flash here is Python, on a board it is not: what one of its reads takes is found out and taken off.
Memory is collected as often as on a board, and what is there all evening is loaded.
"""

import gc
import json
from time import clock, ticks_diff, ticks_us

from clashdevice import memory
from device.ramflash import RamFlash
from device.wear_script import again, events, fresh

reads = 0


def _read(self, n, buf, off=0):
    global reads
    reads += 1
    _plain(self, n, buf, off)


_plain = RamFlash.readblocks
RamFlash.readblocks = _read


# Few blocks and a small heap: the collector looks through all of both, as it need not on a board.
BLOCKS = 48
ROUNDS = 10
UNDOS = 36  # one after the other: the replay behind the newest checkpoints at hand is among them


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
    """For each of so many undos in a row: microseconds, reads, erases. The least of many rounds counts."""
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


def start(length):
    """For a journal of so many events: what the start costs, what undos do."""
    flash, app = fresh(BLOCKS)
    for name in ("app", "cards", "display", "keys", "link", "sound", "words"):
        __import__("clashdevice." + name)
    memory.tidy(False)
    n = 0
    while app.game.timeline.count < length:
        assert app.commit(*events(n))
        n += 1
        if n % 40 == 39:
            assert app.game.undo()
    app, cost = start_cost(flash)
    print(json.dumps([cost, undo_costs(flash, app, UNDOS if length else 1)]))
