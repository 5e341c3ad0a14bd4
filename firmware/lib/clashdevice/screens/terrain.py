"""The terrain of a game of Toy Battle, with its objective."""

from clashdevice import deck
from clashdevice.screens._list import List


class Screen(List):
    """The terrains, own ones last; a begins a medal race, right a game on the board, left enters a result."""

    hint = "terrain.keys"

    def __init__(self, app, players, first, special=True):
        super().__init__(app)
        self.players = players
        self.first = first
        self.special = special
        self.head = app.t("terrain.title")
        self.slugs = deck.Slugs(app.cards, "terrain")
        self.own = app.cold("terrains", "listed")
        before = app.game.header.get("terrain") if app.game else None
        if not isinstance(before, str):
            return
        if before in self.slugs:
            self.at = deck.find(app.cards, "terrain", before)
        name = app.cards.name("terrain", before)
        for i in range(len(self.own)):
            if ";" in before and self.own[i][1] == name:
                self.at = len(self.slugs) + i

    def count(self):
        """Terrains."""
        return len(self.slugs) + len(self.own)

    def row(self, i):
        """Name and objective."""
        if i >= len(self.slugs):
            return self.own[i - len(self.slugs)][1:]
        slug = self.slugs[i]
        return self.app.cards.name("terrain", slug), str(deck.goal(self.app.cards, slug))

    def side(self, i, step):
        """Begin on the board, or enter how a game ended."""
        if step > 0:
            self.choose(i, True)
        else:
            self.choose(i, False, "result")

    def choose(self, i, board=False, then=""):
        """Begin."""
        known = len(self.slugs)
        terrain = self.slugs[i] if i < known else self.app.cold("terrains", "text", self.own[i - known][0])
        if terrain is None:
            self.app.refuse(self.app.t("terrain.spoilt"))
            return
        header = {"clashbox": 1, "game": "toybattle", "terrain": terrain, "first": self.first}
        header["players"] = self.players
        if board:
            header["board"] = True
        if not self.special:
            header["special_bases"] = False
        self.app.replace("begin", header=header, then=then)
