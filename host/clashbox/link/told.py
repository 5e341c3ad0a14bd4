"""What comes over the link, and how asking for it can fail."""

from dataclasses import dataclass, field
from typing import Any

import msgspec
from clashcore import wire

from clashbox.text import shown
from clashbox.trouble import Trouble

PIECES_LIMIT = 65535


class Hello(msgspec.Struct):
    """What the device says of itself."""

    protocol: int
    firmware: str = ""
    device: str = ""
    board: str = ""
    language: str = ""
    games: int = 0
    live: str | None = None
    frame: int = wire.DATA_PAYLOAD
    free: int | None = None
    heap: int | None = None
    pack: int = 0
    name: str = ""


@dataclass
class Counters:
    """What the line did: frames sent and received, requests repeated, frames that were damaged, round trips
    in s.
    """

    sent: int = 0
    received: int = 0
    repeated: int = 0
    bad: int = 0
    bytes_in: int = 0
    bytes_out: int = 0
    fastest: float = 0.0
    slowest: float = 0.0


class Refused(Exception):
    """The device answered with an ERROR; `code` says why."""

    def __init__(self, code: str):
        super().__init__(code)
        self.code = code


class NotOurs(Trouble):
    """The port works, but what answers is no clashbox; `kind` is silent, board, fault or other."""

    def __init__(self, kind: str, port: str):
        super().__init__(f"hello.{kind}", shown(port, 200))
        self.kind = kind
        self.port = port


@dataclass
class Reply:
    """One attempt's answer: DATA payloads by piece number (whatever came), and the END object, or None
    without one.
    """

    pieces: dict[int, bytes] = field(default_factory=dict[int, bytes])
    end: dict[str, Any] | None = None

    def take(self, payload: bytes) -> bool:
        """Takes in the payload of a DATA frame; whether that piece is new."""
        number = int.from_bytes(payload[:2], "little")
        if len(payload) < 2 or number in self.pieces:
            return False
        self.pieces[number] = bytes(payload[2:])
        return True

    def whole(self) -> bytes | None:
        """All pieces joined, or None where one is missing."""
        count = self.end.get("pieces", 0) if self.end is not None else None
        if not isinstance(count, int) or not 0 <= count <= PIECES_LIMIT:
            return None
        if any(number not in self.pieces for number in range(count)):
            return None
        return b"".join(self.pieces[number] for number in range(count))
