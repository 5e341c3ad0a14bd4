"""Follows the live game of a virtual device over its own channel, so that the serial port stays free."""

from typing import Any, Protocol

from clashcore import wire

from clashbox import core, reading
from clashbox.cards import forms
from clashbox.link.records import Place, unpack
from clashbox.page.telling import Followed
from clashbox.text import shown
from clashbox.virtual import VirtualDeviceError

SIZE = 240
"""Bytes of a piece of an answer."""


class Asked(Protocol):
    """What answers requests of the link: the virtual device."""

    def request(self, kind: int, payload: dict[str, Any] | None = None) -> tuple[dict[str, Any], bytes]:
        """The END's object and the joined DATA; VirtualDeviceError where it refuses or is away."""
        ...


class Live:
    """The live game, looked at again and again with `poll` (which waits for the device: not for the event
    loop).
    """

    def __init__(self, device: Asked):
        self.game: Followed | None = None
        self._device = device
        self._place = Place()

    def poll(self) -> bool:
        """Looks for news; whether there are any."""
        try:
            return self._look()
        except VirtualDeviceError:
            # Away (restarting, or at its prompt), or the game has another beginning: it is read anew.
            self._place = Place()
            return False

    def _look(self) -> bool:
        changed = False
        while True:
            # What is shown stays until there is something else: a device that restarts loses nothing.
            game = self.game
            follows = game is not None and self._place.events == len(game.events)
            end, data = self._device.request(
                wire.LIVE,
                {
                    "id": game.id if game and follows else "",
                    "from": self._place.events + 1 if follows else 1,
                    "crc": self._place.crc if follows else 0,
                    "size": SIZE,
                    "wait": 0,
                },
            )
            live = str(end.get("id", ""))
            if not live:
                changed = changed or game is not None
                self.game = None
                return changed
            if game is None or not follows or game.id != live:
                self.game, self._place = Followed(live, self._header(live)), Place()
                changed = True
                continue
            try:
                self._place, _, events = unpack(self._place, [data])
            except ValueError as error:
                raise VirtualDeviceError(str(error)) from None
            game.add(events)
            changed = changed or bool(events)
            if not events or self._place.events >= int(end.get("events", 0)):
                return changed

    def _header(self, game: str) -> core.Header:
        _, data = self._device.request(wire.HEADER, {"id": game})
        try:
            return core.read_header(forms.expand(reading.loads(data.decode("utf-8"))))
        except ValueError as error:
            raise VirtualDeviceError(shown(error, 200)) from None
