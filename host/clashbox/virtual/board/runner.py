"""Runs a board's file system under stock MicroPython, as the port's own start-up code does on the board.

Arguments: descriptors of the channel and of the flash image, number of flash blocks, "run" or "raw" (raw
prompt after a soft reset: main.py is left out), reset cause, chip id in hex, clock in microseconds. The files
lie in the working folder.
"""

import gc
import os
import sys
import time  # noqa: F401  (the stand-in is what later imports find)

import _board
import machine
import micropython
import vfs
from _flash import Flash


class _Micropython:
    """The micropython module, with kbd_intr told to the broker (the board's interrupt routine is there)."""

    def __getattr__(self, name):
        return getattr(micropython, name)

    def kbd_intr(self, char):
        _board.post(75, 1 if char == 3 else 0)  # K


def _execute(name):
    try:
        with open(name) as file:
            text = file.read()
    except OSError:
        return
    try:
        code = compile(text, name, "exec")
        del text
        exec(code, _names)
    except KeyboardInterrupt:
        print("Traceback (most recent call last):\nKeyboardInterrupt: ")
    except SystemExit:
        machine.soft_reset()
    except BaseException as error:
        sys.print_exception(error)


_raw = sys.argv[4] == "raw"
_board.folder = os.getcwd()
_names = {"__name__": "__main__"}
_board.open_channel(int(sys.argv[1]), int(sys.argv[7]))
machine._cause = int(sys.argv[5])
machine._id = bytes(int(sys.argv[6][i : i + 2], 16) for i in range(0, len(sys.argv[6]), 2))
sys.modules["micropython"] = _Micropython()
vfs.umount("/")
try:
    vfs.mount(vfs.VfsLfs2(Flash(int(sys.argv[2]), int(sys.argv[3]))), "/")
except OSError as error:
    print("no file system on the flash:", error)
sys.path[:] = ["", ".frozen", "/lib"]
sys.argv[:] = []
for _name in ("runner", "_flash"):
    sys.modules.pop(_name, None)
gc.collect()
_board.post(77, 0)  # M: a program runs
_execute("boot.py")
if not _raw:
    _execute("main.py")
_board.post(77, 1)
_board.outside("_prompt").serve(_names, _raw)
