"""All reminders for the factions in play; the one at the cursor in full."""

from clashdevice import memory, reminders
from clashdevice.canvas import SMALL
from clashdevice.screens._list import List
from clashdevice.screens._widgets import put

_WHEN = "before after start titan"


class Screen(List):
    """A row for each: card and player; below it when and what."""

    hint = ""

    def __init__(self, app):
        super().__init__(app)
        self.head = app.t("more.hints")
        self.items = reminders.entries(app, _WHEN)
        memory.drop("clashdevice.reminders")

    def count(self):
        """How many there are."""
        return len(self.items)

    def row(self, i):
        """Card and player."""
        p, _, card, _ = self.items[i]
        return card, self.name(p)

    def draw(self, c):
        """The list, and what the card at the cursor may do."""
        t = self.app.t
        self.rows = 2
        super().draw(c)
        if not self.items:
            put(c, t("hints.none"), 2, 36, SMALL, 1, 124)
            return
        _, when, _, line = self.items[self.at]
        c.fill_rect(0, 40, 128, 24, 0)
        put(c, t("hints." + when), 2, 49, SMALL, 1, 124)
        put(c, line, 2, 61, SMALL, 1, 124)
