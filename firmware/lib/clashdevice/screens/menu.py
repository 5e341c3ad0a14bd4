"""The menu over the table: one key for each thing; where modules are played, a second page for them."""

from clashdevice.canvas import BIG
from clashdevice.screens._frame import DOWN, LEFT, RIGHT, UP, keys, title
from clashdevice.screens._widgets import Base, centred, put, put_right

_ORDER = ("up", "left", "right", "down")
# The second page: screens by _ORDER, and the modules of which one must be on.
_SCREENS = ("duel", "monsters", "buried", "counts")
_MODULES = ("duels", "monsters", "buried", "madness monsters")


class Screen(Base):
    """Left moves minions, up titans, right the base large, down a new game, a the second page or more."""

    def __init__(self, app, p, b):
        super().__init__(app)
        self.p = p
        self.b = b
        self.page = 0
        # What the second page offers.
        self.items = [name if self.has(i) else "" for i, name in enumerate(_SCREENS)]

    def has(self, i):
        """Whether one of those modules is on."""
        for module in _MODULES[i].split():
            if self.on(module):
                return True
        return False

    def key(self, key, kind, n):
        """Each key leads somewhere."""
        app, over = self.app, self.game.state.over
        if kind != "press":
            return
        if key == "b":
            if self.page:
                self.page = 0
            else:
                app.pop()
        elif key == "a":
            if self.page or not any(self.items):
                app.push("more", p=self.p, b=self.b)
            else:
                self.page = 1
        elif self.page:
            name = self.items[_ORDER.index(key)]
            if name and over:
                app.refuse(app.t("table.over"))
            elif name == "duel" and not self.laid(self.b):
                app.refuse(app.t("menu.nobase"))
            elif name:
                app.push(name, p=self.p, b=self.b)
        elif over and key in ("left", "up"):
            app.refuse(app.t("table.over"))
        elif key == "down":
            app.push("newgame")
        elif key == "up":
            titans = self.game.state.titans
            inplay = [slug for slug in titans if titans[slug].base]
            app.push("titan" if inplay else "titan_play", p=self.p, b=self.b)
        elif not self.laid(self.b):
            app.refuse(app.t("menu.nobase"))
        else:
            app.push("move" if key == "left" else "base_view", p=self.p, b=self.b)

    def draw(self, c):
        """The ways."""
        t = self.app.t
        title(c, t("menu"), self.name(self.p) + (" B%d" % self.b if self.b else ""))
        words = [t("menu." + name) for name in ("titan", "move", "base", "new")]
        if self.page:
            words = [t("menu." + name) if name else "" for name in self.items]
        if words[0]:
            centred(c, UP + " " + words[0], 0, 128, 24, BIG)
        if words[1]:
            put(c, LEFT + " " + words[1], 1, 36, BIG)
        if words[2]:
            put_right(c, words[2] + " " + RIGHT, 127, 36, BIG)
        if words[3]:
            centred(c, DOWN + " " + words[3], 0, 128, 48, BIG)
        other = "menu.plays" if any(self.items) and not self.page else "menu.more"
        keys(c, "A: " + t(other), t("keys.back"))
