"""A flash image as a block device, for what is done to its files while no board runs on it."""

BLOCK = 4096


class Image:
    """A flash image in a plain file as a block device."""

    def __init__(self, path, blocks):
        self._file = open(path, "r+b")  # noqa: SIM115
        self._blocks = blocks

    def readblocks(self, block, buf, offset=0):
        """Fill buf."""
        self._file.seek(block * BLOCK + offset)
        self._file.readinto(buf)

    def writeblocks(self, block, buf, offset=0):
        """Program buf."""
        self._file.seek(block * BLOCK + offset)
        self._file.write(buf)

    def ioctl(self, op, arg):
        """Answer the file system."""
        if op == 4:
            return self._blocks
        if op == 5:
            return BLOCK
        if op == 6:
            self.writeblocks(arg, b"\xff" * BLOCK)
        return 0
