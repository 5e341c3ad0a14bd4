"""One titan in play: its counters, a move, its leaving."""

from clashdevice.canvas import BIG, DIGITS
from clashdevice.screens._frame import keys, title
from clashdevice.screens._widgets import Base, put, put_right


class Screen(Base):
    """Up and down change the counters; right moves it, left takes it away."""

    def __init__(self, app, slug):
        super().__init__(app)
        self.slug = slug
        self.n = 0
        self.step = ""  # "edit", "move", "out"
        self.to = 0

    def titan(self):
        """The titan as it stands."""
        return self.game.state.titans[self.slug]

    def key(self, key, kind, n):
        """One key."""
        if kind == "hold":
            return
        if key in ("up", "down"):
            if self.step in ("", "edit"):
                self.step = "edit"
                self.n = max(-self.titan().counters, self.n + (n if key == "up" else -n))
        elif kind != "press":
            return
        elif key == "b":
            if self.step:
                self.step, self.n = "", 0
            else:
                self.app.pop()
        elif self.step == "edit":
            if key == "a":
                self.commit({"ev": "counter", "titan": self.slug, "n": self.n} if self.n else None)
        elif self.step == "out":
            if key == "a":
                self.commit({"ev": "titan.out", "titan": self.slug})
        elif self.step == "move":
            if key == "a":
                self.move()
            else:
                self.next(1 if key == "right" else -1)
        elif key == "right":
            self.to = self.titan().base
            self.next(1)
            if self.to != self.titan().base:
                self.step = "move"
        elif key == "left":
            self.step = "out"

    def next(self, by):
        """The next base to move to."""
        bases = self.game.state.bases
        to = self.to
        for _ in bases:
            to = (to - 1 + by) % len(bases) + 1
            if to != self.titan().base and bases[to - 1] is not None:
                self.to = to
                return

    def move(self):
        """Record the move, by way of the clash where it meets another titan."""
        event = {"ev": "titan.move", "titan": self.slug, "b": self.to}
        if self.game.state.clash(self.slug, self.to):
            self.app.replace("clash", pending=event)
        else:
            self.commit(event)

    def commit(self, event):
        """Record it and close."""
        if event is None:
            self.step = ""
        elif self.game.commit([event]):
            self.app.beep("ok")
            self.app.pop(True)

    def draw(self, c):
        """Name, whose, where, counters, the open step."""
        t, state, titan = self.app.t, self.game.state, self.titan()
        title(c, self.app.cards.titan_name(self.slug), "B%d" % titan.base)
        put(c, self.name(titan.controller), 2, 22)
        if titan.owner and titan.owner != titan.controller:
            put_right(c, t("titan.owner", self.name(titan.owner)), 127, 22)
        if self.step in ("move", "out"):
            if self.step == "out":
                put(c, t("titan.leaves"), 2, 43, BIG)
                keys(c, "A: " + t("titan.out"), t("keys.back"))
                return
            put(c, "→ " + self.label(self.to), 2, 36, BIG, 1, 126)
            found = state.clash(self.slug, self.to)
            other = self.app.cards.titan_name(found[0]) if found else ""
            put(c, t("titan.meets", other) if found else t("titan.alone"), 2, 48)
            keys(c, "A: " + t("titan.move") + "  ◀▶ base", t("keys.back"))
            return
        c.text("+%d" % (titan.counters + self.n), 2, 26, DIGITS)
        put(c, t("titan.counters"), 40, 37)
        if self.step == "edit":
            keys(c, "%d%+d=%d" % (titan.counters, self.n, titan.counters + self.n), t("keys.edit"))
        else:
            put(c, "◀ " + t("titan.out"), 0, 50)
            put_right(c, t("titan.move") + " ▶", 128, 50)
            keys(c, "▲▼ " + t("titan.counters"), t("keys.back"))
