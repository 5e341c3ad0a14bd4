"""The finished games, the newest first. The index tells how many; a game is read when its row is shown."""

from clashdevice import memory
from clashdevice.screens import _past
from clashdevice.screens._list import List

_ROW = 17  # bytes of a game in the index (games.py)


class Screen(List):
    """A row a game: players with VP or medals, the day or else the length; a looks at it."""

    hint = "history.keys"

    def __init__(self, app):
        super().__init__(app)
        self.head = app.t("home.history")
        self.read()

    def read(self):
        """Take the index in."""
        from clashdevice import games

        self.raw = games.index()
        memory.drop("clashdevice.games", "clashdevice.archive")
        self.last = []  # rows shown last: number, text, right end

    def count(self):
        """Games."""
        return len(self.raw) // _ROW

    def game(self, i):  # type: ignore
        """(id, events, events that the host holds) of row i."""
        at = len(self.raw) - _ROW * (i + 1)
        raw = self.raw[at : at + _ROW]
        name = "".join(["%02x" % byte for byte in raw[:8]])
        return name, raw[9] | raw[10] << 8, raw[15] | raw[16] << 8

    def row(self, i):
        """Players, and when or how long."""
        for entry in self.last:
            if entry[0] == i:
                return entry[1], entry[2]
        name, events, _ = self.game(i)
        header, result = _past.told(name)
        right = _past.day(header) or self.app.t("full.events", events)
        text = _past.line(self.app, header, result)
        self.last = self.last[-self.rows :] + [(i, text, right)]
        return text, right

    def choose(self, i):
        """Look at it."""
        name, events, held = self.game(i)
        self.last = []
        self.app.push("past", game=name, events=events, held=held)

    def resume(self, result):
        """It may be gone."""
        self.read()
        self.at = max(0, min(self.at, self.count() - 1))

    def back(self):
        """Close."""
        memory.drop("clashdevice.archive")
        super().back()

    def draw(self, c):
        """The rows, or that there are none."""
        super().draw(c)
        if not self.count():
            self.app.canvas.fill_rect(0, 53, 80, 11, 0)
            c.text(self.app.t("history.none"), 2, 24, 0, 1, 124)
