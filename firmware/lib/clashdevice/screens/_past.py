"""A finished game as its archive tells it: who played, what it came to, when and how long."""

import json
import struct

from clashdevice import archive, files
from clashdevice.storage import GAMES, folder

_LONG = 8
_DAY = 10  # letters of a date: 2026-11-30


def told(game):
    """(header, result) of a finished game: a dict, empty where it cannot be read, and a tuple or None.

    The result: won (archive.py), VP or medals of four players, minutes.
    """
    raw, result = archive.told(GAMES + "/" + game)
    return _header(raw), struct.unpack("<B4bH", result) if result else None


def waiting(game):
    """The header of a game that has its folder still; empty where it cannot be read."""
    return _header(files.load(folder(game) + "/h"))


def _header(raw):
    try:
        header = json.loads(raw)
        for seat in header["players"]:
            seat["name"] = str(seat.get("name", ""))
        return header
    except (ValueError, TypeError, KeyError, AttributeError):
        return {}


def names(app, header):
    """The players' names."""
    found = []
    for seat in header.get("players", ()):
        found.append(seat["name"] or app.t("player", len(found) + 1))
    return found


def line(app, header, result):
    """Who played and what each came to, on one line."""
    found = names(app, header)
    for i in range(len(found)):
        if len(found[i]) > _LONG:
            found[i] = found[i].split(" ")[-1]  # as people are called
        if result:
            found[i] += " %d" % result[i + 1]
    return ", ".join(found) if found else "?"


def day(header):
    """The day as 30.11.; empty where it is not known."""
    date = str(header.get("started", ""))[:_DAY]
    return "%s.%s." % (date[8:], date[5:7]) if len(date) == _DAY else ""
