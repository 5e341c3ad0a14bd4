"""Requests and answers in crumbs, for a line so bad that no whole frame arrives (firmware/README.md).

Loaded with the first crumb of a request, dropped with what answers. The answer is worked out anew for every
ASK, and what of it the host has not got is sent: nothing is kept but the parts of the request.
"""

from binascii import crc32

from clashcore import wire
from micropython import const

_LAST = const(0x80)  # marks a request's last part,
_END = const(0x80)  # and in the high byte of its number an answer's last crumb
_ALL = const(0xFFFFFFFF)


class Crumbs:
    """The parts of one request; `server` answers it."""

    def __init__(self, server) -> None:
        self._server = server
        self._request = -1
        self._parts = {}
        self._last = -1  # number of the request's last part
        self._first = self._size = self._want = self._number = 0
        self._stream = b""

    def part(self, request: int, payload: bytes) -> None:
        """Take in a part of a request."""
        if request != self._request:
            self._request = request
            self._forget()
        if len(payload) > 1:
            number = payload[0] & ~_LAST
            if number < wire.CRUMBS:
                self._parts[number] = payload[1 : 1 + wire.PART_MOST]
                if payload[0] & _LAST:
                    self._last = number

    def _forget(self) -> None:
        self._parts = {}
        self._last = -1

    def _missing(self) -> int:
        """A bit for every part that has not come; all that may be where the last one has not."""
        found = _ALL if self._last < 0 else (1 << self._last + 1) - 1
        for number in self._parts:
            found &= ~(1 << number)
        return found

    def answer(self, request: int, payload: bytes):
        """A generator that sends the crumbs asked for, or which parts of the request are missing."""
        if len(payload) != 7:
            return
        missing = _ALL if request != self._request else self._missing()
        text = b""
        if not missing:
            text = b"".join([self._parts[number] for number in range(self._last + 1)])
            if len(text) < 5 or crc32(text[:-4]) & _ALL != int.from_bytes(text[-4:], "little"):
                self._forget()  # of two requests
                missing = _ALL
        server = self._server
        if missing:
            server.send(wire.WANT, request, missing.to_bytes(4, "little"))
            return
        self._first = payload[0] | payload[1] << 8
        self._size = min(max(payload[2], wire.CRUMB_LEAST), wire.PART_MOST)
        self._want = int.from_bytes(payload[3:], "little")
        self._number = 0
        self._stream = b""
        job = server.work(text[0], request, text[1:-4])
        more = True
        while more and self._number < self._first + wire.CRUMBS:
            server.sink = self
            try:
                next(job)
            except StopIteration:
                more = False
            finally:
                server.sink = None
            if more:
                yield
        if not more:
            self._emit(_END)

    def add(self, kind: int, payload: bytes) -> None:
        """Send what is wanted of a frame of the answer."""
        frame = bytes((kind,)) + payload
        self._stream += len(frame).to_bytes(2, "little") + frame
        self._stream += (crc32(frame) & _ALL).to_bytes(4, "little")
        while len(self._stream) > self._size:
            self._emit(0)

    def _emit(self, end: int) -> None:
        """Send the next crumb of the answer where it is wanted."""
        number = self._number
        at = number - self._first
        if 0 <= at < wire.CRUMBS and self._want >> at & 1:
            head = bytes((number & 255, number >> 8 & 127 | end))
            self._server.send(wire.CRUMB, self._request, head + self._stream[: self._size])
        self._stream = self._stream[self._size :]
        self._number += 1
