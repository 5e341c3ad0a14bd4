"""A new game: which, and for how many. The game before stays until the first event of the new one."""

from clashdevice.screens._list import List

_KINDS = (2, 3, 4, 0)  # players of Smash Up; 0: Toy Battle


class Screen(List):
    """The four ways to begin, the last game's one first in line; last a game that waits."""

    def __init__(self, app):
        super().__init__(app)
        self.head = app.t("newgame.title")
        self.waits = bool(app.store.parked)
        if app.game:
            header = app.game.header
            count = 0 if header["game"] == "toybattle" else len(header["players"])
            self.at = _KINDS.index(count)
            if self.waits and app.game.state.over:
                self.at = len(_KINDS)

    def count(self):
        """Entries."""
        return len(_KINDS) + (1 if self.waits else 0)

    def row(self, i):
        """Game and number of players."""
        if i == len(_KINDS):
            return self.app.t("newgame.parked"), ""
        if not _KINDS[i]:
            return "Toy Battle", ""
        return "Smash Up", self.app.t("newgame.players", _KINDS[i])

    def choose(self, i):
        """On to the seats."""
        if i == len(_KINDS):
            self.app.replace("begin", parked=True)
        else:
            self.app.replace("seats", players=_KINDS[i])
