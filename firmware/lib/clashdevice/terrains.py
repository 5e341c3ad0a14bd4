"""Terrains of the owners' own, in /save/terrains: a line each in the compact format of clashcore.board, then
`;#` and the CRC-32 of what stands before it in eight hex digits.

The laptop sends them; loaded when they come and when the list of terrains is shown. What lies there is looked
at again each time: flash is not trusted.
"""

from binascii import crc32

from clashcore.board import OWN_BYTES, OWN_MOST, Board
from clashcore.rejected import Rejected

from clashdevice import files

PATH = files.SAVE + "/terrains"


def listed(app) -> list:
    """The offset of each terrain in the file, its name, its objective; spoilt ones are left out."""
    found = []
    try:
        with open(PATH, "rb") as file:
            for _ in range(OWN_MOST):
                at = file.tell()
                line = _line(file)
                if line:
                    found.append((at, app.cards.name("terrain", line), line[:60].split(" ", 3)[2][:3]))
    except (OSError, IndexError) as error:
        if files.exists(PATH):
            print("terrains:", error)
    return found


def text(app, at: int) -> "str | None":
    """The terrain at that offset, if it can be played; None: it cannot."""
    try:
        with open(PATH, "rb") as file:
            file.seek(at)
            found = _line(file)
        if found:
            Board(found)
    except (OSError, Rejected) as error:
        print("terrains:", error)
        return None
    return found or None


def take(app, path: str) -> bool:
    """Put a file that came from the laptop into the place of the one before, if all in it can be played."""
    try:
        with open(path, "rb") as file:
            for _ in range(OWN_MOST):
                found = _line(file)
                if found is None:
                    break
                if not found:
                    raise Rejected("terrain", "a spoilt line")
                Board(found)
            if file.read(1):
                raise Rejected("terrain", "more than %d" % OWN_MOST)
    except Rejected as error:
        print("terrains:", error)
        files.remove(path)
        return False
    import os

    os.rename(path, PATH)
    return True


def _line(file) -> "str | None":
    """The next line without its CRC, "" where it is spoilt, None at the end."""
    raw = file.readline(OWN_BYTES + 1)
    if not raw:
        return None
    if len(raw) > OWN_BYTES or raw[-11:-9] != b";#":
        return ""
    body = raw[:-11]
    try:
        good = int(raw[-9:], 16) == crc32(body) & 0xFFFFFFFF
        found = str(body, "utf-8")
    except ValueError:
        return ""
    return found if good and found.startswith("T ") and ";" in found else ""
