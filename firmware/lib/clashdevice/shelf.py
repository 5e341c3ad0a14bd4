"""A game's checkpoints, all in one file: looking a file up takes longer the more there are.

They are appended one after the other: so many bytes, u16 number, u16 how many bytes, CRC-32 of all that. The
file is read from its end, since what is wanted lies near it, and of one number the last one counts. Loaded
when wanted, dropped after.
"""

import struct
from binascii import crc32

from micropython import const

from clashdevice import files

_TAIL = const(8)
_LARGE = const(60_000)  # bytes of checkpoints, and they begin anew


def find(path: str, index: int) -> "tuple[int, bytes] | None":
    """The last checkpoint of that number or a smaller one: its number and data; None where there is none.

    (Of two numbers the smaller one that was put later is the newer one: what came between was taken back.)
    A damaged file is set aside.
    """
    try:
        with open(path, "rb") as file:
            end = file.seek(0, 2)
            while end:
                file.seek(max(0, end - _TAIL))
                number, size, seal = struct.unpack("<HHI", file.read(_TAIL))
                start = end - _TAIL - size
                if start < 0:
                    break
                if number <= index:
                    file.seek(start)
                    data = file.read(size + _TAIL - 4)
                    if crc32(data) & 0xFFFFFFFF != seal:
                        break
                    return number, data[:size]
                end = start
            else:
                return None
    except ValueError:
        pass
    except OSError:
        return None
    files.set_aside(path)
    return None


def write(path: str, new: dict) -> None:
    """Add what is new. A checkpoint that finds no room in flash or memory only makes a later undo slower."""
    try:
        out = bytearray()
        for index in sorted(new):
            data = new[index]
            if find(path, index) != (index, data):
                data = data + struct.pack("<HH", index, len(data))
                out.extend(data)
                out.extend((crc32(data) & 0xFFFFFFFF).to_bytes(4, "little"))
        if out:
            with open(path, "ab" if files.size(path) < _LARGE else "wb") as file:
                file.write(out)
    except (OSError, MemoryError):
        pass
