"""Scoring a base, step by step; nothing here moves on by itself.

before: abilities before scoring, totals put right; places: places and VP, ties shown; loot: the treasures of
its monsters; after: abilities after scoring, VP put right; then the new base, and the bases are looked at
again.
"""

from clashdevice import memory
from clashdevice.screens._frame import bar
from clashdevice.screens._totals import Totals

_HEADS = {"before": "places", "places": "give", "loot": "deal", "after": "newbase"}  # step: what a does


class Screen(Totals):
    """The steps for base b; 0: the slot whose base has left."""

    def __init__(self, app, b, step="before"):
        super().__init__(app)
        self.b = b or self.game.state.bases.index(None) + 1
        self.order = []  # who takes treasures, the first first
        self.given = []  # VP
        self.bonus = [0] * self.game.state.players  # VP that cards gave on the page of places
        self.shares = []  # treasures
        self.go(step)

    def go(self, step):
        """On to a step; that of the treasures is passed over where none are due."""
        state = self.game.state
        if step == "loot":
            due = state.debts.get("score")
            if due and due[0] != due[1]:
                self.shares = list(due[0])
            else:
                step = "after"
        self.step, self.at, self.hint, self.hints = step, 0, 0, ()
        if step in ("before", "after"):
            from clashdevice import reminders

            self.hints = reminders.lines(self.app, step)
            memory.drop("clashdevice.reminders")

    def key(self, key, kind, n):
        """Reminders give way one by one as the cursor moves."""
        if key in ("left", "right") and kind == "press" and self.hints and not self.editing:
            self.hint = (self.hint + 1) % (len(self.hints) + 1)
        super().key(key, kind, n)

    def forward(self):
        """The key a."""
        state, app, b = self.game.state, self.app, self.b
        if self.step == "before":
            if state.scoring != b and state.missing(b):
                app.refuse(app.t("score.missing", b, state.missing(b)))
            elif not sum(state.bases[b - 1].vp):
                app.replace("base", b=b, fix="vp", then="score_base")
            elif state.scoring == b or self.game.commit([{"ev": "score.start", "b": b}]):
                self.go("places")
        elif self.step == "places":
            vp = [0] * state.players
            for p, _, n in state.places(b):
                vp[p - 1] = n
            self.order = state.takers(b)
            if self.game.commit([{"ev": "score", "b": b, "vp": vp}]):
                app.beep("ok")
                self.given = vp
                self.go("loot")
        elif self.step == "loot":
            players = self.order or range(1, state.players + 1)
            dealt = [p for p in players if self.shares[p - 1]]
            events = [{"ev": "treasure", "p": p, "n": self.shares[p - 1], "why": "score"} for p in dealt]
            if not events or self.game.commit(events):
                app.beep("ok")
                self.go("after")
        else:
            app.replace("base", b=b, then="score")

    def back(self):
        """The key b."""
        if self.step == "places":
            self.step = "before"
        else:
            self.app.pop()

    def editable(self):
        """Places are worked out from the totals; a sum on their page is VP that a card gives besides."""
        return True

    def edited(self, i, n):
        """A total was put right, treasures were dealt otherwise, or VP given by a card."""
        if self.step == "loot":
            self.shares[i] = max(0, self.shares[i] + n)
            return
        event = {
            "ev": "vp",
            "p": i + 1,
            "n": n,
            "why": "scoring" if self.step == "places" else "after scoring",
        }
        if self.step == "before":
            event = {"ev": "power", "p": i + 1, "b": self.b, "n": n, "why": "fix"}
        if self.game.commit([event]) and self.step == "places":
            self.bonus[i] += n

    # What is seen

    def columns(self):
        """The players with what this step shows."""
        state, t = self.game.state, self.app.t
        ranks = {}
        if self.step == "places":
            for p, place, n in state.places(self.b):
                ranks[p] = (place, n)
        places = [r[0] for r in ranks.values()]
        found = []
        for p in range(1, state.players + 1):
            note, number = "-", 0
            if self.step == "before":
                note, number = "×%d" % state.minions(p, self.b), state.power(p, self.b)
            elif self.step == "loot":
                number = self.shares[p - 1]
                if p in self.order:
                    note = "%d." % (self.order.index(p) + 1)
            elif self.step == "after":
                number = state.vp[p - 1]
                if self.given and self.given[p - 1]:
                    note = "+%d" % self.given[p - 1]
            elif p in ranks:
                place, n = ranks[p]
                note = t("score.tied", place) if places.count(place) > 1 else t("score.place.%d" % place)
                number = "+%d" % n
            if self.step == "places" and self.bonus[p - 1]:
                note += " %+d" % self.bonus[p - 1]
            found.append((self.name(p), note, number))
        return found

    def draw(self, c):
        """The step."""
        t, state, b, step = self.app.t, self.game.state, self.b, self.step
        if step == "before":
            right = "B%d %d/%d" % (b, state.total(b), state.breakpoint(b))
        elif step == "places":
            right = "B%d %s" % (b, "·".join([str(v) for v in state.bases[b - 1].vp]))
        else:
            right = "B%d VP" % b if step == "after" else "B%d: %d" % (b, sum(self.shares))
        self.columns_draw(c, t("score." + step), right, "A: " + t("score.to." + _HEADS[step]))
        if self.hint < len(self.hints) and not self.editing:
            c.fill_rect(0, 52, 128, 12, 0)
            bar(c, "! " + self.hints[self.hint], "A")
