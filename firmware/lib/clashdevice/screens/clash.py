"""A clash of two titans at one base, its outcome shown before anything is recorded (TI-13).

`pending` is the arrival that would bring it about (titan.play or titan.move); it is recorded together with
the clash. Without it the oldest clash that is owed is settled. Both powers can be put right first.
"""

from clashcore.titans import outcome

from clashdevice.canvas import BIG
from clashdevice.screens._frame import keys, title
from clashdevice.screens._totals import Totals
from clashdevice.screens._widgets import put, put_right, short


class Screen(Totals):
    """The defender's line, the newcomer's line, and who leaves."""

    def __init__(self, app, pending=None, then=""):
        super().__init__(app)
        state = self.game.state
        self.pending = pending
        self.then = then
        if pending:
            self.b, self.newcomer = pending["b"], pending["titan"]
            titan = state.titans.get(self.newcomer)
            self.p = titan.controller if titan and titan.base else pending["p"]
            self.defender, mine, _, _ = state.clash(self.newcomer, self.b, self.p)
        else:
            self.b, self.newcomer, self.defender = state.owed[0]
            self.p = state.titans[self.newcomer].controller
            mine = state.power(self.p, self.b)
        self.q = state.titans[self.defender].controller
        self.powers = [state.power(self.q, self.b), mine]  # defender, newcomer
        self.fixed = [0, 0]

    def columns(self):
        """Defender and newcomer."""
        return [("", "", max(0, self.powers[i] + self.fixed[i])) for i in (0, 1)]

    def edited(self, i, n):
        """One of the powers was put right; it is recorded with the clash."""
        self.fixed[i] += n

    def loser(self):
        """The titan that must leave."""
        columns = self.columns()
        return self.defender if outcome(columns[1][2], columns[0][2]) else self.newcomer

    def forward(self):
        """The key a: record it all as one motion."""
        events = []
        for i, p in ((0, self.q), (1, self.p)):
            if self.fixed[i]:
                events.append({"ev": "power", "p": p, "b": self.b, "n": self.fixed[i], "why": "fix"})
        if self.pending:
            events.append(self.pending)
        events.append({"ev": "clash", "b": self.b, "out": self.loser()})
        if self.game.commit(events):
            self.app.beep("ok")
            if self.then:
                self.app.replace(self.then, b=self.b)
            else:
                self.app.pop(True)

    def draw(self, c):
        """Two lines with their powers, the reason, the keys."""
        t, app = self.app.t, self.app
        title(c, t("clash.title"), "B%d" % self.b)
        columns = self.columns()
        who = ((self.defender, self.q), (self.newcomer, self.p))
        for i in (0, 1):
            y = 14 + 13 * i
            here = i == self.at
            if here:
                c.fill_rect(0, y, 128, 13, 1)
            power = columns[i][2] + (self.n if here and self.editing else 0)
            end = put_right(c, str(power), 126, y + 10, BIG, not here) - 3
            name = app.cards.titan_name(who[i][0])
            put(c, "%s: %s" % (short(c, self.name(who[i][1]), 0), name), 2, y + 10, BIG, not here, end - 2)
        theirs, mine = [columns[i][2] + (self.n if i == self.at else 0) for i in (0, 1)]
        why = "clash.tie" if mine == theirs else "clash.newcomer" if mine > theirs else "clash.defender"
        put(c, t(why), 2, 49, BIG, 1, 126)
        if self.editing:
            number = columns[self.at][2]
            keys(c, "%d%+d=%d" % (number, self.n, number + self.n), t("keys.edit"))
        else:
            keys(c, "A: " + t("clash.out", app.cards.titan_name(self.loser())), t("keys.back"))
