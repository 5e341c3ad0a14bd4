"""The client of the link: hello, requests with repeats, shrinking frames and counters.

At most one request of at most 200 bytes is under way; the device alone streams. A request that gets no whole
answer is sent again under its number, so that a late answer serves too; the next request has another, so
that what comes later still is known as old. Everything is bounded: only frames
that answer the request in hand extend its time, and `patience` seconds without any of them end it.
"""

import contextlib
import zlib
from collections.abc import Callable
from typing import Any, TypeVar

import msgspec
from clashcore import frames, wire

from clashbox.link import crumbling
from clashbox.link.channel import POKE, Channel
from clashbox.link.line import Line, LineTrouble, now
from clashbox.link.told import Counters, Hello, NotOurs, Refused, Reply
from clashbox.text import shown
from clashbox.trouble import Trouble

__all__ = ["Client", "Counters", "Hello", "NotOurs", "Refused", "Reply"]

LARGEST = wire.DATA_PAYLOAD
SMALLEST = wire.DATA_PAYLOAD_LEAST
"""Bytes of a DATA payload at most and at least."""
COUNT = 500
"""Events asked for at once: about half a second of the line, and one transaction;"""
FEW = 30
"""so many on a bad line, where an answer comes in crumbs."""
REQUEST_LIMIT = wire.REQUEST_FRAME
REQUEST_SMALL = 110
"""Bytes of a request over the line at most, and where it can be shorter on a line that damages some."""
PATIENCE = 8.0
"""Seconds without any news after which a request is given up."""
STARTS = 2
"""How often a board at its prompt is started before it counts as one without a clashbox."""
ATTEMPT_LIMIT = 9.0
"""Seconds that one answer may stream: a peer without an end must not hold the laptop."""

T = TypeVar("T")


class Client:
    """The laptop's end of one open line."""

    def __init__(
        self, line: Line, patience: float | None = None, on_log: Callable[[bytes], None] | None = None
    ):
        """`patience`: seconds without any news after which a request is given up, PATIENCE unless told
        otherwise; `on_log` gets the bytes outside frames, which are the device's log.
        """
        self.line = line
        self.patience = PATIENCE if patience is None else patience
        self.size = LARGEST
        self.hello_data = Hello(0)
        self._channel = Channel(line, on_log)
        self._crumbs = crumbling.Crumbling(self._channel)
        self._clean = 0

    @property
    def counters(self) -> Counters:
        """What the line did so far."""
        return self._channel.counters

    def __enter__(self) -> "Client":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Closes the line as design.md's policy has it."""
        self.line.close()

    @property
    def poor(self) -> bool:
        """Whether the line is so bad that even of crumbs many are lost: no line for what can wait."""
        return 0 < self._crumbs.size < crumbling.FIRST

    @property
    def count(self) -> int:
        """Events to ask for at once."""
        return FEW if self._crumbs.size else COUNT

    def hello(self, patience: float = 8.0, enough: Callable[[], bool] = lambda: False) -> Hello:
        """Says hello until a clashbox answers; boot chatter is passed over. Opening a port may have reset
        the board: it gets `patience` seconds to come up, or until `enough` says so; a prompt that shows
        itself is an answer too. Raises NotOurs, LineTrouble, or Trouble where the protocols differ.
        """
        end = now() + patience
        prompts: int | None = None  # how many had been seen when it was asked to show itself
        self._channel.next_number()
        attempts = starts = 0
        while now() < end and not enough():
            attempts += 1
            left = max(0.1, end - now())
            try:
                reply = self._hello(attempts, left)
            except Refused:
                raise NotOurs("other", self.line.name) from None
            if reply.end is None:
                self.counters.repeated += 1
                if prompts is not None and self._channel.prompts > prompts:
                    # A clashbox that a Ctrl-C has ended, a damaged byte's even? Its start may get lost, too.
                    if starts == STARTS and not self._channel.bad:
                        break
                    starts += 1
                    self._channel.start()
                    prompts = None
                    continue
                self.line.send(POKE)
                prompts = self._channel.prompts
                continue
            try:
                found = msgspec.convert(reply.end, Hello)
            except msgspec.ValidationError:
                raise NotOurs("other", self.line.name) from None
            # It goes to terminals and into the history as it is.
            for name in ("firmware", "device", "board"):
                setattr(found, name, shown(getattr(found, name)))
            self._judge(found)
            self._channel.running = True
            self.hello_data = found
            self.size = max(SMALLEST, min(LARGEST, found.frame))
            return found
        raise NotOurs(self._what_is_it(starts), self.line.name)

    def _hello(self, attempts: int, left: float) -> Reply:
        """One attempt; where some brought nothing whole, every other one is in crumbs."""
        if attempts % 2 or attempts < 3 or not self._channel.bad:
            return self._attempt(wire.HELLO, b"{}", min(0.2 if self._channel.bad else 0.6, left), left)
        self._crumbs.size = crumbling.FIRST // 2
        try:
            return self._crumbs.call(wire.HELLO, b"{}", 1.5, left + self.patience)
        except crumbling.Unknown:
            pass
        except LineTrouble as trouble:
            if trouble.kind != "quiet":
                raise
        self._crumbs.size = 0
        return Reply()

    def _judge(self, found: Hello) -> None:
        if found.name and found.name != "clashbox":
            raise NotOurs("other", self.line.name)
        if found.protocol > wire.PROTOCOL:
            raise Trouble("hello.newer", found.protocol, wire.PROTOCOL)
        if found.protocol < wire.PROTOCOL:
            raise Trouble("hello.older", found.protocol, wire.PROTOCOL)

    def _what_is_it(self, starts: int) -> str:
        if not self._channel.prompts:
            self.line.send(POKE)
            until = now() + 0.3
            while now() < until:
                self._channel.receive(0.1)
        if b"clashdevice" in self._channel.log:
            return "fault"  # a clashbox whose firmware stumbles: its log says so
        if starts or self._channel.prompts or b"MicroPython" in self._channel.log:
            return "board"
        return "other" if self.counters.bytes_in else "silent"

    def call(self, kind: int, body: dict[str, Any], data: bytes = b"") -> tuple[bytes, dict[str, Any]]:
        """A request whose answer must be whole: repeated until it is; `data` follows its object. Returns the
        joined DATA payloads and the END object; raises Refused where the device says no, Trouble after
        `patience` seconds in vain.
        """
        payload = msgspec.json.encode(body) + data
        end = now() + self.patience
        self._channel.next_number()
        while True:
            reply = self._once(kind, payload)
            whole = reply.whole() if reply.end is not None else None
            if reply.end is not None and whole is not None:
                return whole, reply.end
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
            body["at"] = at
            _, end = self.call(wire.PUT, body, self._step(body, data[at : at + REQUEST_LIMIT]))
            have = end.get("have")
            if have == len(data):
                return
            # The device may have lost what it had (a reset): it says from where on it wants the data.
            if not isinstance(have, int) or not 0 <= have < len(data) or have <= at:
                restarts += 1
                if restarts > 5 or not isinstance(have, int) or not 0 <= have < len(data):
                    raise NotOurs("other", self.line.name)
            at = have

    def _step(self, body: dict[str, Any], data: bytes) -> bytes:
        """As much of the data as goes into one request of a PUT, whatever its number and CRC-32 will be."""
        good = self._crumbs.size or self.size > LARGEST // 2
        room = REQUEST_LIMIT if good else REQUEST_SMALL
        text = msgspec.json.encode(body)
        while (over := len(frames.encode(wire.PUT, self._channel.number, text + data)) + 4 - room) > 0:
            data = data[:-over]
        return data

    def stream(self, kind: int, body: dict[str, Any]) -> Reply:
        """One attempt of a request whose pieces are of use one by one; what came is returned, whole or
        not.
        """
        self._channel.next_number()
        return self._once(kind, msgspec.json.encode(body))

    def listen(self, kind: int, body: dict[str, Any], wait: float) -> Reply:
        """One attempt of a request whose answer the device may hold back for `wait` seconds, until there is
        news.
        """
        self._channel.next_number()
        payload = msgspec.json.encode(body)
        return self._attempt(kind, payload, self._channel.trips.timeout, wait=wait)

    def _once(self, kind: int, payload: bytes) -> Reply:
        """One attempt, the next ones by what became of it."""
        if self._crumbs.size:
            try:
                return self._crumbs.call(kind, payload, self.patience, crumbling.LIMIT)
            except crumbling.Unknown:
                self._crumbs.size = 0
        reply = self._attempt(kind, payload, self._channel.trips.timeout)
        if reply.whole() is not None:
            self._clean += 1
            if self._clean >= 8 and self.size < LARGEST:
                self.size = min(LARGEST, self.size * 3 // 2)
                self._clean = 0
        else:
            self.counters.repeated += 1
            self._clean = 0
            self.size = max(SMALLEST, self.size * 2 // 3)
            if self.size <= SMALLEST * 3 // 2:
                self._crumbs.size = crumbling.FIRST
                self.size = SMALLEST * 3
        return reply

    def _attempt(
        self,
        kind: int,
        payload: bytes,
        timeout: float,
        limit: float = 0.0,
        wait: float = 0.0,
    ) -> Reply:
        """Sends the request once; `timeout` seconds without a frame of its answer end it (`wait` more before
        the first one), `limit` (0: ATTEMPT_LIMIT) in any case.
        """
        frame = frames.encode(kind, self._channel.number, payload)
        if len(frame) > REQUEST_LIMIT:
            raise ValueError(f"a request of {len(frame)} bytes; the device takes {REQUEST_LIMIT}")
        channel = self._channel
        started = channel.send(frame, timed=channel.fresh and not wait)
        until = started + wait + timeout
        reply = Reply()
        bad, quiet, silent = channel.bad, channel.quiet, True
        while (left := until - now()) > 0:
            came, found = channel.receive(left)
            silent = silent and not came
            if came and channel.bad > bad:
                # A frame of the answer is lost: once the line falls silent there is nothing more to wait for.
                until = min(until, now() + quiet)
            for got, payload in found:
                rest = timeout if channel.bad == bad else min(timeout, quiet)
                if got == wire.DATA and reply.take(payload):  # the same piece again and again is no answer
                    until = min(now() + rest, started + (limit or ATTEMPT_LIMIT))
                elif got == wire.END:
                    reply.end = channel.object(payload)
                    return reply
                elif got == wire.ERROR:
                    raise Refused(str(channel.object(payload).get("code", "")))
        if silent and not wait:
            channel.trips.silent()
        return reply
