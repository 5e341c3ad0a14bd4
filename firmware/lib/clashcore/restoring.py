"""A timeline put together again from its records, with the snapshots (packing.py) that make that quick.

Loaded when wanted; a device drops it after. `log` is a Log everywhere, `line` a Timeline.
"""

from binascii import crc32

from clashcore.decoding import get_int, skip, varint
from clashcore.log import CHUNK
from clashcore.packing import VERSION
from clashcore.past import bring_back, take_back
from clashcore.reading import Reader, read
from clashcore.rejected import Rejected
from clashcore.timeline import bytes_of

_UNDO = 70
_REDO = 71


def _unpack(log, data: bytes) -> int:
    """Become the log that `pack` described, of the records in the store; the position in data after it.

    Raises ValueError where data or records do not fit; the log is then empty.
    """
    try:
        if data[0] != VERSION and data[0] != 2:
            raise ValueError("version")
        pos = 1
        numbers = []
        for _ in range(6):
            n, pos = varint(data, pos)
            numbers.append(n)
        count, top, standing, ahead, whole, size = numbers
        newest = Reader(log, 0, 0, 0).codec
        newest.t, pos = get_int(data, pos)
        newest.m, pos = get_int(data, pos)
        every = 1
        if data[0] == VERSION:
            every, pos = varint(data, pos)
            if not every:
                raise ValueError("index")
            log.step = every
        at = t = m = 0
        for i in range((count + CHUNK - 1) // CHUNK):
            bits, pos = varint(data, pos)
            if i % every:
                log.kept.append(bits)
                continue
            step, pos = varint(data, pos)
            more_t, pos = get_int(data, pos)
            more_m, pos = get_int(data, pos)
            at += step
            t += more_t
            m += more_m
            _pass(log, at)
            log.count = i * CHUNK
            log.note(b"", t, m)
            log.kept[i] = bits
        _pass(log, size)
        if log.sum != whole:
            raise ValueError("crc")
    except (IndexError, OverflowError, ValueError):
        log.clear()
        raise ValueError("snapshot")
    log.codec = newest
    log.count, log.top, log.standing, log.ahead = count, top, standing, ahead
    return pos


def _pass(log, at: int) -> None:
    """Go on to an offset, with size and CRC-32."""
    while log.size < at:
        data = read(log, log.size, min(256, at - log.size))
        if not data:
            raise ValueError("cut off")
        log.sum = crc32(data, log.sum) & 0xFFFFFFFF
        log.size += len(data)


def take_over(line, snapshots) -> None:
    """Bring an empty timeline's log to what its store holds; its state is then for `past.rebuild`.

    Raises as Timeline.restore.
    """
    log = line.log
    log.clear()
    fitting = []
    for data in snapshots:
        if len(data) > 12 and bytes_of(crc32(data[:-4])) == data[-4:]:
            fitting.append((-varint(data, 1)[0], len(fitting), data))
    fitting.sort()
    for _, _, data in fitting:
        try:
            pos = _unpack(log, data)
        except ValueError:
            continue
        if log.standing:
            line.marks.append((log.standing, log.top, bytes(data[pos:-4]), 0))
        break
    read_all(log)


def read_all(log) -> None:
    """Take over the rest of the records, without applying them. Raises ValueError, Rejected."""
    source = Reader(log, log.size, log.codec.t, log.codec.m)
    codec = log.codec = source.codec
    while log.size < log.low:
        t, m = codec.t, codec.m
        source.next(skip)
        number = log.note(source.raw, t, m)
        kind = source.raw[0]
        if kind != _UNDO and kind != _REDO:
            log.add(number)
        elif not (log.top if kind == _UNDO else log.ahead):
            raise Rejected("undo" if kind == _UNDO else "redo")
        elif kind == _UNDO:
            take_back(log)
        else:
            bring_back(log)
