"""Writes pictures of the display without an imaging library."""

import struct
import zlib
from collections.abc import Sequence


def encode(rows: Sequence[bytes | bytearray], scale: int = 1) -> bytes:
    """Return a grey PNG of rows of 0 (black) and 1 (white), each pixel `scale` pixels wide and high."""
    height, width = len(rows), len(rows[0])
    shades = bytes((0, 255))

    def chunk(kind: bytes, data: bytes) -> bytes:
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    lines: list[bytes] = []
    for row in rows:
        wide = b"".join(shades[pixel : pixel + 1] * scale for pixel in row)
        lines.extend([b"\0" + wide] * scale)
    head = struct.pack(">IIBBBBB", width * scale, height * scale, 8, 0, 0, 0, 0)
    return (
        b"\x89PNG\r\n\x1a\n"
        + chunk(b"IHDR", head)
        + chunk(b"IDAT", zlib.compress(b"".join(lines), 9))
        + chunk(b"IEND", b"")
    )
