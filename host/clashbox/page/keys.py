"""Keys from browsers to the virtual device: in order, each press long enough to be a press, none stuck."""

import asyncio
import contextlib
from typing import Protocol

KEYS = ("left", "right", "up", "down", "a", "b")
PRESSED = 0.06
"""Seconds a key stays down at least: a click may be shorter than what the firmware takes for bouncing."""
RELEASED = 0.04
"""Seconds between two presses of a key at least."""
WAITING = 64
"""Moves of one key that may wait; what comes on top is dropped."""


class Pushable(Protocol):
    """What has keys."""

    def key_down(self, key: str) -> None:
        """Push a key and keep it pushed."""
        ...

    def key_up(self, key: str) -> None:
        """Let go of a key."""
        ...


class Keys:
    """One worker a key; `move` is called from the event loop. Who holds a key is known, so that a browser
    that goes away lets go of it.
    """

    def __init__(self, device: Pushable):
        self._device = device
        self._queues = {key: asyncio.Queue[bool](WAITING) for key in KEYS}
        self._holders: dict[str, set[str]] = {key: set() for key in KEYS}
        self._tasks: list[asyncio.Task[None]] = []

    def start(self) -> None:
        """Starts the workers on the running loop."""
        self._tasks = [asyncio.create_task(self._work(key)) for key in KEYS]

    async def stop(self) -> None:
        """Ends the workers; keys that are down are let go."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    def move(self, holder: str, key: object, down: object) -> None:
        """A browser (`holder`) pushes a key or lets go of it; what is no key is passed over."""
        if not isinstance(key, str) or key not in self._queues:
            return
        holders = self._holders[key]
        was = bool(holders)
        if down:
            holders.add(holder)
        else:
            holders.discard(holder)
        if bool(holders) != was:
            with contextlib.suppress(asyncio.QueueFull):
                self._queues[key].put_nowait(bool(down))

    def leave(self, holder: str) -> None:
        """A browser went away: it holds nothing any more."""
        for key in KEYS:
            if holder in self._holders[key]:
                self.move(holder, key, False)

    async def _work(self, key: str) -> None:
        queue = self._queues[key]
        pushed = False
        try:
            while True:
                down = await queue.get()
                if down == pushed:
                    continue
                pushed = down
                await asyncio.to_thread(self._device.key_down if down else self._device.key_up, key)
                await asyncio.sleep(PRESSED if down else RELEASED)
                if pushed and queue.empty() and not self._holders[key]:
                    queue.put_nowait(False)  # the move that let go of it found no room
        finally:
            if pushed:
                self._device.key_up(key)
