"""The log: what was recorded, newest first; left takes back the newest, right brings it back, a mends one."""

from array import array

from clashdevice.screens import _say
from clashdevice.screens._list import List

_SHOWN = 200  # numbers of so many events are kept while the log is open


class Screen(List):
    """The events that stand, four at a time."""

    rows = 4
    hint = "log.keys"

    def __init__(self, app):
        super().__init__(app)
        self.read()

    def read(self):
        """Find the numbers of the newest events that stand."""
        timeline = self.game.timeline
        self.numbers = array("H")  # a list would take eight times the memory in one piece
        number = timeline.top
        while number and len(self.numbers) < _SHOWN:
            if timeline.stands(number):
                self.numbers.append(number)
            number -= 1
        self.at = 0

    def count(self):
        """How many events are shown."""
        return len(self.numbers)

    def row(self, i):
        """One event and its number."""
        number = self.numbers[i]
        return _say.say(self.app, self.game.timeline.event(number)), str(number)

    def choose(self, i):
        """Mend that entry."""
        self.app.replace("mend", number=self.numbers[i])

    def side(self, i, step):
        """Undo or redo, once this screen's code is gone: it takes memory."""
        self.app.replace("begin", back=step)
