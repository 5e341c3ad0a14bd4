"""Snapshots of a timeline, which spare it reading all its records when it is restored (restoring.py).

Loaded when wanted; a device drops it after.
"""

from binascii import crc32

from clashcore.codec import put_int, put_varint
from clashcore.log import entry
from clashcore.timeline import bytes_of

VERSION = 3  # 2 is the same with an entry of the index for each chunk


def _pack(log) -> bytearray:
    """All but the records: where reading can start, which stand, the CRC-32 that tells them from others."""
    out = bytearray((VERSION,))
    for n in (log.count, log.top, log.standing, log.ahead, log.sum, log.size):
        put_varint(out, n)
    put_int(out, log.codec.t)
    put_int(out, log.codec.m)
    put_varint(out, log.step)
    before = (0, 0, 0, 0)
    for i in range(len(log.kept)):
        put_varint(out, log.kept[i])
        if i % log.step:
            continue
        here = entry(log, i // log.step)
        put_varint(out, here[0] - before[0])
        put_int(out, here[2] - before[2])
        put_int(out, here[3] - before[3])
        before = here
    return out


def snapshot(line) -> bytes:
    """See Timeline.snapshot."""
    out = _pack(line.log)
    out.extend(line.state.pack())
    out.extend(bytes_of(crc32(out)))
    return bytes(out)
