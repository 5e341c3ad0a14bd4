"""Titans: those in play with what can be done to them, and one more to play."""

from clashdevice.screens._list import List
from clashdevice.screens._widgets import short


class Screen(List):
    """The titans in play, and the way to play one."""

    def __init__(self, app, p, b):
        super().__init__(app)
        self.p = p
        self.b = b
        self.head = app.t("titan.title")
        titans = self.game.state.titans
        self.inplay = [slug for slug in sorted(titans) if titans[slug].base]
        self.at = len(self.inplay)
        for i in range(len(self.inplay)):
            if titans[self.inplay[i]].controller == p:
                self.at = i

    def count(self):
        """The titans in play and one row more."""
        return len(self.inplay) + 1

    def row(self, i):
        """Name, controller, base, counters."""
        if i == len(self.inplay):
            return self.app.t("titan.play"), ""
        titan = self.game.state.titans[self.inplay[i]]
        right = "B%d" % titan.base + (" +%d" % titan.counters if titan.counters else "")
        who = short(self.app.canvas, self.name(titan.controller), 0)
        return "%s: %s" % (who, self.app.cards.titan_name(self.inplay[i])), right

    def choose(self, i):
        """Go on with that titan."""
        if i < len(self.inplay):
            self.app.push("titan_one", slug=self.inplay[i])
        else:
            self.app.push("titan_play", p=self.p, b=self.b)
