"""Games as a whole: found at the start, begun, given up, listed, deleted. Loaded when wanted, dropped after.

A replaced game keeps its journal until the new game has begun for good, so that "new game" can be undone; its
archive is written before the new game begins. One unfinished game can wait (parked): it has both an archive
and its journal, so that it is taken up again as it was left. Every order of writes here can be cut off
anywhere; `tidy` finishes it at the next start.
"""

import json
import struct
from binascii import hexlify, unhexlify

from micropython import const

from clashdevice import files
from clashdevice.journal import Journal
from clashdevice.storage import GAMES, LIVE, Store, folder, is_id

_INDEX = GAMES + "/index"
_ROW = "<8sBHIH"
ROW_SIZE = const(17)
_KINDS = ("smashup", "toybattle")


def start() -> Store:
    """The store as flash has it, with everything put in order that a cut left half done."""
    store = Store()
    files.start()
    try:
        files.make_folder(GAMES)
    except OSError as error:
        print("no room for games:", error)
    raw = files.load(LIVE)
    try:
        found = json.loads(raw) if raw else {}
        store.live = found["live"] if is_id(found.get("live")) else ""
        store.previous = found["previous"] if is_id(found.get("previous")) else ""
        store.parked = found["parked"] if is_id(found.get("parked")) else ""
        store.keep = found.get("keep") == 1
        store.safe_events = max(0, int(found.get("safe", 0)))
    except (ValueError, TypeError, AttributeError):
        files.set_aside(LIVE)
    _tidy(store)
    return store


def _tidy(store: Store) -> None:
    if store.parked and not files.exists(folder(store.parked) + "/h"):
        store.parked = ""
    for name in files.names(files.SAVE):
        game = name[1:]
        if name[0] != "g" or not is_id(game) or game in (store.live, store.previous, store.parked):
            continue
        path = folder(game)
        held = files.names(path)
        if files.exists(GAMES + "/" + game) or "h" not in held or not [n for n in held if n[0] in "sp"]:
            files.remove_folder(path)
        elif not store.live:
            store.live = game  # the note of what is live was lost
    if store.live and not files.exists(folder(store.live) + "/h"):
        files.remove_folder(folder(store.live))
        _back(store)
    if store.live and files.exists(GAMES + "/" + store.live):
        # Archived for a new game that never came about, or was undone.
        try:
            _drop(store.live)
        except OSError as error:
            print("index:", error)


# The live game


def open_live(store: Store, count_of) -> "tuple | None":
    """(header, snapshot) of the live game, None where there is none; its records are in the journal.

    A game whose header cannot be read is set aside.
    """
    if not store.live:
        return None
    raw = files.load(folder(store.live) + "/h")
    try:
        header = json.loads(raw) if raw else None
    except ValueError:
        header = None
    if not isinstance(header, dict):
        spoilt_live(store)
        return None
    from clashdevice import folding

    store.journal = Journal(folder(store.live))
    return header, folding.read(store.journal, count_of)


def spoilt_live(store: Store) -> None:
    """The live game cannot be read: keep it aside, go back to the one before or to none."""
    files.set_aside(folder(store.live))
    _back(store)


def _put_away(store: Store, result: bytes) -> int:
    """Archive the live game; returns its kind. Raises OSError (flash full): nothing is then changed."""
    from clashdevice import archive

    old = store.live
    journal = store.journal
    store.begun()
    try:
        kept = files.load(folder(old) + "/h") or b"{}"
        kind = _KINDS.index(json.loads(kept).get("game", _KINDS[0]))
        crc = archive.write(GAMES + "/" + old, kept, kind, journal, result)
        _put(old, kind, journal.count, crc, store.safe_events)  # type: ignore
    except OSError:
        _drop(old)
        raise
    return kind


def _waits(store: Store, kind: int, result: bytes, new: int) -> bool:
    """Whether the game that one of the kind `new` replaces is to wait: it is not over.

    A game that was only begun anew does not take the place of one of the other kind.
    """
    if not result or result[0] & 128:
        return False
    row = _row(store.parked) if store.parked else None
    return row is None or kind != new or row[1] & 1 == kind


def new_game(store: Store, game: str, header: bytes, used: bool, result: bytes = b"") -> None:
    """Make `game` the live one. Raises OSError (flash full): everything is then as before.

    The present game, if it is worth keeping (`used`), is archived first and stays until `Store.begun`.
    `result`: what it came to (archive.py).
    """
    old = store.live
    used = used and bool(old) and store.journal is not None
    kind = _put_away(store, result) if used else 0
    before = (store.live, store.previous, store.safe_events, store.keep)
    try:
        if used:
            store.keep = _waits(store, kind, result, _KINDS.index(json.loads(header)["game"]))
            store.previous = old
        files.make_folder(folder(game))
        files.save(folder(game) + "/h", header)
        store.live = game
        store.safe_events = 0
        store.note()
    except OSError:
        store.live, store.previous, store.safe_events, store.keep = before
        files.remove_folder(folder(game))
        if used:
            _drop(old)
        raise
    if old and not used:
        files.remove_folder(folder(old))
    store.journal = Journal(folder(game))


def take_up(store: Store, used: bool, result: bytes) -> bool:
    """Make the parked game the live one; an unfinished one waits in its place. Raises OSError (flash full).

    `used`, `result`: as for `new_game`.
    """
    game = store.parked
    if not game:
        return False
    old = store.live
    used = used and bool(old) and store.journal is not None
    if used:
        _put_away(store, result)
    before = (store.live, store.previous, store.safe_events, store.keep, store.parked)
    row = _row(game)
    store.parked = ""
    if not used and store.keep:
        store.parked = store.previous
    elif used and result and not result[0] & 128:
        store.parked = old
    store.live = game
    store.previous = ""
    store.keep = False
    store.safe_events = row[4] if row else 0
    try:
        store.note()
    except OSError:
        store.live, store.previous, store.safe_events, store.keep, store.parked = before
        if used:
            _drop(old)
        raise
    for gone in (old, before[1]):
        if gone and gone != store.parked:
            files.remove_folder(folder(gone))
    store.journal = None
    try:
        _drop(game)
    except OSError as error:
        print("index:", error)
    return True


def undo_new(store: Store) -> bool:
    """Give up the present game and go back to the one that it replaced; False where there is none."""
    if not store.previous:
        return False
    gone = store.live
    # A game without a header is given up: from here on a start ends in the old game, whatever happens.
    files.remove(folder(gone) + "/h")
    _back(store)
    files.remove_folder(folder(gone))
    return True


def _back(store: Store) -> None:
    """The game before is the live one again."""
    store.live = store.previous
    store.previous = ""
    store.keep = False
    store.journal = None
    store.safe_events = 0
    try:
        row = _row(store.live) if store.live else None
        if row:
            store.safe_events = row[4]
        store.note()
        if row:
            _drop(store.live)
    except OSError as error:
        print("live:", error)


# Finished games


def index() -> bytes:
    """The index, oldest first: ROW_SIZE bytes (_ROW) for each finished game."""
    raw = files.load(_INDEX)
    if raw is None or len(raw) % ROW_SIZE:
        raw = _indexed()
    return raw


def _indexed() -> bytes:
    """The index made anew from the games themselves."""
    from clashdevice import archive

    rows = b""
    for name in files.names(GAMES):
        if is_id(name):
            found = archive.summary(GAMES + "/" + name)
            if found:
                rows += struct.pack(_ROW, unhexlify(name), found[0], found[1], found[2], 0)
    if rows:
        try:
            files.save(_INDEX, rows)
        except OSError as error:
            print("index:", error)
    return rows


def _find(rows: bytes, game: str) -> int:
    key = unhexlify(game)
    for at in range(0, len(rows), ROW_SIZE):
        if rows[at : at + 8] == key:
            return at
    return -1


def _row(game: str) -> "tuple | None":
    rows = index()
    at = _find(rows, game)
    return None if at < 0 else struct.unpack_from(_ROW, rows, at)


def _put(game: str, kind: int, events: int, crc: int, safe: int) -> None:
    rows = index()
    row = struct.pack(_ROW, unhexlify(game), kind, events, crc, safe)
    at = _find(rows, game)  # a game keeps its place: the host reads the list in parts
    files.save(_INDEX, rows + row if at < 0 else rows[:at] + row + rows[at + ROW_SIZE :])


def _drop(game: str) -> None:
    """Remove a game's archive and its row."""
    files.remove(GAMES + "/" + game)
    rows = index()
    at = _find(rows, game)
    if at >= 0:
        files.save(_INDEX, rows[:at] + rows[at + ROW_SIZE :])


def listed(store: Store):
    """All finished games, oldest first, as dicts: id, game, events, crc, live, safe."""
    rows = index()
    for at in range(0, len(rows), ROW_SIZE):
        key, kind, events, crc, safe = struct.unpack_from(_ROW, rows, at)
        game = hexlify(key).decode()
        if game != store.live:
            yield {
                "id": game,
                "game": _KINDS[kind & 1],
                "events": events,
                "crc": crc,
                "live": False,
                "safe": min(safe, events),
            }


def count(store: Store) -> int:
    """Number of games, the live one included."""
    return len(index()) // ROW_SIZE + (1 if store.live else 0)


def opened(store: Store, game: str):
    """A finished game opened for reading, None where there is none (or it is damaged: set aside)."""
    if not is_id(game) or game == store.live:
        return None
    from clashdevice import archive

    found = archive.open_archive(GAMES + "/" + game)
    if found is None and _row(game):
        _drop(game)  # the file is gone or was set aside: nobody need ask for it again
    return found


def safe(store: Store, game: str, events: int) -> bool:
    """Note up to where the host holds a game; False for a game that is not here."""
    if game == store.live:
        if store.safe_events != events:
            store.safe_events = events
            store.note()
        return True
    row = _row(game) if is_id(game) else None
    if row is None:
        return False
    if row[4] != min(events, row[2]):
        _put(game, row[1], row[2], row[3], min(events, row[2]))
    return True


def delete(store: Store, game: str) -> None:
    """Delete a finished game, as somebody confirmed on the box."""
    if game not in (store.live, store.previous, store.parked):
        _drop(game)
