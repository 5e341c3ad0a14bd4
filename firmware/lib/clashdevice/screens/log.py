"""The log: what was recorded, newest first; left takes back the newest, right brings it back."""

from clashdevice.screens import _moves, _say
from clashdevice.screens._widgets import List


class Screen(List):
    """The events that stand, four at a time."""

    rows = 4
    hint = "log.keys"

    def __init__(self, app):
        super().__init__(app)
        self.line = -1
        self.text = ""

    def count(self):
        """How many events stand."""
        return len(self.standing())

    def standing(self):
        """Numbers of the standing events."""
        return self.game.timeline.standing()

    def row(self, i):
        """One event and its number."""
        standing = self.standing()
        number = standing[len(standing) - 1 - i]
        return _say.say(self.app, self.game.timeline.event(number)), str(number)

    def side(self, i, step):
        """Undo or redo."""
        _moves.undo(self.app, step > 0)
        self.at = 0
