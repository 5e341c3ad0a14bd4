"""The board of Toy Battle: a cursor on it, troops placed and drawn, effects asked for one by one."""

from clashcore.toybattle import TROOPS

from clashdevice import memory
from clashdevice.screens import _field, _spots
from clashdevice.screens._frame import bar, keys
from clashdevice.screens._pads import ORDER
from clashdevice.screens._widgets import Base

_HOLDS = "a b"
_PADS = ((1, 2, 3, 4), (5, 6, 7, 0))  # strengths by ORDER: left, down, up, right


def troops():
    """The module with what is said and asked of troops: loaded for a placement, dropped with its end."""
    from clashdevice.screens import _troops

    return _troops


class Screen(Base):
    """Arrows move the cursor, a and an arrow place a troop there, b draws.

    `mode`: "" the board, "pad" and "pad2" which troop, "sure" a refusal that can be recorded all the same,
    "effect" a step that the placement left open, "shove" where to.
    """

    holds = _HOLDS
    repeats = ""

    def __init__(self, app):
        super().__init__(app)
        state = self.game.state
        from clashdevice.screens import _places

        self.spots = _places.places(app, self.game.header, state.board)
        memory.drop("clashdevice.screens._places")
        self.at = state.node if state.node >= 0 else self.hq(state.turn)
        spot = getattr(app, "spot", None)
        if spot and spot[0] == self.game.header["id"]:
            self.at = min(spot[1], len(self.spots) // 2 - 1)
            app.spot = None
        self.mode = ""
        self.passed = 0  # steps that were declined
        self.row = 0  # of `ways`
        self.text = ""  # the reason of a refusal
        self.event = {}  # what would be recorded
        self.look()

    def hq(self, p):
        """The number of a headquarters of p's."""
        return list(self.game.state.board.hq).index(p)

    def look(self):
        """See whose action it is and which step is open."""
        memory.tidy(True)
        self.see()
        if not self.mode:
            memory.drop("clashdevice.screens._troops")
        memory.tidy(False)

    def see(self):
        """The work of `look`."""
        state = self.game.state
        self.p = state.turn
        self.mode, self.holds = "", _HOLDS
        self.ways = ()
        open_ = troops().pending(state, self.passed) if state.who and not state.over else None
        self.bit = open_[1] if open_ else 0
        if open_:
            self.p = state.who
            if open_[0] != "place":
                self.mode = "effect"
                self.ways = troops().choices(state, open_[0], self.bit == 1)
                self.row = 0
                self.follow()

    def follow(self):
        """The cursor goes to what is chosen."""
        way = self.ways[self.row]
        key = "to" if self.mode == "shove" else "at"
        if key in way:
            self.at = self.game.state.board.index(way[key])

    def resume(self, result):
        """Back from another screen: an undo may have been among it."""
        self.at = min(self.at, len(self.spots) // 2 - 1)
        self.look()

    # Keys

    def leave(self, name):
        """Give way to what needs memory; the board is loaded anew after it, with the cursor where it was."""
        self.app.spot = (self.game.header["id"], self.at, 0, 0)
        self.app.replace(name)

    def key(self, key, kind, n):
        """One key."""
        app = self.app
        if kind == "hold":
            if key == "b":
                self.passed = 0
                self.undo()
                self.look()
            elif key == "a":
                app.push("more", p=self.p)
        elif kind != "press":
            return
        elif self.mode in ("pad", "pad2"):
            self.padding(key)
        elif self.mode == "sure":
            self.shut()
            if key == "a":
                self.record(self.event)
        elif self.mode in ("effect", "shove"):
            self.choosing(key)
        elif key in ("left", "right", "up", "down"):
            self.at = _spots.step(self.at, key, self.spots)
        elif self.game.state.over:
            if key == "a":
                app.push("seats", players=0)
            else:
                app.refuse(app.t("table.over"))
        elif key == "a":
            self.mode, self.holds = "pad", ""
        elif self.bit:
            self.decline()
        else:
            self.draw_troops()

    def shut(self):
        """Back to the board."""
        self.mode, self.holds = "", _HOLDS

    def padding(self, key):
        """Which troop."""
        if key in ORDER:
            self.place(_PADS[self.mode == "pad2"][ORDER.index(key)])
        elif key == "a" and self.mode == "pad":
            self.mode = "pad2"
        else:
            self.shut()

    def place(self, t):
        """Place it at the cursor, or say why not."""
        state = self.game.state
        node, troop = state.board.ids[self.at], TROOPS[t]
        self.text = troops().refused(self.app, state, self.p, troop, node)
        self.event = {"ev": "place", "p": self.p, "troop": troop, "at": node}
        self.try_it()

    def draw_troops(self):
        """Draw what there is to draw."""
        state = self.game.state
        self.text = troops().undrawable(self.app, state, self.p)
        self.event = {"ev": "draw", "p": self.p, "n": state.drawable(self.p) or 2}
        if not state.rack[self.p - 1] and not state.reserve[self.p - 1]:
            self.text = self.app.t("toy.stuck")
            self.event = {"ev": "stuck", "p": self.p}
        self.try_it()

    def try_it(self):
        """Record the event; with a reason against it ask first."""
        self.shut()
        if self.text:
            self.mode, self.holds = "sure", ""
            self.app.beep("no")
        else:
            self.record(self.event)

    def record(self, event):
        """Commit, say what came of it, see what is open now."""
        app = self.app
        medals = list(self.game.state.medals)
        if not self.game.commit([event]):
            return
        if event["ev"] == "place":  # what special bases of the same action were passed over stays so
            self.passed = self.passed & ~3 if self.bit == 2 else 0
        elif event["ev"] == "draw":
            self.passed = 0
            app.toast(troops().say(app, event))
        state = self.game.state
        for p in (1, 2):
            gained = state.medals[p - 1] - medals[p - 1]
            if gained and not state.over:  # then the line at the bottom says who won
                app.toast("%s +%d %s" % (self.name(p), gained, app.t("medals" if gained > 1 else "medal")))
        app.beep("ready" if state.over or state.medals != medals else "ok")
        self.look()

    def choosing(self, key):
        """A step that the placement left open: which way, or not at all."""
        if key == "b":
            self.decline()
            return
        if key != "a":
            self.row = (self.row + (1 if key in ("right", "down") else -1)) % len(self.ways)
            self.follow()
            return
        way = self.ways[self.row]
        if way["kind"] == "shove" and self.mode == "effect":
            self.mode = "shove"
            self.ways = [dict(way, to=to) for to in troops().targets(self.game.state, dict(way))]
            self.row = 0
            self.follow()
        else:
            way = dict(way)
            way["ev"] = "effect"
            self.record(way)

    def decline(self):
        """Leave the open step out."""
        self.passed |= self.bit
        self.look()

    # Picture

    def draw(self, c):
        """Board, counts, and what is asked or what the cursor is on."""
        t, state = self.app.t, self.game.state
        marked = ()
        if self.mode in ("effect", "shove"):
            key = "to" if self.mode == "shove" else "at"
            marked = [state.board.index(way[key]) for way in self.ways if key in way]
        _field.draw(c, state, self.spots, self.at, marked)
        _field.counts(c, self)
        if self.mode in ("pad", "pad2"):
            values = _PADS[self.mode == "pad2"]
            text = " ".join(["◀▼▲▶"[i] + "K1234567"[values[i]] for i in range(4)])
            bar(c, text, t("field.pad2" if self.mode == "pad2" else "field.pad"))
        elif self.mode == "sure":
            c.fill_rect(0, 41, 128, 12, 1)
            c.text(self.text, 1, 45, 1, 0, 126)
            bar(c, t("field.sure"), t("keys.back"))
        elif self.mode:
            way = self.ways[self.row]
            text = t("toy." + way["kind"])
            if self.bit == 1:
                text = _spots.NAMES[state.troop] + ": " + t("toy.draw" if "n" in way else "toy.discard")
            if "n" in way:
                text += " %d" % way["n"]
            if "troop" in way:
                strength = TROOPS.index(way["troop"])
                text += " " + ("K1234567"[strength] if self.bit == 1 else _spots.NAMES[strength])
            if way["kind"] == "rack-discard":  # nobody need say which
                c.fill_rect(0, 41, 128, 12, 1)
                c.text(t("toy.rack", _spots.NAMES[state.troop], self.name(3 - self.p)), 1, 45, 1, 0, 126)
                text = t("toy.which", "?" if "troop" not in way else _spots.full(strength))
                bar(c, text, t("field.ask"))
            else:
                bar(c, text + "?", t("field.ask"))
        elif state.over:
            who = self.name(state.winner[0]) if state.winner else ""
            bar(c, t("race." + (state.why or "end"), who), t("race.again"))
        else:
            self.under(c)

    def under(self, c):
        """The line at the bottom: the node at the cursor; what b does."""
        t, state = self.app.t, self.game.state
        node = self.at
        kind = state.kind(node)
        text = state.board.ids[node]
        if state.board.hq[node]:
            text = "HQ " + t("toy.red" if state.board.hq[node] == 1 else "toy.blue")
        if kind == "gate":
            gate = state.board.gate[node]
            kind = "".join([str(n) for n in range(1, 8) if gate >> n & 1]) + "K"
        elif kind:
            kind = t("toy." + kind)
        if state.stacks[node]:
            text += " " + _spots.full(state.top(node))
        if self.bit:  # Cap'n's further placement
            bar(c, t("toy.more", _spots.NAMES[state.troop]), t("field.no"))
        else:
            keys(c, text + (" " + kind if kind else ""), t("field.keys"))
