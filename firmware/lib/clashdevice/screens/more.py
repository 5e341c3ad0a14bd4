"""What is needed more rarely, as a list; last what belongs to modules."""

from clashdevice.screens import _moves
from clashdevice.screens._list import List

_SMASHUP = (
    "action",
    "log",
    "redo",
    "ledger",
    "clash",
    "clock",
    "hints",
    "end",
    "help",
    "home",
    "settings",
    "about",
)
_MODULES = ("duel", "monsters", "buried", "counts")
_ON = ("duels", "monsters", "buried", "madness monsters")  # the modules of which one must be on
_TOY = ("stuck", "board", "newgame", "log", "redo", "end", "help", "home", "settings", "about")


class Screen(List):
    """The long menu."""

    def __init__(self, app, p=0, b=0):
        super().__init__(app)
        self.p = p
        self.b = b
        self.items = _SMASHUP + self.modules() if self.game.header["game"] == "smashup" else _TOY
        self.head = app.t("menu.more")

    def modules(self):
        """What modules need; where the game's were chosen, nothing of those that are off."""
        known = self.game.header.get("modules")
        if known is None:
            return _MODULES
        return tuple([_MODULES[i] for i in range(4) if [m for m in known if m in _ON[i]]])

    def count(self):
        """Entries."""
        return len(self.items)

    def row(self, i):
        """The entry's name; for an action whose play it is."""
        name = self.items[i]
        if name == "board" and self.game.on_board:
            name = "race"
        return self.app.t("more." + name), self.name(self.p) if name in ("action", "stuck") else ""

    def choose(self, i):
        """Do it, or go there."""
        app = self.app
        what = self.items[i]
        if self.game.state.over and (what in _MODULES or what in ("action", "clash", "stuck")):
            app.refuse(app.t("table.over"))
        elif what == "redo":
            if _moves.redo(app):
                app.pop(True)
        elif what in ("action", "stuck"):
            event = {"ev": what, "p": self.p}
            if what == "action":
                event["ev"], event["kind"] = "play", "action"
                if _moves.extra(self.game.state, self.p, "action"):
                    event["extra"] = True
            if self.game.commit([event]):
                app.beep("ok" if what == "action" else "ready")
                app.pop(True)
        elif what == "clash" and not self.game.state.owed:
            app.refuse(app.t("clash.none"))
        elif what == "duel" and not self.laid(self.b):
            app.refuse(app.t("menu.nobase"))
        elif what in _MODULES:
            app.push(what, p=self.p, b=self.b)
        elif what == "board":
            app.game.header[what] = not self.game.on_board
            app.home()
        else:
            app.push(what)
