"""What can happen at a base besides playing and scoring."""

from clashdevice.screens._frame import signed
from clashdevice.screens._list import List

_ITEMS = ("each", "power", "control", "fix", "replaced", "destroyed")


class Screen(List):
    """Lasting effects and their end, a change of sides, its printed numbers, its leaving."""

    def __init__(self, app, p, b):
        super().__init__(app)
        self.p = p
        self.b = b
        self.head = "%s B%d" % (self.name(p), b)
        each = self.game.state.each
        self.ids = [number for number in sorted(each) if each[number][1] == b]

    def count(self):
        """Entries."""
        return len(_ITEMS) + len(self.ids)

    def row(self, i):
        """One entry."""
        t = self.app.t
        if i < len(_ITEMS):
            return t("base." + _ITEMS[i]), ""
        p, _, n, _ = self.game.state.each[self.ids[i - len(_ITEMS)]]
        return t("base.ends", self.name(p), signed(n)), ""

    def choose(self, i):
        """Do it; a new base follows one that leaves."""
        app, b = self.app, self.b
        what = _ITEMS[i] if i < len(_ITEMS) else ""
        if what in ("each", "power"):
            app.push("effect", p=self.p, b=b, what=what)
        elif what == "control":
            app.push("move", p=self.p, b=b, control=True)
        elif what == "fix":
            app.push("base", b=b, fix="all")
        elif what:
            if self.game.commit([{"ev": "base.out", "b": b, "why": what}]):
                app.beep("ok")
                app.replace("base", b=b)
        elif self.game.commit([{"ev": "each.out", "id": self.ids[i - len(_ITEMS)]}]):
            app.beep("ok")
            app.pop("table")
