"""Runs under MicroPython: something done to the files in a flash image, through the device's own file system.

Arguments: the image, and what to do (one of the functions below) with its arguments. Prints what it found.
"""

import os
import sys
from binascii import crc32

import vfs

sys.path.append(sys.argv[0].rsplit("/", 3)[0] + "/host/clashbox/virtual/board")
from _image import BLOCK, Image

_ROOT = "/flash"


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


vfs.mount(vfs.VfsLfs2(Image(sys.argv[1], os.stat(sys.argv[1])[6] // BLOCK)), _ROOT)
{"files": files, "damage": damage}[sys.argv[2]](*sys.argv[3:])
vfs.umount(_ROOT)
