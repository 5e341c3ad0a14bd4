"""The box that the page shows: a virtual device, looked at over its own channel."""

import base64
from typing import Any, Protocol

from clashcore import wire

from clashbox.core import Event
from clashbox.db.engine import Database
from clashbox.page.live import Live
from clashbox.page.telling import Followed
from clashbox.trouble import Trouble
from clashbox.virtual import VirtualDevice, VirtualDeviceError

Picture = dict[str, Any]
"""A screen: `bits` (base64 of 64 rows of 128 pixels, the leftmost the highest bit), `lit`, `contrast` (0 to
255).
"""

_REST = 1.5
SWITCHES = ("cut", "boot", "reset", "unplug", "plug")
_DIGITS = bytes.maketrans(b"\x00\x01", b"01")


class Box(Protocol):
    """What the page needs of a box. All but `state` may wait for the device: not for the event loop.

    `rest`: seconds between two looks at the game while the screen stays the same.
    """

    rest: float

    @property
    def game(self) -> Followed | None:
        """The game that is under way."""
        ...

    def state(self) -> dict[str, Any]:
        """`kind` (virtual, real), `port`, `on` (has power), `plugged` (answers), `keys` (can be pressed)."""
        ...

    def look(self) -> Picture | None:
        """The screen; None where nobody knows."""
        ...

    def poll(self) -> bool:
        """Whether the game has gone on."""
        ...

    def key_down(self, key: str) -> None:
        """Push a key and keep it pushed."""
        ...

    def key_up(self, key: str) -> None:
        """Let go of a key."""
        ...

    def switch(self, what: str) -> None:
        """One of SWITCHES."""
        ...

    def put(self, name: str, data: bytes) -> None:
        """Sends a file to the box."""
        ...

    def enter(self, number: int, event: Event) -> dict[str, Any]:
        """Proposes an event of the game under that number (ENTER); the box's answer. Raises Trouble where the
        box is away.
        """
        ...

    def fetch(self, database: Database) -> tuple[int, list[str]]:
        """Brings what the history does not have from the box: how many events, and what went wrong. Raises
        Trouble.
        """
        ...


def picture(rows: list[bytes], lit: bool, contrast: int) -> Picture:
    """Rows of bytes 0 and 1 as a Picture."""
    bits = b"".join(int(row.translate(_DIGITS), 2).to_bytes(16, "big") for row in rows)
    return {"bits": base64.b64encode(bits).decode(), "lit": lit, "contrast": contrast}


class VirtualBox:
    """A virtual device: its power and its cable are switches on the page."""

    def __init__(self, device: VirtualDevice):
        self.rest = _REST
        self._device = device
        self._live = Live(device)
        self._plugged = True

    @property
    def game(self) -> Followed | None:
        """The game that is under way."""
        return self._live.game

    def state(self) -> dict[str, Any]:
        """See Box."""
        device = self._device
        return {
            "kind": "virtual",
            "port": device.port,
            "on": device.running,
            "plugged": self._plugged,
            "keys": True,
        }

    def look(self) -> Picture | None:
        """See Box."""
        device = self._device
        return picture(device.pixels(), device.lit and device.running, device.contrast)

    def poll(self) -> bool:
        """See Box. Without power nothing is asked, and what was known stays."""
        self.rest = _REST
        return self._device.running and self._live.poll()

    def key_down(self, key: str) -> None:
        """See Box."""
        if self._device.running:
            self._device.key_down(key)

    def key_up(self, key: str) -> None:
        """See Box."""
        self._device.key_up(key)

    def switch(self, what: str) -> None:
        """Pull or plug in the cable; cut the power or switch it on; press the board's reset button."""
        device = self._device
        if what == "cut":
            device.power_cut()
        elif what == "boot":
            device.boot()
        elif what == "reset" and device.running:
            device.reset()
        elif what in ("plug", "unplug"):
            self._plugged = what == "plug"
            device.cable(self._plugged)

    def put(self, name: str, data: bytes) -> None:
        """See Box."""
        self._device.put(name, data)

    def enter(self, number: int, event: Event) -> dict[str, Any]:
        """See Box."""
        game = self._live.game
        body = {"id": game.id if game else "", "number": number, "event": event}
        try:
            return self._device.request(wire.ENTER, body)[0]
        except VirtualDeviceError:
            raise Trouble("page.enter.away") from None
        finally:
            self.rest = 0.0  # what it brought is looked for at once

    def fetch(self, database: Database) -> tuple[int, list[str]]:
        """See Box: over the port, as `clashbox sync` does it."""
        from clashbox import sync
        from clashbox.link import ports

        with ports.connect(self._device.port) as client:
            summary = sync.Sync(client, database).run()
        return summary.added, summary.troubles
