"""Aids for players: what the keys do, and the rules of each module in a few lines of our own."""

from clashdevice.canvas import SMALL
from clashdevice.screens._frame import title
from clashdevice.screens._list import List
from clashdevice.screens._widgets import put

_SMASHUP = ("keys", "turn", "score", "titans", "clash", "duels", "monsters", "buried", "madness")
_TOY = ("keys", "plays", "troops", "special", "win")
_LINES = 4  # of a page
_WIDE = 126  # columns of a line


class Screen(List):
    """A list of topics; a opens one and turns its pages, b goes back."""

    def __init__(self, app):
        super().__init__(app)
        game = self.game
        self.toy = game is not None and game.header["game"] == "toybattle"
        self.items = _TOY if self.toy else _SMASHUP
        self.head = app.t("help.title")
        self.page = -1  # of the open topic; -1: the list
        self.more = False  # whether there is another page
        if len(self.items) == 1:
            self.page = 0

    def count(self):
        """Topics."""
        return len(self.items)

    def row(self, i):
        """A topic."""
        return self.app.t("help." + self.items[i]), ""

    def choose(self, i):
        """Open it."""
        self.page = 0

    def key(self, key, kind, n):
        """The list, or the pages."""
        if self.page < 0:
            super().key(key, kind, n)
        elif kind != "press":
            return
        elif key in ("up", "left"):
            self.page = max(0, self.page - 1)
        elif key == "b" or not self.more:
            self.page = -1
            if self.count() == 1:
                self.app.pop()
        else:
            self.page += 1

    def draw(self, c):
        """The list, or four lines of the open topic."""
        t = self.app.t
        if self.page < 0:
            super().draw(c)
            return
        name = self.items[self.at]
        title(c, t("help." + name), "")
        if name == "keys":
            self.more = False
            for i in range(_LINES):
                board = "field" if self.toy and self.game.on_board else "toy"
                key = "help.%s.%d" % (board if self.toy else "table", i + 1)
                put(c, t(key), 1, 22 + 13 * i, SMALL, 1, 127)
            return
        first = self.page * _LINES
        # By offsets: taken apart into words, the text would take ten times its size.
        raw = t("aid." + name).encode()
        number, start, end = 0, 0, 0
        while start < len(raw):
            after = raw.find(b" ", end + 1)
            if after < 0:
                after = len(raw)
            if end < len(raw) and c.text_width(raw[start:after].decode()) <= _WIDE:
                end = after
                continue
            if first <= number < first + _LINES:
                put(c, raw[start:end].decode(), 1, 22 + 12 * (number - first))
            number += 1
            start = end + 1
        pages = (number + _LINES - 1) // _LINES
        self.more = self.page + 1 < pages
        if pages > 1:
            title(c, "", "%d/%d" % (self.page + 1, pages))
