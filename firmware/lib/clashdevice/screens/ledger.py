"""The ledger of VP: who, why, how many, newest first; above it what Madness costs if the game ends now."""

from array import array

from clashcore.past import walk

from clashdevice.canvas import SMALL
from clashdevice.screens._frame import signed
from clashdevice.screens._list import List
from clashdevice.screens._widgets import short

_SHOWN = 250  # entries, the newest


class Screen(List):
    """A row for each player's VP from one event."""

    hint = ""

    def __init__(self, app):
        super().__init__(app)
        state = self.game.state
        c = app.canvas
        names = [short(c, self.name(p), 24, SMALL) for p in range(1, state.players + 1)]
        self.head = "  ".join(["%s %d" % (names[i].split(" ")[-1], state.vp[i]) for i in range(len(names))])
        # Three numbers each: the event, the player, the event that laid the base (an earlier one, or 0).
        self.numbers = array("H")
        self.read()
        for p in range(1, state.players + 1):
            if state.madness[p - 1] > 1:
                self.add(0, p, 0)

    def read(self):
        """Find what gave VP among the events that stand."""
        log = self.game.timeline.log
        laid = array("H", [0] * 10)
        for number, ev in walk(log, 1, log.top, True):
            kind = ev["ev"]
            if kind == "base":
                laid[ev["b"]] = number
            elif kind == "vp":
                self.add(number, ev["p"], 0)
            elif kind == "score":
                given = ev.get("vp", ())
                for i in range(len(given)):
                    if given[i]:
                        self.add(number, i + 1, laid[ev["b"]])

    def add(self, number, p, base):
        """One more entry; the oldest goes where there are too many."""
        if len(self.numbers) >= 3 * _SHOWN:
            self.numbers = self.numbers[3:]
        for n in (number, p, base):
            self.numbers.append(n)

    def count(self):
        """Entries."""
        return len(self.numbers) // 3

    def row(self, i):
        """Who and why; how many."""
        t, game = self.app.t, self.game
        i = len(self.numbers) - 3 * (i + 1)
        number, p, base = self.numbers[i], self.numbers[i + 1], self.numbers[i + 2]
        if not number:
            return "%s: Madness" % self.name(p), signed(-(game.state.madness[p - 1] // 2))
        ev = game.timeline.event(number)
        if ev["ev"] == "vp":
            why = ev.get("why", "")
            key = "ledger." + why.replace(" ", ".")
            told = t(key)
            return "%s: %s" % (self.name(p), told if told != key else why), signed(ev["n"])
        why = "base %d" % ev["b"]
        if base:
            card = game.timeline.event(base).get("card")
            if card:
                why = self.app.cards.base_name(card)
        return "%s: %s" % (self.name(p), why), signed(ev["vp"][p - 1])
