"""The players side by side with a number each, which can be put right: pages of scoring and of a clash."""

from clashdevice.canvas import BIG, DIGITS
from clashdevice.screens._frame import keys, title
from clashdevice.screens._widgets import Base, centred, short


class Totals(Base):
    """Columns of a name, a note and a number; left and right choose one, up and down open a sum on it."""

    at = 0  # the chosen column, from 0
    n = 0  # the open sum
    editing = False

    def columns(self):
        """[(name, note, number)]: what stands in the columns."""
        return []

    def editable(self) -> bool:
        """Whether the numbers can be put right."""
        return True

    def edited(self, i, n):
        """The sum n was confirmed on column i."""

    def forward(self):
        """The key a with no sum open."""

    def back(self):
        """The key b with no sum open."""
        self.app.pop()

    def key(self, key, kind, n):
        """Move, edit, confirm."""
        if kind == "hold":
            return
        if key in ("up", "down"):
            if not self.editable():
                self.app.beep("no")
                return
            self.editing = True
            self.n += n if key == "up" else -n
        elif key in ("left", "right"):
            if self.editing:
                self.app.beep("no")
                return
            self.at = (self.at + (1 if key == "right" else -1)) % len(self.columns())
        elif self.editing:
            n, self.n, self.editing = self.n, 0, False
            if key == "a" and n:
                self.edited(self.at, n)
        elif key == "a":
            self.forward()
        else:
            self.back()

    def columns_draw(self, c, head, right, hint):
        """Title, the columns, the keys."""
        title(c, head, right)
        columns = self.columns()
        width = 128 // len(columns)
        for i in range(len(columns)):
            name, note, number = columns[i]
            x = i * width
            centred(c, short(c, name, width - 4), x + 1, width - 4, 22)
            if note:
                centred(c, note, x + 1, width - 4, 31)
            text = str(number)
            if i == self.at and self.editing:
                text = str(int(number) + self.n)
            if text.strip("+-0123456789"):
                centred(c, text, x, width, 46, BIG)
            else:
                c.text(text, x + max(0, (width - c.text_width(text, DIGITS)) // 2), 35, DIGITS)
            if i == self.at:
                c.invert(x, 13, width - 1, 39)
        t = self.app.t
        if self.editing:
            number = int(columns[self.at][2])
            keys(c, "%d%+d=%d" % (number, self.n, number + self.n), t("keys.edit"))
        else:
            keys(c, hint, t("keys.back"))
