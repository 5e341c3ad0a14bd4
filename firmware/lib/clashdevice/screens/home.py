"""The start: go on, begin a game, the games that were, settings, about."""

from clashdevice.screens import _past
from clashdevice.screens._list import List

_ITEMS = ("newgame", "history", "settings", "help", "about")


class Screen(List):
    """The first screen where no game is live, and behind the long menu where one is."""

    def __init__(self, app):
        super().__init__(app)
        self.head = "Clashbox"
        first = ("resume",) if app.game else ()
        self.items = first + (("parked",) if app.store.parked else ()) + _ITEMS

    def count(self):
        """Entries."""
        return len(self.items)

    def row(self, i):
        """One entry; who plays the game that waits."""
        app = self.app
        what = self.items[i]
        if what != "parked":
            return app.t("home." + what), ""
        people = _past.names(app, _past.waiting(app.store.parked))
        return app.t("home.parked", ", ".join(people)), ""

    def choose(self, i):
        """Go there."""
        what = self.items[i]
        if what == "resume":
            self.app.home()
        elif what == "parked":
            self.app.replace("begin", parked=True)
        else:
            self.app.push(what)

    def back(self):
        """To the game; where there is none there is nothing behind this."""
        if self.game:
            self.app.pop()
