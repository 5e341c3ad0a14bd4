"""What the keys do on the table screens."""

from clashdevice.canvas import SMALL
from clashdevice.screens._frame import title
from clashdevice.screens._widgets import Base, put


class Screen(Base):
    """One page; any key goes back."""

    def key(self, key, kind, n):
        """Back."""
        if kind == "press":
            self.app.pop()

    def draw(self, c):
        """The lines of the game that is live, else of Smash Up."""
        t, game = self.app.t, self.game
        title(c, t("help.title"), t("keys.back"))
        toy = game is not None and game.header["game"] == "toybattle"
        for i in range(4):
            put(c, t("help.%s.%d" % ("toy" if toy else "table", i + 1)), 1, 22 + 13 * i, SMALL, 1, 127)
