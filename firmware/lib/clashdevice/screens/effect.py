"""Power that comes by a card: so much here, or so much for each minion, for good or for a while."""

from clashdevice.canvas import BIG, DIGITS
from clashdevice.screens._fields import Fields
from clashdevice.screens._frame import keys, signed, title
from clashdevice.screens._widgets import centred

_UNTIL = ("", "turn", "next")


class Screen(Fields):
    """How much, and until when."""

    fields = 2

    def __init__(self, app, p, b, what):
        super().__init__(app)
        self.p = p
        self.b = b
        self.what = what  # "each" or "power"
        self.n = 1
        self.until = 0 if what == "each" else 2

    def change(self, i, n):
        """A field goes up or down."""
        if i:
            self.until = (self.until + (1 if n > 0 else -1)) % 3
        else:
            self.n = min(max(-99, self.n + n), 99)

    def forward(self):
        """Record it."""
        event = {"ev": self.what, "p": self.p, "b": self.b, "n": self.n}
        if self.what == "each":
            known = self.game.state.each
            event["id"] = max(known) + 1 if known else 1
        if self.until:
            event["until"] = _UNTIL[self.until]
        if self.n and not self.game.commit([event]):
            return
        self.app.beep("ok")
        self.app.pop("table")

    def draw(self, c):
        """Whose, how much, how long."""
        t, state = self.app.t, self.game.state
        title(c, "%s: %s" % (self.name(self.p), t("effect." + self.what)), "B%d" % self.b)
        text = signed(self.n)
        minions = state.minions(self.p, self.b)
        power = state.power(self.p, self.b)
        gain = self.n * minions if self.what == "each" else self.n
        c.text(text, 24 - c.text_width(text, DIGITS) // 2, 16, DIGITS)
        if not self.at:
            c.invert(0, 14, 48, 20)
        centred(c, "%d → %d" % (power, max(0, power + gain)), 52, 74, 27, BIG)
        self.field(c, 1, t("effect.until." + _UNTIL[self.until]), 0, 47, 128, BIG)
        keys(c, t("duel.keys"), t("keys.back"))
