"""What goes over a line and comes back, counted and timed; below requests and answers."""

import random
import re
from collections.abc import Callable, Iterator
from typing import Any

import msgspec
from clashcore import frames, wire

from clashbox.link.line import Line, now
from clashbox.link.timing import RoundTrips
from clashbox.link.told import Counters, NotOurs

BODY_LIMIT = 4096
PROMPT = re.compile(rb">>>|\n\.\.\. |\n=== ")
"""MicroPython waits for a line, for the rest of one, or for one that is pasted."""
POKE = b"\r\x02"
"""An empty line makes MicroPython's prompt show itself, Ctrl-B leads out of the raw one; to a clashbox both
are nothing.
"""
START = b"\x03\x04"
"""At the prompt: Ctrl-C leaves the line that is being typed, Ctrl-D starts the program."""
SILENCE = 1.0
"""Seconds without a good frame after which the device's program may have ended."""
NUMBERS = wire.REQUESTS[1]
"""Request numbers 1..239 belong to the port; higher ones to the virtual device's own page."""


class Channel:
    """Frames of the request in hand; what is outside frames is the device's log."""

    def __init__(self, line: Line, on_log: Callable[[bytes], None] | None):
        self.line = line
        self.counters = Counters()
        self.trips = RoundTrips()
        self.number = random.randrange(NUMBERS)
        """That of the request in hand."""
        self.log = b""
        """The newest bytes outside frames."""
        self._on_log = on_log
        self._decoder = frames.Decoder(BODY_LIMIT, 4096)
        self.running = False
        """It is a clashbox: where its program ends it is started again."""
        self._printed = b""  # since the last good frame; a prompt may show in what looks like one
        self._heard = 0.0
        self._sent = 0.0
        self._timing = False  # the next frame that comes answers what was sent last, for certain
        self._last = 0  # the number that was sent last

    @property
    def bad(self) -> int:
        """Frames that came damaged, so far."""
        return self._decoder.bad

    @property
    def prompts(self) -> int:
        """How often MicroPython's prompt has shown itself since the last good frame."""
        return len(PROMPT.findall(self._printed))

    @property
    def quiet(self) -> float:
        """Seconds of silence after which an answer of which something came is over."""
        return max(0.02, min(0.12, self.trips.timeout / 2))

    def next_number(self) -> None:
        """Begins a new request: what still comes for the one before is known as old."""
        self.number = self.number % NUMBERS + 1

    @property
    def fresh(self) -> bool:
        """Whether the request in hand has not been sent yet: what comes next can only answer this sending."""
        return self._last != self.number

    def send(self, data: bytes, timed: bool) -> float:
        """Sends frames of the request in hand; `timed`: the time until the answer counts as a round trip.
        Returns the time.
        """
        if self.running and now() - self._heard > SILENCE:
            # Now and then a byte becomes Ctrl-C on a bad line: the device's program has saved all and ended.
            if self.prompts:
                self.start()
            else:
                self.line.send(POKE)
            self._heard = now()
        self.line.send(data)
        self.counters.sent += 1
        self.counters.bytes_out += len(data)
        self._timing = timed
        self._last = self.number
        self._sent = now()
        return self._sent

    def receive(self, timeout: float) -> tuple[bool, Iterator[tuple[int, bytes]]]:
        """Waits at most so many seconds: whether anything came, and the frames of the request in hand."""
        data = self.line.receive(timeout)
        self._printed = (self._printed + data)[-4096:]
        counters = self.counters
        counters.bytes_in += len(data)
        found = self._decoder.feed(data)
        counters.received += len(found)
        counters.bad = self._decoder.bad
        log = bytes(self._decoder.take_log())
        if log:
            self.log = (self.log + log)[-4096:]
            if self._on_log:
                self._on_log(log)
        return bool(data), self._ours(found)

    def start(self) -> None:
        """Starts the program of a board that is at its prompt."""
        self.line.send(START)
        self._printed = b""

    def _ours(self, found: list[tuple[int, int, bytes]]) -> Iterator[tuple[int, bytes]]:
        for kind, number, payload in found:
            if number == self.number and kind >= wire.DATA:  # a prompt sends back what it gets
                self._heard = now()
                self._printed = b""
                if self._timing:
                    self._timing = False
                    seconds = now() - self._sent
                    self.trips.measured(seconds)
                    counters = self.counters
                    counters.fastest = min(counters.fastest or seconds, seconds)
                    counters.slowest = max(counters.slowest, seconds)
                self.trips.heard()
                yield kind, payload

    def object(self, payload: bytes) -> dict[str, Any]:
        """The JSON object in an END or ERROR. The CRC fitted: what does not read as one is another program's,
        not a bad line's. Raises NotOurs.
        """
        try:
            return msgspec.json.decode(payload, type=dict[str, Any])
        except (msgspec.DecodeError, UnicodeDecodeError):
            raise NotOurs("other", self.line.name) from None
