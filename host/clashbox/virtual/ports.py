"""The two terminals: the inner one is the process's console, the outer one is the port that clients open.

Both are raw and kept open at both ends, so that no client's coming or going reaches the device.
"""

import fcntl
import os
import pty
import selectors
import struct
import termios
import time
import tty
from typing import TYPE_CHECKING

from clashbox.virtual.line import Direction, Noise
from clashbox.virtual.tap import Gate

if TYPE_CHECKING:
    from clashbox.virtual.broker import Broker

RING = 259  # bytes that fit into the UART's buffer; more are lost without a word
_MUCH = 4096  # so many bytes may be on their way out before the device has to wait
_DEAF = 0.5  # seconds after which a client that does not read is taken for absent
_LATE = 0.03  # seconds in which written bytes surely show up at the other end of a terminal


def _open() -> tuple[int, int]:
    master, slave = pty.openpty()
    tty.setraw(slave)
    os.set_blocking(master, False)
    return master, slave


class Ports:
    """Moves bytes between client and device, as a USB-to-serial chip and a UART do."""

    def __init__(self, broker: "Broker", baud: int | None):
        self._broker = broker
        self._inner, self.inner_slave = _open()
        self._outer, self._outer_slave = _open()
        self.name = os.ttyname(self._outer_slave)
        self.gate = Gate()
        self.connected = True
        self.heard_client = 0.0  # when the client last sent something
        self._inbound = Direction(baud)
        self._outbound = Direction(baud)
        self._waiting = bytearray()  # at the device's end of the line, not in its buffer yet
        self._leaving = bytearray()  # at the client's end, not in the terminal yet
        self._stalled: float | None = None
        self._deaf = False
        self._written_at = 0.0
        self._selector: selectors.BaseSelector | None = None
        self._reading = self._writing = False

    def register(self, selector: selectors.BaseSelector) -> None:
        """Start watching both terminals."""
        self._selector = selector
        selector.register(self._outer, selectors.EVENT_READ, self._from_client)
        selector.register(self._inner, selectors.EVENT_READ, self.from_process)
        self._reading = True

    def close(self, selector: selectors.BaseSelector) -> None:
        """Close both terminals."""
        selector.unregister(self._outer)
        if self._reading:
            selector.unregister(self._inner)
        for descriptor in (self._inner, self.inner_slave, self._outer, self._outer_slave):
            os.close(descriptor)

    def disturb(self, noise: Noise | None) -> None:
        """Make both directions noisy, or clean again."""
        self._inbound.disturb(noise, 0)
        self._outbound.disturb(noise, 1)

    def power_off(self) -> None:
        """The device lost power or was reset: what waited in its buffer is gone."""
        self._waiting.clear()
        termios.tcflush(self.inner_slave, termios.TCIFLUSH)

    # Client to device

    def _from_client(self) -> None:
        try:
            data = os.read(self._outer, 65536)
        except OSError:
            return
        self.heard_client = time.monotonic()
        if self.connected:
            self._inbound.put(data)

    def in_buffer(self) -> int:
        """Return how many bytes wait in the device's buffer."""
        count = fcntl.ioctl(self.inner_slave, termios.FIONREAD, b"\0\0\0\0")
        return int(struct.unpack("i", count)[0])

    def input_waiting(self) -> bool:
        """Is anything on its way to the device that it has not read?"""
        return bool(self._waiting or len(self._inbound) or self.in_buffer())

    def to_device(self, data: bytes) -> int:
        """Put bytes into the device's buffer; returns how many found room."""
        room = max(0, RING - self.in_buffer())
        fitting = data[:room]
        if not fitting:
            return 0
        before = self.in_buffer()
        written = os.write(self._inner, fitting)
        self._written_at = time.monotonic()
        if self._broker.clock.want is not None:
            # The device sleeps and reads nothing: see the bytes arrive before it wakes.
            until = self._written_at + _LATE
            while self.in_buffer() < before + written and time.monotonic() < until:
                time.sleep(0.00002)
        self._broker.clock.typed()
        return written

    def _deliver(self) -> None:
        broker = self._broker
        while self._waiting and not broker.interrupting:
            if broker.page.unread():
                return
            data = bytes(self._waiting)
            stop = data.find(3) if broker.wants_interrupt() else -1
            if stop >= 0:
                data = data[:stop]
            del self._waiting[: len(data) + (stop >= 0)]
            if data:
                self.gate.feed(data)
                taken = self.to_device(data)
                broker.bus.serial_in += taken
                broker.bus.serial_lost += len(data) - taken
            if stop >= 0:
                broker.interrupt()

    def output_waiting(self) -> bool:
        """Has the process printed what has not been read yet?"""
        if self._reading:
            before = self._broker.bus.serial_out
            self.from_process()
            return self._broker.bus.serial_out > before
        return True  # the client is behind

    # Device to client

    def from_process(self) -> None:
        """Take what the process printed."""
        while len(self._outbound) + len(self._leaving) < _MUCH:
            try:
                data = os.read(self._inner, 4096)
            except OSError:
                return
            if not data:
                return
            self._broker.bus.serial_out += len(data)
            self._broker.clock.serial()
            self.from_device(self._broker.tap.feed(data))

    def from_device(self, data: bytes) -> None:
        """Send bytes to the client."""
        if data and self.connected:
            self._outbound.put(data)

    def _leave(self) -> None:
        self._leaving += self._outbound.take()
        while self._leaving:
            try:
                count = os.write(self._outer, self._leaving)
            except BlockingIOError:
                count = 0
            if not count:
                break
            del self._leaving[:count]
            self._stalled = None
            self._deaf = False
        if not self._leaving:
            self._stalled = None
        elif self._stalled is None:
            self._stalled = time.monotonic()
        if self._leaving and (self._deaf or self._stalled_for() > _DEAF):
            self._deaf = True  # nobody reads: a UART sends into the void
            self._leaving.clear()
            self._stalled = None

    def _stalled_for(self) -> float:
        return 0.0 if self._stalled is None else time.monotonic() - self._stalled

    # Both

    def move(self) -> None:
        """Move on what time and buffers allow."""
        self._waiting += self._inbound.take()
        if not self._broker.process:
            self._waiting.clear()
        self._deliver()
        self._leave()
        self._watch()

    def _watch(self) -> None:
        """Read from the process only while there is room, wait for the client only while there is not."""
        selector = self._selector
        assert selector is not None
        reading = len(self._outbound) + len(self._leaving) < _MUCH
        if reading and not self._reading:
            selector.register(self._inner, selectors.EVENT_READ, self.from_process)
        elif self._reading and not reading:
            selector.unregister(self._inner)
        self._reading = reading
        writing = bool(self._leaving)
        if writing != self._writing:
            events = selectors.EVENT_READ | (selectors.EVENT_WRITE if writing else 0)
            selector.modify(self._outer, events, self._from_client)
            self._writing = writing

    def timeout(self) -> float | None:
        """Return the seconds until `move` has something to do, or None."""
        times = [self._inbound.timeout()]
        if not self._leaving:
            times.append(self._outbound.timeout())
        else:
            times.append(max(0.0, _DEAF - self._stalled_for()))
        if time.monotonic() - self._written_at < _LATE:
            times.append(0.005)  # bytes may have come too late for a device that just went to sleep
        known = [value for value in times if value is not None]
        return min(known) if known else None
