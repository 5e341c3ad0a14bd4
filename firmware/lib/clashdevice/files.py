"""Small files that survive a pulled plug: one write, then close, a CRC-32 at the end, bad ones kept aside.

littlefs switches a file over to its new content when it is closed, and up to 128 bytes lie inside the
directory block and cost next to no erases. A file that was cut off at its first creation is empty: that
counts as absent.
"""

import os
from binascii import crc32

SAVE = "/save"
MOST = 8192  # bytes of a file that is read whole; none of ours is half as long


def exists(path: str) -> bool:
    """Whether there is a file or folder of that name."""
    try:
        os.stat(path)
        return True
    except OSError:
        return False


def size(path: str) -> int:
    """Bytes in a file, -1 where it is absent."""
    try:
        return os.stat(path)[6]
    except OSError:
        return -1


def make_folder(path: str) -> None:
    """Make a folder where there is none."""
    if not exists(path):
        os.mkdir(path)


def start() -> None:
    """Make the folder of everything that is saved."""
    try:
        make_folder(SAVE)
    except OSError as error:
        print("nothing can be saved:", error)


def names(folder: str) -> list:
    """The names in a folder, an empty list where it is missing."""
    try:
        return os.listdir(folder)
    except OSError:
        return []


def remove(path: str) -> None:
    """Remove a file where it is there."""
    try:
        os.remove(path)
    except OSError:
        pass


def remove_folder(path: str) -> None:
    """Remove a folder and the files in it, as far as they are there."""
    for name in names(path):
        remove(path + "/" + name)
    try:
        os.rmdir(path)
    except OSError:
        pass


def seal(data) -> bytes:
    """The four bytes that end a file: CRC-32, little endian."""
    return (crc32(data) & 0xFFFFFFFF).to_bytes(4, "little")


def save(path: str, data: bytes) -> None:
    """Write a whole sealed file. Raises OSError where the flash is full; the file is then as it was."""
    data = data + seal(data)  # first: with no memory for it, an open file would be closed empty
    with open(path, "wb") as file:
        file.write(data)


def load(path: str) -> "bytes | None":
    """The content of a sealed file; None where it is absent, empty, or damaged (it is then set aside)."""
    try:
        with open(path, "rb") as file:
            much = file.seek(0, 2) > MOST
            file.seek(0)
            data = b"?" if much else file.read()
    except OSError:
        if exists(path):  # a folder of that name, or a file that cannot be read
            set_aside(path)
        return None
    if not data:
        return None
    if len(data) < 4 or seal(memoryview(data)[:-4]) != data[-4:]:
        set_aside(path)
        return None
    return data[:-4]


def set_aside(path: str) -> None:
    """Move a bad file or folder to /save/bad for the host to look at; nothing is deleted for being bad."""
    global spoilt
    spoilt += 1
    base = path[path.rfind("/") + 1 :]
    try:
        make_folder(SAVE + "/bad")
        n = 0
        while exists("%s/bad/%s.%d" % (SAVE, base, n)):
            n += 1
        os.rename(path, "%s/bad/%s.%d" % (SAVE, base, n))
    except OSError as error:
        print("cannot set aside", path, error)


def crc_of(path: str) -> int:
    """CRC-32 of a file, 0 where there is none."""
    crc = 0
    try:
        with open(path, "rb") as file:
            while True:
                data = file.read(256)
                if not data:
                    break
                crc = crc32(data, crc)
    except OSError:
        return 0
    return crc & 0xFFFFFFFF


spoilt = 0  # files set aside since the start, for a notice on the screen


def free(path: str = "/") -> int:
    """Bytes free on the flash."""
    found = os.statvfs(path)
    # littlefs counts shared blocks twice: on a full flash what is free falls below nothing and wraps.
    return found[0] * found[3] if found[3] <= found[2] else 0
