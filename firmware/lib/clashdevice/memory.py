"""Modules that are wanted now and then: on a stock build their code lies in RAM."""

import gc
import os
import sys

import vfs

_SCREENS = "/lib/clashdevice/screens/"


class _Window:
    """A file system of one file, the screen that is wanted, under one name whichever it is.

    MicroPython keeps names and paths of all that was ever imported, and would keep those of each screen.
    """

    def __init__(self) -> None:
        self.name = ""

    def mount(self, readonly, mkfs) -> None:
        pass

    def umount(self) -> None:
        pass

    def _path(self, path: str) -> str:
        if not path.startswith("/screen"):
            raise OSError(2)
        return _SCREENS + self.name + path[7:]

    def stat(self, path: str) -> tuple:
        return os.stat(self._path(path))

    def open(self, path: str, mode: str):
        return open(self._path(path), mode)


_window = _Window()


def start() -> None:
    """Make screens ready to be loaded."""
    try:
        vfs.mount(_window, "/screen")
    except OSError:
        pass  # it is there since the program ran before
    if "/screen" not in sys.path:
        sys.path.insert(0, "/screen")


def screen(name: str):
    """Load a screen's module; it is gone with the last that holds something of it."""
    _window.name = name
    try:
        return __import__("screen")
    finally:
        sys.modules.pop("screen", None)


def tidy(loading: bool) -> None:
    """Say how soon memory is collected: much sooner while code is loaded.

    Collected often, what stays lies close together at the bottom of the heap; else it is strewn over all of
    it, and nothing of a kilobyte fits any more although half is free.
    """
    gc.collect()
    gc.threshold(1024 if loading else 6144)


def scrub(depth: int) -> int:
    """Write over what is left on the stack of functions that have returned.

    The collector takes whatever looks like an address there for one that is in use: for want of this all of a
    screen's code, some 10 KB, often stayed while the next one was loaded.
    """
    a = b = c = d = e = f = depth
    return scrub(depth - 1) if depth else a + b + c + d + e + f


def short(least: int) -> bool:
    """Whether fewer bytes than that are free, as measured on 64 bits; what is ours takes 5/8 of it on 32."""
    gc.collect()
    return gc.mem_free() < (least if sys.maxsize >> 32 else least * 5 // 8)


def drop(*names) -> None:
    """Forget modules (full names), so that their memory is free once nothing of them runs."""
    for name in names:
        if name in sys.modules:
            del sys.modules[name]
            package, _, last = name.rpartition(".")
            holder = sys.modules.get(package)
            if hasattr(holder, last):
                delattr(holder, last)
    scrub(10)
    gc.collect()


def drop_cold() -> None:
    """Forget what is only wanted once an evening."""
    drop(
        "clashdevice.setup",
        "clashdevice.desk",
        "clashdevice.deck",
        "clashdevice.opening",
        "clashdevice.terrains",
        "clashdevice.beginning",
        "clashdevice.sleep",
        "clashdevice.board",
        "clashdevice.identity",
        "clashdevice.settings",
        "clashdevice.games",
        "clashdevice.archive",
        "clashdevice.folding",
        "clashcore.restoring",
        "clashcore.packing",
        "clashcore.past",
        "clashcore.reading",
        "clashcore.decoding",
        "clashcore.unpacking",
        "clashcore.table",
    )
