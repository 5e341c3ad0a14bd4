"""Opening what a user names as a game file: a path, or `-` for standard input; a pipe that nobody fills is
given up.
"""

import os
import stat
import sys
from collections.abc import Generator
from contextlib import contextmanager
from typing import BinaryIO

from clashbox.i18n import reason
from clashbox.text import shown
from clashbox.trouble import Trouble

PATIENCE = 10.0
"""Seconds after which a named pipe that nobody has opened for writing is given up."""


@contextmanager
def opened(source: str) -> Generator[BinaryIO]:
    """The bytes of that file; `-` is standard input. Raises Trouble (status 2) where it cannot be opened, and
    for whatever the system says while it is read.
    """
    name = shown(source, 200)
    try:
        if source == "-":
            yield sys.stdin.buffer
        else:
            with _open(source) as stream:
                yield stream
    except FileNotFoundError:
        raise Trouble("file.missing", name, status=2) from None
    except IsADirectoryError:
        raise Trouble("file.directory", name, status=2) from None
    except PermissionError:
        raise Trouble("file.permission", name, status=2) from None
    except TimeoutError:
        raise Trouble("file.silent", name, f"{PATIENCE:g}", status=2) from None
    except OSError as error:
        raise Trouble("file.other", name, shown(reason(error), 200), status=2) from None


def _open(source: str) -> BinaryIO:
    try:
        # Path("") would be the folder that one stands in.
        return open(source, "rb", opener=os.open if os.name == "nt" else _opener)
    except ValueError as error:
        raise OSError(str(error)) from None  # a NUL in the name


def _opener(path: str, flags: int) -> int:
    # Opening a pipe would wait until somebody writes into it: it is opened at once, and waited for with an
    # end.
    number = os.open(path, flags | os.O_NONBLOCK | os.O_NOCTTY)
    try:
        if stat.S_ISFIFO(os.fstat(number).st_mode) and not _has_writer(number):
            raise TimeoutError
        os.set_blocking(number, True)
    except BaseException:
        os.close(number)
        raise
    return number


def _has_writer(number: int) -> bool:
    import select

    poll = select.poll()
    poll.register(number, select.POLLIN)
    if poll.poll(PATIENCE * 1000):
        return True
    try:
        os.read(number, 1)  # nothing: nobody has it open
    except BlockingIOError:
        return True  # somebody has, and takes time
    return False
