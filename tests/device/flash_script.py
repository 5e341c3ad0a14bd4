"""Runs under MicroPython: something done to the files in a flash image, through the device's own file system.

Arguments: the image, and what to do (one of the functions below) with its arguments. Prints what it found.
"""

import os
import sys
from binascii import crc32

import vfs

_BLOCK = 4096
_ROOT = "/flash"


class Image:
    """A flash image in a plain file as a block device."""

    def __init__(self, path):
        self._file = open(path, "r+b")  # noqa: SIM115
        self._blocks = os.stat(path)[6] // _BLOCK

    def readblocks(self, block, buf, offset=0):
        self._file.seek(block * _BLOCK + offset)
        self._file.readinto(buf)

    def writeblocks(self, block, buf, offset=0):
        self._file.seek(block * _BLOCK + offset)
        self._file.write(buf)

    def ioctl(self, op, arg):
        if op == 4:
            return self._blocks
        if op == 5:
            return _BLOCK
        if op == 6:
            self.writeblocks(arg, b"\xff" * _BLOCK)
        return 0


def _read(path):
    with open(_ROOT + path, "rb") as file:
        return file.read()


def _write(path, data):
    with open(_ROOT + path, "wb") as file:
        file.write(data)


def _sealed(data):
    return data + (crc32(data) & 0xFFFFFFFF).to_bytes(4, "little")


def files(folder):
    """Print every file below a folder."""
    for name, kind, *_ in list(os.ilistdir(_ROOT + folder)):
        path = folder + "/" + name
        if kind == 0x4000:
            files(path)
        else:
            print(path)


def damage(path, how):
    """Spoil a file."""
    if how == "cut":
        data = _read(path)
        _write(path, data[: len(data) // 2])
    elif how == "bits":
        data = bytearray(_read(path))
        data[len(data) // 2] ^= 0x10
        _write(path, data)
    elif how == "newer":  # another version's content, well sealed
        data = bytearray(_read(path)[:-4])
        data[0] = data[0] + 1 & 255
        _write(path, _sealed(data))
    elif how == "deep":
        _write(path, _sealed(b"[" * 20000))
    elif how == "long":
        _write(path, b"x" * 20000)
    elif how == "empty":
        _write(path, b"")
    elif how == "null":
        _write(path, _sealed(b"null"))
    elif how == "folder":
        try:  # noqa: SIM105
            os.remove(_ROOT + path)
        except OSError:
            pass
        os.mkdir(_ROOT + path)
        _write(path + "/x", b"hi")
    else:
        raise ValueError(how)


vfs.mount(vfs.VfsLfs2(Image(sys.argv[1])), _ROOT)
{"files": files, "damage": damage}[sys.argv[2]](*sys.argv[3:])
vfs.umount(_ROOT)
