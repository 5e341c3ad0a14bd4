"""The live game in flash: a row of small segments, sixteen full ones folded into a piece.

A game's folder holds `h` (the header, JSON), segments `s<number>` (u16 number of the first event, records)
and pieces `p<number>` (u16 first event, u16 events, u16 bytes of records, records, snapshot), all sealed with
a CRC-32; numbers are little endian. A piece carries the number of the last segment in it: segments up to that
number are leftovers of a fold that was cut off. Each commit is one write of one file, so that it is there
whole or not at all.
"""

from micropython import const

from clashdevice import files

_RECORDS = const(114)  # bytes of records in a segment: with first number and CRC a file of 120 bytes
_FOLD = const(16)  # full segments that make a piece


class Journal:
    """The files of one game that is being played. `count` events are safe in them."""

    def __init__(self, folder: str) -> None:
        self.folder = folder
        self.count = 0
        self.records = b""  # of the segment under way
        self.first = 1  # number of its first event
        self.number = 1  # of the segment
        self.folded = 0  # number of the last segment in a piece

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
        self.first = first
        self.number = number
        self.records = data
        self.count += count

    @property
    def ripe(self) -> bool:
        """Whether enough full segments wait to be folded."""
        return self.number - 1 - self.folded >= _FOLD
