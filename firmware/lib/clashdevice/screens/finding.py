"""One finding of the laptop's referee, from the log: the rule, the entry, the rule's short sentence."""

from clashdevice import memory
from clashdevice.canvas import SMALL
from clashdevice.screens import _say
from clashdevice.screens._frame import keys, title
from clashdevice.screens._widgets import Base, put

_LINES = 3


class Screen(Base):
    """a mends the entry, up and down turn to another rule that it breaks, b goes back to the log."""

    def __init__(self, app, number, line):
        super().__init__(app)
        self.number = number
        self.line = line  # its place in the log
        notice = memory.screen("_notice")
        told = notice.read(app)
        self.found = []
        for at, rule, _ in told.get("found", ()):
            if at == number:
                text = notice.sentence(told, rule)
                if text == rule:
                    text = app.t("finding.laptop", rule)
                self.found.append((rule, notice.wrapped(app.canvas, text, 124)[:_LINES]))
        self.at = 0

    def key(self, key, kind, n):
        """One key."""
        if key in ("up", "down") and self.found:
            self.at = (self.at + (-1 if key == "up" else 1)) % len(self.found)
        elif kind == "press" and key == "a":
            self.app.replace("mend", number=self.number, line=self.line)
        elif kind == "press" and key == "b":
            self.app.replace("log", number=self.number)

    def draw(self, c):
        """Title, entry, sentence, keys."""
        t = self.app.t
        rule, lines = self.found[self.at] if self.found else ("", ())
        title(c, t("finding.title", rule), str(self.line))
        put(c, _say.say(self.app, self.game.timeline.event(self.number)), 1, 23, SMALL, 1, 126)
        for i in range(len(lines)):
            put(c, lines[i], 2, 36 + 12 * i, SMALL, 1, 124)
        keys(c, t("finding.keys"), t("keys.back"))
