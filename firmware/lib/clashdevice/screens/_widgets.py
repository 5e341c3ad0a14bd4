"""What the screens share: text by its baseline, title and key lines.

A SMALL line reaches 11 px above its baseline (capitals with tone marks) and 2 below, a BIG one 14 and 2;
digits and plain capitals are 7 and 9 px high. The title takes the rows 0 to 12, the keys 52 to 63.
"""

from clashdevice.canvas import SMALL

TITLE = 13  # first row under a title
LEFT, RIGHT, UP, DOWN = "◀", "▶", "▲", "▼"


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


def title(c, s, right=""):
    """The line on top: what this is and, on the right, where."""
    c.hline(0, TITLE - 1, 128, 1)
    end = 128
    if right:
        end = put_right(c, right, 127, 9) - 3
    put(c, s, 1, 9, SMALL, 1, end - 1)


def keys(c, left, right=""):
    """The line at the bottom that says what the keys do."""
    end = 128
    if right:
        end = put_right(c, right, 128, 61) - 2
    put(c, left, 0, 61, SMALL, 1, end)


def signed(n):
    """+3, −2, 0 as players write them."""
    return "+%d" % n if n > 0 else "%d" % n


def short(c, name, width, font=SMALL):
    """A name that fits: where it must be cut and ends in a number, its first letter and the number stay."""
    if c.text_width(name, font) > width and name[-1:].isdigit():
        return name[0] + name.split(" ")[-1]
    return name


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

    def label(self, b):
        """The base in slot b: its number and name."""
        card = self.game.state.bases[b - 1].card
        return "%d %s" % (b, self.app.cards.base_name(card)) if card else "Base %d" % b

    def resume(self, result):
        """The screen on top has closed."""
