"""Modules that are wanted now and then: on a stock build their code lies in RAM."""

import gc
import sys


def tidy(loading: bool) -> None:
    """Say how soon memory is collected: much sooner while code is loaded.

    Collected often, what stays lies close together at the bottom of the heap; else it is strewn over all of
    it, and nothing of a kilobyte fits any more although half is free.
    """
    gc.collect()
    gc.threshold(1024 if loading else 6144)


def short(least: int) -> bool:
    """Whether fewer bytes than that are free."""
    gc.collect()
    return gc.mem_free() < least


def drop(*names) -> None:
    """Forget modules (full names), so that their memory is free once nothing of them runs."""
    for name in names:
        if name in sys.modules:
            del sys.modules[name]
            package, _, last = name.rpartition(".")
            holder = sys.modules.get(package)
            if hasattr(holder, last):
                delattr(holder, last)
    gc.collect()


def drop_cold() -> None:
    """Forget what is only wanted once an evening."""
    drop(
        "clashdevice.setup",
        "clashdevice.desk",
        "clashdevice.opening",
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
    )
