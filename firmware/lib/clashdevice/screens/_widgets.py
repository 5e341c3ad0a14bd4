"""What all screens share: text by its baseline, names that fit, the titan mark.

A SMALL line reaches 11 px above its baseline (capitals with tone marks) and 2 below, a BIG one 14 and 2;
digits and plain capitals are 7 and 9 px high. The title takes the rows 0 to 12, the keys 52 to 63.
"""

from micropython import const

from clashdevice import memory
from clashdevice.canvas import SMALL

_SHORT = const(15_500)  # bytes free; going back takes some 14,000


def put(c, s, x, base, font=SMALL, color=1, width=None):
    """Text standing on row `base`; returns the x after it."""
    return c.text(s, x, base - (6 if font == SMALL else 8), font, color, width)


def put_right(c, s, x, base, font=SMALL, color=1):
    """The same, its last letter ending before column x; returns the x where it began."""
    left = x + 1 - c.text_width(s, font)
    put(c, s, left, base, font, color)
    return left


def centred(c, s, x, width, base, font=SMALL, color=1):
    """Text in the middle of the columns x to x + width, cut where it is wider."""
    room = width - c.text_width(s, font)
    put(c, s, x + max(0, room // 2), base, font, color, width)


def room(c, name, font):
    """The width of a name, alike for all that differ in their last digit."""
    return c.text_width(name[:-1] + "2" if name[-1:].isdigit() else name, font)


def short(c, name, width, font=SMALL):
    """A name that fits: where it must be cut and ends in a number, its first letter and the number stay."""
    if name[-1:].isdigit() and room(c, name, font) > width:
        return name[0] + name.split(" ")[-1]
    return name


def lift(s):
    """How far the marks of a text rise above its row: capitals 2 px or 3, other letters with two marks 1."""
    most = 0
    raw = s.encode()  # a text taken apart would leave its letters in the pool of names
    for i in range(len(raw)):
        code = 0
        if raw[i] == 0xC3:
            code = 0xC0 | raw[i + 1] & 0x3F
        elif raw[i] == 0xE1:
            code = 0x1000 | (raw[i + 1] & 0x3F) << 6 | raw[i + 2] & 0x3F
        if 0x1EA4 <= code < 0x1ED8 and not code & 1:
            return 3
        if 0xC0 <= code < 0xDE or (0x1EA0 <= code < 0x1EFA and not code & 1):
            most = 2
        elif 0x1EA0 <= code < 0x1EFA and not most:
            most = 1
    return most


def triangle(c, x, base, color=1):
    """The titan mark: 5 px wide, 5 high, standing on the baseline."""
    c.pixel(x + 2, base - 4, color)
    c.fill_rect(x + 1, base - 3, 3, 2, color)
    c.fill_rect(x, base - 1, 5, 2, color)


class Base:
    """What every screen has."""

    holds = ""
    repeats = "up down"

    def __init__(self, app):
        self.app = app

    @property
    def game(self):
        """The live game; asked for anew each time, since it is read again where the flash was full."""
        return self.app.game

    def name(self, p):
        """The name of player p (1 and up), or what stands for nobody."""
        return self.game.names[p - 1] if p else self.app.t("nobody")

    def on(self, module):
        """Whether this game is played with that module (titans, duels, monsters, buried, madness)."""
        return module in self.game.header.get("modules", ())

    def laid(self, b):
        """Whether slot b (0: none) holds a base."""
        bases = self.game.state.bases
        return 0 < b <= len(bases) and bases[b - 1] is not None

    def label(self, b):
        """The base in slot b: its number and name."""
        card = self.game.state.bases[b - 1].card
        return "%d %s" % (b, self.app.cards.base_name(card)) if card else "Base %d" % b

    def undo(self):
        """Take back the newest motion and say what it was."""
        app = self.app
        if app.store.previous and not self.game.begun:
            app.replace("begin")  # back to the game before this one
            return
        # Going back needs memory: what answers the host gives way, what says so is loaded after.
        if not app.link.busy and memory.short(_SHORT):
            app.link.forget()
        leave = getattr(self, "leave", None)
        if leave and (app.tight or memory.short(_SHORT)):
            leave("begin")  # this screen's code gives way too
            return
        event = self.game.undo()
        from clashdevice.screens import _moves

        _moves.told(app, event)
        memory.drop("clashdevice.screens._moves")

    def resume(self, result):
        """The screen on top has closed: with a result what was wanted is done, and this one closes too."""
        if result:
            self.app.pop(result)
