"""Serves the page with a device made of paper: `python -m tests.host.fake_page LANG`. Prints the address,
then each key that the page moves. A line on standard input adds that many events to the game, or `name`
something else of the game.
"""

import json
import sys
import threading

from clashbox import i18n
from clashbox.page import serve
from clashbox.virtual import VirtualDeviceError

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

    def pixels(self):
        return [bytes((x // 8 + y // 8) % 2 for x in range(128)) for y in range(64)]

    def key_down(self, key):
        print(json.dumps([key, "down"]), flush=True)

    def key_up(self, key):
        print(json.dumps([key, "up"]), flush=True)

    def request(self, kind, payload=None):
        try:
            pieces, end = self._inner._do(kind, payload or {})
        except LookupError as error:
            raise VirtualDeviceError(str(error)) from None
        return end, b"".join(pieces)

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
            device.play(int(line))
        stop.set()

    device.game.add({"ev": "base", "b": 1, "breakpoint": 20, "vp": [4, 2, 1], "t": 0})
    threading.Thread(target=listen, daemon=True).start()
    serve.serve(device, sys.argv[1], serve.bind(0), stop, lambda url: print(url, flush=True))


if __name__ == "__main__":
    main()
