"""What is shown where no game is live: begin one, settings, about."""

from clashdevice.screens._list import List

_ITEMS = ("newgame", "help", "settings", "about")


class Screen(List):
    """The first screen."""

    def __init__(self, app):
        super().__init__(app)
        self.head = "Clashbox"

    def count(self):
        """Entries."""
        return len(_ITEMS)

    def row(self, i):
        """One entry."""
        return self.app.t("home." + _ITEMS[i]), ""

    def choose(self, i):
        """Go there."""
        self.app.push(_ITEMS[i])

    def back(self):
        """There is nothing behind this."""
