"""What was played in a finished game, its factions or its terrain, and what happened, newest first."""

from array import array

from clashcore.log import Log
from clashcore.past import below
from clashcore.reading import event
from clashcore.restoring import read_all

from clashdevice import archive, memory
from clashdevice.screens import _past, _say
from clashdevice.screens._list import List
from clashdevice.storage import GAMES

_SHOWN = 200  # events, the newest


class _Then:
    """What `say` asks of the application, as it was in that game."""

    def __init__(self, app, names):
        self.t = app.t
        self.cards = app.cards
        self.names = names
        self.game = self


class Screen(List):
    """Rows to read; there is nothing to choose."""

    rows = 4
    hint = ""

    def __init__(self, app, game, header):
        super().__init__(app)
        names = _past.names(app, header)
        self.then = _Then(app, names)
        self.told = []  # the rows before the events
        people = header["players"]
        for i in range(len(people)):
            own = [app.cards.name("faction", slug) for slug in people[i].get("factions", ())]
            if own:
                self.told.append("%s: %s" % (names[i], ", ".join(own)))
        if "terrain" in header:
            self.told.append(app.terrain_name(header))
        self.numbers = array("H")
        self.file = archive.open_archive(GAMES + "/" + game)
        if self.file is None:
            return
        log = self.log = Log(self.file)
        read_all(log)
        number = log.top
        while number and len(self.numbers) < _SHOWN:
            self.numbers.append(number)
            number = below(log, number)

    def count(self):
        """Rows."""
        return len(self.told) + len(self.numbers)

    def row(self, i):
        """What was played with, or an event and its line."""
        if i < len(self.told):
            return self.told[i], ""
        i -= len(self.told)
        return _say.say(self.then, event(self.log, self.numbers[i])), str(self.log.standing - i)

    def back(self):
        """Close."""
        if self.file is not None:
            self.file.close()
        memory.drop("clashcore.restoring", "clashcore.packing")
        super().back()
