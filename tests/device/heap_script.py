"""Runs under MicroPython: what a long game keeps in memory, with undo and redo mixed in.

Prints one line of JSON: bytes in use (the flash, which is in memory here, left out) after each 100 events.
"""

import gc
import json

from clashcore.timeline import COLD
from clashdevice import memory
from device.wear_script import events, fresh

MOST = 2100
BLOCKS = 96


def growth():
    """2,100 events by way of sessions, as players make them."""
    _, app = fresh(BLOCKS)
    found = []
    n = 0
    while app.game.timeline.count < MOST:
        assert app.commit(*events(n)), app.notices
        n += 1
        if n % 40 == 39:
            assert app.game.undo()
        if n % 97 == 96:
            for _ in range(5):
                assert app.game.undo()
            for _ in range(3):
                assert app.game.redo()
        if app.game.timeline.count // 100 > len(found):
            memory.drop(*COLD, "clashdevice.shelf")  # code that stays only where there is room
            found.append(gc.mem_alloc())
    print(json.dumps(found))
