"""Self-test: keys, the display's border, sound, flash, and what the box says of battery, link, memory.

Usable with broken keys: the same key twice goes on from the keys' page, any key from the others, b leaves,
and who presses none for a while is back where they came from.
"""

from clashdevice.canvas import BIG, SMALL
from clashdevice.screens._frame import keys, title
from clashdevice.screens._widgets import Base, centred, put

_WAIT_MS = 20_000
# Keys as they lie on the box: name, label, column, row of a field of 17 by 13.
_FIELDS = (
    ("left", "◀", 4, 33),
    ("right", "▶", 42, 33),
    ("up", "▲", 23, 18),
    ("down", "▼", 23, 48),
    ("a", "A", 104, 26),
    ("b", "B", 82, 40),
)
_PAGES = ("keys", "frame", "sound", "flash", "rest")


class Screen(Base):
    """One page after the other."""

    def __init__(self, app):
        super().__init__(app)
        self.page = 0
        self.seen = ""
        self.before = ""
        self.lines = ()
        self.until = app.now() + _WAIT_MS

    def key(self, key, kind, n):
        """Shows a key, goes on, leaves."""
        app = self.app
        self.until = app.now() + _WAIT_MS
        if kind != "press":
            return
        if self.page == 0 and key != self.before:
            self.before = key
            if key not in self.seen.split():
                self.seen += " " + key
                app.beep("ready" if len(self.seen.split()) == len(_FIELDS) else "ok")
        elif self.page == 1 and key in ("up", "down"):
            app.set("chip", "ssd1306" if app.settings["chip"] == "sh1106" else "sh1106")
        elif self.page == 2 and key in ("up", "down"):
            app.beep("ready")
        elif (self.page and key == "b") or self.page == len(_PAGES) - 1:
            app.pop()
        else:
            self.page += 1
            self.lines = app.cold("desk", "probe", _PAGES[self.page])
            if self.page == 2:
                app.beep("ready")

    def draw(self, c):
        """The page; back where its time is over."""
        app, t = self.app, self.app.t
        if app.now() >= self.until:
            app.pop()
            return
        app.due = self.until
        page = _PAGES[self.page]
        if page == "frame":
            c.rect(0, 0, 128, 64, 1)
            for x, y in ((2, 2), (123, 2), (2, 59), (123, 59)):
                c.fill_rect(x, y, 3, 3, 1)
            centred(c, t("self.frame"), 4, 120, 24, SMALL)
            centred(c, app.settings["chip"].upper(), 4, 120, 40, BIG)
            centred(c, t("self.chip"), 4, 120, 54, SMALL)
            return
        title(c, t("self." + page), "%d/%d" % (self.page + 1, len(_PAGES)))
        if page == "keys":
            for name, label, x, y in _FIELDS:
                known = name in self.seen.split()
                c.rect(x, y, 17, 13, 1)
                if known:
                    c.fill_rect(x, y, 17, 13, 1)
                centred(c, label, x + 1, 17, y + 10, SMALL, 0 if known else 1)
            centred(c, t("self.twice"), 62, 66, 61, SMALL)
            return
        y = 22
        for line in self.lines:
            put(c, t(line[0], *line[1:]), 2, y, SMALL, 1, 126)
            y += 10
        keys(c, t("self.again") if page == "sound" else t("self.next"), t("keys.back"))
