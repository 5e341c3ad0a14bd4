"""Prepares the board before its program runs; dropped from the heap afterwards.

Arguments: descriptors of the channel and of the flash image, number of flash blocks, "run" or "raw" (raw
prompt after a soft reset: main.py is left out), reset cause, chip id in hex, clock in microseconds. The files
lie in the working folder.
"""

import binascii
import gc
import os
import sys
import time  # noqa: F401  (the stand-in is what later imports find)

import _board
import machine
import vfs
from _flash import Flash


def start():
    """Connect, mount the flash; returns whether the raw prompt is wanted."""
    channel, image, blocks, mode, cause, chip, now = sys.argv[1:]
    _board.folder = os.getcwd()
    _board._line = open(int(channel), "r+b")  # noqa: SIM115
    _board.now = _board.horizon = int(now)
    machine._cause = int(cause)
    machine._id = binascii.unhexlify(chip)
    sys.modules["micropython"] = _board.Micropython()
    sys.modules["esp32"] = machine  # it falls back to _more.py as well
    vfs.umount("/")
    try:
        vfs.mount(vfs.VfsLfs2(Flash(int(image), int(blocks))), "/")
    except OSError as error:
        print("no file system on the flash:", error)
    sys.path[:] = ["", ".frozen", "/lib"]
    sys.argv[:] = []
    gc.collect()
    return mode == "raw"
