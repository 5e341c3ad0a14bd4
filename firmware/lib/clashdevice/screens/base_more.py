"""What can happen to a base besides scoring."""

from clashdevice.screens._list import List

_ITEMS = ("fix", "replaced", "destroyed")


class Screen(List):
    """Its printed numbers are put right, it is replaced, it is destroyed."""

    def __init__(self, app, b):
        super().__init__(app)
        self.b = b
        self.head = "Base %d" % b

    def count(self):
        """Entries."""
        return len(_ITEMS)

    def row(self, i):
        """One entry."""
        return self.app.t("base." + _ITEMS[i], ""), ""

    def choose(self, i):
        """Do it; a new base follows one that leaves."""
        app, b = self.app, self.b
        if not i:
            app.replace("base", b=b, fix="all")
        elif self.game.commit([{"ev": "base.out", "b": b, "why": _ITEMS[i]}]):
            app.beep("ok")
            app.replace("base", b=b)
