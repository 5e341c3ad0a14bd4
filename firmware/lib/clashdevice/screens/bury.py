"""A card is buried: where, and where it comes from (BU-01 to BU-03)."""

from clashdevice.canvas import BIG
from clashdevice.screens._fields import Fields
from clashdevice.screens._frame import bar, keys, title
from clashdevice.screens._pads import Pads

_FROM = ("hand", "play", "play", "board")  # the second: an action, the third: a minion
_BASE, _HOW = 0, 1


class Screen(Fields, Pads):
    """The base, the way; a minion from the board is asked for its power."""

    fields = 2
    at = _HOW

    def __init__(self, app, p, b):
        super().__init__(app)
        self.p = p
        self.b = b
        self.how = 0

    def key(self, key, kind, n):
        """The fields, or the pad."""
        if self.mode:
            self.pad_key(key, kind, n)
        else:
            super().key(key, kind, n)

    def change(self, i, n):
        """A field goes up or down."""
        if i == _BASE:
            self.b = self.slot(self.b, n)
        else:
            self.how = (self.how + (1 if n > 0 else -1)) % 4

    def forward(self):
        """Record it; of a minion from the board the power is needed first."""
        if self.how == 3:
            self.mode = "pad"
        else:
            self.bury([])

    def minion(self, v, temp):
        """A minion of power v goes under."""
        event = {"ev": "minion", "p": self.p, "b": self.b, "n": -1, "power": -self.there(v + temp)}
        if temp:
            event["temp"] = -temp
        self.bury([event])

    def bury(self, events):
        """Record it, with what comes before it."""
        state = self.game.state
        number = max(state.buried) + 1 if state.buried else 1
        event = {"ev": "bury", "p": self.p, "b": self.b, "id": number, "from": _FROM[self.how]}
        if self.how in (1, 2):  # what is played in order to be buried counts as played (BU-12)
            from clashdevice.screens import _moves

            kind = event["kind"] = ("action", "minion")[self.how - 1]
            play = {"ev": "play", "p": self.p, "kind": kind}
            if _moves.extra(state, self.p, kind):
                play["extra"] = True
            events = [play]
        if self.game.commit(events + [event]):
            self.app.beep("ok")
            self.app.pop(True)
        else:
            self.shut()

    def draw(self, c):
        """Base, way, keys."""
        t = self.app.t
        title(c, t("bury.new"), self.name(self.p))
        self.field(c, _BASE, self.label(self.b), 0, 26, 128, BIG)
        self.field(c, _HOW, t("bury.from.%d" % self.how), 0, 43, 128, BIG)
        if self.mode:
            bar(c, *self.pad_line("-", t("pad.other")))
        else:
            keys(c, t("duel.keys"), t("keys.back"))
