"""A titan is played: which, onto which base, and what it takes the place of."""

from clashdevice.canvas import BIG
from clashdevice.screens._frame import keys, title
from clashdevice.screens._list import List
from clashdevice.screens._widgets import centred, put, put_right

_HOW = ("", "minion", "action")


class Screen(List):
    """First the titan, the player's own ones first; then base and manner."""

    def __init__(self, app, p, b):
        super().__init__(app)
        state = self.game.state
        self.p = p
        self.b = b
        self.head = app.t("titan.which", self.name(p))
        titans = state.titans
        out = [slug for slug in sorted(titans) if not titans[slug].base]
        own = [slug for slug in out if titans[slug].owner == p]
        self.slugs = own + [slug for slug in out if slug not in own]
        self.slug = ""
        self.how = 0
        if not b or state.bases[b - 1] is None:
            self.b = 0
            self.step(1)

    def count(self):
        """The titans known here and the way to all of them."""
        return len(self.slugs) + 1

    def row(self, i):
        """A titan and its owner."""
        if i == len(self.slugs):
            return self.app.t("titan.all"), ""
        slug = self.slugs[i]
        return self.app.cards.titan_name(slug), self.name(self.game.state.titans[slug].owner)

    def choose(self, i):
        """Take that titan, or look through all names."""
        if i < len(self.slugs):
            self.slug = self.slugs[i]
        else:
            titans = self.game.state.titans
            used = [slug for slug in titans if titans[slug].base]
            self.app.push("pick", kind="titan", head=self.app.t("titan.all"), used=used)

    def resume(self, result):
        """A titan was picked from the list of all."""
        if result:
            self.slug = result

    def step(self, by):
        """The next slot with a base."""
        bases = self.game.state.bases
        b = self.b
        for _ in bases:
            b = (b - 1 + by) % len(bases) + 1
            if bases[b - 1] is not None:
                self.b = b
                return

    def key(self, key, kind, n):
        """One key."""
        if not self.slug:
            super().key(key, kind, n)
        elif kind != "press":
            return
        elif key in ("left", "right"):
            self.step(1 if key == "right" else -1)
        elif key in ("up", "down"):
            self.how = (self.how + (1 if key == "down" else -1)) % len(_HOW)
        elif key == "b":
            self.slug = ""
        elif self.b:
            self.play()

    def play(self):
        """Record it, by way of the clash where it meets another titan."""
        app = self.app
        event = {"ev": "titan.play", "p": self.p, "titan": self.slug, "b": self.b}
        if self.how:
            event["instead"] = _HOW[self.how]
        if self.game.state.clash(self.slug, self.b, self.p):
            app.replace("clash", pending=event)
        elif self.game.commit([event]):
            app.beep("ok")
            app.pop(True)

    def draw(self, c):
        """The list, or base and manner."""
        if not self.slug:
            super().draw(c)
            return
        t, state = self.app.t, self.game.state
        title(c, self.app.cards.titan_name(self.slug), self.name(self.p))
        if not self.b:
            centred(c, t("move.nowhere"), 0, 128, 34)
            keys(c, "", t("keys.back"))
            return
        put(c, "◀", 1, 24, BIG)
        put_right(c, "▶", 128, 24, BIG)
        centred(c, self.label(self.b), 12, 104, 24, BIG)
        found = state.clash(self.slug, self.b, self.p)
        put(c, t("titan.meets", self.app.cards.titan_name(found[0])) if found else t("titan.alone"), 2, 36)
        put(c, "▼▲ " + t("titan.how." + (_HOW[self.how] or "card")), 2, 48)
        keys(c, "A: " + t("titan.go"), t("keys.back"))
