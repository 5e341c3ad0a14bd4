"""The board's flash as a block device.

Programs and erases go to the broker, who may cut the power there; reads are so many that they go straight to
the image file, whose descriptor is inherited, and are only counted.
"""

import _board

_BLOCK = 4096


class Flash:
    """Block device with MicroPython's extended interface: 4,096-byte blocks, any offset."""

    def __init__(self, number, blocks):
        self._file = open(number, "rb")  # noqa: SIM115
        self._blocks = blocks

    def readblocks(self, block, buf, offset=0):
        """Fill buf from the block, from offset on."""
        self._file.seek(block * _BLOCK + offset)
        self._file.readinto(buf)
        _board.reads += 1
        _board.read_bytes += len(buf)

    def writeblocks(self, block, buf, offset=None):
        """Program buf into the block (erased before by the file system), from offset on."""
        if offset is None:
            _board.ask(69, block)  # E
            offset = 0
        return -_board.ask(87, block, offset, buf)  # W

    def ioctl(self, op, arg):
        """Answer the file system: 4 number of blocks, 5 their size, 6 erase one."""
        if op == 4:
            return self._blocks
        if op == 5:
            return _BLOCK
        if op == 6:
            return -_board.ask(69, arg)  # E
        return 0
