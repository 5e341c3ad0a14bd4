"""A game of Toy Battle entered as its result alone: who won and how, both players' medals."""

from clashdevice.canvas import BIG, DIGITS
from clashdevice.screens._fields import Fields
from clashdevice.screens._frame import keys, title
from clashdevice.screens._widgets import put

_HOW = ("medals", "hq", "stuck")


class Screen(Fields):
    """How it ended, then the medals of each; a records all of it as one motion.

    `way`: player - 1 and, times two, the number in _HOW. Who is stuck need not be the one who lost.
    """

    fields = 3

    def __init__(self, app):
        super().__init__(app)
        self.way = 0
        self.medals = list(self.game.state.medals)

    def player_and_how(self):
        """Who reached the objective, took the headquarters or was stuck."""
        return self.way % 2 + 1, _HOW[self.way // 2]

    def counts(self):
        """The medals of each: who wins by them has the objective at least."""
        p, how = self.player_and_how()
        found = list(self.medals)
        if how == "medals":
            found[p - 1] = max(found[p - 1], self.game.state.goal)
        return found

    def change(self, i, n):
        """A field goes up or down."""
        if not i:
            self.way = (self.way + (-1 if n > 0 else 1)) % (2 * len(_HOW))
        else:
            self.medals[i - 1] = min(max(0, self.counts()[i - 1] + n), self.game.state.board.total)

    def winner(self):
        """Who wins so."""
        p, how = self.player_and_how()
        medals = self.counts()
        return 3 - p if how == "stuck" and medals[p - 1] <= medals[2 - p] else p

    def forward(self):
        """Record it, the winner's medals last: they may end the game."""
        app, state = self.app, self.game.state
        p, how = self.player_and_how()
        medals = self.counts()
        if sum(medals) > state.board.total:
            app.refuse(app.t("result.most", state.board.total))
            return
        for q in (1, 2):
            if medals[q - 1] >= state.goal and (how != "medals" or q != p):
                app.refuse(app.t("result.goal", self.name(q), state.goal))
                return
        found = []
        for q in (3 - p, p):
            n = medals[q - 1] - state.medals[q - 1]
            if n:
                found.append({"ev": "medal", "p": q, "n": n})
        if how != "medals":
            found.append({"ev": how, "p": p})
        if self.game.commit(found):
            app.beep("ready")
            app.pop()

    def draw(self, c):
        """How, the medals, who wins."""
        t = self.app.t
        title(c, t("result.title"), t("race.goal", self.game.state.goal))
        p, how = self.player_and_how()
        self.field(c, 0, t("result." + how, self.name(p)), 0, 24, 128, BIG)
        medals = self.counts()
        for i in (0, 1):
            x = 64 * i
            text = str(medals[i])
            put(c, self.name(i + 1), x + 2, 40, 1, 1, 40)
            c.text(text, x + 61 - c.text_width(text, DIGITS), 30, DIGITS)
            if self.at == i + 1:
                c.invert(x, 28, 63, 20)
        keys(c, "A: " + t("race.medals", self.name(self.winner())), t("keys.back"))
