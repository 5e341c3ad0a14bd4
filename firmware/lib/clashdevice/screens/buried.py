"""A player's buried cards: one is buried, uncovered, leaves. Whose they are, the table's cursor has said."""

from clashdevice.screens._list import List


class Screen(List):
    """A row for each buried card, then the way to bury one; without any, at once to that."""

    def __init__(self, app, p, b):
        super().__init__(app)
        state = self.game.state
        self.p = p
        self.b = b if self.laid(b) else 0
        self.head = app.t("bury.title", self.name(p))
        self.ids = [number for number in sorted(state.buried) if state.buried[number][0] == p]
        for i in range(len(self.ids)):
            if state.buried[self.ids[i]][1] == b:
                self.at = i
        if not self.ids and self.b:
            self.choose(0)

    def count(self):
        """Buried cards and one row more."""
        return len(self.ids) + 1

    def row(self, i):
        """The card's base; which it is of those there."""
        t = self.app.t
        if i == len(self.ids):
            return t("bury.new"), ""
        return self.label(self.game.state.buried[self.ids[i]][1]), t("bury.card", i + 1)

    def choose(self, i):
        """Go on with that card, or bury one."""
        app = self.app
        if i < len(self.ids):
            app.push("uncover", p=self.p, number=self.ids[i])
        elif self.b:
            (app.push if self.ids else app.replace)("bury", p=self.p, b=self.b)
        else:
            app.refuse(app.t("menu.nobase"))
