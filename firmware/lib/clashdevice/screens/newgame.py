"""A new game: which, and for how many. The game before stays until the first event of the new one."""

from clashdevice import files
from clashdevice.screens._list import List

_KINDS = (2, 3, 4, 0)  # players of Smash Up; 0: Toy Battle


class Screen(List):
    """The four ways to begin, the last game's one first in line; a game that waits; last what was drawn."""

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
        self.drawn = -1  # the row of the set-up that the laptop sent
        if files.exists(files.SAVE + "/draft"):
            self.drawn = self.at = len(_KINDS) + (1 if self.waits else 0)

    def count(self):
        """Entries."""
        return len(_KINDS) + (1 if self.waits else 0) + (1 if self.drawn >= 0 else 0)

    def row(self, i):
        """Game and number of players."""
        if i == self.drawn:
            return self.app.t("newgame.drawn"), ""
        if i == len(_KINDS):
            return self.app.t("newgame.parked"), ""
        if not _KINDS[i]:
            return "Toy Battle", ""
        return "Smash Up", self.app.t("newgame.players", _KINDS[i])

    def choose(self, i):
        """On to the seats."""
        if i == self.drawn:
            found = self.app.cold("settings", "drawn")
            if found:
                self.app.push("seats", players=len(found[0]), before=found[0], drawn=found[1])
            else:
                self.app.home()
                self.app.refuse(self.app.t("newgame.spoilt"))
        elif i == len(_KINDS):
            self.app.replace("begin", parked=True)
        else:
            self.app.push("seats", players=_KINDS[i])
