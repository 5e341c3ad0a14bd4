"""Files such as micropython.org offers, as small as they can be: a boot loader that esptool's own check
takes, a partition table at its place, the banner.
"""

import hashlib
import struct


def loader(chip: int) -> bytes:
    """An image of one segment in Espressif's format, with checksum and hash."""
    segment = b"boot"
    head = struct.pack("<BBBBI", 0xE9, 1, 2, 0x20, 0x40080000)
    head += struct.pack("<BBBBHBHHIB", 0xEE, 0, 0, 0, chip, 0, 0, 0xFFFF, 0, 1)
    data = head + struct.pack("<II", 0x3FFF0000, len(segment)) + segment
    check = 0xEF
    for byte in segment:
        check ^= byte
    data += bytes(15 - len(data) % 16) + bytes((check,))
    return data + hashlib.sha256(data).digest()


def whole(chip: int, offset: int, banner: bytes = b"MicroPython v1.28.0 on 2026-04-01") -> bytes:
    """A whole image for a board."""
    data = loader(chip)
    data += b"\xff" * (0x8000 - offset - len(data)) + b"\xaa\x50" + bytes(30)
    return data + b"\xff" * 64 + banner + b"\0"
