"""The records of a game and which of its events stand: what recording needs. Looking back is in past.py.

Events are numbered from 1, undo and redo included. Only the newest records are in RAM; those before lie in a
store (see Records). For every 16th event an entry tells where its record begins, the CRC-32 of those before
it and the codec's t and m there, so that reading can start at it; from 1,024 events on for every 32nd, from
2,048 on for every 64th and so forth: the index grows no more. One bit an event tells whether it stands.

An event is kept while it stands or can still be brought back. All that stand are at or below `top`, the
newest of them; the kept ones above it are what redo brings back.
"""

import struct
from array import array
from binascii import crc32

from clashcore.codec import Codec

CHUNK = 16
_ENTRY = "<IIqq"  # offset, CRC-32, t, m
ENTRY_SIZE = 24
ENTRIES = 32  # in one piece of the index, which stays below 1 KB; two pieces at most
_NEWEST = 256  # bytes of records that stay in RAM at least
_MOST = 768  # and where the older ones go to the store


class Records:
    """Where records lie that the timeline lets go of: in RAM here; a device that has written them to flash
    anyway hands in what reads them from there.
    """

    def __init__(self) -> None:
        self.size = 0  # bytes held
        self._pieces = []

    def keep(self, data: bytes) -> None:
        """Take over the records that follow those held."""
        self.size += len(data)
        if self._pieces and len(self._pieces[-1]) < 512:
            self._pieces[-1] += data
        else:
            self._pieces.append(bytes(data))

    def read(self, at: int, size: int) -> bytes:
        """Some of the `size` bytes from offset `at` on: one at least where there are any."""
        for piece in self._pieces:
            if at < len(piece):
                return piece[at : at + size]
            at -= len(piece)
        return b""


class Log:
    """The records of one game.

    `count` (events), `top`, `ahead` (how many can be brought back) and `standing` (how many stand) are for
    reading, as are `size` and `sum` (bytes and CRC-32 of all records); `codec` holds the newest t and m.
    """

    def __init__(self, store) -> None:
        self.store = store
        self.clear()

    def clear(self) -> None:
        """Forget all events; the store keeps what it has."""
        self.codec = Codec()
        self.count = self.top = self.standing = self.ahead = 0
        self.size = self.sum = 0
        self.index = []
        self.step = 1  # chunks from one entry to the next
        self.kept = array("H")
        self.low = self.store.size  # records from here on are in `tail`
        self.tail = bytearray()
        self.cursor = None  # where the last slice ended: (number, offset, t, m)

    def note(self, record: bytes, t: int, m: int) -> int:
        """Count a record, which is stored; t and m are the codec's before it. Returns its number."""
        if self.count % CHUNK == 0:
            if self.count % (CHUNK * self.step) == 0:
                if self.count == CHUNK * self.step * 2 * ENTRIES:
                    self._thin()
                if self.count % (CHUNK * self.step * ENTRIES) == 0:
                    self.index.append(bytearray())
                self.index[-1].extend(struct.pack(_ENTRY, self.size, self.sum, t, m))
            self.kept.append(0)
        self.size += len(record)
        self.sum = crc32(record, self.sum) & 0xFFFFFFFF
        self.count += 1
        return self.count

    def _thin(self) -> None:
        """Let go of every other entry."""
        self.step *= 2
        thin = bytearray()
        for piece in self.index:
            for at in range(0, len(piece), 2 * ENTRY_SIZE):
                thin.extend(piece[at : at + ENTRY_SIZE])
        self.index = [thin]

    def append(self, record: bytes, t: int, m: int) -> int:
        """Add a record; t and m are the codec's before it. Returns its number."""
        self.tail.extend(record)
        return self.note(record, t, m)

    def trim(self) -> None:
        """Let the store have the older records: whoever records has made safe what came before."""
        if len(self.tail) > _MOST:
            old = len(self.tail) - _NEWEST
            self.store.keep(self.tail[:old])
            self.low += old
            self.tail = self.tail[old:]

    def add(self, number: int) -> None:
        """An event was recorded: it stands, and what could be brought back is gone."""
        kept = self.kept
        if self.ahead:
            i = self.top // CHUNK
            kept[i] &= (1 << self.top % CHUNK) - 1
            for later in range(i + 1, len(kept)):
                kept[later] = 0
            self.ahead = 0
        number -= 1
        kept[number // CHUNK] |= 1 << number % CHUNK
        self.top = number + 1
        self.standing += 1

    def mark(self) -> tuple:
        """Where the log is now, for past.reset."""
        places = (self.count, self.top, self.standing, self.ahead, self.size, self.sum)
        return places, self.codec.t, self.codec.m, bytes(self.kept)


def entry(log: Log, i: int) -> tuple:
    """Entry i of the index, before event i * CHUNK * log.step: offset, CRC-32 of what comes before, t, m."""
    return struct.unpack_from(_ENTRY, log.index[i // ENTRIES], i % ENTRIES * ENTRY_SIZE)
