"""The battery, where one is fitted: its level, told without flicker, and when it is empty.

A reading is taken every ten seconds. The voltage follows it slowly (single dips mean nothing), a level
changes only well beyond its edge, and empty is only what stays so for several readings in a row. Loaded only
where a battery is found at the start; none is as good.
"""

from micropython import const

_EVERY_MS = const(10_000)
_SLOW = const(12)  # a reading moves the voltage by so much less
_EDGES = (3450, 3600, 3750, 3900)  # millivolts at which levels 1 to 4 begin
_SPARE = const(50)  # so far beyond its edge before another level is told
_EMPTY = const(3300)
_ROW = const(5)  # readings in a row below that
_AGAIN_MS = const(300_000)  # between two warnings


def fitted(read) -> bool:
    """Whether readings look like a battery: an input in the air swings, one to ground reads nothing."""
    found = [read() for _ in range(8)]
    return min(found) > 2800 and max(found) < 4600 and max(found) - min(found) < 300


class Battery:
    """`read` gives millivolts. `level` is 0 (nearly empty) to 4, `percent` a rough guess."""

    def __init__(self, read) -> None:
        self._read = read
        self._volts = sum([read() for _ in range(8)]) * 2  # in sixteenths of a millivolt
        self._row = 0
        self._warn = 0
        self.next = 0
        self.level = 0
        for edge in _EDGES:
            self.level += self.millivolts >= edge

    @property
    def millivolts(self) -> int:
        """The voltage at the cell."""
        return self._volts // 16

    @property
    def percent(self) -> int:
        """What is left, in steps of five."""
        return min(max((self.millivolts - _EMPTY) * 20 // (4150 - _EMPTY) * 5, 0), 100)

    def watch(self, app) -> None:
        """Take a reading and say what there is to say. All that was confirmed is in flash already."""
        word = self.tick(app.clock)
        if word == "empty":
            app.sleep()
        elif word:
            app.toast(app.t("battery." + word))
            app.beep("no")

    def tick(self, now: int) -> str:
        """Take a reading; "low" where that should be said, "last" before "empty", else an empty text."""
        self.next = now + _EVERY_MS
        read = self._read()
        self._volts += (read * 16 - self._volts) // _SLOW
        level, volts = self.level, self.millivolts
        if level < 4 and volts >= _EDGES[level] + _SPARE:
            self.level += 1
        elif level and volts < _EDGES[level - 1] - _SPARE:
            self.level -= 1
        self._row = self._row + 1 if read < _EMPTY else 0
        if self._row >= _ROW:
            return "last" if self._row == _ROW else "empty"
        if self.level == 0 and now >= self._warn:
            self._warn = now + _AGAIN_MS
            return "low"
        return ""
