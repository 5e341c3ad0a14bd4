"""The client of the link: hello, requests with repeats, shrinking frames and counters.

At most one request of at most 200 bytes is under way; the device alone streams. A request that gets no whole
answer is sent again under its number, so that a late answer serves too; the next request has another, so
that what comes later still is known as old. Everything is bounded: only frames
that answer the request in hand extend its time, and `patience` seconds without any of them end it.
"""

import base64
import contextlib
import random
import zlib
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, TypeVar

import msgspec
from clashcore import frames, wire

from clashbox.link.line import Line, LineTrouble, now
from clashbox.text import shown
from clashbox.trouble import Trouble

LARGEST = 240
SMALLEST = 40
"""Bytes of a DATA payload at most and at least."""
REQUEST_LIMIT = 200
NUMBERS = 239
"""Request numbers 1..239 belong to the port; higher ones to the virtual device's own page."""
BODY_LIMIT = 4096
PIECES_LIMIT = 65535
DAMAGED = 0.12
"""Seconds of silence after which an answer with a damaged frame is over."""
POKE = b"\r\x02"
"""An empty line makes MicroPython's prompt show itself, Ctrl-B leads out of the raw one; to a clashbox both
are nothing.
"""
ATTEMPT_LIMIT = 120.0
"""Seconds that one answer may stream: a peer without an end must not hold the laptop for ever."""

T = TypeVar("T")


class Hello(msgspec.Struct):
    """What the device says of itself."""

    protocol: int
    firmware: str = ""
    device: str = ""
    board: str = ""
    language: str = ""
    games: int = 0
    live: str | None = None
    frame: int = LARGEST
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


@dataclass
class Reply:
    """One attempt's answer: DATA payloads by piece number (whatever came), and the END object, or None
    without one.
    """

    pieces: dict[int, bytes] = field(default_factory=dict[int, bytes])
    end: dict[str, Any] | None = None

    def whole(self) -> bytes | None:
        """All pieces joined, or None where one is missing."""
        count = self.end.get("pieces", 0) if self.end is not None else None
        if not isinstance(count, int) or not 0 <= count <= PIECES_LIMIT:
            return None
        if any(number not in self.pieces for number in range(count)):
            return None
        return b"".join(self.pieces[number] for number in range(count))


class Client:
    """The laptop's end of one open line."""

    def __init__(self, line: Line, patience: float = 30.0, on_log: Callable[[bytes], None] | None = None):
        """`patience`: seconds without any progress after which a request is given up; `on_log` gets the
        bytes outside frames, which are the device's log.
        """
        self.line = line
        self.patience = patience
        self.counters = Counters()
        self.size = LARGEST
        self.hello_data = Hello(0)
        self._on_log = on_log
        self._decoder = frames.Decoder(BODY_LIMIT, 4096)
        self._number = random.randrange(NUMBERS)
        self._clean = 0
        self._timeout = 1.0
        self._log = b""

    def __enter__(self) -> "Client":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Closes the line as design.md's policy has it."""
        self.line.close()

    def hello(self, patience: float = 8.0, enough: Callable[[], bool] = lambda: False) -> Hello:
        """Says hello until a clashbox answers; boot chatter is passed over. Opening a port may have reset
        the board: it gets `patience` seconds to come up, or until `enough` says so; a prompt that shows
        itself is an answer too. Raises NotOurs, LineTrouble, or Trouble where the protocols differ.
        """
        end = now() + patience
        prompts: int | None = None  # how many had been seen when it was asked to show itself
        self._next_number()
        while now() < end and not enough():
            try:
                left = max(0.1, end - now())
                reply = self._attempt(wire.HELLO, {}, min(0.6, left), left)
            except Refused:
                raise NotOurs("other", self.line.name) from None
            if reply.end is None:
                self.counters.repeated += 1
                if prompts is not None and self._log.count(b">>>") > prompts:
                    break
                self.line.send(POKE)
                prompts = self._log.count(b">>>")
                continue
            try:
                found = msgspec.convert(reply.end, Hello)
            except msgspec.ValidationError:
                raise NotOurs("other", self.line.name) from None
            # It goes to terminals and into the history as it is.
            for name in ("firmware", "device", "board"):
                setattr(found, name, shown(getattr(found, name)))
            self._judge(found)
            self.hello_data = found
            self.size = max(SMALLEST, min(LARGEST, found.frame))
            self._timeout = self._usual()
            return found
        raise NotOurs(self._what_is_it(), self.line.name)

    def _judge(self, found: Hello) -> None:
        if found.name and found.name != "clashbox":
            raise NotOurs("other", self.line.name)
        if found.protocol > wire.PROTOCOL:
            raise Trouble("hello.newer", found.protocol, wire.PROTOCOL)
        if found.protocol < wire.PROTOCOL:
            raise Trouble("hello.older", found.protocol, wire.PROTOCOL)

    def _what_is_it(self) -> str:
        if b">>>" not in self._log:
            self.line.send(POKE)
            until = now() + 0.3
            while now() < until:
                self._take(self.line.receive(0.1))
        if b"clashdevice" in self._log:
            return "fault"  # a clashbox whose firmware stumbles: its log says so
        if b">>>" in self._log or b"MicroPython" in self._log:
            return "board"
        return "other" if self.counters.bytes_in else "silent"

    def call(self, kind: int, body: dict[str, Any]) -> tuple[bytes, dict[str, Any]]:
        """A request whose answer must be whole: repeated until it is. Returns the joined DATA payloads and
        the END object; raises Refused where the device says no, Trouble after `patience` seconds in vain.
        """
        end = now() + self.patience
        self._next_number()
        while True:
            reply = self._attempt(kind, body, self._timeout)
            whole = reply.whole() if reply.end is not None else None
            if reply.end is not None and whole is not None:
                self._went_well()
                return whole, reply.end
            self._went_badly(silent=reply.end is None and not reply.pieces)
            if now() > end:
                raise LineTrouble("quiet", self.line.name)

    def call_as(self, kind: int, body: dict[str, Any], shape: type[T]) -> T:
        """Like `call` for a request that answers with JSON in its DATA pieces, checked against `shape`."""
        for _ in range(3):
            # Pieces of two answers to a repeated request may disagree where a game went on in between: ask
            # anew.
            try:
                data, _ = self.call(kind, body)
            except Refused:
                break
            with contextlib.suppress(msgspec.DecodeError, UnicodeDecodeError):
                return msgspec.json.decode(data, type=shape)
        raise Trouble("hello.garbled", shown(self.line.name, 200))

    def put(self, name: str, data: bytes) -> None:
        """Sends a piece of data under that name: in steps as small as requests must be, with a CRC of the
        whole; the device switches over when all of it is there. Raises Refused.
        """
        at = 0
        body: dict[str, Any] = {"name": name, "total": len(data), "crc": zlib.crc32(data)}
        restarts = 0
        while True:
            # In base64, with the rest of the object and the frame, 84 bytes stay below 200.
            step = 84 if self.size > LARGEST // 2 else 30
            piece = base64.b64encode(data[at : at + step]).decode()
            _, end = self.call(wire.PUT, {**body, "at": at, "data": piece})
            have = end.get("have")
            if have == len(data):
                return
            # The device may have lost what it had (a reset): it says from where on it wants the data.
            if not isinstance(have, int) or not 0 <= have < len(data) or have <= at:
                restarts += 1
                if restarts > 5 or not isinstance(have, int) or not 0 <= have < len(data):
                    raise NotOurs("other", self.line.name)
            at = have

    def stream(self, kind: int, body: dict[str, Any]) -> Reply:
        """One attempt of a request whose pieces are of use one by one; what came is returned, whole or
        not.
        """
        self._next_number()
        reply = self._attempt(kind, body, self._timeout)
        if reply.whole() is not None:
            self._went_well()
        else:
            self._went_badly(silent=reply.end is None and not reply.pieces)
        return reply

    def listen(self, kind: int, body: dict[str, Any], wait: float) -> Reply:
        """One attempt of a request whose answer the device may hold back for `wait` seconds, until there is
        news.
        """
        self._next_number()
        return self._attempt(kind, body, self._timeout, wait=wait)

    def _next_number(self) -> None:
        self._number = self._number % NUMBERS + 1

    def _usual(self) -> float:
        # Four times the slowest answer so far; a flash erase or a collection of garbage may come on top of
        # any.
        return max(0.15, min(1.0, self.counters.slowest * 4 + 0.1))

    def _went_well(self) -> None:
        self._timeout = self._usual()
        self._clean += 1
        if self._clean >= 8 and self.size < LARGEST:
            self.size = min(LARGEST, self.size * 3 // 2)
            self._clean = 0

    def _went_badly(self, silent: bool) -> None:
        self.counters.repeated += 1
        self._clean = 0
        self.size = max(SMALLEST, self.size * 2 // 3)
        # Where part of the answer came the line is bad, and waiting longer helps nobody; where nothing came
        # the
        # device may be slow.
        self._timeout = min(2.0, self._timeout * 1.3) if silent else self._usual()

    def _attempt(
        self,
        kind: int,
        body: dict[str, Any],
        timeout: float,
        limit: float = ATTEMPT_LIMIT,
        wait: float = 0.0,
    ) -> Reply:
        """Sends the request once; `timeout` seconds without a frame of its answer end it (`wait` more before
        the first one), `limit` in any case.
        """
        frame = frames.encode(kind, self._number, msgspec.json.encode(body))
        if len(frame) > REQUEST_LIMIT:
            raise ValueError(f"a request of {len(frame)} bytes; the device takes {REQUEST_LIMIT}")
        self.line.send(frame)
        self.counters.sent += 1
        self.counters.bytes_out += len(frame)
        started = now()
        until = started + wait + timeout
        reply = Reply()
        bad = self._decoder.bad
        while (left := until - now()) > 0:
            data = self.line.receive(left)
            found = self._take(data)
            if data and self._decoder.bad > bad:
                # A frame of the answer is lost: once the line falls silent there is nothing more to wait for.
                until = min(until, now() + DAMAGED)
            for got, number, payload in found:
                if number != self._number:
                    continue
                if len(reply.pieces) == 0 and reply.end is None and not wait:
                    self._timed(now() - started)
                rest = timeout if self._decoder.bad == bad else min(timeout, DAMAGED)
                until = min(now() + rest, started + limit)
                if got == wire.DATA and len(payload) >= 2:
                    piece = payload[0] | payload[1] << 8
                    reply.pieces[piece] = bytes(payload[2:])
                elif got == wire.END:
                    reply.end = self._object(payload)
                    return reply
                elif got == wire.ERROR:
                    raise Refused(str(self._object(payload).get("code", "")))
        return reply

    def _timed(self, seconds: float) -> None:
        counters = self.counters
        counters.fastest = min(counters.fastest or seconds, seconds)
        counters.slowest = max(counters.slowest, seconds)

    def _object(self, payload: bytes) -> dict[str, Any]:
        # The CRC fitted: what does not read as an object now is another program's, not a bad line's.
        try:
            return msgspec.json.decode(payload, type=dict[str, Any])
        except (msgspec.DecodeError, UnicodeDecodeError):
            raise NotOurs("other", self.line.name) from None

    def _take(self, data: bytes) -> list[tuple[int, int, bytes]]:
        self.counters.bytes_in += len(data)
        found = self._decoder.feed(data)
        self.counters.received += len(found)
        self.counters.bad = self._decoder.bad
        log = self._decoder.take_log()
        if log:
            self._log = (self._log + bytes(log))[-4096:]
            if self._on_log:
                self._on_log(bytes(log))
        return found
