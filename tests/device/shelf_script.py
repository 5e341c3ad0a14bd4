"""Runs under MicroPython: a hundred finished games of usual length in 512 KB; prints what was found."""

import json
import os
import struct

from clashcore.codec import Codec
from clashdevice import archive, files, folding, games
from device.ramflash import RamFlash, mount, take_over, unmount

_EVENTS = 300  # of an evening's game of Smash Up
_BLOCKS = 128  # 512 KB


def _events(codec, n):
    # A minion, three changes of power, a turn: what an evening consists of.
    p = n // 5 % 4 + 1
    if n % 5 == 4:
        ev = {"ev": "turn", "p": p}
    elif n % 5 == 0:
        ev = {"ev": "play", "p": p, "kind": "minion", "b": n % 4 + 1, "power": n % 5 + 2}
    else:
        ev = {"ev": "power", "p": p, "b": n % 4 + 1, "n": n % 3 + 1}
    ev["t"] = n * 20_000
    ev["m"] = n + 1
    return codec.encode(ev)


def main(count=100):
    take_over()
    flash = RamFlash(_BLOCKS)
    mount(flash, True)
    store = games.start()
    names = ("Nguyễn Thị Ánh", "Bình", "Chi", "Dũng")
    seats = [{"name": name, "factions": ["mega-troopers", "kaiju"]} for name in names]
    for number in range(count + 1):
        game = "%016x" % (number + 1)
        header = {"clashbox": 1, "game": "smashup", "players": seats, "id": game}
        result = struct.pack("<B4bH", 128 | 1, 15, 12, number % 15, 3, 100)
        games.new_game(store, game, json.dumps(header).encode(), number > 0, result)
        codec = Codec()
        for n in range(0, _EVENTS if number < count else 5, 5):
            store.journal.append(b"".join([_events(codec, n + i) for i in range(5)]), 5)
            store.begun()
            if store.journal.ripe:
                folding.fold(store.journal, b"x" * 400)
    unmount()
    mount(flash)
    store = games.start()
    rows = games.index()
    listed = list(games.listed(store))
    shown = []
    for row in listed[-3:]:
        header, result = archive.told("/save/games/" + row["id"])
        shown.append((json.loads(header)["players"][0]["name"], struct.unpack("<B4bH", result)))
    sizes = [os.stat("/save/games/" + row["id"])[6] for row in listed]
    whole = 0
    for row in listed[:: count // 10]:
        found = games.opened(store, row["id"])
        whole += found is not None and found.crc(found.count) == row["crc"] and found.count == _EVENTS
        found.close()
    found = {"games": len(listed), "index": len(rows), "free": files.free(), "largest": max(sizes)}
    found["shown"] = shown
    found["whole"] = whole
    print(json.dumps(found))
