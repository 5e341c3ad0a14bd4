"""What the laptop's referee found in the live game: read from flash, shown over the table, marked in the log.

Loaded by `memory.screen`, under the screens' one name.
"""

import json

from clashdevice import files
from clashdevice.canvas import HEIGHT, SMALL, WIDTH

_FILE = files.SAVE + "/findings"
_MOST = 1000  # bytes; no more is taken from the host


def read(app):
    """The findings of the live game as the file has them; empty where there are none or it makes no sense.

    "events": how many the host had seen; "first": the number of the first event of the motion that was then
    the newest; "found": [number of the event, rule, 1 for a violation], newest first; "text": by rule.
    """
    if app.game is None or not 0 < files.size(_FILE) <= _MOST:
        return {}
    try:
        with open(_FILE, "rb") as file:
            told = json.loads(file.read())
        if told["id"] != app.store.live:
            return {}
        for number, rule, level in told["found"]:
            if not isinstance(number, int) or not isinstance(rule, str) or not isinstance(level, int):
                return {}
        if told["events"] + told["first"] > 0 and isinstance(told["text"], dict):
            return told
    except (OSError, ValueError, TypeError, KeyError):
        pass
    return {}


def mark(told, number):
    """How the log marks an event: "!" a violation, "?" what looks wrong, else nothing."""
    best = ""
    for at, _, level in told.get("found", ()):
        if at == number:
            if level:
                return "!"
            best = "?"
    return best


def sentence(told, rule):
    """The rule's short sentence as the host sent it; its id where it did not."""
    text = told["text"].get(rule)
    return text if isinstance(text, str) else rule


def arrived(app):
    """A notice where the newest finding is about the newest motion, else None."""
    told = read(app)
    if not told or not told["found"] or told["events"] != app.game.timeline.count:
        return None
    number, rule, level = told["found"][0]
    if number < told["first"]:
        return None
    if level:
        app.beep("no")
    return Notice(app, rule, sentence(told, rule), level)


def wrapped(c, text, width):
    """Lines of that width, by offsets: taken apart into words it would take ten times its size."""
    raw = text.encode()
    lines = []
    start = end = 0
    while start < len(raw):
        after = raw.find(b" ", end + 1)
        if after < 0:
            after = len(raw)
        if end < len(raw) and (end <= start or c.text_width(raw[start:after].decode(), SMALL) <= width):
            end = after
            continue
        lines.append(raw[start:end].decode())
        start = end + 1
    return lines


class Notice:
    """A finding at the newest motion, over the table until that is taken back or anything else is recorded.

    In full until a key is pressed, then one line; never while a sum, a pad or another screen is open. It
    takes no key: hold b takes the motion back, as always.
    """

    def __init__(self, app, rule, text, level):
        self._app = app
        self._game = app.store.live
        self._count = app.game.timeline.count
        self._presses = app.presses
        self._rule = rule + ("!" if level else "?")
        self._text = text

    def draw(self, c):
        """Draw it; False where its time is over."""
        app = self._app
        game = app.game
        if game is None or app.store.live != self._game or game.timeline.count != self._count:
            return False
        if not app.at_root() or getattr(app.screen, "mode", ""):
            return True
        if app.presses != self._presses:
            c.fill_rect(0, HEIGHT - 12, WIDTH, 12, 1)
            c.text(self._rule + " " + self._text, 1, HEIGHT - 9, SMALL, 0, WIDTH - 2)
            return True
        lines = wrapped(c, self._text, WIDTH - 4)[:2]
        top = HEIGHT - 13 - 12 * len(lines) - 2
        c.fill_rect(0, top, WIDTH, HEIGHT - top, 0)
        c.hline(0, top, WIDTH, 1)
        for i in range(len(lines)):
            c.text(lines[i], 2, top + 5 + 12 * i, SMALL, 1, WIDTH - 4)
        c.fill_rect(0, HEIGHT - 12, WIDTH, 12, 1)
        end = c.text_right(app.t("finding.undo"), WIDTH, HEIGHT - 9, SMALL, 0)
        c.text(self._rule, 1, HEIGHT - 9, SMALL, 0, end - 3)
        return True
