"""A buried card is uncovered and played (BU-07 to BU-09), or leaves or moves face down."""

from clashdevice.canvas import BIG
from clashdevice.screens._fields import Fields
from clashdevice.screens._frame import bar, keys, title
from clashdevice.screens._pads import Pads

# Cards that uncover; the first: none, it is the start of the turn.
_BY = ("", "pharaoh", "pyramid-engineer", "lost-knowledge", "seal-the-tomb")
_HOW, _BY_AT = 0, 1
_ACTION, _NOTHING, _DISCARD, _HAND, _MOVED = 1, 2, 3, 4, 5  # what becomes of it; 0: it is played as a minion
_TO = ("discard", "hand", "moved")


class Screen(Fields, Pads):
    """What becomes of the card, and what lets it be uncovered or where it goes."""

    fields = 2
    takes = False

    def __init__(self, app, p, number):
        super().__init__(app)
        state = self.game.state
        self.p = p
        self.number = number
        self.b = state.buried[number][1]
        self.to = self.slot(self.b, 1)
        self.how = 0
        self.by = 0 if state.turn == p and state.phase == "start" else 1

    def key(self, key, kind, n):
        """The fields, or the pad."""
        if self.mode:
            self.pad_key(key, kind, n)
        else:
            super().key(key, kind, n)

    def change(self, i, n):
        """A field goes up or down."""
        step = 1 if n > 0 else -1
        if i == _HOW:
            self.how = (self.how - step) % 6
        elif self.how == _MOVED:
            self.to = self.slot(self.to, n)
        elif self.how < _DISCARD:
            self.by = (self.by + step) % len(_BY)

    def forward(self):
        """Record it; of a minion the power is needed first."""
        how = self.how
        if not how:
            self.mode = "pad"
        elif how == _ACTION:
            self.uncover([{"ev": "play", "p": self.p, "kind": "action", "extra": True}])
        elif how == _NOTHING:
            # One card at most: what could be uncovered at the start has been (BU-07).
            self.uncover([] if self.by else [{"ev": "phase", "name": "play"}])
        else:
            event = {"ev": "bury.out", "id": self.number, "to": _TO[how - _DISCARD]}
            if how == _MOVED:
                event["b"] = self.to
            self.commit([event])

    def minion(self, v, temp):
        """The card is a minion of power v and is played on its base."""
        play = {"ev": "play", "p": self.p, "kind": "minion", "b": self.b, "power": v, "extra": True}
        self.uncover([play])

    def uncover(self, events):
        """Record the uncovering and what follows it."""
        event = {"ev": "uncover", "p": self.p, "id": self.number}
        if self.by:
            event["by"] = "ancient-egyptians/" + _BY[self.by]
        self.commit([event] + events)

    def commit(self, events):
        """One motion, then back to the table."""
        if self.game.commit(events):
            self.app.beep("ok")
            self.app.pop(True)
        else:
            self.shut()

    def draw(self, c):
        """The card, what becomes of it, why."""
        t = self.app.t
        title(c, self.label(self.b), self.name(self.p))
        self.field(c, _HOW, t("bury.how.%d" % self.how), 0, 26, 128, BIG)
        if self.how == _MOVED:
            text = "→ " + self.label(self.to)
        elif self.how >= _DISCARD:
            text = ""
        else:
            text = t("bury.by", self.app.cards.name("card", _BY[self.by])) if self.by else t("bury.start")
        self.field(c, _BY_AT, text, 0, 43, 128, BIG)
        if self.mode:
            bar(c, *self.pad_line("", t("pad.other")))
        else:
            keys(c, t("duel.keys"), t("keys.back"))
