"""Compact records read back (codec.py tells their form); a module of its own, loaded when looking back."""

from clashcore.shapes import ENUMS, SHAPE, WORDS, fields, name_of, shape
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
    TEXT,
    THREE,
    TWO,
)


def varint(buf: bytes, pos: int) -> "tuple[int, int]":
    """The varint at pos and the position after it. Raises IndexError at the end of buf, ValueError."""
    n = buf[pos]
    pos += 1
    if n > 127:
        n &= 127
        shift = 7
        while True:
            byte = buf[pos]
            pos += 1
            n |= (byte & 127) << shift
            if byte < 128:
                break
            shift += 7
            if shift > 49:
                raise ValueError("varint")
    return n, pos


def get_int(buf: bytes, pos: int) -> "tuple[int, int]":
    """The zigzag varint at pos and the position after it. Raises IndexError, ValueError."""
    n, pos = varint(buf, pos)
    n = -(n >> 1) - 1 if n & 1 else n >> 1
    if not -LIMIT <= n <= LIMIT:
        raise ValueError("number")
    return n, pos


def _text(buf, pos: int, node: bool) -> "tuple[str, int]":
    head, pos = varint(buf, pos)
    if head & 1 != node:
        if node:
            if head > 1998:
                raise ValueError("node")
            return str(head >> 1), pos
        return WORDS[head >> 1], pos
    end = pos + (head >> 1)
    if end > len(buf):
        raise ValueError("text")
    return str(buf[pos:end], "utf-8"), end


def _get(buf, pos: int, kind: int):
    if kind == INT:
        return get_int(buf, pos)
    if kind >= ENUM:
        return ENUMS[kind - ENUM][buf[pos]], pos + 1
    if kind <= SLOT:
        n = buf[pos]
        if n > (SLOTS if kind == SLOT else MOST_PLAYERS) or (n == 0 and kind != ANYONE):
            raise ValueError("number")
        return n, pos + 1
    if kind == FLAG:
        if buf[pos] > 1:
            raise ValueError("flag")
        return buf[pos] == 1, pos + 1
    if kind < TWO:
        return _text(buf, pos, kind == NODE)
    count = 3 if kind == THREE else 2
    if kind == EACH or kind == PLAYERS:
        count = buf[pos]
        pos += 1
        if count > SLOTS:
            raise ValueError("list")
    values = []
    for _ in range(count):
        n, pos = _get(buf, pos, PLAYER if kind == PLAYERS or kind == PAIR else INT)
        values.append(n)
    return values, pos


def _head(codec, buf, pos: int) -> "tuple[int, int, int | None, int | None]":
    mask, pos = varint(buf, pos + 1)
    t = m = None
    how = mask & 3
    if how:
        t = codec.t
        if how > 1:
            n, pos = varint(buf, pos)
            t += n if how == 2 else -n
        if not -LIMIT <= t <= LIMIT:
            raise ValueError("t")
    how = mask & 12
    if how:
        m = codec.m
        if how == 8:
            m += 1
        elif how == 12:
            m, pos = get_int(buf, pos)
        if m > LIMIT:
            raise ValueError("m")
    return mask, pos, t, m


def _read(codec, buf, pos: int, ev: "dict | None") -> "tuple[int | None, int]":
    """Pass over a record, or fill ev from it: (m, position after it)."""
    try:
        name = name_of(buf[pos])
        mask, pos, t, m = _head(codec, buf, pos)
        known = shape(name)
        if ev is not None:
            ev["ev"] = name
        bit = 16
        for i in range(SHAPE, len(known), 2):
            kind = known[i + 1]
            if kind >= OPTIONAL:
                kind -= OPTIONAL
                if not mask & bit:
                    bit <<= 1
                    continue
                bit <<= 1
            if ev is not None:
                ev[fields[known[i]]], pos = _get(buf, pos, kind)
            elif kind != INT and (kind < TEXT or kind >= ENUM):
                pos += 1
            else:
                _, pos = _get(buf, pos, kind)
        if mask >= bit or pos > len(buf):
            raise ValueError("mask")
    except (IndexError, KeyError):
        raise ValueError("cut off, or no event")
    if t is not None:
        codec.t = t
        if ev is not None:
            ev["t"] = t
    if m is not None:
        codec.m = m
        if ev is not None:
            ev["m"] = m
    return m, pos


def decode(codec, buf: bytes, pos: int) -> "tuple[dict, int]":
    """See Codec.decode."""
    ev: dict = {}
    pos = _read(codec, buf, pos, ev)[1]
    return ev, pos


def skip(codec, buf: bytes, pos: int) -> "tuple[int | None, int]":
    """See Codec.skip."""
    return _read(codec, buf, pos, None)
