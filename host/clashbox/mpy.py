"""The names in compiled MicroPython files (.mpy, version 6 of the format)."""


def _number(data: bytes, at: int) -> tuple[int, int]:
    """A number of 7 bits a byte, the highest first, and where it ends."""
    value = 0
    while True:
        byte = data[at]
        at += 1
        value = value << 7 | byte & 0x7F
        if byte < 0x80:
            return value, at


def names(data: bytes) -> set[str]:
    """What a board takes up into its pool of names when it loads this file, less those that it has anyway.

    Raises ValueError where it is no .mpy of version 6.
    """
    if data[:2] != b"M\x06":
        raise ValueError("not an .mpy file of version 6")
    count, at = _number(data, 4)
    _, at = _number(data, at)  # constants
    found: set[str] = set()
    for _ in range(count):
        length, at = _number(data, at)
        if not length & 1:  # odd: the number of a name that every build has
            length >>= 1
            found.add(data[at : at + length].decode())
            at += length + 1  # a zero byte ends it
    return found
