"""One request and its answer in crumbs, for a line so bad that no whole frame arrives (firmware/README.md).

What came stays: of request and answer only what is missing is sent again, so that it gets through wherever a
frame of some twenty bytes now and then does.
"""

import zlib

from clashcore import frames, wire

PART = 12
"""Bytes of the request in a part: 32 of them hold the longest request."""
BURST = 190
"""Bytes sent in one go at most: the device's buffer holds 259 while it is busy."""
TWICE = 12
"""Where crumbs are that small it is asked twice in one go."""
MOST = 1 << 15


class Mixed(Exception):
    """The crumbs are of different answers, as where a game went on in between: to be asked for anew."""


class Crumbs:
    """What has come of the answer so far. `size`: bytes of it in a crumb."""

    def __init__(self, kind: int, payload: bytes, size: int):
        text = bytes((kind,)) + payload
        text += zlib.crc32(text).to_bytes(4, "little")
        parts = [text[at : at + PART] for at in range(0, len(text), PART)]
        if len(parts) > wire.CRUMBS:
            raise ValueError(f"a request of {len(payload)} bytes")
        last = len(parts) - 1
        self._parts = [bytes((at | (0x80 if at == last else 0),)) + part for at, part in enumerate(parts)]
        self._wanted = set(range(len(parts)))
        self._size = size
        self._first = 0  # all crumbs before have come
        self._next = 0  # where the next burst of parts begins
        self._crumbs: dict[int, bytes] = {}
        self._last: int | None = None
        self._missing: list[int] = []  # crumbs that were asked for last,
        self._highest = -1  # and the last of them that came
        self._asked = self._came = 0

    def ask(self, number: int) -> bytes:
        """The frames to send: parts that the device wants, as many as it can take in, then what is asked
        for.
        """
        last = MOST - 1 if self._last is None else self._last
        window = range(self._first, min(self._first + wire.CRUMBS, last + 1))
        self._count()
        self._missing = [at for at in window if at not in self._crumbs]
        mask = sum(1 << at - self._first for at in self._missing)
        body = self._first.to_bytes(2, "little") + bytes((self._size,)) + mask.to_bytes(4, "little")
        asked = frames.encode(wire.ASK, number, body)
        sent = b""
        wanted = sorted(self._wanted, key=lambda at: (at < self._next, at))
        for at in wanted:
            frame = frames.encode(wire.PART, number, self._parts[at])
            if len(sent) + len(frame) + len(asked) > BURST:
                self._next = at
                break
            sent += frame
        if self._size <= TWICE and len(sent) + 2 * len(asked) <= BURST:
            asked += asked  # the device answers the later one alone
        return sent + asked

    def take(self, kind: int, payload: bytes) -> tuple[bool, bool]:
        """Takes in a frame: whether it brought something new, and whether it was the last of what was asked
        for.
        """
        if kind == wire.WANT and len(payload) == 4:
            mask = int.from_bytes(payload, "little")
            wanted = {at for at in range(len(self._parts)) if mask >> at & 1}
            fewer = len(wanted) < len(self._wanted)
            self._wanted = wanted
            return fewer, True
        if kind != wire.CRUMB or len(payload) < 3:
            return False, False
        self._wanted.clear()
        number = (payload[0] | payload[1] << 8) & MOST - 1
        if payload[1] & 0x80:
            self._last = number
        new = number not in self._crumbs and self._first <= number < self._first + wire.CRUMBS
        if new:
            self._crumbs[number] = payload[2:]
            self._came += 1
            while self._first in self._crumbs and self._first != self._last:
                self._first += 1
        self._highest = max(self._highest, number)
        return new, number == self._last or number >= max(self._missing, default=-1)

    def _count(self) -> None:
        """Up to the last crumb that came, how many were asked for in vain can be told."""
        self._asked += sum(at <= self._highest for at in self._missing)
        self._highest = -1

    def frames(self) -> list[tuple[int, bytes]]:
        """The frames of the answer that are whole, kind and payload, from its beginning. Raises Mixed."""
        joined = b""
        for number in range(len(self._crumbs)):
            if number not in self._crumbs:
                break
            joined += self._crumbs[number]
        found: list[tuple[int, bytes]] = []
        at = 0
        while len(joined) - at >= 2:
            end = at + 2 + int.from_bytes(joined[at : at + 2], "little")
            if len(joined) < end + 4:
                break
            frame = joined[at + 2 : end]
            if not frame or zlib.crc32(frame) != int.from_bytes(joined[end : end + 4], "little"):
                raise Mixed
            found.append((frame[0], frame[1:]))
            at = end + 4
        if at < len(joined) and len(self._crumbs) - 1 == self._last:
            raise Mixed
        return found

    @property
    def loss(self) -> float:
        """The share of crumbs that were lost on the way."""
        self._count()
        return 1 - self._came / self._asked if self._asked else 0.0
