"""DATA of an EVENTS answer: [first number][t][m][count][records], each piece to be read on its own."""

import zlib
from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Any

from clashcore.decoding import varint

from clashbox.core import Codec


@dataclass(frozen=True, slots=True)
class Place:
    """Up to where a game is held: events, the CRC-32 over their records, and the codec's state after them.

    `game` is the id in the history, None while it has none.
    """

    game: str | None = None
    events: int = 0
    crc: int = 0
    t: int = 0
    m: int = 0


def unpack(where: Place, pieces: Iterable[bytes]) -> tuple[Place, list[bytes], list[dict[str, Any]]]:
    """The records that follow `where`, the events in them, and where the game then stands.

    A piece may hold several in a row, as the page's channel joins them. Raises ValueError where they hold
    something else than the protocol says; frames have a CRC, so that is no matter of a bad line.
    """
    codec = Codec(where.t, where.m)
    number, crc = where.events, where.crc
    records: list[bytes] = []
    events: list[dict[str, Any]] = []
    for piece in pieces:
        at = 0
        while at < len(piece):
            try:
                first, at = varint(piece, at)
                t, at = varint(piece, at)
                m, at = varint(piece, at)
                count = piece[at]
            except IndexError:
                raise ValueError("a piece that is cut off") from None
            at += 1
            if (first, t, m) != (number + 1, codec.t, codec.m) or count == 0:
                raise ValueError("a piece that does not go on from the one before")
            for _ in range(count):
                event, end = codec.decode(piece, at)
                records.append(piece[at:end])
                events.append(event)
                crc = zlib.crc32(records[-1], crc)
                at = end
            number += count
    return replace(where, events=number, crc=crc, t=codec.t, m=codec.m), records, events
