"""The table of Smash Up: every player's power on every base, and what the hand does there.

Left and right choose the base, VP being the last column; b the next player's row. Up and down open a sum,
a opens the pad. Held: a the menu, left a scoring, right the next player, b undo.
"""

from clashdevice import memory
from clashdevice.screens import _grid
from clashdevice.screens._pads import Pads

_HOLDS = "a b left right"


class Screen(Pads):
    """The table screen with its cursor, its open sum and its pad."""

    holds = _HOLDS

    def __init__(self, app):
        super().__init__(app)
        self.row = self.game.state.turn or 1
        self.col = 1
        self.first = 1
        spot = getattr(app, "spot", None)
        if spot and spot[0] == self.game.header["id"]:
            self.col = spot[1]
            if spot[3] == self.game.state.turn:
                self.row = spot[2]
        self.told = ""  # a reminder at the start of the turn, until a key
        self.takes = False  # the pad takes a minion away instead of playing one; mode "edit": a sum is open
        self.turn = spot[3] if spot and spot[0] == self.game.header["id"] else self.game.state.turn

    # What the drawing asks

    def bases(self):
        """How many base columns there are: players + 1, more where slots above hold bases."""
        return max(self.game.state.players + 1, self.game.state.slots())

    def loot(self):
        """Whether treasures of the base that scored last wait to be dealt (MT-06)."""
        due = self.game.state.debts.get("score")
        return due and due[0] != due[1]

    def owes(self, b):
        """Whether a clash at b waits to be settled."""
        return b in [owed[0] for owed in self.game.state.owed]

    def has_titan(self, p, b):
        """Whether a titan that p controls stands at b."""
        for titan in self.game.state.titans.values():
            if titan.base == b and titan.controller == p:
                return True
        return False

    def cell(self, p, b):
        """The power to show, with the open sum in it."""
        n = self.n if self.mode == "edit" and b == self.col and p == self.row else 0
        return self.game.state.power(p, b) + n

    def vp(self, p):
        """The VP to show, with the open sum in it."""
        n = self.n if self.mode == "edit" and self.col > self.bases() and p == self.row else 0
        return self.game.state.vp[p - 1] + n

    def sum(self):
        """The open sum: what was there, the change, what it will be and should be."""
        state, b = self.game.state, self.col
        what, now, goal = "VP", state.vp[self.row - 1], state.goal
        if b <= self.bases():
            what, now, goal = "B%d" % b, state.total(b), state.breakpoint(b)
        return "%s: %d%+d=%d/%d" % (what, now, self.n, now + self.n, goal)

    def line(self):
        """Bottom line: text, right end, inverted or not."""
        t, state, b = self.app.t, self.game.state, self.col
        if self.mode == "edit":
            if b > self.bases():
                return t("table.sum.vp"), "", False
            minions = state.minions(self.row, b)
            return t("table.sum"), "◀: ×%d" % minions if minions > 1 else "", False
        if self.mode:
            return self.pad_line("-" if self.takes else "", t("pad.other" if self.takes else "pad.play")) + (
                True,
            )
        if self.told:
            return self.told, "", True
        if self.loot():
            return t("next.loot"), t("table.ready.keys"), True
        if b > self.bases():
            return t("table.vp", state.goal), "", False
        if not self.laid(b):
            return t("table.empty", b), t("table.menu"), False
        if self.owes(b):
            return t("table.clash", b), "", True
        if state.scoring == b:
            return t("next.scoring", b), t("table.ready.keys"), True
        if not state.missing(b):
            return t("table.ready", b), t("table.ready.keys"), True
        right = "%d/%d" % (state.total(b), state.breakpoint(b))
        temp = state.temp(self.row, b)
        if temp:
            right = t("table.temp", "%+d" % temp) + "  " + right
        return self.what(), right, False

    def what(self):
        """The titan under the cursor with its counters, else the base."""
        titans = self.game.state.titans
        for slug in titans:
            titan = titans[slug]
            if titan.base == self.col and titan.controller == self.row:
                name = "▲ " + self.app.cards.titan_name(slug)
                return name + " +%d" % titan.counters if titan.counters else name
        return self.label(self.col)

    def draw(self, c):
        """Draw the table."""
        if self.turn != self.game.state.turn:  # the active player is implied
            self.turn = self.row = self.game.state.turn
            self.begins()
        self.row = min(max(self.row, 1), self.game.state.players)
        _grid.draw(c, self)

    def begins(self):
        """A turn has begun: the clock runs, and what its player may easily forget is said."""
        app, limit = self.app, self.app.settings["limit"]
        app.alarm = app.now() + limit * 60_000 if limit else 0
        if self.game.state.phase == "start":
            from clashdevice import reminders

            try:
                self.told = reminders.start(app)
            finally:
                memory.drop("clashdevice.reminders")

    # Keys

    def leave(self, name, **args):
        """Give way to another screen; the table is loaded anew after it, with the cursor where it was."""
        self.app.spot = (self.game.header["id"], self.col, self.row, self.game.state.turn)
        self.app.replace(name, **args)

    def shut(self):
        """Close whatever is open."""
        self.mode, self.takes, self.n, self.holds = "", False, 0, _HOLDS

    def open(self, mode):
        """Open an edit or a pad: now the keys act at once."""
        self.mode, self.holds = mode, ""

    def key(self, key, kind, n):
        """One key."""
        self.told = ""
        if kind == "hold":
            if not self.mode:
                self.held(key)
            return
        if self.mode == "edit":
            self.editing(key, n)
        elif self.mode == "pad" and key == "b" and not self.takes:
            self.takes = True
        elif self.mode == "vp" and key == "a":
            self.leave("ledger")
        elif self.mode:
            self.p, self.b = self.row, self.col
            self.pad_key(key, kind, n)
        elif key in ("left", "right"):
            self.col = (self.col - 1 + (1 if key == "right" else -1)) % (self.bases() + 1) + 1
        elif key == "b":
            self.row = self.row % self.game.state.players + 1
        elif self.touched():
            if key == "a":
                self.open("vp" if self.col > self.bases() else "pad")
            else:
                self.open("edit")
                self.editing(key, n)

    def touched(self):
        """Whether there is something to change here: an empty slot first asks for its base."""
        if self.closed():
            return False
        if self.col > self.bases() or self.laid(self.col):
            return True
        self.leave("base", b=self.col)
        return False

    def closed(self):
        """Whether the game is over; says so."""
        if self.game.state.over:
            self.app.refuse(self.app.t("table.over"))
        return self.game.state.over

    def held(self, key):
        """A key held down."""
        if key in ("left", "right") and self.closed():
            return
        if key == "a":
            self.leave("menu", p=self.row, b=self.col if self.col <= self.bases() else 0)
        elif key == "left":
            b = self.game.state.scoring
            if not any(self.game.state.bases):
                self.app.refuse(self.app.t("table.nobase"))
            elif self.loot():
                self.leave("score_base", b=0, step="loot")
            else:
                self.leave("score_base" if b else "score", b=b or self.col)
        elif key == "right":
            self.next()
        else:
            self.undo()

    def next(self):
        """The next player's turn, unless something should come first."""
        state = self.game.state
        from clashdevice.screens import _moves

        before = _moves.before_turn(state)
        memory.drop("clashdevice.screens._moves")
        if not state.turn:
            self.commit({"ev": "turn", "p": self.row})
        elif before:
            self.leave("end" if before[0][0] == "end" else "next")
        else:
            self.commit({"ev": "turn", "p": state.turn % state.players + 1})

    def editing(self, key, n):
        """A key while a sum is open."""
        p, b = self.row, self.col
        if key in ("up", "down"):
            self.n += n if key == "up" else -n
            if b <= self.bases():  # nobody loses more than there is (SB-15)
                self.n = max(self.n, -self.game.state.power(p, b))
        elif key == "b":
            self.shut()
        elif b > self.bases():
            if key == "a":
                self.commit({"ev": "vp", "p": p, "n": self.n} if self.n else None)
        elif key == "left":
            minions = self.game.state.minions(p, b)
            if minions < 1:
                self.app.refuse(self.app.t("table.nominions", self.name(p)))
            self.n = max(self.n * max(1, minions), -self.game.state.power(p, b))
        else:
            event = {"ev": "power", "p": p, "b": b, "n": self.n}
            if key == "right":
                event["until"] = "turn"
            self.commit(event if self.n else None)

    def chosen(self, v):
        """A value from the pad: VP in their column, else a minion."""
        if self.mode == "vp":
            self.commit({"ev": "vp", "p": self.row, "n": v})
        else:
            super().chosen(v)

    def minion(self, v, temp):
        """A minion of power v is played here, or leaves with its part of this turn's power."""
        p, b = self.row, self.col
        if self.takes:
            event = {"ev": "minion", "p": p, "b": b, "n": -1, "power": -self.there(v + temp)}
            if temp:
                event["temp"] = -temp
        else:
            event = {"ev": "play", "p": p, "kind": "minion", "b": b, "power": v}
            state = self.game.state
            # Extra: outside p's Play Cards phase, or the regular play is used (SB-04).
            if state.turn != p or state.phase not in ("start", "play") or state.used("minion"):
                event["extra"] = True
        self.commit(event)

    def commit(self, event):
        """Record one event (None: nothing to record) and close what was open."""
        self.shut()
        if event is None:
            return
        before = self.game.state.ready()
        if self.game.commit([event]):
            for b in self.game.state.ready():
                if b not in before:
                    self.app.beep("ready")
                    self.app.toast(self.app.t("table.ready", b))
                    return
            self.app.beep("ok")
