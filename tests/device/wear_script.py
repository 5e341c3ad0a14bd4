"""Runs under MicroPython: sessions on a real littlefs in memory: wear, full flash, spoilt files, going back.

Each function prints one line of JSON.
"""

import json
import os
import sys


class _Machine:
    class Pin:
        IN = PULL_UP = 1

    class PWM:
        pass

    class Timer:
        pass


sys.modules["machine"] = _Machine

import clashcore.smashup  # noqa: E402, F401  (while the host's files can still be seen)
from clashdevice import files, games, opening  # noqa: E402
from clashdevice.session import Session  # noqa: E402
from device.ramflash import RamFlash, mount, take_over, unmount  # noqa: E402

HEADER = {"clashbox": 1, "game": "smashup", "players": [{"name": "An"}, {"name": "Bình"}, {"name": "Chi"}]}
FIRST, SECOND = "00000000000000aa", "00000000000000bb"


class App:
    """What a session asks of the application."""

    def __init__(self):
        self.clock = 0
        self.cards = None
        self.notices = []
        self.store = games.start()
        self.game = opening.load(self)

    def t(self, key, *args):
        return key

    def refuse(self, text):
        self.notices.append(text)

    def room(self):
        pass

    def recover(self, game):
        opening.recover(self, game)

    def begin(self, game, used=False):
        games.new_game(self.store, game, json.dumps(HEADER).encode(), used)
        self.game = Session(self, HEADER)

    def commit(self, *events):
        self.clock += 4321
        return self.game.commit(list(events))


def fresh(blocks=64, flash=None):
    if sys.path[0].startswith("/host"):
        unmount()
    else:
        take_over()
    flash = flash or RamFlash(blocks)
    mount(flash, True)
    app = App()
    app.begin(FIRST)
    app.commit({"ev": "turn", "p": 1})
    app.commit({"ev": "base", "b": 1, "breakpoint": 20, "vp": [4, 2, 1]})
    app.commit({"ev": "base", "b": 2, "breakpoint": 12, "vp": [3, 2, 1]})
    return flash, app


def again(flash):
    """A restart: everything from flash."""
    unmount()
    mount(flash)
    return App()


def image(app):
    """What a game is: its state, its log's CRC, what stands."""
    timeline = app.game.timeline
    return [timeline.count, timeline.crc(timeline.count), app.game.state.view()]


def events(n):
    """Event n of an evening as players enter it."""
    p = n // 9 % 3 + 1
    b = n % 2 + 1
    if n % 9 == 8:
        return [{"ev": "turn", "p": p % 3 + 1}]
    if n % 9 == 3:
        return [{"ev": "power", "p": p, "b": b, "n": 2, "until": "turn"}]
    if n % 9 == 5:
        return [{"ev": "minion", "p": p, "b": b, "n": -1, "power": -3}, {"ev": "vp", "p": p, "n": 1}]
    return [{"ev": "play", "p": p, "kind": "minion", "b": b, "power": 3}]


def wear():
    """300 events: erases, programs; then everything is there after a restart."""
    flash, app = fresh()
    flash.erases = 0
    flash.logging = True
    n = 0
    undone = 0
    while app.game.timeline.count < 300:
        assert app.commit(*events(n))
        n += 1
        if n % 40 == 39:
            assert app.game.undo()
            undone += 1
            if n % 80 == 79:
                assert app.game.redo()
    count = app.game.timeline.count
    erases = flash.erases
    programs = len(flash.log) - erases
    before = image(app)
    replayed = again(flash).game.timeline.replayed
    after = image(again(flash))
    held = files.names(files.SAVE + "/g" + FIRST)
    print(
        json.dumps(
            {
                "events": count,
                "erases": erases,
                "programs": programs,
                "same": before == after,
                "replayed": replayed,
                "undone": undone,
                "pieces": len([name for name in held if name[0] == "p"]),
                "segments": len([name for name in held if name[0] == "s"]),
                "longest": max(
                    [files.size(files.SAVE + "/g" + FIRST + "/" + n) for n in held if n[0] == "s"]
                ),
            }
        )
    )


def earlier():
    """Checkpoints in files of their own, as earlier versions kept them: the game comes back without them."""
    flash, app = fresh()
    n = 0
    while app.game.timeline.count < 400:
        assert app.commit(*events(n))
        n += 1
    before = image(app)
    place = files.SAVE + "/g" + FIRST
    one = files.size(place + "/k")
    files.remove(place + "/k")
    for n in range(1, 13):
        files.save(f"{place}/c{n}", b"\x00" * 200)
    app = again(flash)
    same = image(app) == before
    left = [name for name in files.names(place) if name[0] == "c"]
    undone = 0
    while app.game.timeline.can_undo and undone < 100:
        assert app.game.undo()
        undone += 1
    standing = app.game.timeline.log.standing
    state = app.game.state.view()
    kept = files.size(place + "/k")
    app = again(flash)
    same = same and app.game.timeline.log.standing == standing and app.game.state.view() == state
    print(json.dumps({"same": same, "left": left, "undone": undone, "one": one, "kept": kept}))


def undos():
    """From 1,000 events to the start of the game: for each undo how many events were applied again, how many
    modules had to be loaded, how often a checkpoint was looked for in flash.
    """
    flash, app = fresh(96)
    n = 0
    while app.game.timeline.count < 1000:
        assert app.commit(*events(n))
        n += 1
    app = again(flash)
    game = app.game
    game.undo()
    found = []
    looked = 0
    plain = game._shelf.get

    def get(index):
        nonlocal looked
        looked += 1
        return plain(index)

    game._shelf.get = get
    while game.timeline.can_undo:
        replayed = game.timeline.replayed
        loaded = len(sys.modules)
        looked = 0
        assert game.undo()
        found.append((game.timeline.replayed - replayed, max(0, len(sys.modules) - loaded), looked))
    print(json.dumps(found))


def full():
    """The flash fills up during a game: commits fail with a notice, nothing changes, nothing is lost."""
    flash, app = fresh(20)
    for n in range(30):
        assert app.commit(*events(n))
    ballast = 0
    try:
        while True:
            with open("/ballast" + str(ballast), "wb") as file:
                file.write(b"x" * 2000)
            ballast += 1
    except OSError:
        pass
    kept = 0
    failed = 0
    wrong = 0
    for n in range(30, 400):
        before = image(app)
        if app.commit(*events(n)):
            kept += 1
        else:
            failed += 1
            wrong += image(app) != before
            if failed == 3:
                break
    before = image(app)
    app2 = again(flash)
    restart = image(app2) == before
    new_game = True
    try:
        app2.begin(SECOND, True)
    except OSError:
        new_game = False
    still = app2.store.live == FIRST and image(again(flash)) == before
    for i in range(ballast + 1):
        files.remove("/ballast" + str(i))
    app3 = again(flash)
    works = app3.commit({"ev": "vp", "p": 2, "n": 1})
    print(
        json.dumps(
            {
                "kept": kept,
                "failed": failed,
                "wrong": wrong,
                "notices": app.notices,
                "restart": restart,
                "new_game": new_game,
                "still": still,
                "works": works,
                "again": image(again(flash)) == image(app3),
            }
        )
    )


def spoilt():
    """Garbage in every file: a start always works, bad files are kept aside, the next game can be played."""
    results = []
    for n in range(24):
        flash, app = fresh()
        for i in range(20):
            app.commit(*events(i))
        app.begin(SECOND, True)
        app.commit({"ev": "turn", "p": 1})
        for i in range(24):
            app.commit(*events(i))
        files.save(files.SAVE + "/settings", b'{"language": "en", "contrast": 99}')
        places = []
        for path in ("/save", "/save/games", "/save/g" + SECOND):
            for name in files.names(path):
                full = path + "/" + name
                if os.stat(full)[0] & 0x8000:
                    places.append(full)
        place = places[n % len(places)]
        with open(place, "rb") as file:
            data = bytearray(file.read())
        if n // len(places) == 0:
            data[len(data) // 2] ^= 0x10
        elif n // len(places) == 1:
            data = data[: len(data) // 2]
        else:
            data = b"\xff" * 40
        with open(place, "wb") as file:
            file.write(data)
        unmount()
        mount(flash)
        app = App()
        if app.game is None:
            app.begin("00000000000000cc")
        before = app.game.timeline.count
        good = app.commit({"ev": "turn", "p": 2})
        for game in games.listed(app.store):
            archive = games.opened(app.store, game["id"])
            if archive:
                archive.crc(archive.count)
                archive.close()
        app = again(flash)
        aside = files.names("/save/bad")
        results.append([place, good, app.game.timeline.count == before + 1, aside])
    print(json.dumps(results))


def back():
    """A new game, with its opening turn, is taken back by one undo; later on it is not."""
    flash, app = fresh()
    for n in range(60):
        app.commit(*events(n))
    old = image(app)
    app.begin(SECOND, True)
    app.commit({"ev": "turn", "p": 3})
    app = again(flash)
    assert app.store.live == SECOND and not app.game.begun
    listed = [game["id"] for game in games.listed(app.store)]
    taken = []

    def undo_new():
        taken.append(games.undo_new(app.store))
        app.game = opening.load(app)
        return True

    app.undo_new = undo_new
    undone = app.game.undo()
    same = image(app) == old and image(again(flash)) == old
    gone = files.names("/save/g" + SECOND) == [] and [game["id"] for game in games.listed(app.store)] == []
    app = again(flash)
    app.begin(SECOND, True)
    app.commit({"ev": "turn", "p": 3})
    app.commit({"ev": "vp", "p": 3, "n": 1})
    later = app.game.undo()
    kept = files.names("/save/g" + FIRST) == []
    archive = games.opened(app.store, FIRST)
    whole = archive.count == old[0] and archive.crc(archive.count) == old[1]
    pieces = b""
    number = 1
    while number <= archive.count:
        _, _, count, records = archive.slice(number, 100, 255)
        pieces += records
        number += count
    from binascii import crc32

    whole = whole and crc32(pieces) & 0xFFFFFFFF == old[1]
    archive.close()
    assert games.safe(app.store, FIRST, 9999) and games.safe(app.store, SECOND, 2)
    rows = list(games.listed(app.store))
    games.delete(app.store, FIRST)
    empty = list(games.listed(app.store))
    print(
        json.dumps(
            {
                "listed": listed,
                "undone": undone,
                "taken": taken,
                "same": same,
                "gone": gone,
                "later": later["ev"],
                "kept": kept,
                "whole": whole,
                "safe": [rows[0]["safe"] == rows[0]["events"], app.store.safe_events],
                "empty": empty,
                "unknown": games.safe(app.store, "00000000000000dd", 1),
            }
        )
    )
