"""The device's clock: who may run up to when, and which keys change on the way.

Times are microseconds since power-on. The device asks to sleep until some time; the clock answers at once
where that is allowed, later where it is not yet.
"""

import heapq
import time
from collections.abc import Callable, Iterable

from clashbox.virtual.keys import Edge

QUIET = 50_000  # so long nothing may happen before the device counts as idle
PATIENCE = 1_000_000  # so long the device may leave its input unread before it counts as idle all the same


class Clock:
    """Virtual time. `answer(interrupt, now, horizon, levels)` is called to wake the sleeping device."""

    def __init__(self, answer: Callable[[int, int, int, int], None], realtime: bool, start: int = 0):
        self._answer = answer
        self.realtime = realtime
        self.now = start
        self.target = start  # calls on the Python side want the clock to come this far
        self.wake = start  # serial traffic lets the device run this far
        self.last_activity = start
        self.levels = (1 << 64) - 1  # all inputs pulled up
        self.want: int | None = None  # the device sleeps until then
        self.paced = False  # a program of the prompt runs: its sleeps take real time
        self._last_input = start - PATIENCE
        self._edges: list[Edge] = []
        self._wall = time.monotonic() - start / 1e6

    def restart(self, keys: bool = False) -> None:
        """The device starts anew: nobody sleeps, no key is down unless those stay as they are."""
        self.want = None
        self.paced = False
        if not keys:
            self._edges.clear()
            self.levels = (1 << 64) - 1

    def schedule(self, changes: Iterable[Edge]) -> None:
        """Note changes of pins to come."""
        for change in changes:
            heapq.heappush(self._edges, change)

    @property
    def moment(self) -> int:
        """When what happens outside just now happens: real time goes on while the device computes, so that a
        key that is pushed and let go meanwhile was down for as long as it was.
        """
        if not self._by_wall():
            return self.now
        return max(self.now, int((time.monotonic() - self._wall) * 1e6))

    @property
    def edges_left(self) -> bool:
        """Are changes of pins still to come?"""
        return bool(self._edges)

    def activity(self, now: int) -> None:
        """The device used its bus or flash."""
        self.now = max(self.now, now)
        self.last_activity = self.now

    def serial(self, awake: int = QUIET) -> None:
        """Bytes went over the line: the device is awake for a while."""
        self.last_activity = self.now
        if not self._by_wall():
            self.wake = max(self.wake, self.now + awake)

    def typed(self) -> None:
        """Bytes came for the device."""
        self._last_input = self.now
        self.serial()

    def input_fresh(self) -> bool:
        """Is what waits for the device new enough that it may still read it?"""
        return self.now < self._last_input + PATIENCE

    def _by_wall(self) -> bool:
        return self.realtime or self.paced

    def allowed(self) -> int:
        """Return how far the clock may run now."""
        limit = max(self.target, self.wake, self.now)
        if self._by_wall():
            wall = int((time.monotonic() - self._wall) * 1e6)
            if limit > wall:
                self._wall = time.monotonic() - limit / 1e6  # jumped ahead: real time goes on from there
            limit = max(limit, wall)
        return limit

    def follow_wall(self) -> None:
        """Let real time go on from the clock's time."""
        self._wall = time.monotonic() - self.now / 1e6

    def timeout(self) -> float | None:
        """Return the seconds until the device must be woken by real time, or None."""
        if self.want is None or not self._by_wall():
            return None
        until = min(self.want, self._edges[0][0]) if self._edges else self.want
        return max(0.0, until / 1e6 + self._wall - time.monotonic())

    def sleep(self, now: int, want: int) -> None:
        """The device sleeps."""
        self.now = max(self.now, now)
        self.want = want
        self.run()

    def interrupt(self) -> None:
        """Wake the sleeping device with a keyboard interrupt."""
        self.want = None
        self._answer(1, self.now, self.now, self.levels)

    def skip(self) -> None:
        """The board waits at its prompt: time passes, keys change, nobody sees it."""
        self.now = max(self.now, self.allowed())
        self._change(self.now)

    def _change(self, reach: int) -> None:
        """Let the pins change up to that time."""
        while self._edges and self._edges[0][0] <= reach:
            moment, pin, level = heapq.heappop(self._edges)
            self.now = max(self.now, moment)
            self.levels = self.levels & ~(1 << pin) | level << pin

    def run(self) -> bool:
        """Wake the sleeping device if its time has come; returns False where it has to go on sleeping."""
        if self.want is None:
            return False
        allowed = self.allowed()
        reach = min(self.want, allowed)
        self._change(reach)
        self.now = max(self.now, reach)
        if self.want > allowed:
            return False
        horizon = min(allowed, self._edges[0][0] - 1) if self._edges else allowed
        self.want = None
        self._answer(0, self.now, max(self.now, horizon), self.levels)
        return True
