"""The live game in flash: a row of small segments, sixteen full ones folded into a piece.

A game's folder holds `h` (the header, JSON), segments `s<number>` (u16 number of the first event, records)
and pieces `p<number>` (u16 first event, u16 events, u16 bytes of records, records, snapshot), all sealed with
a CRC-32; numbers are little endian. A piece carries the number of the last segment in it: segments up to that
number are leftovers of a fold that was cut off. Each commit is one write of one file, so that it is there
whole or not at all.
"""

from array import array

from micropython import const

from clashdevice import files

_RECORDS = const(114)  # bytes of records in a segment: with first number and CRC a file of 120 bytes
_FOLD = const(16)  # full segments that make a piece
_AHEAD = const(512)
_SMALL = const(256)  # bytes; more than that is kept alone
_WINDOWS = const(2)
_SEGMENT_HEAD = const(2)  # bytes before the records
PIECE_HEAD = const(6)


class Journal:
    """The files of one game that is being played. `count` events are safe in them, `size` bytes of records.

    It is the store of the game's timeline (clashcore/log.py): older records are read from flash again.
    """

    def __init__(self, folder: str) -> None:
        self.folder = folder
        self.count = 0
        self.records = b""  # of the segment under way
        self.first = 1  # number of its first event
        self.number = 1  # of the segment
        self.folded = 0  # number of the last segment in a piece
        self.size = 0
        # Of each piece and segment: where in the records it begins, its number.
        self.places = array("I", (0, 1))
        # What was read last, as (where it begins, bytes), and where who reads on will go on:
        # finding a file takes longer than reading a kilobyte of it. (Undo after undo wants the same again.)
        self._seen = []
        self._end = 0
        self.held = None  # while a game comes back: (where in the records its segments begin, what they hold)

    def path(self, kind: str, number: int) -> str:
        """The name of a segment (kind "s") or piece ("p")."""
        return "%s/%s%d" % (self.folder, kind, number)

    def append(self, records: bytes, count: int) -> None:
        """Make `count` more events safe, all or none. Raises OSError (flash full); all is then as before."""
        first = self.first
        number = self.number
        data = self.records + records
        if self.records and len(data) > _RECORDS:
            first = self.count + 1
            number += 1
            data = records
        if self.count + count > 65535:
            raise OSError(28)
        files.save(self.path("s", number), first.to_bytes(2, "little") + data)
        if number != self.number:
            self.places.append(self.size)
            self.places.append(number)
        self.first = first
        self.number = number
        self.records = data
        self.count += count
        self.size += len(records)

    def spare(self) -> None:
        """Let go of what was read."""
        self._seen.clear()

    def keep(self, data) -> None:
        """The timeline lets go of records: they are here already."""

    def read(self, at: int, size: int) -> bytes:
        """Some of the `size` bytes of records from offset `at` on. Raises OSError."""
        places = self.places
        i = len(places) - 2
        while places[i] > at:
            i -= 2
        number = places[i + 1]
        if number == self.number:
            at -= places[i]
            return self.records[at : at + size]
        held = self.held
        if held and held[0] <= at < held[0] + len(held[1]):
            at -= held[0]
            return bytes(held[1][at : at + size])
        for place, seen in self._seen:
            if place <= at < place + len(seen):
                break
        else:
            piece = number <= self.folded
            place = at
            with open(self.path("p" if piece else "s", number), "rb") as file:
                file.seek(at - places[i] + (PIECE_HEAD if piece else _SEGMENT_HEAD))
                much = max(size, _AHEAD) if at == self._end else size
                left = places[i + 2] - at
                try:
                    seen = file.read(min(much, left))
                except MemoryError:  # reading ahead is for speed alone
                    self._seen.clear()
                    seen = file.read(min(size, left))
            if len(seen) > _SMALL or len(self._seen) >= _WINDOWS:
                self._seen.clear()
            self._seen.append((place, seen))
        data = seen[at - place : at - place + size]
        self._end = at + len(data)
        return data

    @property
    def ripe(self) -> bool:
        """Whether enough full segments wait to be folded."""
        return self.number - 1 - self.folded >= _FOLD
