"""The seldom half of the journal: sixteen full segments folded into a piece, a whole game read back.

Loaded when wanted, dropped after.
"""

from binascii import crc32

from clashdevice import files
from clashdevice.journal import PIECE_HEAD

_WINDOW = 256  # bytes read in one piece
_HELD = 1824  # bytes of segments kept at hand while a game comes back


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
            records = (files.load(journal.path("s", number)) or b"")[2:]
            crc = crc32(records, crc)
            file.write(records)
        file.write(snapshot)
        crc = crc32(snapshot, crc) & 0xFFFFFFFF
        file.write(crc.to_bytes(4, "little"))
    for number in range(journal.folded + 1, last + 1):
        files.remove(journal.path("s", number))
    before = journal.places
    places = before[:0]
    for i in range(0, len(before), 2):
        number = before[i + 1]
        if number <= journal.folded or number > last:
            places.extend(before[i : i + 2])
        elif number == journal.folded + 1:
            places.append(before[i])
            places.append(last)
    journal.places = places
    journal.folded = last


def parts(journal):
    """The records of the whole game in order, in parts."""
    at = 0
    while at < journal.size:
        data = journal.read(at, _WINDOW)
        yield data
        at += len(data)


def read(journal, count_of) -> bytes:
    """Find the files of the game again. Returns the newest snapshot, empty where there is none.

    `count_of(records)` tells how many events records hold (ValueError where they are none). What does not
    fit (a damaged file, and whatever comes after it) is set aside.
    """
    pieces, segments = _listed(journal)
    places = journal.places[:0]
    newest = 0
    whole = True
    for number in pieces:
        path = journal.path("p", number)
        head = _piece(path)
        if head is None:
            # Never finished: its segments are still there. Damaged: what follows does not fit.
            files.remove(path)
            continue
        if int.from_bytes(head[:2], "little") != journal.count + 1:
            files.set_aside(path)
            whole = False
            continue
        places.append(journal.size)
        places.append(number)
        newest = int.from_bytes(head[4:6], "little")
        journal.count += int.from_bytes(head[2:4], "little")
        journal.size += newest
        journal.folded = journal.number = number
        journal.first = journal.count + 1
    journal.number = journal.folded + 1
    low = journal.size
    held = bytearray()
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
        data = data[2:]
        try:
            count = count_of(data)
        except ValueError:
            count = 0
        if not whole or not count or first != journal.count + 1:
            files.set_aside(path)
            whole = False
            continue
        places.append(journal.size)
        places.append(number)
        journal.count += count
        journal.size += len(data)
        if low + len(held) + len(data) == journal.size <= low + _HELD:
            held.extend(data)
        journal.records = data
        journal.first = first
        journal.number = number
    if not journal.records:
        places.append(journal.size)
        places.append(journal.number)
    journal.places = places
    journal.held = low, held
    return _snapshot(journal.path("p", journal.folded), PIECE_HEAD + newest) if journal.folded else b""


def _piece(path: str) -> "bytes | None":
    """The head of a piece, None where it was never finished (it is empty) or is damaged (it is set aside)."""
    with open(path, "rb") as file:  # opened once: finding a file takes longer than reading it
        left = file.seek(0, 2) - 4
        if left <= -4:
            return None
        file.seek(0)
        head = file.read(PIECE_HEAD)
        left -= len(head)
        crc = crc32(head)
        while left > 0:
            data = file.read(min(left, _WINDOW))
            if not data:
                break
            left -= len(data)
            crc = crc32(data, crc)
        if not left and file.read(4) == (crc & 0xFFFFFFFF).to_bytes(4, "little"):
            return head
    files.set_aside(path)
    return None


def _snapshot(path: str, at: int) -> bytes:
    with open(path, "rb") as file:
        much = file.seek(0, 2) - 4 - at
        file.seek(at)
        return file.read(min(much, files.MOST))


def _listed(journal) -> "tuple[list, list]":
    pieces = []
    segments = []
    for name in files.names(journal.folder):
        if name[1:].isdigit():
            if name[0] == "p":
                pieces.append(int(name[1:]))
            elif name[0] == "s":
                segments.append(int(name[1:]))
            elif name[0] == "c":
                files.remove(journal.folder + "/" + name)  # a checkpoint as earlier versions kept them
        elif name == "c":
            files.remove(journal.folder + "/" + name)
    pieces.sort()
    segments.sort()
    return pieces, segments
