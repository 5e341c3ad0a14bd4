"""Runs under MicroPython: games with every kind of step, cut at each flash operation; prints what it did."""

import json

from clashcore.codec import Codec
from clashdevice import files, folding, games
from device.ramflash import RamFlash, apply, mount, take_over, unmount

GAMES = ("00000000000000aa", "00000000000000bb", "00000000000000cc")
HEADER = json.dumps(
    {"clashbox": 1, "game": "smashup", "players": [{"name": "An"}, {"name": "Bình"}]}
).encode()

UNFINISHED = bytes(7)  # what a game came to that is not over: it waits


def text_of(game, n):
    return f"{game[-2:]} event {n} " + "x" * (n * 7 % 40)


class Player:
    """Plays a script on the store and notes after which flash operation each step was acknowledged."""

    def __init__(self, flash):
        self.flash = flash
        self.store = games.start()
        self.codec = Codec()
        self.marks = []  # (operations done when the step began and ended, what must stand after it)
        self.live = ""
        self.folds = 0
        self.counts = {}

    def state(self):
        return (self.live, dict(self.counts))

    def step(self, do, *args):
        begun = len(self.flash.log)
        before = self.state()
        do(*args)
        self.marks.append((begun, len(self.flash.log), before, self.state()))

    def new_game(self, game):
        games.new_game(self.store, game, HEADER, self.counts.get(self.live, 0) > 0, UNFINISHED)
        if self.counts.get(self.live) == 0:
            del self.counts[self.live]
        self.live = game
        self.counts[game] = 0
        self.codec = Codec()

    def undo_new(self):
        assert games.undo_new(self.store)
        del self.counts[self.live]
        self.opened()

    def take_up(self):
        assert games.take_up(self.store, True, UNFINISHED)
        self.opened()

    def opened(self):
        self.live = self.store.live
        open_live(self.store, self.counts[self.live])
        self.codec = Codec()
        self.codec.m = self.counts[self.live]
        self.codec.t = self.counts[self.live] * 10

    def commit(self, size, begins=True):
        journal = self.store.journal
        records = b""
        for i in range(size):
            n = journal.count + 1 + i
            ev = {"ev": "note", "text": text_of(self.live, n), "t": n * 10, "m": n}
            records += self.codec.encode(ev)
        journal.append(records, size)
        self.counts[self.live] += size
        if begins:
            self.store.begun()
        if journal.ripe:
            folding.fold(journal, b"snapshot")
            self.folds += 1


def count_records(records):
    codec = Codec()
    pos = n = 0
    while pos < len(records):
        _, pos = codec.skip(records, pos)
        n += 1
    return n


def open_live(store, expected=None):
    header, _ = games.open_live(store, count_records)
    assert header["game"] == "smashup"
    codec = Codec()
    n = pos = 0
    records = b"".join(folding.parts(store.journal))
    while pos < len(records):
        ev, pos = codec.decode(records, pos)
        n += 1
        assert ev["text"] == text_of(store.live, n), (ev, n)
        assert ev["t"] == n * 10 and ev["m"] == n, (ev, n)
    assert n == store.journal.count
    assert expected is None or n == expected, (n, expected)
    return n, codec


def found(store):
    """(live game, events by game) as flash holds them."""
    counts = {}
    for game in games.listed(store):
        archive = games.opened(store, game["id"])
        assert archive is not None and archive.header() == HEADER
        assert archive.count == game["events"] and archive.crc(archive.count) == game["crc"]
        archive.close()
        counts[game["id"]] = game["events"]
    if store.live:
        counts[store.live] = open_live(store)[0]
    return store.live, counts


def check(image, blocks, allowed):
    """A device that starts on this image has one of the allowed states, and can go on."""
    flash = RamFlash(blocks, image)
    mount(flash)
    store = games.start()
    got = found(store)
    assert got in allowed, (got, allowed)
    assert not files.names("/save/bad"), files.names("/save/bad")
    if store.live:
        n, codec = open_live(store)
        record = codec.encode(
            {"ev": "note", "text": text_of(store.live, n + 1), "t": n * 10 + 10, "m": n + 1}
        )
        store.journal.append(record, 1)
        store.begun()
        if store.journal.ripe:
            folding.fold(store.journal, b"again")
        live = store.live
        unmount()
        mount(flash)
        store = games.start()
        assert store.live == live
        open_live(store, n + 1)
    else:
        games.new_game(store, GAMES[2], HEADER, False)
        assert store.live == GAMES[2]
    unmount()


def main(blocks=48, every=1):
    take_over()
    flash = RamFlash(blocks)
    mount(flash, True)
    start = bytes(flash.image)
    flash.logging = True
    player = Player(flash)
    player.step(player.new_game, GAMES[0])
    for n in range(50):
        player.step(player.commit, 1 + (n % 7 == 3))
    player.step(player.new_game, GAMES[1])
    player.step(player.undo_new)
    player.step(player.commit, 1)
    player.step(player.new_game, GAMES[1])
    player.step(player.commit, 1, False)
    player.step(player.undo_new)
    player.step(player.commit, 2)
    player.step(player.new_game, GAMES[1])
    for n in range(3):
        player.step(player.commit, n + 1)
    player.step(player.new_game, GAMES[2])
    for n in range(3):
        player.step(player.commit, 2)
        player.step(player.take_up)
        assert player.store.parked == GAMES[1 + (n + 1) % 2]
    player.step(player.commit, 1)
    assert found(player.store) == player.state()
    unmount()
    log = flash.log
    image = bytearray(start)
    cuts = 0
    at = 0
    for n in range(len(log)):
        while at < len(player.marks) and player.marks[at][1] <= n:
            at += 1
        if n % every == 0 and at < len(player.marks):
            begun, _, before, after = player.marks[at]
            allowed = (before, after) if begun <= n else (before,)
            if before[0] == "":
                allowed += (("", {}),)
            for torn in (False, True):
                cut = bytearray(image)
                if torn:
                    apply(cut, log[n], True)
                check(cut, blocks, allowed)
                cuts += 1
        apply(image, log[n], False)
    counted = {"operations": len(log), "cuts": cuts, "steps": len(player.marks), "folds": player.folds}
    print(json.dumps(counted))
