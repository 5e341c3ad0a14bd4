"""The menu over the table: one key for each thing."""

from clashdevice.canvas import BIG
from clashdevice.screens._frame import DOWN, LEFT, RIGHT, UP, keys, title
from clashdevice.screens._widgets import Base, centred, put, put_right


class Screen(Base):
    """Left moves minions, up titans, right the base large, down a new game, a more."""

    def __init__(self, app, p, b):
        super().__init__(app)
        self.p = p
        self.b = b

    def key(self, key, kind, n):
        """Each key leads somewhere."""
        if kind != "press":
            return
        if key == "b":
            self.app.pop()
        elif self.game.state.over and key in ("left", "up"):
            self.app.refuse(self.app.t("table.over"))
        elif key == "a":
            self.app.replace("more", p=self.p, b=self.b)
        elif key == "down":
            self.app.replace("newgame")
        elif key == "up":
            titans = self.game.state.titans
            inplay = [slug for slug in titans if titans[slug].base]
            self.app.replace("titan" if inplay else "titan_play", p=self.p, b=self.b)
        elif not self.b or not self.laid():
            self.app.refuse(self.app.t("menu.nobase"))
        else:
            self.app.replace("move" if key == "left" else "base_view", p=self.p, b=self.b)

    def laid(self):
        """Whether the slot at the cursor holds a base."""
        bases = self.game.state.bases
        return self.b <= len(bases) and bases[self.b - 1] is not None

    def draw(self, c):
        """The five ways."""
        t = self.app.t
        title(c, t("menu"), self.name(self.p) + (" B%d" % self.b if self.b else ""))
        centred(c, UP + " " + t("menu.titan"), 0, 128, 24, BIG)
        put(c, LEFT + " " + t("menu.move"), 1, 36, BIG)
        put_right(c, t("menu.base") + " " + RIGHT, 127, 36, BIG)
        centred(c, DOWN + " " + t("menu.new"), 0, 128, 48, BIG)
        keys(c, "A: " + t("menu.more"), t("keys.back"))
