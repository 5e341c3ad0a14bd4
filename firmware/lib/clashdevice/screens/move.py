"""A minion goes to another base or another player's side: which, and what of this turn's power goes along."""

from clashdevice.canvas import BIG, SMALL
from clashdevice.screens._frame import bar, keys, title
from clashdevice.screens._pads import Pads
from clashdevice.screens._widgets import centred, put


class Screen(Pads):
    """First where to (left and right), then the minion's power on the pad."""

    def __init__(self, app, p, b, control=False):
        super().__init__(app)
        self.p = p
        self.b = b
        self.control = control  # it stays, and its controller changes
        self.to = p if control else 0
        self.step(1)
        self.where = True

    def step(self, by):
        """The next slot that holds another base, or the next other player."""
        state = self.game.state
        if self.control:
            self.to = (self.to - 1 + by) % state.players + 1
            if self.to == self.p:
                self.step(by)
            return
        bases = state.bases
        to = self.to or self.b
        for _ in bases:
            to = (to - 1 + by) % len(bases) + 1
            if to != self.b and bases[to - 1] is not None:
                self.to = to
                return

    def key(self, key, kind, n):
        """Left and right choose where to, a goes on to the pad."""
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
        """b on the pad: back to the choice of where to."""
        self.mode = ""
        self.where = True

    def minion(self, v, temp):
        """The chosen minion goes over."""
        event = {"ev": "move", "p": self.p, "b": self.b, "power": self.there(v + temp)}
        if self.control:
            event["ev"], event["q"] = "control", self.to
        else:
            event["to"] = self.to
        if temp:
            event["temp"] = temp
        if self.game.commit([event]):
            self.app.beep("ok")
            self.app.pop("table" if self.control else self.to)

    def draw(self, c):
        """From, to, and the pad."""
        t, state = self.app.t, self.game.state
        title(c, t("move.title", self.name(self.p)), "B%d" % self.b if self.control else "")
        if not self.to:
            centred(c, t("move.nowhere"), 0, 128, 34)
            keys(c, "", t("keys.back"))
            return
        for x, at in ((0, self.p if self.control else self.b), (72, self.to)):
            if self.control:
                centred(c, self.name(at), x, 56, 25, BIG)
                centred(c, "%d ×%d" % (state.power(at, self.b), state.minions(at, self.b)), x, 56, 39, BIG)
                continue
            centred(c, "B%d" % at, x, 56, 25, BIG)
            card = state.bases[at - 1].card
            if card:
                centred(c, self.app.cards.base_name(card), x, 56, 37, SMALL)
            centred(c, "%d/%d" % (state.total(at), state.breakpoint(at)), x, 56, 49, SMALL)
        put(c, "→", 60, 25, BIG)
        if self.where:
            keys(c, "A: minion ◀▶ " + ("" if self.control else "base"), t("keys.back"))
        else:
            bar(c, *self.pad_line("", t("pad.other")))
