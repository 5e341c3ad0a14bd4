"""Undo and redo, and what the log shows. Loaded when wanted; a device drops it after.

`log` is a Log everywhere, `line` a Timeline.
"""

from clashcore.decoding import decode, skip, varint
from clashcore.log import CHUNK, ENTRIES, ENTRY_SIZE
from clashcore.reading import crc, event, reader
from clashcore.timeline import AT_HAND, COARSE, FINE, bytes_of


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
    """Lower `top` by one motion. The records of a chunk are passed once, however many belong to it."""
    if not log.top:
        raise IndexError("event")
    m = None
    begun = False
    while log.top:
        first = (log.top - 1) // CHUNK * CHUNK + 1
        source = reader(log, first)
        found = [source.next(skip) for _ in range(first, log.top + 1)]
        while log.top >= first:
            here = found[log.top - first]
            if begun and (m is None or here != m):
                return
            m = here
            begun = True
            log.top = below(log, log.top)
            log.standing -= 1
            log.ahead += 1


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
    entries = (log.count + CHUNK * log.step - 1) // (CHUNK * log.step)
    log.index = log.index[: (entries + ENTRIES - 1) // ENTRIES]
    if entries % ENTRIES:
        log.index[-1] = log.index[-1][: entries % ENTRIES * ENTRY_SIZE]
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
    index = log.standing // FINE
    while index * FINE > least:
        found = line.shelf.get(index)
        if not found or found[0] * FINE <= least:
            break
        index, data = found
        try:
            number, pos = varint(data, 4)
            if number <= log.top and is_kept(log, number) and bytes_of(crc(log, number)) == data[:4]:
                line.state.unpack(data[pos:])
                # Those at hand are older: the next ones are on the shelf.
                marks.clear()
                marks.append((index * FINE, number, data, pos))
                return index * FINE, number
        except (ValueError, IndexError):
            pass  # damaged: an older one will do
        index -= 1
    while marks:
        standing, number, data, pos = marks[-1]
        try:
            line.state.unpack(data[pos:])
            return standing, number
        except ValueError:
            marks.pop()
    line.state.unpack(line.start)
    return 0, 0
