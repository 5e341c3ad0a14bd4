"""Runs a board's file system under stock MicroPython, as the port's own start-up code does on the board.

The arguments are told in _start.py. What stays in the heap while the firmware runs is kept small.
"""

import os
import sys

import _board

_names = {"__name__": "__main__"}
_raw = __import__("_start").start()
for _name in ("runner", "_start", "_flash"):
    sys.modules.pop(_name, None)
_board.post(77, 0)  # M: a program runs
for _name in ("boot.py", "main.py"):
    if _name not in os.listdir("/") or (_raw and _name == "main.py"):
        continue
    try:
        with open(_name) as _file:
            _code = compile(_file.read(), _name, "exec")
        del _file
        exec(_code, _names)
    except BaseException as _error:
        _board.outside("_prompt").tell(_error)
_board.post(77, 1)
_board.outside("_prompt").serve(_names, _raw)
