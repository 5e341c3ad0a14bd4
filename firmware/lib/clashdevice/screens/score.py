"""Scoring a base, step by step; nothing here moves on by itself.

pick: which base; before: abilities before scoring, totals put right; places: places and VP, ties shown;
after: abilities after scoring, VP put right; then the new base, and the bases are looked at again.
"""

from clashdevice.screens._list import List
from clashdevice.screens._totals import Totals


class _Pick(List):
    """The bases in play, those ready to score first."""

    hint = "score.pick"

    def __init__(self, app, b):
        super().__init__(app)
        state = app.game.state
        self.head = app.t("score.title")
        ready = state.ready()
        laid = [i + 1 for i in range(len(state.bases)) if state.bases[i] is not None and i + 1 not in ready]
        self.slots = ready + laid
        if b in self.slots and (b in ready or not ready):
            self.at = self.slots.index(b)
        self.picked = 0

    def count(self):
        return len(self.slots)

    def row(self, i):
        state, b = self.game.state, self.slots[i]
        missing = state.missing(b)
        return self.label(b), "-%d" % missing if missing else "OK"

    def choose(self, i):
        self.picked = self.slots[i]


class Screen(Totals):
    """The dialogue."""

    def __init__(self, app, b=0):
        super().__init__(app)
        self.pick = None
        self.b = self.game.state.scoring
        self.step = "before"
        self.given = []
        if not self.b:
            self.again(b)

    def again(self, b=0):
        """Look at the bases again and let one be picked."""
        self.step, self.b = "pick", 0
        self.pick = _Pick(self.app, b)

    # Steps

    def key(self, key, kind, n):
        """One key."""
        if self.pick is None:
            super().key(key, kind, n)
            return
        self.pick.key(key, kind, n)
        if self.pick.picked:
            self.begin(self.pick.picked)

    def begin(self, b):
        """Base b scores: locked in if it is ready; else its totals can be put right first."""
        self.b, self.at, self.step = b, 0, "before"
        self.pick = None
        if b in [owed[0] for owed in self.game.state.owed]:
            self.app.push("clash")
        elif not self.game.state.missing(b):
            self.start()

    def start(self):
        """Record that the base starts to score."""
        state = self.game.state
        return state.scoring == self.b or self.game.commit([{"ev": "score.start", "b": self.b}])

    def forward(self):
        """The key a."""
        state, app = self.game.state, self.app
        if self.step == "before":
            if state.scoring != self.b and state.missing(self.b):
                app.refuse(app.t("score.missing", self.b, state.missing(self.b)))
            elif not sum(state.bases[self.b - 1].vp):
                app.push("base", b=self.b, fix="vp")
            elif self.start():
                self.step, self.at = "places", 0
        elif self.step == "places":
            vp = [0] * state.players
            for p, _, n in state.places(self.b):
                vp[p - 1] = n
            if self.game.commit([{"ev": "score", "b": self.b, "vp": vp}]):
                app.beep("ok")
                self.step, self.at, self.given = "after", 0, vp
        else:
            app.push("base", b=self.b)

    def back(self):
        """The key b."""
        if self.step == "places":
            self.step = "before"
        else:
            self.app.pop()

    def resume(self, result):
        """The clash or the base screen has closed."""
        if not result:
            return
        if self.step == "before":
            if self.game.state.scoring == self.b:
                self.forward()
            elif not self.game.state.missing(self.b):
                self.start()
        elif self.game.state.ready():
            self.again()
        else:
            self.app.pop()

    def editable(self):
        """Places are worked out from the totals."""
        return self.step != "places"

    def edited(self, i, n):
        """A total was put right, or VP given by a card."""
        if self.step == "before":
            event = {"ev": "power", "p": i + 1, "b": self.b, "n": n, "why": "fix"}
        else:
            event = {"ev": "vp", "p": i + 1, "n": n, "why": "after scoring"}
        self.game.commit([event])

    # What is seen

    def columns(self):
        """The players with what this step shows."""
        state, t = self.game.state, self.app.t
        found = []
        ranks = {}
        if self.step == "places":
            for p, place, n in state.places(self.b):
                ranks[p] = (place, n)
        places = [r[0] for r in ranks.values()]
        for p in range(1, state.players + 1):
            if self.step == "before":
                note = t("score.minions", state.minions(p, self.b))
                found.append((self.name(p), note, state.power(p, self.b)))
            elif self.step == "after":
                given = self.given[p - 1]
                found.append((self.name(p), "+%d" % given if given else "-", state.vp[p - 1]))
            elif p in ranks:
                place, n = ranks[p]
                note = t("score.tied", place) if places.count(place) > 1 else t("score.place.%d" % place)
                found.append((self.name(p), note, "+%d" % n))
            else:
                found.append((self.name(p), "-", "0"))
        return found

    def draw(self, c):
        """The step."""
        t, state, b = self.app.t, self.game.state, self.b
        if self.pick is not None:
            self.pick.draw(c)
        elif self.step == "before":
            right = "B%d %d/%d" % (b, state.total(b), state.breakpoint(b))
            self.columns_draw(c, t("score.before"), right, "A: " + t("score.to.places"))
        elif self.step == "places":
            vp = "·".join([str(v) for v in state.bases[b - 1].vp])
            self.columns_draw(c, t("score.places"), "B%d %s" % (b, vp), "A: " + t("score.give"))
        else:
            self.columns_draw(c, t("score.after"), "B%d VP" % b, "A: " + t("score.newbase"))
