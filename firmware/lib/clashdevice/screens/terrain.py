"""The terrain of a game of Toy Battle, with its objective."""

from clashdevice.screens._list import List


class Screen(List):
    """The terrains; a begins a medal race, right a game on the board, left enters a result."""

    hint = "terrain.keys"

    def __init__(self, app, players, first, special=True):
        super().__init__(app)
        self.players = players
        self.first = first
        self.special = special
        self.head = app.t("terrain.title")
        self.slugs = app.cards.slugs("terrain")
        before = app.game.header.get("terrain") if app.game else None
        if isinstance(before, str) and before in self.slugs:
            self.at = app.cards.find("terrain", before)

    def count(self):
        """Terrains."""
        return len(self.slugs)

    def row(self, i):
        """Name and objective."""
        slug = self.slugs[i]
        return self.app.cards.name("terrain", slug), str(self.app.cards.goal(slug))

    def side(self, i, step):
        """Begin on the board, or enter how a game ended."""
        if step > 0:
            self.choose(i, True)
        else:
            self.choose(i, False, "result")

    def choose(self, i, board=False, then=""):
        """Begin."""
        header = {"clashbox": 1, "game": "toybattle", "terrain": self.slugs[i], "first": self.first}
        header["players"] = self.players
        if board:
            header["board"] = True
        if not self.special:
            header["special_bases"] = False
        self.app.replace("begin", header=header, then=then)
