"""The monsters in play, and one more that comes: from the list of cards or by its numbers."""

from clashdevice.screens._list import List


class Screen(List):
    """A row for each monster, then the way to a new one; without any, the list of cards at once."""

    def __init__(self, app, p, b):
        super().__init__(app)
        state = self.game.state
        self.p = p
        self.b = b if self.laid(b) else 0
        self.head = app.t("monster.title")
        self.ids = sorted(state.monsters)
        for i in range(len(self.ids)):
            if state.monsters[self.ids[i]][0] == b:
                self.at = i
        if not self.ids:
            self.choose(0)

    def count(self):
        """Monsters in play and two rows more."""
        return len(self.ids) + 2

    def row(self, i):
        """Where, whose, power, treasures."""
        t = self.app.t
        if i >= len(self.ids):
            return t("monster.new" if i == len(self.ids) else "monster.other"), ""
        b, treasures, power, p = self.game.state.monsters[self.ids[i]]
        return "B%d %s" % (b, self.name(p)), t("monster.row", power, treasures)

    def choose(self, i):
        """Go on with that monster, or have another one come."""
        app = self.app
        if i < len(self.ids):
            app.push("monster", p=self.p, number=self.ids[i])
        elif not self.b:
            app.refuse(app.t("menu.nobase"))
        elif i == len(self.ids):
            app.push("pick", kind="monster", head="B%d: " % self.b + app.t("monster.which"))
        else:
            app.push("monster", p=self.p, b=self.b)

    def resume(self, result):
        """A monster was picked: it comes to the base at the table's cursor."""
        app = self.app
        if not isinstance(result, str):
            super().resume(result)
            return
        from clashdevice.deck import monster

        power, treasures = monster(app.cards, result) or (0, 0)
        event = {"ev": "monster", "b": self.b, "id": self.ids[-1] + 1 if self.ids else 1}
        event["treasures"], event["power"], event["card"] = treasures, power, "monsters/" + result
        if self.game.commit([event]):
            app.beep("ok")
            app.pop(True)
