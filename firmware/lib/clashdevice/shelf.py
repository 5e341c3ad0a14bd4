"""A game's checkpoints, all in one file: looking a file up takes longer the more there are.

They are appended one after the other: u16 number, u16 bytes, so many bytes, CRC-32 of all that; of one number
the last one counts. Loaded when wanted, dropped after.
"""

import struct
from binascii import crc32

from micropython import const

from clashdevice import files

_HEAD = const(4)
_SEAL = const(4)
_LARGE = const(60_000)  # bytes of checkpoints, and they begin anew


def find(path: str, index: int) -> "tuple[bytes | None, int]":
    """What the file has under that number, None where nothing or it is damaged; the file's size."""
    try:
        with open(path, "rb") as file:
            end = file.seek(0, 2)
            at = size = place = 0
            while at < end:
                file.seek(at)
                head = file.read(_HEAD)
                much = _HEAD + head[2] + (head[3] << 8)
                if head[0] + (head[1] << 8) == index:
                    place, size = at, much
                at += much + _SEAL
            file.seek(place)
            data = file.read(size)
            good = at == end and (not size or file.read(_SEAL) == files.seal(data))
    except IndexError:
        good = False
    except OSError:
        return None, 0
    if good:
        return data[_HEAD:] or None, end
    files.set_aside(path)
    return None, 0


def write(path: str, new: dict) -> None:
    """Add what is new. A checkpoint that finds no room in flash or memory only makes a later undo slower."""
    try:
        for index in new:
            data = new[index]
            held, size = find(path, index)
            if held == data:
                continue
            held = None
            head = struct.pack("<HH", index, len(data))
            seal = (crc32(data, crc32(head)) & 0xFFFFFFFF).to_bytes(_SEAL, "little")
            with open(path, "ab" if size < _LARGE else "wb") as file:
                file.write(head)
                file.write(data)
                file.write(seal)
    except (OSError, MemoryError):
        pass
