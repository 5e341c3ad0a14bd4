"""A box for a watch to look at, on a pty: the fake device of the sync tests that also tells of news and takes
findings; and a report that remembers what it was told.
"""

import json
import select
import threading
import time
import zlib
from contextlib import contextmanager

from clashbox.link.client import Client
from clashbox.link.line import Line
from clashbox.watching.follow import Watch
from clashcore import wire

from tests.host.fake_device import FakeDevice, FakeGame

HEADER = {
    "clashbox": 1,
    "game": "smashup",
    "players": [{"name": "An", "factions": []}, {"name": "Bình", "factions": []}],
    "goal": 15,
}
START = [
    {"ev": "turn", "p": 1, "t": 1000, "m": 1},
    {"ev": "base", "b": 1, "breakpoint": 20, "vp": [4, 2, 1], "t": 2000, "m": 2},
]


def minion(m, p=1):
    """A minion as a regular play: the second one of a turn breaks SB-04."""
    return {"ev": "play", "p": p, "kind": "minion", "b": 1, "power": 3, "t": 1000 * m + 1000, "m": m}


def undo(m):
    return {"ev": "undo", "t": 1000 * m + 1000, "m": m}


def game(name="a0" * 8, events=START, live=True, header=HEADER):
    return FakeGame(name, {**header, "id": name}, list(events), live)


class Box(FakeDevice):
    """`language`: what it speaks; `old`: it knows nothing of a watch."""

    def __init__(self, games=(), language="en", old=False, **more):
        self.language = language
        self.old = old
        self.swallowed = 0  # answers to LIVE that get lost
        self._steps = {}
        super().__init__(games, **more)

    def live(self):
        return next((game for game in self.games if game.live), None)

    def _news(self, body):
        live = self.live()
        return (live.id if live else "") != body["id"] or (live and len(live.events) + 1 != body["from"])

    def _answer(self, kind, number, payload):
        if kind == wire.LIVE and not self.old:
            body = json.loads(payload)
            until = time.monotonic() + body["wait"] / 1000
            while not self._news(body) and time.monotonic() < until:
                if select.select([self._master, self._wake], [], [], 0.005)[0]:
                    return  # another request ends it
            if self.swallowed and body["wait"]:
                self.swallowed -= 1
                return
        super()._answer(kind, number, payload)

    def _do(self, kind, body):
        if kind == wire.HELLO:
            pieces, end = super()._do(kind, body)
            return pieces, {**end, "language": self.language}
        if kind != wire.LIVE or self.old:
            return super()._do(kind, body)
        live = self.live()
        told = {
            "id": live.id if live else "",
            "language": self.language,
            "findings": zlib.crc32(self.put.get("findings", b"")),
        }
        if live is None or live.id != body["id"]:
            return [], told
        pieces, end = self._events(live, {**body, "count": wire.LIVE_COUNT})
        return pieces, {**told, **end}

    def _put(self, body):
        if body["name"] != "findings":
            return super()._put(body)
        key = (body["total"], body["crc"])
        have = self._steps.get(key, b"")
        if body["at"] == len(have):
            have += body["data"]
        self._steps = {key: have}
        if len(have) == body["total"]:
            assert zlib.crc32(have) == body["crc"]
            self.put["findings"] = have
            self._steps = {}
        return {"have": len(have)}

    def findings(self):
        """The list that the laptop sent last; None where there is none."""
        data = self.put.get("findings")
        return json.loads(data) if data else None


class Told:
    """A report: what it was told, in order."""

    def __init__(self):
        self.lines = []

    def __getattr__(self, what):
        return lambda *values: self.lines.append((what, *values))

    def of(self, what):
        return [line[1:] for line in self.lines if line[0] == what]

    def numbers(self):
        return [number for number, _ in self.of("event")]


def until(what, seconds=10.0):
    """Waits until `what()` is true, and returns it; fails loudly where it never is."""
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        found = what()
        if found:
            return found
        time.sleep(0.005)
    raise AssertionError("it never came")


@contextmanager
def watching(port, database, report):
    """A watch in a thread of its own while the block runs; what it raised comes out at the end."""
    client = Client(Line(port), patience=2.0)
    client.hello(4.0)
    watch = Watch(database, report)
    raised = []

    def run():
        try:
            watch.run(client)
        except BaseException as error:
            raised.append(error)

    thread = threading.Thread(target=run, daemon=True)
    thread.start()
    try:
        yield watch
    finally:
        watch.stop.set()
        thread.join(15)
        assert not thread.is_alive(), "the watch hangs"
    if raised:
        raise raised[0]
