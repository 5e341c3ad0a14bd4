"""What dialogues look like: a title, what the keys do, an inverted line at the bottom; signed numbers."""

from clashdevice.canvas import SMALL
from clashdevice.screens._widgets import put, put_right

TITLE = 13  # first row under a title
LEFT, RIGHT, UP, DOWN = "◀", "▶", "▲", "▼"


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


def bar(c, text, right):
    """The inverted line at the bottom."""
    c.fill_rect(0, 53, 128, 11, 1)
    end = put_right(c, right, 127, 61, 1, 0) - 3 if right else 128
    put(c, text, 1, 61, 1, 0, end - 1)


def signed(n):
    """+3, −2, 0 as players write them."""
    return "+%d" % n if n > 0 else "%d" % n
