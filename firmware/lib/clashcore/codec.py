"""The compact record of an event, as it lies in flash and travels on the line.

A record is: code u8; mask varint; t and m as the mask says; the fields in the table's order. The mask holds,
from bit 0: two bits for t (none, as before, later, earlier), two for m (none, as before, one more, other),
one for each optional field. Numbers are zigzag varints; players, slots, flags and enumerations one byte;
texts a varint head, which is twice the length or, odd, names one of shapes.WORDS.

t and m are coded against the event before, so that records are read in order (decoding.py).
"""

from clashcore.shapes import ENUMS, SHAPE, WORDS, fields, shape
from clashcore.table import (
    ANYONE,
    EACH,
    ENUM,
    FLAG,
    INT,
    LIMIT,
    MOST_PLAYERS,
    NODE,
    OPTIONAL,
    PAIR,
    PLAYER,
    PLAYERS,
    SLOT,
    SLOTS,
    THREE,
    TWO,
)


def put_varint(out: bytearray, n: int) -> None:
    """Append n (0 to 2**56 - 1), seven bits a byte, the lowest first."""
    while n > 127:
        out.append(n & 127 | 128)
        n >>= 7
    out.append(n)


def put_int(out: bytearray, n: int) -> None:
    """Append n (within +-LIMIT, else ValueError) as a zigzag varint: small numbers stay short."""
    if not -LIMIT <= n <= LIMIT:
        raise ValueError("number")
    put_varint(out, n * 2 if n >= 0 else -n * 2 - 1)


def _put_small(out: bytearray, n: int, most: int, least: int) -> None:
    if not least <= n <= most:
        raise ValueError("number")
    out.append(n)


def _put_text(out: bytearray, text: str, node: bool) -> None:
    if node:
        # Most nodes are numbers: one byte.
        if len(text) < 4 and text.strip("0123456789") == "" and str(int(text or "0")) == text:
            put_varint(out, int(text) * 2)
            return
    elif text in WORDS:
        put_varint(out, WORDS.index(text) * 2 + 1)
        return
    raw = text.encode()
    put_varint(out, len(raw) * 2 + (1 if node else 0))
    out.extend(raw)


def _put(out: bytearray, value, kind: int) -> None:
    if kind == INT:
        put_int(out, value)
    elif kind >= ENUM:
        out.append(ENUMS[kind - ENUM].index(value))
    elif kind == PLAYER:
        _put_small(out, value, MOST_PLAYERS, 1)
    elif kind == SLOT:
        _put_small(out, value, SLOTS, 1)
    elif kind == ANYONE:
        _put_small(out, value, MOST_PLAYERS, 0)
    elif kind == FLAG:
        out.append(1 if value else 0)
    elif kind < TWO:
        _put_text(out, value, kind == NODE)
    else:
        if kind == EACH or kind == PLAYERS:
            _put_small(out, len(value), SLOTS, 0)
        elif len(value) != (3 if kind == THREE else 2):
            raise ValueError("list")
        for n in value:
            if kind == PLAYERS or kind == PAIR:
                _put_small(out, n, MOST_PLAYERS, 1)
            else:
                put_int(out, n)


class Codec:
    """Writes and reads records in order; `t` and `m` are those of the event before, 0 at the start."""

    def __init__(self, t: int = 0, m: int = 0) -> None:
        self.t = t
        self.m = m

    def encode(self, ev: dict) -> bytes:
        """The record of an event of good form. Raises ValueError, and forgets about it, where it is not."""
        try:
            known = shape(ev["ev"])
        except (KeyError, TypeError):
            raise ValueError("event")
        out = bytearray()
        t, m = ev.get("t"), ev.get("m")
        mask = 0
        try:
            if t is not None:
                mask = 1
                if t != self.t:
                    mask = 2 if t > self.t else 3
                    put_varint(out, abs(t - self.t))
            if m is not None:
                if m == self.m:
                    mask |= 4
                elif m == self.m + 1:
                    mask |= 8
                else:
                    mask |= 12
                    put_int(out, m)
            bit = 16
            for i in range(SHAPE, len(known), 2):
                value = ev.get(fields[known[i]])
                kind = known[i + 1]
                if kind >= OPTIONAL:
                    if value is not None:
                        mask |= bit
                    bit <<= 1
                if value is not None:
                    _put(out, value, kind & (OPTIONAL - 1))
                elif kind < OPTIONAL:
                    raise ValueError(fields[known[i]])
        except (TypeError, AttributeError):
            raise ValueError("type")
        head = bytearray((known[0],))
        put_varint(head, mask)
        if t is not None:
            self.t = t
        if m is not None:
            self.m = m
        return bytes(head + out)

    # Reading back is a module of its own: a device that records needs none of it.

    def decode(self, buf: bytes, pos: int = 0) -> "tuple[dict, int]":
        """The event at pos and the position after it.

        Raises ValueError on bad bytes, and stays as it was.
        """
        from clashcore.decoding import decode

        return decode(self, buf, pos)

    def skip(self, buf: bytes, pos: int = 0) -> "tuple[int | None, int]":
        """Pass over the record at pos: its m and the position after it. Raises ValueError on bad bytes."""
        from clashcore.decoding import skip

        return skip(self, buf, pos)
