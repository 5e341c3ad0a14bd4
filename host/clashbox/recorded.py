"""The events of a long game in little memory: packed in pieces, unpacked again as they are walked over.

A dict of Python takes some 500 bytes for an event, and an undo at the end of a file may reach back to its
start, so all of them have to be kept.
"""

from array import array
from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence
from typing import Any, cast, overload

import msgspec

Event = dict[str, Any]

PIECE_EVENTS = 256
"""Events of one piece at most."""
PIECE_SIZE = 1 << 16
"""Bytes of text of one piece at most, its last event apart."""


class Events(Sequence[tuple[int, Event]]):
    """Events with their lines, (line, event), in the order of the file; some 60 bytes each.

    They are for reading: whoever gets one changes nothing in it.
    """

    def __init__(self) -> None:
        self._lines = array("I")
        self._starts = array("I")  # the number of each piece's first event
        self._pieces: list[bytes] = []
        self._open: list[Event] = []  # the last piece, not packed yet
        self._size = 0

    def append(self, line: int, event: Event, size: int) -> None:
        """Adds an event of that line; `size` is the length of its text."""
        if not self._open:
            self._starts.append(len(self._lines))
        self._lines.append(line)
        self._open.append(event)
        self._size += size
        if len(self._open) >= PIECE_EVENTS or self._size >= PIECE_SIZE:
            self._pieces.append(msgspec.msgpack.encode(self._open))
            self._open = []
            self._size = 0

    def __len__(self) -> int:
        return len(self._lines)

    @overload
    def __getitem__(self, index: int) -> tuple[int, Event]: ...
    @overload
    def __getitem__(self, index: slice) -> list[tuple[int, Event]]: ...
    def __getitem__(self, index: int | slice) -> tuple[int, Event] | list[tuple[int, Event]]:
        if isinstance(index, slice):
            return list(self.pick(range(*index.indices(len(self)))))
        number = index + len(self) if index < 0 else index
        if not 0 <= number < len(self):
            raise IndexError("event")
        return next(self.pick((number,)))

    def __iter__(self) -> Iterator[tuple[int, Event]]:
        return self.pick(range(len(self)))

    def pick(self, indexes: Iterable[int]) -> Iterator[tuple[int, Event]]:
        """Those at the indexes, which run upwards for the sake of speed."""
        lines = self._lines
        first = end = 0
        events: list[Event] = []
        for index in indexes:
            if not first <= index < end:
                events, first = self._piece(bisect_right(self._starts, index) - 1)
                end = first + len(events)
            yield lines[index], events[index - first]

    def _piece(self, at: int) -> tuple[list[Event], int]:
        first = self._starts[at]
        if at == len(self._pieces):
            return self._open, first
        return cast(list[Event], msgspec.msgpack.decode(self._pieces[at])), first
