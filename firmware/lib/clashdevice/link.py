"""The device's end of the link, on the prompt's own serial port. Never waits, and costs next to nothing while
nobody speaks: what answers (serve.py) is loaded with the first bytes and dropped when the line is quiet.
"""

import select
import sys
from time import ticks_diff, ticks_ms

from micropython import const

from clashdevice import memory

_AT_ONCE = const(64)  # bytes taken in in one round of the loop
_QUIET_MS = const(10_000)
_SHORT = const(23_000)  # bytes free; with more the screen stays beside what answers,
_MUCH = const(26_000)  # or beside what puts things to work that were sent


class Link:
    """Serves the host. `turn` is called once a round of the main loop."""

    def __init__(self, app) -> None:
        self._app = app
        self._in = sys.stdin.buffer
        self._poll = select.poll()
        self._poll.register(sys.stdin, select.POLLIN)
        self._bytes = bytearray(_AT_ONCE)
        self._one = memoryview(bytearray(1))
        self._server = None
        self._heard = 0
        self._past = (0, 0, 0)  # what those who answered before have counted
        self.arrived = False  # settings or names wait to be put to work
        self.done = None  # the PUT that came through last: request, name, CRC-32
        self.found = False  # findings wait to be shown
        self._held = None  # an answer to LIVE that waits for news: request, its body, the clock at its end

    @property
    def busy(self) -> bool:
        """Whether an answer is being streamed."""
        return self._server is not None and self._server.job is not None

    def counted(self) -> tuple:
        """Frames taken in, damaged ones, requests that came again, since the start."""
        frames, bad, repeats = self._server.counted() if self._server else (0, 0, 0)
        return self._past[0] + frames, self._past[1] + bad, self._past[2] + repeats

    def hold(self, request: int, body: dict, ms: int) -> None:
        """Answer a LIVE when there is news, at the latest in so many ms."""
        self._held = request, body, self._app.clock + ms

    def drop(self) -> None:
        """Another request has come: nobody waits any more."""
        self._held = None

    def _due(self, held: tuple) -> bool:
        """Whether the live game is another one or has gone on, or the time is over."""
        app = self._app
        game = app.game
        if app.clock >= held[2] or held[1].get("id", "") != (app.store.live if game is not None else ""):
            return True
        return game is not None and game.timeline.count + 1 != held[1].get("from")

    def turn(self) -> None:
        """Take in what has come, go on with what is being answered."""
        n = 0
        while n < _AT_ONCE and self._poll.poll(0):
            # One byte at a time: a read of more waits until all of it is there.
            if not self._in.readinto(self._one):
                break
            self._bytes[n] = self._one[0]
            n += 1
        server = self._server
        if n:
            self._heard = ticks_ms()
            if server is None:
                server = self._server = self._serve()
            server.feed(memoryview(self._bytes)[:n])
        held = self._held
        if held is not None and not self.busy and self._due(held):
            if server is None:
                server = self._server = self._serve()
            self._held = None
            server.live(held[0], held[1])
        if server is None:
            return
        if server.job is not None:
            server.step()
            self._heard = ticks_ms()
            if self.arrived and server.job is None:
                self.arrived = False
                self.forget()
                if memory.short(_MUCH):
                    self._app.make_room()
                self._app.take_in()
            if self.found and server.job is None:
                self.found = False
                self._app.find()
        elif ticks_diff(ticks_ms(), self._heard) > _QUIET_MS:
            self.forget()

    def _serve(self):
        """Load what answers; what is only kept for speed makes room for it."""
        if memory.short(_SHORT):
            self._app.all_room()
        memory.tidy(True)
        try:
            from clashdevice.serve import Server

            return Server(self._app)
        finally:
            memory.tidy(False)

    def close(self) -> None:
        """Let go of the archive that was read last: a screen that comes may change the games."""
        if self._server is not None:
            self._server.forget()

    def forget(self) -> None:
        """Drop what answers: the line is quiet, or the games have changed under it."""
        if self._server is not None:
            self._past = self.counted()
            self._server.forget()
            self._server = None
            memory.drop(
                "clashdevice.serve",
                "clashdevice.putting",
                "clashdevice.crumbs",
                "clashcore.frames",
                "clashcore.wire",
            )
            memory.drop_cold()
