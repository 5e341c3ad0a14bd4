"""Looking back: records read again, undo and redo. Loaded when wanted; a device drops it after.

`log` is a Log everywhere, `line` a Timeline.
"""

from binascii import crc32

from clashcore.codec import Codec
from clashcore.decoding import decode, skip, varint
from clashcore.log import CHUNK, ENTRIES, ENTRY_SIZE, entry
from clashcore.timeline import AT_HAND, COARSE, FINE, bytes_of

_WINDOW = 192  # bytes read in one piece: some 16 records
_LONGEST = 4096  # no record comes near it: the bytes are bad


def read(log, at: int, size: int) -> bytes:
    """Some of the bytes from offset `at` on, none only behind the last."""
    if at >= log.low:
        at -= log.low
        return bytes(log.tail[at : at + size])
    return log.store.read(at, min(size, log.low - at))


class Reader:
    """Reads records one after the other, from an offset at which the codec's t and m are known."""

    def __init__(self, log, at: int, t: int, m: int) -> None:
        self.codec = Codec(t, m)
        self.raw = b""  # the record passed last
        self._log = log
        self._at = at  # offset of the bytes at hand
        self._bytes = b""
        self._pos = 0

    @property
    def at(self) -> int:
        """The offset reached."""
        return self._at + self._pos

    def next(self, how):
        """Pass a record with decoding.decode or skip; what that returns. Raises ValueError at a bad one."""
        while True:
            start = self._pos
            try:
                found, self._pos = how(self.codec, self._bytes, start)
            except ValueError:
                rest = self._bytes[start:]
                more = read(self._log, self._at + len(self._bytes), _WINDOW)
                if not more or len(rest) > _LONGEST:
                    raise
                self._at += start
                self._pos = 0
                self._bytes = rest + more
                continue
            self.raw = self._bytes[start : self._pos]
            return found


def reader(log, number: int) -> Reader:
    """A reader that stands before the record of that number. Raises IndexError where there is none."""
    if not 0 < number <= log.count:
        raise IndexError("event")
    number -= 1
    at, _, t, m = entry(log, number // CHUNK)
    found = Reader(log, at, t, m)
    for _ in range(number % CHUNK):
        found.next(skip)
    return found


def event(log, number: int) -> dict:
    """The event of that number."""
    return reader(log, number).next(decode)


def walk(log, first: int, last: int, kept: bool = False):
    """The events from first to last as (number, event); only kept ones if asked."""
    number = first
    while number <= last:
        stop = min((number - 1) // CHUNK * CHUNK + CHUNK, last)
        bits = log.kept[(number - 1) // CHUNK] >> (number - 1) % CHUNK if kept else 0xFFFF
        if not bits:
            number = stop + 1
            continue
        source = reader(log, number)
        while number <= stop and bits:
            if bits & 1:
                yield number, source.next(decode)
            else:
                source.next(skip)
            bits >>= 1
            number += 1
        number = stop + 1


def part(log, first: int, max_bytes: int, max_count: int) -> "tuple[int, int, int, bytes]":
    """See Timeline.slice."""
    if first < 1:
        raise IndexError("event")
    if first > log.count:
        return log.codec.t, log.codec.m, 0, b""
    cursor = log.cursor
    if cursor and cursor[0] == first:
        source = Reader(log, cursor[1], cursor[2], cursor[3])
    else:
        source = reader(log, first)
    codec = source.codec
    t, m = codec.t, codec.m
    out = bytearray()
    number = first
    left = max_count
    while number <= log.count and left:
        i = (number - 1) // CHUNK
        last = min(i * CHUNK + CHUNK, log.count)
        at = source.at
        end = entry(log, i + 1)[0] if last < log.count else log.size
        if last - number < left and end - at <= max_bytes - len(out):
            # The rest of the chunk fits as a whole; nobody has to read it.
            while at < end:
                more = read(log, at, end - at)
                if not more:
                    raise ValueError("records")
                out.extend(more)
                at += len(more)
            left -= last - number + 1
            number = last + 1
            if number <= log.count:
                source = reader(log, number)
                codec = source.codec
            continue
        before = (number, at, codec.t, codec.m)
        source.next(skip)
        if out and len(out) + len(source.raw) > max_bytes:
            log.cursor = before
            break
        out.extend(source.raw)
        number += 1
        left -= 1
        log.cursor = (number, source.at, codec.t, codec.m)
    return t, m, max_count - left, bytes(out)


def crc(log, number: int) -> int:
    """See Timeline.crc."""
    if number == log.count:
        return log.sum
    if not 0 <= number < log.count:
        raise IndexError("event")
    at, found, t, m = entry(log, number // CHUNK)
    source = Reader(log, at, t, m)
    for _ in range(number % CHUNK):
        source.next(skip)
        found = crc32(source.raw, found)
    return found & 0xFFFFFFFF


# What stands


def is_kept(log, number: int) -> bool:
    """Whether the event stands or can be brought back."""
    number -= 1
    return 0 <= number < log.count and log.kept[number // CHUNK] >> number % CHUNK & 1 == 1


def below(log, number: int) -> int:
    """The nearest kept number below, or 0."""
    number -= 1
    while number > 0 and not is_kept(log, number):
        number -= 1 if log.kept[(number - 1) // CHUNK] else (number - 1) % CHUNK + 1
    return max(0, number)


def above(log, number: int) -> int:
    """The nearest kept number above, or 0."""
    number += 1
    while number <= log.count and not is_kept(log, number):
        number += 1 if log.kept[(number - 1) // CHUNK] else CHUNK - (number - 1) % CHUNK
    return number if number <= log.count else 0


def motion(log, number: int) -> "int | None":
    """The m of an event."""
    return reader(log, number).next(skip)


def take_back(log) -> None:
    """Lower `top` by one motion."""
    m = motion(log, log.top)
    while True:
        log.top = below(log, log.top)
        log.standing -= 1
        log.ahead += 1
        if m is None or not log.top or motion(log, log.top) != m:
            return


def bring_back(log) -> "list[int]":
    """Raise `top` by one motion. Returns the numbers of its events."""
    numbers = [above(log, log.top)]
    m = motion(log, numbers[0])
    while m is not None:
        number = above(log, numbers[-1])
        if not number or motion(log, number) != m:
            break
        numbers.append(number)
    log.top = numbers[-1]
    log.standing += len(numbers)
    log.ahead -= len(numbers)
    return numbers


def reset(log, mark: tuple) -> None:
    """Forget what was appended since `mark`."""
    places, log.codec.t, log.codec.m, kept = mark
    log.count, log.top, log.standing, log.ahead, log.size, log.sum = places
    log.tail = log.tail[: log.size - log.low]
    chunks = (log.count + CHUNK - 1) // CHUNK
    log.index = log.index[: (chunks + ENTRIES - 1) // ENTRIES]
    if chunks % ENTRIES:
        log.index[-1] = log.index[-1][: chunks % ENTRIES * ENTRY_SIZE]
    log.kept = type(log.kept)("H", kept)
    log.cursor = None


# The state


def go(line, name: str) -> None:
    """Undo or redo: the record is there already."""
    if name == "undo":
        take_back(line.log)
        rebuild(line)
    else:
        for number in bring_back(line.log):
            line.state.apply(event(line.log, number))


def rebuild(line) -> None:
    """Bring the state to what stands."""
    log = line.log
    standing, start = _nearest(line)
    for number, ev in walk(log, start + 1, log.top, True):
        line.state.apply(ev)
        line.replayed += 1
        standing += 1
        if log.standing - standing < AT_HAND * FINE or standing % COARSE == 0:
            line.checkpoint(standing, number, crc)


def _nearest(line) -> "tuple[int, int]":
    """Put the state back to the nearest checkpoint: (how many events stand there, number of the last)."""
    log = line.log
    marks = line.marks
    while marks and (marks[-1][1] > log.top or not is_kept(log, marks[-1][1])):
        marks.pop()
    least = marks[-1][0] if marks else 0
    index = log.standing // COARSE
    while index * COARSE > least:
        data = line.shelf.get(index)
        if data:
            try:
                number, pos = varint(data, 4)
                if number <= log.top and is_kept(log, number) and bytes_of(crc(log, number)) == data[:4]:
                    line.state.unpack(data[pos:])
                    # Those at hand are older: the replay makes new ones.
                    marks.clear()
                    return index * COARSE, number
            except (ValueError, IndexError):
                pass  # damaged: an older one will do
        index -= 1
    while marks:
        standing, number, packed = marks[-1]
        try:
            line.state.unpack(packed)
            return standing, number
        except ValueError:
            marks.pop()
    line.state.unpack(line.start)
    return 0, 0
