"""An old entry is put right or left out: all after it is recorded anew with it, or nothing changes."""

from clashdevice.canvas import BIG
from clashdevice.screens import _say
from clashdevice.screens._fields import Fields
from clashdevice.screens._frame import keys, title
from clashdevice.screens._widgets import centred, put

# The fields that can be changed, and the least and most that they take.
_FIELDS = ("p", "q", "b", "to", "power", "n", "temp", "breakpoint", "treasures")
_PLAYERS, _SLOTS, _MOST = 2, 4, 999


class Screen(Fields):
    """The entry as it would be, its numbers, and the way to leave it out."""

    def __init__(self, app, number, line):
        super().__init__(app)
        self.number = number
        self.line = line  # its place in the log
        self.ev = self.game.timeline.event(number)
        ev = self.ev
        # (key, index in a list or -1); the last field leaves the entry out.
        self.items = [(key, -1) for key in _FIELDS if isinstance(ev.get(key), int)]
        if "vp" in ev:
            self.items += [("vp", i) for i in range(len(ev["vp"]))]
        self.fields = len(self.items) + 1
        # Most mistakes are in the number.
        for i in range(len(self.items)):
            if self.items[i][0] in ("power", "n"):
                self.at = i
                break

    def value(self, i):
        """The number in a field."""
        key, index = self.items[i]
        return self.ev[key] if index < 0 else self.ev[key][index]

    def change(self, i, n):
        """A field goes up or down."""
        if i >= len(self.items):
            return
        key, index = self.items[i]
        place = _FIELDS.index(key) if key in _FIELDS else _SLOTS
        v = self.value(i)
        if place < _PLAYERS:
            v = self.player(v, 1 if n > 0 else -1)
        elif place < _SLOTS:
            v = min(max(1, v + (1 if n > 0 else -1)), 9)
        else:
            v = min(max(-_MOST, v + n), _MOST)
        if index < 0:
            self.ev[key] = v
        else:
            self.ev[key][index] = v

    def forward(self):
        """Put it right, once this screen's code is gone: it takes memory."""
        ev = self.ev if self.at < len(self.items) else None
        self.app.replace("begin", mended=(self.number, ev))

    def back(self):
        """Nothing changes."""
        self.app.replace("log")

    def draw(self, c):
        """The entry as a sentence, its fields."""
        t = self.app.t
        title(c, t("mend.title", self.line))
        out = self.at >= len(self.items)
        put(c, t("mend.none") if out else _say.say(self.app, self.ev), 1, 25, BIG, 1, 126)
        width = 128 // self.fields
        for i in range(self.fields):
            x = i * width
            if i < len(self.items):
                key, index = self.items[i]
                head = t("mend." + key) if index < 0 else "VP%d" % (index + 1)
                value = self.value(i)
                text = self.name(value) if key in ("p", "q") else str(value)
            else:
                head, text = t("mend.out"), "×"
            centred(c, head, x, width - 1, 37)
            centred(c, text, x, width - 1, 49, BIG)
            if i == self.at:
                c.invert(x, 28, width - 1, 24)
        keys(c, t("duel.keys"), t("keys.back"))
