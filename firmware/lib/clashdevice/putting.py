"""Takes in the files that the host sends in pieces (PUT). Loaded when wanted, dropped with what answers."""

import json
import os

from micropython import const

from clashdevice import files
from clashdevice.serve import FINDINGS, PACK, PORT, Refused, number_of

_PUT = files.SAVE + "/put"
_LIMITS = {"settings": 512, "names": 2048, "draft": 1200, "terrains": 8000, "findings": 1000, "pack": 65536}
_ROOM = const(16384)  # bytes of flash that a pack leaves for games


def put(app, request: int, body: dict) -> int:
    """Take in a step of a file that the host sends; the offset of the next byte wanted."""
    name = body["name"]
    if name not in _LIMITS:
        raise Refused("name")
    total = number_of(body["total"], 0)
    crc = number_of(body["crc"], 0)
    data = body["data"]
    if total > _LIMITS[name]:
        raise Refused("full")
    done = request, name, crc
    if app.link.done == done:
        return total  # the answer to the last step got lost
    app.link.done = None
    # The half-sent file carries in its name what it will be: another one begins anew.
    path = "%s.%s.%d.%08x" % (_PUT, name, total, crc)
    have = files.size(path)
    if have < 0:
        for old in files.names(files.SAVE):
            if old.startswith("put."):
                files.remove(files.SAVE + "/" + old)
        if total + _ROOM > files.free():
            raise Refused("full")
        have = 0
    if number_of(body["at"], 0) != have or have + len(data) > total:
        return have
    with open(path, "ab") as file:
        file.write(data)
    have += len(data)
    if have == total:
        _arrived(app, name, path, crc)
        if request <= PORT:
            app.link.done = done
    return have


def _arrived(app, name: str, path: str, crc: int) -> None:
    if files.crc_of(path) != crc:
        files.remove(path)
        raise Refused("crc")
    if name == "pack":
        os.rename(path, PACK)
        return
    if name == "findings":  # read with care when they are shown
        os.rename(path, FINDINGS)
        app.link.found = True
        return
    if name == "terrains":
        data = b"{}"  # they are looked at one by one when they are put to work
    else:
        with open(path, "rb") as file:
            data = file.read()
    try:
        good = isinstance(json.loads(data), list if name == "names" else dict)
    except ValueError:
        good = False
    if not good:
        files.remove(path)
        raise Refused("request")
    # Put to work by desk.py when this code has made room for it, at the latest at the next start.
    os.rename(path, "%s/new.%s" % (files.SAVE, name))
    app.link.arrived = True
