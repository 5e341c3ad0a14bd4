"""The flash chip of the virtual device: its image, its counters, and power cuts at any operation."""

import os
import random
import tempfile
from pathlib import Path
from typing import BinaryIO

BLOCK = 4096
TORN = ("before", "half", "noise", "after")


class PowerCut(Exception):
    """The power goes during this operation."""


class Flash:
    """NOR flash: a program can only clear bits, an erase sets a whole block of 4,096 bytes."""

    def __init__(self, data: bytes, path: Path | None = None):
        self.data = bytearray(data)
        self.blocks = len(data) // BLOCK
        self.reads = self.read_bytes = 0
        self.programs = self.program_bytes = 0
        self.erases = 0
        self._temporary = path is None
        if path is None:
            handle, name = tempfile.mkstemp(prefix="clashbox-", suffix=".img")
            os.close(handle)
            path = Path(name)
            path.write_bytes(data)
        self._path = path
        self._file = os.open(path, os.O_RDWR)
        self._left: int | None = None
        self._torn = "before"

    def open(self) -> BinaryIO:
        """Return the image file opened for reading, with a position of its own."""
        return self._path.open("rb", buffering=0)

    def close(self) -> None:
        """Let go of the image file; a temporary one is gone then."""
        if self._file >= 0:
            os.close(self._file)
            self._file = -1
            if self._temporary:
                self._path.unlink(missing_ok=True)

    def cut_after(self, operations: int | None, torn: str) -> None:
        """Cut the power at the n-th program or erase from now (1 is the next one), or forget about it.

        `torn` says what becomes of that operation: "before" nothing of it was done, "half" its first half,
        "noise" its second half holds random bits, "after" it was done.
        """
        if torn not in TORN:
            raise ValueError(f"torn must be one of {', '.join(TORN)}")
        self._left = operations
        self._torn = torn

    def program(self, block: int, offset: int, data: bytes) -> None:
        """Clear bits; raises PowerCut where the power goes."""
        self.programs += 1
        self.program_bytes += len(data)
        self._do(block * BLOCK + offset, data, erase=False)

    def erase(self, block: int) -> None:
        """Set all bits of a block; raises PowerCut where the power goes."""
        self.erases += 1
        self._do(block * BLOCK, b"\xff" * BLOCK, erase=True)

    def _do(self, start: int, data: bytes, erase: bool) -> None:
        if start + len(data) > len(self.data):
            raise ValueError(f"flash operation at {start} beyond the end")
        if self._left is not None:
            self._left -= 1
            if self._left <= 0:
                self._left = None
                self._tear(start, data, erase)
                raise PowerCut
        self._put(start, data, erase)

    def _tear(self, start: int, data: bytes, erase: bool) -> None:
        half = len(data) // 2
        if self._torn == "after":
            self._put(start, data, erase)
        elif self._torn in ("half", "noise"):
            self._put(start, data[:half], erase)
            if self._torn == "noise":
                bits = random.Random(start).randbytes(len(data) - half)
                self._put(start + half, bytes(a | b for a, b in zip(data[half:], bits, strict=True)), erase)

    def _put(self, start: int, data: bytes, erase: bool) -> None:
        end = start + len(data)
        if not erase:
            old = self.data[start:end]
            if old.count(0xFF) != len(old):
                data = bytes(a & b for a, b in zip(old, data, strict=True))
        self.data[start:end] = data
        os.pwrite(self._file, data, start)
