"""A file with one game or many, cut into its games: each line that is a header begins one.

A game that cannot be read spoils no other. What is no text file at all is for nobody to read.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from io import BytesIO
from typing import Any, BinaryIO, cast

from clashbox import reading
from clashbox.i18n import t

_HEADER = re.compile(rb'\s*\{\s*"clashbox"\s*:')
_MARK = b'"clashbox"'


@dataclass(frozen=True, slots=True)
class Piece:
    """The bytes of one game, and the line of the file at which they begin."""

    line: int
    content: bytes


def pieces(first: bytes, stream: BinaryIO, name: str) -> Iterator[Piece]:
    """The games of a file whose first line was read already, in order; what stands before the first header
    (comments) belongs to it. Raises Unreadable where the file is bigger than any is read.
    """
    held: list[bytes] = []
    begun = 1
    number = size = 0
    whole, has_header = True, False
    raw = first
    while raw:
        # A line too long comes in parts; only its first can be a header.
        number += whole
        size += len(raw)
        if size > reading.MAX_FILE:
            raise reading.Unreadable(name, number, t("file.big", reading.MAX_FILE >> 20))
        if number > reading.MAX_LINES:
            raise reading.Unreadable(name, number, t("file.lines", reading.MAX_LINES))
        if whole and _MARK in raw and _is_header(raw):
            if has_header or any(_counts(line) for line in held):
                yield Piece(begun, b"".join(held))
                held, begun = [], number
            has_header = True
        if whole or raw.endswith(b"\n"):
            # Of a line that is too long its beginning is enough to be refused by.
            held.append(raw if whole else b"\n")
        whole = raw.endswith(b"\n")
        raw = stream.readline(reading.MAX_LINE + 1)
    if held:
        yield Piece(begun, b"".join(held))


def _counts(line: bytes) -> bool:
    return bool(line.strip(b" \t\r\n\xef\xbb\xbf")) and not line.startswith(b"#")


def _is_header(raw: bytes) -> bool:
    try:
        value = reading.loads(raw.decode("utf-8-sig"))
    except (ValueError, RecursionError):
        return _HEADER.match(raw.removeprefix(b"\xef\xbb\xbf")) is not None
    return isinstance(value, dict) and "clashbox" in value and "ev" not in value


def read(piece: Piece, name: str) -> tuple[reading.Game, dict[str, Any]]:
    """The game of a piece, its lines counted as in the file, and its header as it came. Raises Unreadable."""
    try:
        game = reading.read_stream(BytesIO(piece.content), name)
    except reading.Unreadable as error:
        raise reading.Unreadable(name, error.line + piece.line - 1, error.what) from None
    lines = piece.content.split(b"\n")
    header = reading.loads(lines[game.header_line - 1].decode("utf-8-sig"))
    return game, cast(dict[str, Any], header)
