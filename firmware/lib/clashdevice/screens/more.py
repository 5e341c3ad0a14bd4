"""What is needed more rarely, as a list."""

from clashdevice.screens import _moves
from clashdevice.screens._list import List

_SMASHUP = ("log", "redo", "action", "clash", "end", "help", "settings", "about")
_TOY = ("stuck", "newgame", "log", "redo", "end", "help", "settings", "about")


class Screen(List):
    """The long menu."""

    def __init__(self, app, p=0, b=0):
        super().__init__(app)
        self.p = p
        self.items = _SMASHUP if self.game.header["game"] == "smashup" else _TOY
        self.head = app.t("menu.more")

    def count(self):
        """Entries."""
        return len(self.items)

    def row(self, i):
        """The entry's name; for an action whose play it is."""
        name = self.items[i]
        return self.app.t("more." + name), self.name(self.p) if name in ("action", "stuck") else ""

    def choose(self, i):
        """Do it, or go there."""
        app = self.app
        what = self.items[i]
        if self.game.state.over and what in ("action", "clash", "stuck"):
            app.refuse(app.t("table.over"))
        elif what == "redo":
            if _moves.redo(app):
                app.pop()
        elif what == "action":
            event = {"ev": "play", "p": self.p, "kind": "action"}
            if _moves.extra(self.game.state, self.p, "action"):
                event["extra"] = True
            if self.game.commit([event]):
                app.beep("ok")
                app.pop()
        elif what == "stuck":
            if self.game.commit([{"ev": "stuck", "p": self.p}]):
                app.beep("ready")
                app.pop()
        elif what == "clash":
            if self.game.state.owed:
                app.replace("clash")
            else:
                app.refuse(app.t("clash.none"))
        else:
            app.replace(what)
