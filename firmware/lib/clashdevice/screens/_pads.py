"""The quick pad: a minion's power by one key, a second pad and a free number behind the key a."""

from clashdevice.screens._widgets import Base

VALUES = {  # left, down, up, right
    "pad": (2, 3, 4, 5),
    "pad2": (0, 1, 6, 7),
    "vp": (1, 2, 3, 4),
}
ORDER = ("left", "down", "up", "right")


class Pads(Base):
    """A screen with a pad: `p`, `b` say whose minion and where; `minion` is called when one is chosen."""

    p = 0
    b = 0
    mode = ""  # "", a pad of VALUES, "number", "share"
    takes = True  # the minion goes away from (p, b) and may take a part of this turn's power along
    n = 0  # the free number, or the share
    value = 0  # the minion's power while its share is asked for

    def pad_key(self, key, kind, n):
        """A key while the pad is open."""
        if self.mode in ("number", "share"):
            if key in ("up", "down"):
                self.change(n if key == "up" else -n)
            elif kind != "press":
                return
            elif key == "a":
                if self.mode == "number":
                    self.chosen(self.n)
                else:
                    self.minion(self.value, self.n)
            elif key == "b":
                self.shut()
        elif kind != "press":
            return
        elif key in ORDER:
            self.chosen(VALUES[self.mode][ORDER.index(key)])
        elif key == "b":
            self.shut()
        elif self.mode == "pad":
            self.mode = "pad2"
        elif self.mode == "pad2":
            self.mode, self.n = "number", 8
        else:
            self.shut()

    def change(self, n):
        """Change the open number."""
        if self.mode == "number":
            self.n = min(max(0, self.n + n), 99)
        else:
            temp = self.game.state.temp(self.p, self.b)
            self.n = min(max(min(0, temp), self.n + n), max(0, temp))

    def chosen(self, v):
        """A minion of printed power v; where this turn's power is there, its share is asked for."""
        state = self.game.state
        if self.takes and not state.minions(self.p, self.b):
            self.app.refuse(self.app.t("table.nominions", self.name(self.p)))
            return
        temp = state.temp(self.p, self.b) if self.takes else 0
        if not temp:
            self.minion(v, 0)
            return
        self.mode, self.value = "share", v
        self.n = temp if state.minions(self.p, self.b) == 1 else 0

    def minion(self, v, temp):
        """Record it."""

    def there(self, power):
        """So much of that power as is there: nobody loses more than they have (SB-15)."""
        return min(power, self.game.state.power(self.p, self.b))

    def shut(self):
        """Close the pad."""
        self.mode = ""

    def pad_line(self, sign, more):
        """Text and right end of the pad's line; `more` says what b does on the first pad."""
        t = self.app.t
        if self.mode == "share":
            return t("pad.share", sign + str(self.value + self.n), self.n), t("pad.change")
        if self.mode == "number":
            return "▼▲ %s%d" % (sign, self.n), t("keys.ok")
        if self.mode == "pad2":
            more = t("pad.number")
        if self.mode == "vp":
            more = self.app.t("pad.ledger")
        values = VALUES[self.mode]
        return " ".join(["◀▼▲▶"[i] + sign + str(values[i]) for i in range(4)]), more
