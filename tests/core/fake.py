"""A small state for tests of the timeline, for CPython and MicroPython alike.

It keeps everybody's VP and a chain of checksums over all events applied, so that one event more, less or in
another place shows.
"""

import binascii
import json

from clashcore.events import dumps
from clashcore.rejected import Rejected


class FakeState:
    """VP by player and the chain; an event with n = 13 cannot be applied."""

    def __init__(self, players: int = 2) -> None:
        self.vp = [0] * players
        self.chain = 0
        self.applied = 0

    def apply(self, ev: dict) -> None:
        if ev.get("n") == 13:
            raise Rejected("used")
        if ev["ev"] == "vp":
            self.vp[ev["p"] - 1] += ev["n"]
        self.chain = binascii.crc32(dumps(ev).encode(), self.chain) & 0xFFFFFFFF
        self.applied += 1

    def view(self) -> dict:
        return {"vp": self.vp, "chain": self.chain}

    def pack(self) -> bytes:
        return json.dumps([self.vp, self.chain]).encode()

    def unpack(self, data: bytes) -> None:
        self.vp, self.chain = json.loads(bytes(data).decode())
