"""A long list of names from the card facts on board: bases, titans, factions, terrains."""

from clashdevice import deck
from clashdevice.screens._list import List


class Screen(List):
    """Up and down one by one (held: in fives), left and right to the next initial; returns the slug."""

    hint = "keys.pick"

    def __init__(self, app, kind, head, used=()):
        super().__init__(app)
        self.kind = kind
        self.head = head
        self.used = used
        self.slugs = deck.Slugs(app.cards, kind)

    def count(self):
        """How many there are."""
        return len(self.slugs)

    def row(self, i):
        """Its name; a mark where it is in use already."""
        slug = self.slugs[i]
        return self.app.cards.name(self.kind, slug), "•" if slug in self.used else ""

    def choose(self, i):
        """That one, unless it is in use."""
        if self.slugs[i] in self.used:
            self.app.refuse(self.app.t("pick.used"))
        else:
            self.app.pop(self.slugs[i])

    def side(self, i, step):
        """To the first name of the next or the previous initial."""
        count = len(self.slugs)
        initial = self.slugs[i][0]
        while 0 <= i < count and self.slugs[i][0] == initial:
            i += step
        i %= count
        if step < 0:
            initial = self.slugs[i][0]
            while i > 0 and self.slugs[i - 1][0] == initial:
                i -= 1
        self.at = i
