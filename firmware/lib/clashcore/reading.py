"""Records read again, for the link and for looking back. Loaded when wanted; a device drops it after.

`log` is a Log everywhere.
"""

from binascii import crc32

from clashcore.codec import Codec
from clashcore.decoding import decode, skip
from clashcore.log import CHUNK, entry

_WINDOW = 192  # bytes read in one piece: some 16 records
_LONGEST = 4096  # no record comes near it: the bytes are bad


def read(log, at: int, size: int) -> bytes:
    """Some of the bytes from offset `at` on, none only behind the last."""
    if at >= log.low:
        at -= log.low
        return bytes(log.tail[at : at + size])
    return log.store.read(at, min(size, log.low - at))


class Reader:
    """Reads records one after the other, from an offset at which the codec's t and m are known."""

    def __init__(self, log, at: int, t: int, m: int) -> None:
        self.codec = Codec(t, m)
        self.raw = b""  # the record passed last
        self._log = log
        self._at = at  # offset of the bytes at hand
        self._bytes = b""
        self._pos = 0

    @property
    def at(self) -> int:
        """The offset reached."""
        return self._at + self._pos

    def next(self, how):
        """Pass a record with decoding.decode or skip; what that returns. Raises ValueError at a bad one."""
        while True:
            start = self._pos
            try:
                found, self._pos = how(self.codec, self._bytes, start)
            except ValueError:
                rest = self._bytes[start:]
                more = read(self._log, self._at + len(self._bytes), _WINDOW)
                if not more or len(rest) > _LONGEST:
                    raise
                self._at += start
                self._pos = 0
                self._bytes = rest + more
                continue
            self.raw = self._bytes[start : self._pos]
            return found


def reader(log, number: int) -> Reader:
    """A reader that stands before the record of that number. Raises IndexError where there is none."""
    if not 0 < number <= log.count:
        raise IndexError("event")
    number -= 1
    chunk = CHUNK * log.step
    at, _, t, m = entry(log, number // chunk)
    found = Reader(log, at, t, m)
    for _ in range(number % chunk):
        found.next(skip)
    return found


def event(log, number: int) -> dict:
    """The event of that number."""
    return reader(log, number).next(decode)


def part(log, first: int, max_bytes: int, max_count: int) -> "tuple[int, int, int, bytes]":
    """See Timeline.slice."""
    if first < 1:
        raise IndexError("event")
    if first > log.count:
        return log.codec.t, log.codec.m, 0, b""
    cursor = log.cursor
    if cursor and cursor[0] == first:
        source = Reader(log, cursor[1], cursor[2], cursor[3])
    else:
        source = reader(log, first)
    codec = source.codec
    t, m = codec.t, codec.m
    out = bytearray()
    number = first
    left = max_count
    chunk = CHUNK * log.step
    while number <= log.count and left:
        i = (number - 1) // chunk
        last = min(i * chunk + chunk, log.count)
        at = source.at
        end = entry(log, i + 1)[0] if last < log.count else log.size
        if last - number < left and end - at <= max_bytes - len(out):
            # The rest of the chunk fits as a whole; nobody has to read it.
            while at < end:
                more = read(log, at, end - at)
                if not more:
                    raise ValueError("records")
                out.extend(more)
                at += len(more)
            left -= last - number + 1
            number = last + 1
            if number <= log.count:
                source = reader(log, number)
                codec = source.codec
            continue
        before = (number, at, codec.t, codec.m)
        source.next(skip)
        if out and len(out) + len(source.raw) > max_bytes:
            log.cursor = before
            break
        out.extend(source.raw)
        number += 1
        left -= 1
        log.cursor = (number, source.at, codec.t, codec.m)
    return t, m, max_count - left, bytes(out)


def crc(log, number: int) -> int:
    """See Timeline.crc."""
    if number == log.count:
        return log.sum
    if not 0 <= number < log.count:
        raise IndexError("event")
    chunk = CHUNK * log.step
    at, found, t, m = entry(log, number // chunk)
    source = Reader(log, at, t, m)
    for _ in range(number % chunk):
        source.next(skip)
        found = crc32(source.raw, found)
    return found & 0xFFFFFFFF
