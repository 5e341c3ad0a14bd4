"""A flash in memory for littlefs under MicroPython: counts erases and keeps a log of all operations.

Every state that a cut can leave is made from the log: after any number of operations, the next one not
begun or half done.
"""

import sys

import vfs

BLOCK = 4096


class RamFlash:
    """The block device. `log` holds (block, offset, data) for a program and (block, -1, b"") for an erase."""

    def __init__(self, blocks, image=None):
        self.blocks = blocks
        self.image = bytearray(image or blocks * BLOCK)
        if not image:
            for n in range(blocks):  # in one piece it would take the room twice
                apply(self.image, (n, -1, b""), False)
        self.log = []
        self.erases = 0
        self.logging = False

    def readblocks(self, n, buf, off=0):
        at = n * BLOCK + off
        buf[:] = memoryview(self.image)[at : at + len(buf)]

    def writeblocks(self, n, buf, off=None):
        if off is None:
            self.erase(n)
            off = 0
        if self.logging:
            self.log.append((n, off, bytes(buf)))
        apply(self.image, (n, off, buf), False)

    def erase(self, n):
        self.erases += 1
        if self.logging:
            self.log.append((n, -1, b""))
        apply(self.image, (n, -1, b""), False)

    def ioctl(self, op, arg):
        if op == 4:
            return self.blocks
        if op == 5:
            return BLOCK
        if op == 6:
            self.erase(arg)
        return 0


def apply(image, operation, torn):
    """Do an operation on an image, or only the first half of it."""
    block, off, data = operation
    at = block * BLOCK
    if off < 0:
        size = BLOCK // 2 if torn else BLOCK
        image[at : at + size] = b"\xff" * size
    else:
        size = len(data) // 2 if torn else len(data)
        image[at + off : at + off + size] = data[:size]


def take_over():
    """Make room for a flash at the root; the host's files go on under /host, where imports find them."""
    vfs.umount("/")
    vfs.mount(vfs.VfsPosix("/"), "/host")
    sys.path[:] = ["/host" + path for path in sys.path if path[:1] == "/"]
    for name in ("clashcore", "clashdevice", "device"):
        if name in sys.modules:
            sys.modules[name].__path__ = "/host" + sys.modules[name].__path__


def mount(flash, new=False):
    """Mount a flash as the whole file system, formatted first if new."""
    if new:
        vfs.VfsLfs2.mkfs(flash, progsize=32)
    vfs.mount(vfs.VfsLfs2(flash, progsize=32), "/")


def unmount():
    """Take the file system away again."""
    vfs.umount("/")
