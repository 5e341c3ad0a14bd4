"""The portable core as strict host code sees it: the same functions, their dicts with types.

The core itself runs on MicroPython, where `typing` does not exist.
"""

from collections.abc import Callable, Iterable, Iterator
from typing import Any, cast

from clashcore import codec, events, gamefile

from clashbox.text import harmless_json

Event = dict[str, Any]
"""An event, as it stands in game files."""
Header = dict[str, Any]
"""A game's header, its defaults filled in."""

read_header = cast(Callable[[object], Header], gamefile.read_header)  # pyright: ignore[reportUnknownMemberType]
"""gamefile.read_header: raises events.EventError where it is none."""
_write = cast(
    Callable[[Header, Iterable[Event]], Iterator[str]],
    gamefile.write,  # pyright: ignore[reportUnknownMemberType]
)
standing = cast(
    Callable[[list[Event]], tuple[list[int], tuple[int, str] | None]],
    gamefile.standing,  # pyright: ignore[reportUnknownMemberType]
)
"""gamefile.standing: the indexes of the events that stand."""
dumps = cast(Callable[[Event], str], events.dumps)  # pyright: ignore[reportUnknownMemberType]
"""events.dumps: an event as one line of JSON."""


def write(header: Header, events: Iterable[Event]) -> Iterator[str]:
    """gamefile.write: the lines of a game file, each with its LF; fit to be printed."""
    return map(harmless_json, _write(header, events))


class Codec:
    """codec.Codec: compact records in order; `t` and `m` are those of the event before."""

    def __init__(self, t: int = 0, m: int = 0):
        self._codec: Any = codec.Codec(t, m)

    @property
    def t(self) -> int:
        """ms of the newest event that had a time."""
        return self._codec.t

    @property
    def m(self) -> int:
        """Motion of the newest event that had one."""
        return self._codec.m

    def encode(self, event: Event) -> bytes:
        """The record of an event of good form. Raises ValueError."""
        return self._codec.encode(event)

    def decode(self, data: bytes, at: int = 0) -> tuple[Event, int]:
        """The event at `at` and the position after it. Raises ValueError."""
        return self._codec.decode(data, at)
