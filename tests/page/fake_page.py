"""Serves the page with a device made of paper: `python -m tests.page.fake_page LANG [--share] [--entry]
[--database DB]`. Prints the address, then each key that the page moves. A line on standard input adds that
many events to the game; `file PATH` begins the game of that file, `more N` records N of its events.
"""

import json
import sys
import threading

from clashbox import i18n, reading
from clashbox.page import serve
from clashbox.page.archive import Archive
from clashbox.page.box import VirtualBox
from clashbox.virtual import VirtualDeviceError
from clashcore import wire

from tests.host.fake_device import FakeDevice, FakeGame

HOSTILE = "<img src=x onerror=\"document.title='taken'\">"
HEADER = {
    "clashbox": 1,
    "game": "smashup",
    "players": [
        {"name": HOSTILE},
        {"name": "Bình\u202e"},
        {"name": "Trần Thị Ngọc Ánh Nguyệt Quỳnh Như Hương"},
    ],
}


class Paper:
    port = "/dev/pts/<i>paper</i>"
    running = True
    lit = True
    contrast = 255

    def __init__(self):
        self._inner = FakeDevice([FakeGame("a0" * 8, HEADER, [], live=True)])
        self.game = self._inner.games[0]
        self.file = []

    def pixels(self):
        return [bytes((x // 8 + y // 8) % 2 for x in range(128)) for y in range(64)]

    def key_down(self, key):
        print(json.dumps([key, "down"]), flush=True)

    def key_up(self, key):
        print(json.dumps([key, "up"]), flush=True)

    def power_cut(self):
        self.running = False

    def boot(self):
        self.running = True

    def reset(self):
        pass

    def put(self, name, data):
        print(json.dumps(["put", name, json.loads(data)]), flush=True)

    def cable(self, plugged):
        print(json.dumps(["cable", plugged]), flush=True)

    def request(self, kind, payload=None):
        if kind == wire.LIVE:
            if payload["id"] != self.game.id:
                return {"id": self.game.id}, b""
            kind, payload = wire.EVENTS, {**payload, "count": wire.LIVE_COUNT}
        try:
            pieces, end = self._inner._do(kind, payload or {})
        except LookupError as error:
            raise VirtualDeviceError(str(error)) from None
        return {"id": self.game.id, **end}, b"".join(pieces)

    def begin(self, path):
        read = reading.read_game(path)
        self.file = [event for _, event in read.events]
        self.game = FakeGame("b1" * 8, read.header, [], live=True)
        self._inner.games = [self.game]

    def more(self, count):
        for event in self.file[:count]:
            self.game.add(event)
        del self.file[:count]

    def play(self, count):
        for number in range(count):
            at = len(self.game.events)
            event = [
                {"ev": "turn", "p": at % 3 + 1},
                {"ev": "note", "text": HOSTILE},
                {"ev": "vp", "p": at % 3 + 1, "n": 1},
                {"ev": "undo"},
                {"ev": "duel", "p": 1, "q": 1, "b": 1, "power": [1, 1]},
            ][number % 5]
            self.game.add({**event, "t": at * 1500})


def main():
    i18n.set_language(sys.argv[1])
    device = Paper()
    stop = threading.Event()

    def listen():
        for line in sys.stdin:
            what, _, value = line.strip().partition(" ")
            if what == "file":
                device.begin(value)
            elif what == "more":
                device.more(int(value))
            else:
                device.play(int(what))
        stop.set()

    device.game.add({"ev": "base", "b": 1, "breakpoint": 20, "vp": [4, 2, 1], "t": 0})
    threading.Thread(target=listen, daemon=True).start()
    shared = "--share" in sys.argv
    sharing = serve.Sharing("127.0.0.2", "--entry" in sys.argv, "token") if shared else None
    serve.serve(
        VirtualBox(device),
        sys.argv[1],
        serve.bind(0, shared),
        stop,
        lambda url, other: print(url, flush=True),
        sharing,
        Archive(sys.argv[sys.argv.index("--database") + 1] if "--database" in sys.argv else None),
    )


if __name__ == "__main__":
    main()
