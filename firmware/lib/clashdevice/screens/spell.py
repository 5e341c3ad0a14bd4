"""A name typed with six keys: letters in a grid, marks and tones of the letter typed last by one key more."""

from clashdevice.canvas import BIG, SMALL
from clashdevice.screens._frame import keys
from clashdevice.screens._widgets import Base, centred, put

_ROWS = ("abcdefghijklm", "nopqrstuvwxyz", "0123456789- ✓")
_WIDE = 13
_MOST = 20
# Six tones of each letter, in the order in which they are gone through: none, acute, hook, tilde, dot, grave.
_TONES = 6
_SMALL = "aáảãạàăắẳẵặằâấẩẫậầeéẻẽẹèêếểễệềiíỉĩịìoóỏõọòôốổỗộồơớởỡợờuúủũụùưứửữựừyýỷỹỵỳ"
_LARGE = "AÁẢÃẠÀĂẮẲẴẶẰÂẤẨẪẬẦEÉẺẼẸÈÊẾỂỄỆỀIÍỈĨỊÌOÓỎÕỌÒÔỐỔỖỘỒƠỚỞỠỢỜUÚỦŨỤÙƯỨỬỮỰỪYÝỶỸỴỲ"
_PLAIN = "aaaeeiooouuy"  # the plain letter of each six
_BARRED = "dđDĐ"


class Screen(Base):
    """Arrows and a type, b deletes, a held changes the last letter, right held ends; returns the name."""

    repeats = "up down left right"

    def __init__(self, app, head):
        super().__init__(app)
        self.head = head
        self.text = ""
        self.at = 0
        self.top = 0  # the row of the grid
        self.mode = ""  # "edit" while the last letter is being changed
        self.holds = "a right"

    def key(self, key, kind, n):
        """One key."""
        if self.mode:
            self.marks(key, kind)
        elif kind == "hold":
            if key == "right":
                self.done()
            elif self.variants("up"):
                self.mode, self.holds = "edit", ""
            else:
                self.app.refuse(self.app.t("spell.none"))
        elif key in ("left", "right"):
            self.at = (self.at + (1 if key == "right" else -1)) % _WIDE
        elif key in ("up", "down"):
            self.top = (self.top + (1 if key == "down" else -1)) % len(_ROWS)
        elif kind != "press":
            return
        elif key == "a":
            self.letter()
        elif self.text:
            self.text = self.text[:-1]
        else:
            self.app.pop()

    def letter(self):
        """The letter at the cursor; a word begins with a capital."""
        letter = _ROWS[self.top][self.at : self.at + 1]
        if letter == "✓":
            self.done()
        elif len(self.text) >= _MOST or (letter == " " and not self.text):
            self.app.beep("no")
        else:
            first = not self.text or self.text[-1:] == " "
            self.text += letter.upper() if first else letter

    def done(self):
        """The name is whole."""
        name = self.text.strip()
        if name:
            self.app.pop(name)
        else:
            self.app.beep("no")

    # Letters are cut out of constant texts: one made by its number would stay in the pool of names for ever.

    def variants(self, key):
        """The last letter as an arrow changes it: up and down another tone, left and right another shape."""
        last = self.text[-1:]
        at = _BARRED.find(last) if last else -1
        if at >= 0:
            at ^= 1
            return _BARRED[at : at + 1]
        table = _SMALL
        at = table.find(last) if last else -1
        if at < 0:
            table = _LARGE
            at = table.find(last) if last else -1
        if at < 0:
            return ""
        six, tone = at // _TONES, at % _TONES
        if key in ("up", "down"):
            tone = (tone + (1 if key == "up" else -1)) % _TONES
        else:
            first, count = _PLAIN.find(_PLAIN[six]), _PLAIN.count(_PLAIN[six])
            six = first + (six - first + (1 if key == "right" else -1)) % count
        at = six * _TONES + tone
        return table[at : at + 1]

    def marks(self, key, kind):
        """A key while the last letter is being changed."""
        if kind == "hold":
            return
        if key in ("a", "b"):
            self.mode, self.holds = "", "a right"
        else:
            self.text = self.text[:-1] + self.variants(key)

    def draw(self, c):
        """The name so far, the letters, the keys."""
        t = self.app.t
        x = put(c, self.text, 2, 14, BIG) if self.text else put(c, self.head, 2, 14)
        if self.mode:
            c.fill_rect(x - 8, 17, 7, 2, 1)
        elif self.text:
            c.hline(x, 15, 6, 1)
        for row in range(len(_ROWS)):
            y = 21 + 11 * row
            for i in range(_WIDE):
                left = i * 128 // _WIDE
                letter = _ROWS[row][i : i + 1]
                here = i == self.at and row == self.top and not self.mode
                if here:
                    c.fill_rect(left, y - 1, 10, 11, 1)
                if letter == " ":
                    c.rect(left + 2, y + 5, 6, 2, not here)
                elif letter == "✓":
                    c.icon("check", left + 1, y, not here)
                else:
                    centred(c, letter, left + 1, 9, y + 7, SMALL, not here)
        if self.mode:
            keys(c, t("spell.marks"), t("spell.ok"))
        else:
            keys(c, t("spell.keys"), t("spell.delete" if self.text else "keys.back"))
