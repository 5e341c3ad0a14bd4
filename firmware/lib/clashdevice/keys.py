"""Six keys: sampled by a timer, debounced, queued with their time, turned into presses, holds and repeats.

`sample` runs in the timer's callback every 5 ms and allocates nothing. A press counts after two equal samples
(at once for the hand, too long for a spike), a release after four (contacts bounce). `poll` runs in the main
loop and goes by the times of the edges, so that a slow loop turns no short press into a long one.
"""

# pyright: reportArgumentType=false
# (the stubs have types of their own for ticks)

from array import array
from time import ticks_add, ticks_diff, ticks_ms

from micropython import const

NAMES = ("left", "right", "up", "down", "a", "b")

PERIOD_MS = 5
HOLD_MS = 700
_PRESSES = const(2)  # equal samples that make a press
_RELEASES = const(4)  # equal samples that make a release
_REPEAT_MS = const(450)  # from the press to the first repeat
_EVERY_MS = const(130)  # between repeats by one
_SINGLES = const(5)  # so many by one before they go in fives
_FIVES_MS = const(320)  # between repeats by five
_SHOWN_MS = const(150)  # a hold's progress is shown from here on
_RING = const(32)  # edges; when full the newest is dropped, and a lost release is seen from the samples

# What a key that is down still means.
_NOTHING = const(0)
_REPEATS = const(1)
_HOLDS = const(2)  # fires when let go, or as a hold


class Keys:
    """The keys behind `pins` (objects with value(), 0 = pressed, in the order of NAMES)."""

    def __init__(self, pins) -> None:
        self._pins = pins
        self._down = 0  # debounced levels, one bit a key
        for i in range(len(pins or ())):  # what is down from the start means nothing until it is let go
            if not pins[i].value():
                self._down |= 1 << i
        self._count = bytearray(6)  # samples in a row that differ from the debounced level
        self._codes = bytearray(_RING)  # key, plus 8 for a press
        self._times = array("i", [0] * _RING)
        self._head = 0
        self._tail = 0
        self.presses = 0
        self.last = ticks_ms()  # when a key was last touched
        self._mode = bytearray(6)
        self._since = array("i", [0] * 6)
        self._next = array("i", [0] * 6)
        self._done = bytearray(6)  # repeats so far
        self.turned = 0  # 1: the box lies upside down, left is right and up is down
        self._seen = 0  # levels as `poll` has followed them
        self.on_timer = self._on_timer  # bound once: taking it anew would allocate

    def _on_timer(self, _timer) -> None:
        mask = 0
        pins = self._pins
        for i in range(6):
            if not pins[i].value():
                mask |= 1 << i
        self.sample(mask, ticks_ms())

    def sample(self, mask: int, now: int) -> None:
        """Take in the levels (bit set: pressed) read at `now`; called every PERIOD_MS."""
        changed = mask ^ self._down
        count = self._count
        for i in range(6):
            if not changed >> i & 1:
                count[i] = 0
                continue
            count[i] += 1
            press = mask >> i & 1
            if count[i] >= (_PRESSES if press else _RELEASES):
                count[i] = 0
                self._down ^= 1 << i
                head = self._head
                after = (head + 1) % _RING
                if after != self._tail:
                    self._codes[head] = i | 8 if press else i
                    self._times[head] = now
                    self._head = after

    @property
    def busy(self) -> bool:
        """Whether edges wait for `poll` or a key is down."""
        return self._head != self._tail or self._down != 0

    def forget(self) -> None:
        """Keys that are down mean nothing more until they are let go (the screen has changed)."""
        for i in range(6):
            self._mode[i] = _NOTHING

    def poll(self, now: int, holds: str, repeats: str) -> "tuple | None":
        """The next thing that the keys say: (key, "press" | "hold" | "repeat", n), or None.

        `holds` and `repeats` name the keys (space separated) with a long press, and those that repeat.
        """
        while self._tail != self._head:
            code = self._codes[self._tail]
            when = self._times[self._tail]
            i = code & 7
            if not code & 8:
                # A hold that was over before the loop came round still is a hold.
                if self._mode[i] == _HOLDS and ticks_diff(when, self._since[i]) >= HOLD_MS:
                    self._mode[i] = _NOTHING
                    return (self._name(i), "hold", 1)
            self._tail = (self._tail + 1) % _RING
            self.last = when
            if code & 8:
                fired = self._pressed(i, when, holds, repeats)
            else:
                fired = self._released(i)
            if fired:
                return fired
        lost = self._seen & ~self._down
        for i in range(6):
            if lost >> i & 1:
                fired = self._released(i)
                if fired:
                    return fired
            elif self._mode[i] == _HOLDS and ticks_diff(now, self._since[i]) >= HOLD_MS:
                self._mode[i] = _NOTHING
                self.last = now
                return (self._name(i), "hold", 1)
            elif self._mode[i] == _REPEATS and ticks_diff(now, self._next[i]) >= 0:
                self._done[i] = min(self._done[i] + 1, _SINGLES + 1)
                fives = self._done[i] > _SINGLES
                # From now on and not from the plan: a slow loop must not fire a row of late repeats at once.
                self._next[i] = ticks_add(now, _FIVES_MS if fives else _EVERY_MS)
                self.last = now
                return (self._name(i), "repeat", 5 if fives else 1)
        return None

    def _pressed(self, i: int, when: int, holds: str, repeats: str) -> "tuple | None":
        name = self._name(i)
        self.presses += 1
        self._seen |= 1 << i
        self._since[i] = when
        if name in holds.split():
            self._mode[i] = _HOLDS
            return None
        self._mode[i] = _REPEATS if name in repeats.split() else _NOTHING
        self._next[i] = ticks_add(when, _REPEAT_MS)
        self._done[i] = 0
        return (name, "press", 1)

    def _released(self, i: int) -> "tuple | None":
        self._seen &= ~(1 << i)
        short = self._mode[i] == _HOLDS
        self._mode[i] = _NOTHING
        return (self._name(i), "press", 1) if short else None

    def _name(self, i: int) -> str:
        return NAMES[i ^ self.turned if i < 4 else i]

    def progress(self, now: int) -> int:
        """How far a long press has come, 0 to 100; 0 also where none is under way."""
        for i in range(6):
            if self._mode[i] == _HOLDS:
                held = ticks_diff(now, self._since[i])
                if held >= _SHOWN_MS:
                    return min(100, held * 100 // HOLD_MS)
        return 0
