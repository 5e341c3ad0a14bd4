"""A list with a cursor, three or four rows at a time."""

from clashdevice.canvas import BIG
from clashdevice.screens._frame import TITLE, keys, title
from clashdevice.screens._widgets import Base, lift, put, put_right


class List(Base):
    """A list with a cursor; a chooses, b goes back. Subclasses say what is in it."""

    at = 0
    top = 0
    rows = 3
    head = ""
    hint = "keys.choose"

    def count(self) -> int:
        """How many rows there are."""
        return 0

    def row(self, i: int) -> "tuple[str, str]":
        """Text of row i and what stands at its right end."""
        return "", ""

    def choose(self, i):
        """The key a on row i."""

    def side(self, i, step):
        """Left (-1) or right (+1) on row i."""

    def back(self):
        """The key b."""
        self.app.pop()

    def key(self, key, kind, n):
        """Up and down move the cursor, round the ends when pressed once."""
        count = self.count()
        if key in ("up", "down"):
            if not count:
                return
            at = self.at + (-n if key == "up" else n)
            self.at = at % count if kind == "press" else min(max(at, 0), count - 1)
        elif kind != "press":
            return
        elif key == "b":
            self.back()
        elif key == "a":
            if count:
                self.choose(self.at)
        else:
            self.side(self.at, 1 if key == "right" else -1)

    def draw(self, c):
        """Title, the rows round the cursor, the keys."""
        count = self.count()
        y = 0
        if self.head:
            title(c, self.head, "%d/%d" % (self.at + 1, count) if count > self.rows else "")
            y = TITLE
        self.top = max(min(self.top, self.at), self.at - self.rows + 1, 0)
        marked = 0
        for i in range(self.top, min(self.top + self.rows, count)):
            text, right = self.row(i)
            end = put_right(c, right, 126, y + 10, BIG) - 3 if right else 127
            put(c, text, 2, y + 10, BIG, 1, end - 2)
            raised = lift(text)
            if y == TITLE and (raised or i == self.at or lift(right)):
                c.hline(0, y - 1, 128, 0)  # a mark, or the row's light ground, would touch the rule
            if i == self.at:
                marked = y - max(0, raised - 1)
            y += 13
        # Turned round when all is drawn: marks that rise into the next row stay to be seen.
        if count:
            c.invert(0, marked, 128, 13 + (self.at - self.top) * 13 + (TITLE if self.head else 0) - marked)
        keys(c, self.app.t(self.hint), self.app.t("keys.back"))
