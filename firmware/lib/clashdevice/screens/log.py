"""The log: what was recorded, newest first; left takes back the newest, right brings it back, a mends one.

What the laptop found is marked: ! a violation, ? what looks wrong; a tells more.
"""

from array import array

from clashdevice import memory
from clashdevice.screens import _say
from clashdevice.screens._list import List

_SHOWN = 200  # numbers of so many events are kept while the log is open


class Screen(List):
    """The events that stand, four at a time."""

    rows = 4
    hint = "log.keys"

    def __init__(self, app, number=0, done=False):
        super().__init__(app)
        self.done = done  # an entry was mended: the table follows at once
        self.read()
        for i in range(len(self.numbers)):
            if self.numbers[i] == number:
                self.at = i

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
        notice = memory.screen("_notice")
        told = notice.read(self.app)
        self.marks = {}
        for found in told.get("found", ()):
            self.marks[found[0]] = notice.mark(told, found[0])

    def count(self):
        """How many events are shown."""
        return len(self.numbers)

    def line(self, i):
        """The place of row i among the events that stand: it stays when an entry is mended."""
        return self.game.timeline.log.standing - i

    def row(self, i):
        """One event and its line."""
        number = self.numbers[i]
        right = self.marks.get(number, "") + str(self.line(i))
        return _say.say(self.app, self.game.timeline.event(number)), right

    def choose(self, i):
        """Mend that entry; what was found in it comes first."""
        number = self.numbers[i]
        self.app.replace("finding" if number in self.marks else "mend", number=number, line=self.line(i))

    def back(self):
        """Close."""
        self.app.pop(self.done)

    def side(self, i, step):
        """Undo or redo, once this screen's code is gone: it takes memory."""
        self.app.replace("begin", back=step)
