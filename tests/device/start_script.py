"""Runs under MicroPython: what a start and an undo cost with a journal of so many events (see bench_evening).

The flash here is Python, on a board it is not: what one of its reads takes is found out and taken off.
"""

import json
from time import ticks_diff, ticks_us

from device.ramflash import RamFlash
from device.wear_script import again, events, fresh

reads = 0


def _read(self, n, buf, off=0):
    global reads
    reads += 1
    _plain(self, n, buf, off)


_plain = RamFlash.readblocks
RamFlash.readblocks = _read


def of_a_read(flash):
    """Nanoseconds of one."""
    buf = bytearray(32)
    best = 1 << 30
    for _ in range(5):
        start = ticks_us()
        for _ in range(1000):
            flash.readblocks(1, buf, 64)
        best = min(best, ticks_diff(ticks_us(), start))
    return best


def measured(flash, work):
    """What `work` gives; its microseconds, reads, erases."""
    global reads
    reads = 0
    erases = flash.erases
    start = ticks_us()
    result = work()
    took = ticks_diff(ticks_us(), start)
    found = reads
    return result, [max(0, took - found * of_a_read(flash) // 1000), found, flash.erases - erases]


def start():
    """For each length: what the start costs, then an undo."""
    found = []
    for length in (0, 250, 500, 1000, 2000):
        flash, app = fresh(128)
        n = 0
        while app.game.timeline.count < length:
            assert app.commit(*events(n))
            n += 1
            if n % 40 == 39:
                assert app.game.undo()
        starts = []
        undos = []
        for _ in range(5):
            app, cost = measured(flash, lambda flash=flash: again(flash))
            starts.append(cost)
            _, cost = measured(flash, lambda app=app: app.game.undo())
            undos.append(cost)
            app.game.redo()
        found.append([length, min(starts), min(undos)])
    print(json.dumps(found))
