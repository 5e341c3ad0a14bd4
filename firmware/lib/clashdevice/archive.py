"""A finished game in one file.

"G1", u16 length of the header, header (JSON), records, the result where kind has RESULT, then u8 kind, u16
events, u32 CRC-32 of the records, and the file's own CRC-32. Little endian.

A result: u8 (bit p - 1: player p won; bit 7: the game was over), i8 VP or medals of each of four players, u16
minutes.
"""

import os
import struct
from binascii import crc32

from clashcore.codec import Codec
from micropython import const

from clashdevice import files

_MAGIC = b"G1"
_TAIL = const(11)
_RESULT = const(7)
RESULT = 4  # bit of kind
_WINDOW = const(384)  # bytes of records looked at in one piece


def write(path: str, header: bytes, kind: int, journal, result: bytes = b"") -> int:
    """Write a game from its journal; returns the CRC-32 of its records. Raises OSError (flash full)."""
    from clashdevice import folding

    head = _MAGIC + struct.pack("<H", len(header)) + header
    whole = crc32(head)
    crc = 0
    with open(path, "wb") as file:
        file.write(head)
        for records in folding.parts(journal):
            file.write(records)
            crc = crc32(records, crc)
            whole = crc32(records, whole)
        crc &= 0xFFFFFFFF
        tail = result + struct.pack("<BHI", kind | RESULT if result else kind, journal.count, crc)
        file.write(tail)
        file.write(struct.pack("<I", crc32(tail, whole) & 0xFFFFFFFF))
    return crc


def summary(path: str) -> "tuple | None":
    """(kind, events, CRC-32 of the records) of an archive, None where it is none; kind may have RESULT."""
    try:
        size = os.stat(path)[6]
        with open(path, "rb") as file:
            if size < _TAIL + 4 or file.read(2) != _MAGIC:
                return None
            file.seek(size - _TAIL)
            return struct.unpack("<BHI", file.read(7))
    except OSError:
        return None


def told(path: str) -> tuple:
    """(header as JSON text, result) without looking at the records; both may be empty."""
    found = summary(path)
    if found is None:
        return b"", b""
    with open(path, "rb") as file:
        header = file.read(struct.unpack("<H", file.read(4)[2:])[0])
        if not found[0] & RESULT:
            return header, b""
        file.seek(os.stat(path)[6] - _TAIL - _RESULT)
        return header, file.read(_RESULT)


def open_archive(path: str) -> "Archive | None":
    """The archive for reading; None where it is absent or damaged (a damaged one is set aside)."""
    found = summary(path)
    if found is None:
        if files.size(path) > 0:
            files.set_aside(path)
        return None
    size = os.stat(path)[6]
    crc = 0
    left = size - 4
    with open(path, "rb") as file:
        while left:
            piece = file.read(min(left, _WINDOW))
            if not piece:
                break
            crc = crc32(piece, crc)
            left -= len(piece)
        good = not left and file.read(4) == struct.pack("<I", crc & 0xFFFFFFFF)
    if not good:
        files.set_aside(path)
        return None
    return Archive(path, found[1], size - _TAIL - (_RESULT if found[0] & RESULT else 0))


class Archive:
    """A finished game, read from front to back; going back starts again at the front."""

    def __init__(self, path: str, count: int, end: int) -> None:
        self.count = count
        self._end = end
        self._file = open(path, "rb")
        self._header = struct.unpack("<H", self._file.read(4)[2:])[0]
        self._rewind()

    def close(self) -> None:
        """Close the file."""
        self._file.close()

    def header(self) -> bytes:
        """The header as JSON text."""
        self._file.seek(4)
        return self._file.read(self._header)

    @property
    def size(self) -> int:
        """Bytes of records: with `read` an archive is a store for clashcore.log.Log."""
        return self._end - 4 - self._header

    def read(self, at: int, size: int) -> bytes:
        """Some of the records' bytes from offset `at` on."""
        self._file.seek(4 + self._header + at)
        return self._file.read(min(size, self.size - at))

    def _rewind(self) -> None:
        self._codec = Codec()
        self._place = 4 + self._header
        self._number = 0  # records passed
        self._crc = 0

    def _take(self, most_bytes: int, most: int) -> "tuple[bytes, int]":
        """The next records within the limits, but at least one, and their number. Raises ValueError."""
        codec = self._codec
        window = max(most_bytes, _WINDOW)
        while True:
            self._file.seek(self._place)
            data = self._file.read(min(window, self._end - self._place))
            pos = 0
            taken = 0
            while taken < most and pos < len(data):
                t, m = codec.t, codec.m
                try:
                    _, after = codec.skip(data, pos)
                except ValueError:
                    break
                if taken and after > most_bytes:
                    codec.t, codec.m = t, m
                    break
                pos = after
                taken += 1
            if taken or self._number == self.count:
                break
            if window > 4096:
                raise ValueError("record")
            window *= 4
        data = data[:pos]
        self._place += pos
        self._number += taken
        self._crc = crc32(data, self._crc)
        return data, taken

    def _go(self, number: int) -> None:
        """Stand behind the first `number` records."""
        if number < self._number:
            self._rewind()
        while self._number < number:
            self._take(_WINDOW, number - self._number)

    def crc(self, number: int) -> int:
        """CRC-32 of the first `number` records."""
        self._go(number)
        return self._crc & 0xFFFFFFFF

    def slice(self, first: int, most_bytes: int, most: int) -> "tuple[int, int, int, bytes]":
        """(t, m, events, records) from event `first` (from 1): t and m are those of the event before."""
        self._go(first - 1)
        t, m = self._codec.t, self._codec.m
        data, taken = self._take(most_bytes, min(most, self.count - self._number))
        return t, m, taken, data
