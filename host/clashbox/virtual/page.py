"""Requests of the page: frames of its own numbers between the client's frames, one at a time."""

import json
import re
import time
from collections import deque
from concurrent.futures import Future
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from clashcore import frames, wire

from clashbox.virtual.process import VirtualDeviceError
from clashbox.virtual.tap import Frame

if TYPE_CHECKING:
    from clashbox.virtual.broker import Broker

_FIRST, _LAST = wire.PAGE_REQUESTS
_AGAIN = 1.0  # seconds without an answer before the request is repeated
_TRIES = 4
_GAP = 0.1  # seconds of silence that end a client's broken frame
_BLOCK = 0.2  # seconds at most that the client's bytes wait behind a request

Answer = tuple[dict[str, Any], bytes]


@dataclass
class _Request:
    kind: int
    payload: bytes
    future: "Future[Answer]" = field(default_factory=lambda: Future[Answer]())
    number: int = 0
    sent: float = 0.0
    tries: int = 0
    pieces: dict[int, bytes] = field(default_factory=dict[int, bytes])


class Page:
    """The queue of the page's requests; belongs to the broker's thread."""

    def __init__(self, broker: "Broker"):
        self._broker = broker
        self._queue: deque[_Request] = deque()
        self._current: _Request | None = None
        self._next = _FIRST
        self._unread_until = 0.0

    def request(self, kind: int, payload: dict[str, Any], data: bytes = b"") -> "Future[Answer]":
        """Queue a request, `data` behind its object; the future holds the END's object and joined DATA."""
        text = json.dumps(payload, ensure_ascii=False, separators=(",", ":")).encode()
        request = _Request(kind, text + data)
        self._queue.append(request)
        self.move()
        return request.future

    def unread(self) -> bool:
        """Does the device still have to read a request of the page (then the client's bytes wait)?"""
        return time.monotonic() < self._unread_until and self._broker.ports.in_buffer() > 0

    def move(self) -> None:
        """Send what can be sent now."""
        if self._current is None and self._queue:
            self._current = self._queue.popleft()
        request = self._current
        if request is None or (request.sent and time.monotonic() - request.sent < _AGAIN):
            return
        broker = self._broker
        if broker.state in (1, 2, 4):
            errors = re.findall(rb"^\w*(?:Error|Interrupt|Exit)\b.*", broker.tap.log, re.MULTILINE)
            why = f" ({errors[-1].decode(errors='replace').strip()})" if errors else ""
            self._fail(f"the firmware does not run: the board is at its prompt or switched off{why}")
            return
        if request.tries >= _TRIES:
            self._fail("the firmware does not answer")
            return
        ports = broker.ports
        gap = ports.gate.between_frames or time.monotonic() - ports.heard_client > _GAP
        if broker.state != 0 or not gap or ports.input_waiting():
            return
        request.number = self._next
        self._next = self._next + 1 if self._next < _LAST else _FIRST
        request.tries += 1
        request.sent = time.monotonic()
        request.pieces.clear()
        broker.tap.awaited = {request.number}
        self._unread_until = request.sent + _BLOCK
        ports.to_device(frames.encode(request.kind, request.number, request.payload))

    def timeout(self) -> float | None:
        """Return the seconds until `move` should look again, or None."""
        request = self._current
        if request is None:
            return None
        if not request.sent:
            return 0.01
        return max(0.0, request.sent + _AGAIN - time.monotonic())

    def answer(self, frame: Frame) -> None:
        """Take a frame that the tap found to be for the page."""
        kind, number, payload = frame
        request = self._current
        if request is None or number != request.number:
            return
        if kind == wire.DATA:
            request.pieces[int.from_bytes(payload[:2], "little")] = payload[2:]
            return
        self._done()
        try:
            told: dict[str, Any] = json.loads(payload)
        except ValueError:
            request.future.set_exception(VirtualDeviceError("the firmware's answer is no JSON"))
            return
        if kind == wire.ERROR:
            request.future.set_exception(VirtualDeviceError(f"the firmware refuses: {told.get('code')}"))
            return
        data = b"".join(request.pieces[piece] for piece in sorted(request.pieces))
        request.future.set_result((told, data))

    def _done(self) -> None:
        self._current = None
        self._unread_until = 0.0
        broker = self._broker
        broker.tap.awaited = set()
        broker.ports.from_device(broker.tap.release())

    def _fail(self, text: str) -> None:
        request = self._current
        self._done()
        if request:
            request.future.set_exception(VirtualDeviceError(text))
