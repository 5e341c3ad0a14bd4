"""A duel on one page: who, with what power, and what comes of it, before it is recorded (DU-07, 08, 12).

Duel cards are none unless one is chosen. Nothing has to be entered here: a table may as well settle its duels
by taking minions off.
"""

from clashcore.modules import won

from clashdevice.canvas import BIG, DIGITS, SMALL
from clashdevice.screens._fields import Fields
from clashdevice.screens._frame import keys, title
from clashdevice.screens._widgets import centred, put, short

# What a card makes of the outcome: its slug (empty: another card), whether the loser is destroyed.
_BY = (
    ("", True),
    ("", False),
    ("cowboys/gunfighter", True),
    ("samurai/honorable-combat", False),
    ("cowboys/high-noon", True),
)
_HONORABLE = 3
_LAID = ("none", "action", "minion")
# Fields: the two powers, the two players, the two duel cards, base, card, outcome.
_POWER, _WHO, _CARD, _BASE, _EFFECT, _APART = 0, 2, 4, 6, 7, 8


class Screen(Fields):
    """The challenger's minion on the left, the challenged one on the right."""

    fields = 9

    def __init__(self, app, p, b):
        super().__init__(app)
        state = self.game.state
        self.b = b
        self.who = [p, p % state.players + 1]
        self.cards = [0, 0]
        self.how = 0
        self.apart = False
        for faction in self.game.header["players"][p - 1].get("factions", ()):
            for i in range(2, len(_BY)):
                if not self.how and _BY[i][0].startswith(faction + "/"):
                    self.how = i
        self.meet(p, 1)

    def meet(self, p, by):
        """The challenged one is the next player with a minion there; both powers as far as known."""
        state = self.game.state
        for _ in range(state.players):
            p = self.player(p, by)
            if p != self.who[0] and state.minions(p, self.b):
                self.who[1] = p
                break
        self.power = [self.known(0), self.known(1)]

    def known(self, i):
        """The power of a minion that stands alone; else the player must say."""
        state, p = self.game.state, self.who[i]
        return state.power(p, self.b) if state.minions(p, self.b) == 1 else 0

    def change(self, i, n):
        """A field goes up or down."""
        step = 1 if n > 0 else -1
        if i < _WHO:
            self.power[i] = min(max(0, self.power[i] + n), 99)
        elif i == _WHO:
            self.who[0] = self.player(self.who[0], step)
            if self.who[0] == self.who[1]:
                self.who[1] = self.player(self.who[1], step)
            self.meet(self.who[1] - 1, 1)
        elif i < _CARD:
            self.who[1] = self.player(self.who[1], step)
            if self.who[0] == self.who[1]:
                self.who[1] = self.player(self.who[1], step)
            self.power[1] = self.known(1)
        elif i < _BASE:
            self.cards[i - _CARD] = (self.cards[i - _CARD] + step) % 3
        elif i == _BASE:
            self.b = self.slot(self.b, n)
            self.meet(self.who[0], 1)
        elif i == _EFFECT:
            self.how = (self.how + step) % len(_BY)
        else:
            self.apart = not self.apart

    def won(self):
        """p, q, both or none."""
        return won(self.power[0], self.power[1], not self.apart)

    def forward(self):
        """Record it all as one motion."""
        p, q = self.who
        by, destroys = _BY[self.how]
        event = {"ev": "duel", "p": p, "q": q, "b": self.b, "power": list(self.power)}
        if by:
            event["by"] = by
        events = [event]
        for i in (0, 1):
            if self.cards[i] or (not i and self.cards[1]):
                events.append({"ev": "duel.card", "p": self.who[i], "kind": _LAID[self.cards[i]]})
                if self.cards[i] == 1:
                    events.append({"ev": "play", "p": self.who[i], "kind": "action", "extra": True})
        result = self.won()
        together = not self.apart
        events.append({"ev": "duel.end", "power": list(self.power), "together": together, "won": result})
        for i in (0, 1):
            wins = result in ("both", "pq"[i])
            if wins and self.how == _HONORABLE:
                events.append({"ev": "vp", "p": self.who[i], "n": 1, "why": "duel"})
            if destroys and result in ("both", "qp"[i]):
                events.append(self.loser(i))
        if self.game.commit(events):
            self.app.beep("ok")
            self.app.pop(True)

    def loser(self, i):
        """The losing minion leaves, with its part of this turn's power where it stands alone."""
        state, p, b = self.game.state, self.who[i], self.b
        lone = state.minions(p, b) == 1
        # What each minion counts more is no power of this one's own.
        power = self.power[i] - state.base(b).ea[p - 1]
        event = {"ev": "minion", "p": p, "b": b, "n": -1, "power": -max(0, power)}
        temp = state.temp(p, b) if lone else 0
        if temp:
            event["temp"] = -temp
        return event

    def draw(self, c):
        """Base and card on top, the two sides, what comes of it."""
        t = self.app.t
        by, destroys = _BY[self.how]
        title(c, "")
        put(c, t("duel"), 1, 9)
        card = t("duel.destroys" if destroys else "duel.plain")
        if by:
            card = " ".join([word[0].upper() + word[1:] for word in by.split("/")[1].split("-")])
        self.field(c, _BASE, "B%d" % self.b, 26, 9, 18)
        self.field(c, _EFFECT, card, 46, 9, 82)
        for i in (0, 1):
            x = i * 66
            self.field(c, _WHO + i, short(c, self.name(self.who[i]), 58), x, 23, 62)
            text = str(self.power[i])
            c.text(text, x + 16 - c.text_width(text, DIGITS) // 2, 26, DIGITS)
            if self.at == i:
                c.invert(x, 26, 32, 17)
            self.field(c, _CARD + i, t("duel." + _LAID[self.cards[i]]), x + 33, 38, 29)
        centred(c, ":", 62, 4, 40, BIG)
        self.field(c, _APART, self.outcome(), 0, 51, 128, SMALL)
        keys(c, t("duel.keys"), t("keys.back"))

    def outcome(self):
        """Who wins and who leaves, as a sentence."""
        t, result = self.app.t, self.won()
        if result in ("none", "both"):
            return t("duel.apart" if result == "none" else "duel.tie")
        i = "pq".index(result)
        c = self.app.canvas
        names = [short(c, self.name(p), 30) for p in (self.who[i], self.who[1 - i])]
        return t("duel.kills" if _BY[self.how][1] else "duel.wins", *names)
