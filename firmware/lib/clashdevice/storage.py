"""All games in flash: the live one as a journal, finished ones as one file each, lists from an index.

    /save/live         JSON: id of the live game, of the one it replaced, events safe on the host
    /save/g<id>/       journal of a live game (journal.py)
    /save/games/<id>   a finished game (archive.py)
    /save/games/index  rows of 17 bytes: id, kind, events, CRC-32 of the records, events safe on the host

A replaced game keeps its journal until the new game's first event, so that "new game" can be undone; its
archive is written before the new game begins. Every order of writes here can be cut off anywhere; `_tidy`
finishes it at the next start.
"""

import json
import struct
from binascii import hexlify, unhexlify

from micropython import const

from clashdevice import archive, files
from clashdevice.journal import Journal

_LIVE = files.SAVE + "/live"
_GAMES = files.SAVE + "/games"
_INDEX = _GAMES + "/index"
_ROW = "<8sBHIH"
_ROW_SIZE = const(17)
KINDS = ("smashup", "toybattle")


def is_id(text) -> bool:
    """Whether text is a game's id: 16 lower-case hexadecimal digits."""
    return isinstance(text, str) and len(text) == 16 and not text.strip("0123456789abcdef")


def _folder(game: str) -> str:
    return files.SAVE + "/g" + game


class Store:
    """The games on this device. `live` is the id of the game being played, empty where there is none."""

    def __init__(self) -> None:
        self.live = ""
        self.previous = ""
        self.safe_events = 0
        self.journal = None
        try:
            files.make_folder(files.SAVE)
            files.make_folder(_GAMES)
        except OSError as error:
            print("no room for games:", error)
        raw = files.load(_LIVE)
        try:
            found = json.loads(raw) if raw else {}
            self.live = found["live"] if is_id(found.get("live")) else ""
            self.previous = found["previous"] if is_id(found.get("previous")) else ""
            self.safe_events = max(0, int(found.get("safe", 0)))
        except (ValueError, TypeError, AttributeError):
            files.set_aside(_LIVE)
        self._tidy()

    def _tidy(self) -> None:
        """Finish what a cut left half done; find the live game again where its note is lost."""
        for name in files.names(files.SAVE):
            game = name[1:]
            if name[0] != "g" or not is_id(game) or game in (self.live, self.previous):
                continue
            path = _folder(game)
            held = files.names(path)
            if files.exists(_GAMES + "/" + game) or "h" not in held or not [n for n in held if n[0] in "sp"]:
                files.remove_folder(path)
            elif not self.live:
                self.live = game
        if self.live and not files.exists(_folder(self.live) + "/h"):
            files.remove_folder(_folder(self.live))
            self._back()
        if self.live and files.exists(_GAMES + "/" + self.live):
            # Archived for a new game that never came about, or was undone.
            try:
                self._drop(self.live)
            except OSError as error:
                print("index:", error)

    def _note(self) -> None:
        note = {"live": self.live, "previous": self.previous, "safe": self.safe_events}
        files.save(_LIVE, json.dumps(note).encode())

    # The live game

    def open_live(self, count_of) -> "tuple | None":
        """(header, chunks of records, snapshot) of the live game, None where there is none.

        A game whose header cannot be read is set aside.
        """
        if not self.live:
            return None
        raw = files.load(_folder(self.live) + "/h")
        try:
            header = json.loads(raw) if raw else None
        except ValueError:
            header = None
        if not isinstance(header, dict):
            self.spoilt_live()
            return None
        self.journal = Journal(_folder(self.live))
        chunks, snapshot = self.journal.read(count_of)
        return header, chunks, snapshot

    def spoilt_live(self) -> None:
        """The live game cannot be read: keep it aside, go back to the one before or to none."""
        files.set_aside(_folder(self.live))
        self._back()

    def new_game(self, game: str, header: bytes, used: bool) -> None:
        """Make `game` the live one. Raises OSError (flash full): everything is then as before.

        The present game, if it is worth keeping (`used`), is archived first and stays until `first_event`.
        """
        old = self.live
        used = used and bool(old) and self.journal is not None
        if used:
            self.first_event()
            try:
                kept = files.load(_folder(old) + "/h")
                kind = KINDS.index(json.loads(kept)["game"])
                crc = archive.write(_GAMES + "/" + old, kept, kind, self.journal)
            except OSError:
                files.remove(_GAMES + "/" + old)
                raise
        before = (self.live, self.previous, self.safe_events)
        try:
            if used:
                self._put(old, kind, self.journal.count, crc, self.safe_events)
                self.previous = old
            files.make_folder(_folder(game))
            files.save(_folder(game) + "/h", header)
            self.live = game
            self.safe_events = 0
            self._note()
        except OSError:
            self.live, self.previous, self.safe_events = before
            files.remove_folder(_folder(game))
            if used:
                self._drop(old)
            raise
        if old and not used:
            files.remove_folder(_folder(old))
        self.journal = Journal(_folder(game))

    def undo_new(self) -> bool:
        """Give up the present game and go back to the one that it replaced; False where there is none."""
        if not self.previous:
            return False
        gone = self.live
        # A game without a header is given up: from here on a start ends in the old game, whatever happens.
        files.remove(_folder(gone) + "/h")
        self._back()
        files.remove_folder(_folder(gone))
        return True

    def _back(self) -> None:
        """The game before is the live one again."""
        self.live = self.previous
        self.previous = ""
        self.journal = None
        self.safe_events = 0
        try:
            row = self._row(self.live) if self.live else None
            if row:
                self.safe_events = row[4]
            self._note()
            if row:
                self._drop(self.live)
        except OSError as error:
            print("live:", error)

    def first_event(self) -> None:
        """The new game has begun: the one it replaced needs its journal no more."""
        if self.previous:
            files.remove_folder(_folder(self.previous))
            self.previous = ""
            self._note()

    # Finished games

    def _rows(self) -> bytes:
        raw = files.load(_INDEX)
        if raw is None or len(raw) % _ROW_SIZE:
            raw = self._indexed()
        return raw

    def _indexed(self) -> bytes:
        """The index made anew from the games themselves."""
        rows = b""
        for name in files.names(_GAMES):
            if is_id(name):
                found = archive.summary(_GAMES + "/" + name)
                if found:
                    rows += struct.pack(_ROW, unhexlify(name), found[0], found[1], found[2], 0)
        if rows:
            try:
                files.save(_INDEX, rows)
            except OSError as error:
                print("index:", error)
        return rows

    def _find(self, rows: bytes, game: str) -> int:
        key = unhexlify(game)
        for at in range(0, len(rows), _ROW_SIZE):
            if rows[at : at + 8] == key:
                return at
        return -1

    def _row(self, game: str) -> "tuple | None":
        rows = self._rows()
        at = self._find(rows, game)
        return None if at < 0 else struct.unpack_from(_ROW, rows, at)

    def _put(self, game: str, kind: int, events: int, crc: int, safe: int) -> None:
        rows = self._rows()
        at = self._find(rows, game)
        if at >= 0:
            rows = rows[:at] + rows[at + _ROW_SIZE :]
        files.save(_INDEX, rows + struct.pack(_ROW, unhexlify(game), kind, events, crc, safe))

    def _drop(self, game: str) -> None:
        """Remove a game's archive and its row."""
        files.remove(_GAMES + "/" + game)
        rows = self._rows()
        at = self._find(rows, game)
        if at >= 0:
            files.save(_INDEX, rows[:at] + rows[at + _ROW_SIZE :])

    def games(self):
        """All finished games, oldest first, as dicts: id, game, events, crc, live, safe."""
        rows = self._rows()
        for at in range(0, len(rows), _ROW_SIZE):
            key, kind, events, crc, safe = struct.unpack_from(_ROW, rows, at)
            game = hexlify(key).decode()
            if game != self.live:
                yield {
                    "id": game,
                    "game": KINDS[kind & 1],
                    "events": events,
                    "crc": crc,
                    "live": False,
                    "safe": min(safe, events),
                }

    def __len__(self) -> int:
        """Number of games, the live one included."""
        return len(self._rows()) // _ROW_SIZE + (1 if self.live else 0)

    def archive(self, game: str):
        """A finished game opened for reading, None where there is none (or it is damaged: set aside)."""
        if not is_id(game) or game == self.live:
            return None
        return archive.open_archive(_GAMES + "/" + game)

    def safe(self, game: str, events: int) -> bool:
        """Note up to where the host holds a game; False for a game that is not here."""
        if game == self.live:
            if self.safe_events != events:
                self.safe_events = events
                self._note()
            return True
        row = self._row(game) if is_id(game) else None
        if row is None:
            return False
        if row[4] != min(events, row[2]):
            self._put(game, row[1], row[2], row[3], min(events, row[2]))
        return True

    def delete(self, game: str) -> None:
        """Delete a finished game, as somebody confirmed on the box."""
        if game not in (self.live, self.previous):
            self._drop(game)
