"""What should come before the next player's turn; the key right passes over it."""

from clashdevice.screens import _moves
from clashdevice.screens._list import List


class Screen(List):
    """Ready bases, clashes, the end of the game."""

    hint = "next.keys"

    def __init__(self, app):
        super().__init__(app)
        state = app.game.state
        self.after = state.turn % state.players + 1
        self.head = app.t("next.title", self.name(self.after))

    def items(self):
        """What there is to do now."""
        return _moves.before_turn(self.game.state)

    def count(self):
        """Rows."""
        return len(self.items())

    def row(self, i):
        """One thing to do."""
        what, b = self.items()[i]
        return self.app.t("next." + what, b or self.name(self.game.state.leader())), ""

    def choose(self, i):
        """Do it."""
        what, b = self.items()[i]
        if what == "clash":
            self.app.push("clash")
        elif what == "end":
            self.app.push("end")
        elif what == "loot":
            self.app.push("score_base", b=0, step="loot")
        else:
            self.app.push("score_base" if what == "scoring" else "score", b=b)

    def resume(self, result):
        """Where it was done the table follows."""
        if result or not self.count():
            self.app.pop()
        else:
            self.at = min(self.at, self.count() - 1)

    def side(self, i, step):
        """Right: the next turn all the same."""
        if step > 0 and self.game.commit([{"ev": "turn", "p": self.after}]):
            self.app.beep("ok")
            self.app.pop()
