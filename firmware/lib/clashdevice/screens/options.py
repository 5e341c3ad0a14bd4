"""What a game of Smash Up is played with: the VP that end it, modules, printing, the turn clock."""

from clashdevice.screens._list import List

MODULES = ("titans", "duels", "monsters", "buried", "madness")
_MOST = 99
_MINUTES = 30


class Screen(List):
    """Rows that left, right or a change; returns (goal, modules, whether the printing is the current one)."""

    hint = "settings.keys"

    def __init__(self, app, goal, modules, current):
        super().__init__(app)
        self.head = app.t("options.title")
        self.goal = goal
        self.modules = list(modules)
        self.current = current

    def count(self):
        """The goal, the modules, the printing, the turn clock."""
        return 3 + len(MODULES)

    def row(self, i):
        """Name and value."""
        t = self.app.t
        if not i:
            return t("options.goal"), "%d VP" % self.goal
        if i > len(MODULES) + 1:  # a setting: it holds for later games too
            limit = self.app.settings["limit"]
            return t("more.clock"), t("clock.minutes", limit) if limit else t("off")
        if i > len(MODULES):
            return t("options.printing"), t("options.current" if self.current else "options.original")
        module = MODULES[i - 1]
        return t("options." + module), t("on" if module in self.modules else "off")

    def side(self, i, step):
        """The next value."""
        if not i:
            self.goal = min(max(1, self.goal + step), _MOST)
        elif i > len(MODULES) + 1:
            self.app.set("limit", (self.app.settings["limit"] + step) % (_MINUTES + 1))
        elif i > len(MODULES):
            self.current = not self.current
        elif MODULES[i - 1] in self.modules:
            self.modules.remove(MODULES[i - 1])
        else:
            self.modules.append(MODULES[i - 1])

    def choose(self, i):
        """The next value."""
        self.side(i, 1)

    def back(self):
        """Back to the seats with what was chosen."""
        kept = [module for module in MODULES if module in self.modules]
        self.app.pop((self.goal, kept, self.current))
