"""The device's own font files, as the reader of the screen needs them."""

import struct
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

FILES = ("big.fnt", "small.fnt", "digits16.fnt", "digits26.fnt")

# Signs that no screen writes, but that specks of other things look like.
_NEVER = set("¤¦§¨ª¬¯²³´¶¸¹ºµ`~^‚„‹›€№™♥")


@dataclass(frozen=True)
class Shape:
    """One letter: a number for each column from the first to the last lit one, bit 0 = top of the capitals.

    `core` holds the rows of the capitals, `above` what rises higher (bit 0: `rise` rows higher), `below` what
    hangs under the base line (bit 0: its first row).
    """

    char: str
    advance: int
    left: int
    core: tuple[int, ...]
    above: tuple[int, ...]
    below: tuple[int, ...]
    ink: int
    thin: bool  # a bar, a dash or a dot: says little by itself


@dataclass(frozen=True)
class Font:
    """A font: height of its capitals, rows that may rise above them, and its letters."""

    name: str
    height: int
    rise: int
    fall: int
    shapes: tuple[Shape, ...]


def records(data: bytes) -> Iterator[tuple[int, int, int, int, list[list[int]]]]:
    """Yield code point, advance, left, top and rows of pixels of every letter of a .fnt file."""
    spans, count = struct.unpack_from("<HH", data, 6)
    places = 10 + 6 * spans
    glyphs = places + 2 * (count + 1)
    for span in range(spans):
        first, last, index = struct.unpack_from("<HHH", data, 10 + 6 * span)
        for code in range(first, last + 1):
            start, end = struct.unpack_from("<HH", data, places + 2 * (index + code - first))
            record = data[glyphs + start : glyphs + end]
            advance, left, top, width, height = struct.unpack("<BbbBB", record[-5:])
            stride = (width + 7) // 8
            rows = [
                [record[y * stride + (x >> 3)] >> (7 - (x & 7)) & 1 for x in range(width)]
                for y in range(height)
            ]
            yield code, advance, left, top, rows


def _shape(code: int, advance: int, left: int, top: int, rows: list[list[int]], cap: int, rise: int) -> Shape:
    columns = [sum(row[x] << (y + top + rise) for y, row in enumerate(rows)) for x in range(len(rows[0]))]
    mask = (1 << cap) - 1
    core = tuple(column >> rise & mask for column in columns)
    ink = sum(column.bit_count() for column in columns)
    different = len({column for column in columns if column})
    return Shape(
        chr(code), advance, left, core,
        tuple(column & ((1 << rise) - 1) for column in columns), tuple(column >> rise + cap for column in
        columns), ink, different < 2 or ink < 6,
    )  # fmt: skip


def _load(path: Path) -> Font:
    data = path.read_bytes()
    cap = data[4]
    found = [entry for entry in records(data) if entry[4] and chr(entry[0]) not in _NEVER]
    rise = max(0, *(-top for _, _, _, top, _ in found))
    fall = max(0, *(top + len(rows) - cap for _, _, _, top, rows in found))
    shapes = tuple(_shape(*entry, cap, rise) for entry in found)
    return Font(path.stem, cap, rise, fall, shapes)


@cache
def load(folder: Path) -> tuple[Font, ...]:
    """Return the fonts in the firmware's data folder; an empty tuple where it has none."""
    return tuple(_load(folder / name) for name in FILES if (folder / name).is_file())
