"""Scoring a base, step by step; nothing here moves on by itself.

before: abilities before scoring, totals put right; places: places and VP, ties shown; after: abilities after
scoring, VP put right; then the new base, and the bases are looked at again.
"""

from clashdevice.screens._totals import Totals


class Screen(Totals):
    """The steps for base b."""

    def __init__(self, app, b, step="before"):
        super().__init__(app)
        self.b = b
        self.step = step
        self.given = []

    def forward(self):
        """The key a."""
        state, app = self.game.state, self.app
        if self.step == "before":
            if state.scoring != self.b and state.missing(self.b):
                app.refuse(app.t("score.missing", self.b, state.missing(self.b)))
            elif not sum(state.bases[self.b - 1].vp):
                app.replace("base", b=self.b, fix="vp", then="score_base")
            elif state.scoring == self.b or self.game.commit([{"ev": "score.start", "b": self.b}]):
                self.step, self.at = "places", 0
        elif self.step == "places":
            vp = [0] * state.players
            for p, _, n in state.places(self.b):
                vp[p - 1] = n
            if self.game.commit([{"ev": "score", "b": self.b, "vp": vp}]):
                app.beep("ok")
                self.step, self.at, self.given = "after", 0, vp
        else:
            app.replace("base", b=self.b, then="score")

    def back(self):
        """The key b."""
        if self.step == "places":
            self.step = "before"
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
        if self.step == "before":
            right = "B%d %d/%d" % (b, state.total(b), state.breakpoint(b))
            self.columns_draw(c, t("score.before"), right, "A: " + t("score.to.places"))
        elif self.step == "places":
            vp = "·".join([str(v) for v in state.bases[b - 1].vp])
            self.columns_draw(c, t("score.places"), "B%d %s" % (b, vp), "A: " + t("score.give"))
        else:
            self.columns_draw(c, t("score.after"), "B%d VP" % b, "A: " + t("score.newbase"))
