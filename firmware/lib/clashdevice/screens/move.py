"""Minions move to another base: where, which, and what of this turn's power goes along."""

from clashdevice.canvas import BIG, SMALL
from clashdevice.screens._frame import bar, keys, title
from clashdevice.screens._pads import Pads
from clashdevice.screens._widgets import centred, put


class Screen(Pads):
    """First the base (left and right), then the minion's power on the pad."""

    def __init__(self, app, p, b):
        super().__init__(app)
        self.p = p
        self.b = b
        self.to = 0
        self.step(1)
        self.where = True

    def step(self, by):
        """The next slot that holds another base."""
        bases = self.game.state.bases
        to = self.to or self.b
        for _ in bases:
            to = (to - 1 + by) % len(bases) + 1
            if to != self.b and bases[to - 1] is not None:
                self.to = to
                return

    def key(self, key, kind, n):
        """Left and right choose the base, a goes on to the pad."""
        if not self.where:
            self.pad_key(key, kind, n)
        elif kind == "hold":
            return
        elif key in ("left", "right"):
            self.step(-1 if key == "left" else 1)
        elif key == "b":
            self.app.pop()
        elif key == "a" and self.to:
            self.where = False
            self.mode = "pad"

    def shut(self):
        """b on the pad: back to the choice of the base."""
        self.mode = ""
        self.where = True

    def minion(self, v, temp):
        """The chosen minion goes over."""
        event = {"ev": "move", "p": self.p, "b": self.b, "to": self.to, "power": v + temp}
        if temp:
            event["temp"] = temp
        if self.game.commit([event]):
            self.app.beep("ok")
            self.app.pop(self.to)

    def draw(self, c):
        """From, to, and the pad."""
        t, state = self.app.t, self.game.state
        title(c, t("move.title", self.name(self.p)))
        if not self.to:
            centred(c, t("move.nowhere"), 0, 128, 34)
            keys(c, "", t("keys.back"))
            return
        for x, b in ((0, self.b), (72, self.to)):
            centred(c, "B%d" % b, x, 56, 25, BIG)
            name = self.app.cards.base_name(state.bases[b - 1].card) if state.bases[b - 1].card else ""
            centred(c, name, x, 56, 37, SMALL)
            centred(c, "%d/%d" % (state.total(b), state.breakpoint(b)), x, 56, 49, SMALL)
        put(c, "→", 60, 25, BIG)
        if self.where:
            keys(c, "A: " + t("move.which") + " ◀▶ base", t("keys.back"))
        else:
            bar(c, *self.pad_line("", t("pad.other")))
