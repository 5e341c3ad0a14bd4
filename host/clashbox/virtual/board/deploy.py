"""Brings the files of the device into a flash image, through the same file system as on the board.

Arguments: image, number of blocks, "new" (format first) or "old", folder with the files, list of files (lines
of device path, tab, file name in the folder). Everything under /save stays.
"""

import os
import sys

import vfs
from _image import Image

_OWN = ("/lib", "/data", "/boot.py", "/main.py")


def _walk(path):
    """Yield every file below path on the device."""
    for name, kind, *_ in list(os.ilistdir("/flash" + path)):
        full = path.rstrip("/") + "/" + name
        if kind == 0x4000:
            yield from _walk(full)
        else:
            yield full


def _same(path, data):
    try:
        with open("/flash" + path, "rb") as file:
            return file.read() == data
    except OSError:
        return False


def _write(path, data):
    parts = path.split("/")[1:-1]
    folder = "/flash"
    for part in parts:
        folder += "/" + part
        try:  # noqa: SIM105
            os.mkdir(folder)
        except OSError:
            pass
    with open("/flash" + path, "wb") as file:
        file.write(data)


def main(image, blocks, state, folder, listing):
    """Do it."""
    device = Image(image, int(blocks))
    if state == "new":
        vfs.VfsLfs2.mkfs(device)
    vfs.mount(vfs.VfsLfs2(device), "/flash")
    wanted = {}
    with open(listing) as file:
        for line in file:
            path, name = line.rstrip("\n").split("\t")
            wanted[path] = name
    for path in list(_walk("/")):
        if path not in wanted and (path in _OWN or path.startswith(("/lib/", "/data/"))):
            os.remove("/flash" + path)
    for path in sorted(wanted):
        with open(folder + "/" + wanted[path], "rb") as file:
            data = file.read()
        if not _same(path, data):
            _write(path, data)
    vfs.umount("/flash")


main(*sys.argv[1:])
