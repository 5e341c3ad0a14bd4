"""What players hold besides VP: treasures in hand, Madness cards with what they cost at the end (SB-13)."""

from clashdevice.screens._totals import Totals


class Screen(Totals):
    """A column each; a goes on to the other count."""

    def __init__(self, app, p, b=0):
        super().__init__(app)
        self.at = p - 1
        self.done = False  # something was recorded: the table follows at once
        self.mode = "treasures" if self.on("monsters") and not self.on("madness") else "madness"

    def forward(self):
        """The key a."""
        self.mode = "treasures" if self.mode == "madness" else "madness"

    def held(self):
        """What is counted, by player."""
        state = self.game.state
        return state.madness if self.mode == "madness" else state.treasures

    def columns(self):
        """The players with what they hold."""
        state, held = self.game.state, self.held()
        found = []
        for p in range(1, state.players + 1):
            lost = held[p - 1] // 2 if self.mode == "madness" else 0
            found.append((self.name(p), "-%d VP" % lost if lost else "", held[p - 1]))
        return found

    def edited(self, i, n):
        """A count changes; never below nothing (SB-15)."""
        n = max(n, -self.held()[i])
        event = {"ev": "madness", "p": i + 1, "n": n}
        if self.mode == "treasures":
            event = {"ev": "treasure", "p": i + 1, "n": n, "why": "card"}
            if n < 0:
                event = {"ev": "treasure.out", "p": i + 1, "n": -n}
        if n and self.game.commit([event]):
            self.done = True
            self.app.beep("ok")

    def back(self):
        """The key b."""
        self.app.pop(self.done)

    def draw(self, c):
        """The columns."""
        t = self.app.t
        other = "treasures" if self.mode == "madness" else "madness"
        self.columns_draw(c, t("counts." + self.mode), "", "A: %s ▲▼" % t("counts." + other))
