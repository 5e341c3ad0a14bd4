"""The live game's place in flash, for the length of an evening; what is seldom wanted is in games.py.

/save/live         JSON: id of the live game, of the one it replaced, of a parked one, events safe on the host
/save/g<id>/       journal of a live game (journal.py)
/save/games/<id>   a finished game (archive.py)
/save/games/index  rows of 17 bytes: id, kind, events, CRC-32 of the records, events safe on the host
"""

import json

from clashdevice import files

TYPE_CHECKING = False
if TYPE_CHECKING:
    from clashdevice.journal import Journal

LIVE = files.SAVE + "/live"
GAMES = files.SAVE + "/games"


def is_id(text) -> bool:
    """Whether text is a game's id: 16 lower-case hexadecimal digits."""
    return isinstance(text, str) and len(text) == 16 and not text.strip("0123456789abcdef")


def folder(game: str) -> str:
    """The folder of a game that is or was being played."""
    return files.SAVE + "/g" + game


class Store:
    """`live`: id of the game being played, `previous`: of the one that it replaced; empty where none.

    `parked`: an unfinished game that waits, with its folder; `keep`: the previous one is to wait.
    `safe_events`: how many of the live game's events the host holds; `journal`: the live game's, once opened.
    """

    def __init__(self) -> None:
        self.live = ""
        self.previous = ""
        self.parked = ""
        self.keep = False
        self.safe_events = 0
        self.journal: "Journal | None" = None

    def note(self) -> None:
        """Write down which game is live. Raises OSError (flash full)."""
        note = {"live": self.live, "previous": self.previous, "safe": self.safe_events}
        note["parked"] = self.parked
        note["keep"] = int(self.keep)
        files.save(LIVE, json.dumps(note).encode())

    def begun(self) -> None:
        """The new game has begun for good: the one that it replaced waits, or needs its journal no more."""
        if self.previous:
            gone = self.previous
            if self.keep:
                gone, self.parked = self.parked, gone
            self.previous = ""
            self.keep = False
            self.note()  # first: a folder that nothing names is cleared away at the next start
            if gone:
                files.remove_folder(folder(gone))
