"""The seldom half of the journal: sixteen full segments folded into a piece, a whole game read back.

Loaded when wanted, dropped after.
"""

from binascii import crc32

from clashdevice import files


def fold(journal, snapshot: bytes) -> None:
    """Put the full segments into one piece together with a snapshot of the timeline as it is now.

    Raises OSError (flash full): the segments then stay as they are.
    """
    last = journal.number - 1
    sizes = 0
    first = 0
    for number in range(journal.folded + 1, last + 1):
        data = files.load(journal.path("s", number))
        if data is None:
            raise OSError(5)
        first = first or int.from_bytes(data[:2], "little")
        sizes += len(data) - 2
    head = (
        first.to_bytes(2, "little")
        + (journal.first - first).to_bytes(2, "little")
        + sizes.to_bytes(2, "little")
    )
    crc = crc32(head)
    with open(journal.path("p", last), "wb") as file:
        file.write(head)
        for number in range(journal.folded + 1, last + 1):
            records = files.load(journal.path("s", number))[2:]
            crc = crc32(records, crc)
            file.write(records)
        file.write(snapshot)
        crc = crc32(snapshot, crc) & 0xFFFFFFFF
        file.write(crc.to_bytes(4, "little"))
    for number in range(journal.folded + 1, last + 1):
        files.remove(journal.path("s", number))
    journal.folded = last


def parts(journal):
    """The records of the whole game in order, in parts."""
    pieces, segments = _listed(journal)
    for number in pieces:
        data = files.load(journal.path("p", number))
        if data is not None:
            yield data[6 : 6 + int.from_bytes(data[4:6], "little")]
    for number in segments:
        if number > journal.folded:
            data = files.load(journal.path("s", number))
            if data is not None:
                yield data[2:]


def read(journal, count_of) -> "tuple[list, bytes]":
    """Find the game again: its records in order, and the newest snapshot (empty where there is none).

    `count_of(records)` tells how many events records hold (ValueError where they are none). What does not
    fit (a damaged file, and whatever comes after it) is set aside.
    """
    chunks = []
    snapshot = b""
    pieces, segments = _listed(journal)
    whole = True
    for number in pieces:
        data = files.load(journal.path("p", number))
        if data is None:
            # Never finished: its segments are still there. Damaged: what follows does not fit.
            files.remove(journal.path("p", number))
            continue
        first = int.from_bytes(data[:2], "little")
        size = int.from_bytes(data[4:6], "little")
        records = data[6 : 6 + size]
        if first != journal.count + 1 or not _fits(
            journal, records, count_of, int.from_bytes(data[2:4], "little")
        ):
            files.set_aside(journal.path("p", number))
            whole = False
            continue
        chunks.append(records)
        snapshot = data[6 + size :]
        journal.folded = journal.number = number
        journal.first = journal.count + 1
    journal.number = journal.folded + 1
    for number in segments:
        path = journal.path("s", number)
        if number <= journal.folded:
            files.remove(path)
            continue
        data = files.load(path)
        if data is None:
            files.remove(path)
            continue
        first = int.from_bytes(data[:2], "little")
        if not whole or first != journal.count + 1 or not _fits(journal, data[2:], count_of, 0):
            files.set_aside(path)
            whole = False
            continue
        chunks.append(data[2:])
        journal.records = data[2:]
        journal.first = first
        journal.number = number
    return chunks, snapshot


def _fits(journal, records: bytes, count_of, expected: int) -> bool:
    try:
        found = count_of(records)
    except ValueError:
        return False
    if not found or (expected and found != expected):
        return False
    journal.count += found
    return True


def _listed(journal) -> "tuple[list, list]":
    pieces = []
    segments = []
    for name in files.names(journal.folder):
        if name[1:].isdigit():
            if name[0] == "p":
                pieces.append(int(name[1:]))
            elif name[0] == "s":
                segments.append(int(name[1:]))
    pieces.sort()
    segments.sort()
    return pieces, segments
