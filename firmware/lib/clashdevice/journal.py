"""The live game in flash: a row of small segments, sixteen full ones folded into a piece.

A game's folder holds `h` (the header, JSON), segments `s<number>` (u16 number of the first event, records)
and pieces `p<number>` (u16 first event, u16 events, u16 bytes of records, records, snapshot), all sealed with
a CRC-32; numbers are little endian. A piece carries the number of the last segment in it: segments up to that
number are leftovers of a fold that was cut off. Each commit is one write of one file, so that it is there
whole or not at all.
"""

from binascii import crc32

from micropython import const

from clashdevice import files

_RECORDS = const(114)  # bytes of records in a segment: with first number and CRC a file of 120 bytes
_FOLD = const(16)  # full segments that make a piece


class Journal:
    """The files of one game that is being played. `count` events are safe in them."""

    def __init__(self, folder: str) -> None:
        self.folder = folder
        self.count = 0
        self._records = b""  # of the segment under way
        self._first = 1  # number of its first event
        self._number = 1  # of the segment
        self._folded = 0  # number of the last segment in a piece

    def _path(self, kind: str, number: int) -> str:
        return "%s/%s%d" % (self.folder, kind, number)

    def append(self, records: bytes, count: int) -> None:
        """Make `count` more events safe, all or none. Raises OSError (flash full); all is then as before."""
        first = self._first
        number = self._number
        data = self._records + records
        if self._records and len(data) > _RECORDS:
            first = self.count + 1
            number += 1
            data = records
        if self.count + count > 65535:
            raise OSError(28)
        files.save(self._path("s", number), first.to_bytes(2, "little") + data)
        self._first = first
        self._number = number
        self._records = data
        self.count += count

    @property
    def ripe(self) -> bool:
        """Whether enough full segments wait to be folded."""
        return self._number - 1 - self._folded >= _FOLD

    def fold(self, snapshot: bytes) -> None:
        """Put the full segments into one piece together with a snapshot of the timeline as it is now.

        Raises OSError (flash full): the segments then stay as they are.
        """
        last = self._number - 1
        sizes = 0
        first = 0
        for number in range(self._folded + 1, last + 1):
            data = files.load(self._path("s", number))
            if data is None:
                raise OSError(5)
            first = first or int.from_bytes(data[:2], "little")
            sizes += len(data) - 2
        head = (
            first.to_bytes(2, "little")
            + (self._first - first).to_bytes(2, "little")
            + sizes.to_bytes(2, "little")
        )
        crc = crc32(head)
        with open(self._path("p", last), "wb") as file:
            file.write(head)
            for number in range(self._folded + 1, last + 1):
                records = files.load(self._path("s", number))[2:]
                crc = crc32(records, crc)
                file.write(records)
            file.write(snapshot)
            crc = crc32(snapshot, crc) & 0xFFFFFFFF
            file.write(crc.to_bytes(4, "little"))
        for number in range(self._folded + 1, last + 1):
            files.remove(self._path("s", number))
        self._folded = last

    def parts(self):
        """The records of the whole game in order, in parts."""
        pieces, segments = self._listed()
        for number in pieces:
            data = files.load(self._path("p", number))
            if data is not None:
                yield data[6 : 6 + int.from_bytes(data[4:6], "little")]
        for number in segments:
            if number > self._folded:
                data = files.load(self._path("s", number))
                if data is not None:
                    yield data[2:]

    def read(self, count_of) -> "tuple[list, bytes]":
        """Find the game again: its records in order, and the newest snapshot (empty where there is none).

        `count_of(records)` tells how many events records hold (ValueError where they are none). What does not
        fit (a damaged file, and whatever comes after it) is set aside.
        """
        chunks = []
        snapshot = b""
        pieces, segments = self._listed()
        whole = True
        for number in pieces:
            data = files.load(self._path("p", number))
            if data is None:
                # Never finished: its segments are still there. Damaged: what follows does not fit.
                files.remove(self._path("p", number))
                continue
            first = int.from_bytes(data[:2], "little")
            size = int.from_bytes(data[4:6], "little")
            records = data[6 : 6 + size]
            if first != self.count + 1 or not self._fits(
                records, count_of, int.from_bytes(data[2:4], "little")
            ):
                files.set_aside(self._path("p", number))
                whole = False
                continue
            chunks.append(records)
            snapshot = data[6 + size :]
            self._folded = self._number = number
            self._first = self.count + 1
        self._number = self._folded + 1
        for number in segments:
            path = self._path("s", number)
            if number <= self._folded:
                files.remove(path)
                continue
            data = files.load(path)
            if data is None:
                files.remove(path)
                continue
            first = int.from_bytes(data[:2], "little")
            if not whole or first != self.count + 1 or not self._fits(data[2:], count_of, 0):
                files.set_aside(path)
                whole = False
                continue
            chunks.append(data[2:])
            self._records = data[2:]
            self._first = first
            self._number = number
        return chunks, snapshot

    def _fits(self, records: bytes, count_of, expected: int) -> bool:
        try:
            found = count_of(records)
        except ValueError:
            return False
        if not found or (expected and found != expected):
            return False
        self.count += found
        return True

    def _listed(self) -> "tuple[list, list]":
        pieces = []
        segments = []
        for name in files.names(self.folder):
            if name[1:].isdigit():
                if name[0] == "p":
                    pieces.append(int(name[1:]))
                elif name[0] == "s":
                    segments.append(int(name[1:]))
        pieces.sort()
        segments.sort()
        return pieces, segments
