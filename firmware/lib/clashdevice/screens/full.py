"""The flash is full: the games that the laptop holds can be deleted here, each confirmed by another key."""

from clashdevice.screens import _past
from clashdevice.screens._frame import keys, title
from clashdevice.screens._list import List
from clashdevice.screens._widgets import centred


class Screen(List):
    """Finished games, the oldest first; a asks, right deletes."""

    def __init__(self, app):
        super().__init__(app)
        self.head = app.t("full.title")
        self.games = app.cold("desk", "spare_games", "")
        self.ask("")

    def ask(self, game):
        """Ask whether that game is to go; empty: ask nothing."""
        self.asked = game
        self.hint = "full.sure" if game else "full.keys"

    def count(self):
        """Games that can go."""
        return len(self.games)

    def row(self, i):
        """Who played it, and when, or how long it was."""
        game, _, events = self.games[i]
        header, result = _past.told(game)
        right = _past.day(header) or self.app.t("full.events", events)
        return _past.line(self.app, header, result), right

    def key(self, key, kind, n):
        """Right deletes what was asked for, any other key keeps it."""
        game = self.asked
        self.ask("")
        if not game:
            super().key(key, kind, n)
        elif key == "right" and kind == "press":
            self.games = self.app.cold("desk", "spare_games", game)
            self.at = 0
            self.app.beep("ok")

    def choose(self, i):
        """Ask first."""
        self.ask(self.games[i][0])

    def draw(self, c):
        """The list, or that the laptop has to fetch the games first."""
        if self.games:
            super().draw(c)
            return
        title(c, self.head)
        centred(c, self.app.t("full.sync"), 0, 128, 30)
        keys(c, "", self.app.t("keys.back"))
