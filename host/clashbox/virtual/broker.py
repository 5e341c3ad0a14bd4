"""The broker: a thread that is everything around the firmware's process.

It answers the process on the channel (sleeps, bus, flash, pins), carries bytes between the process's terminal
and the port that clients open, and restarts the process as a board restarts.
"""

import errno
import queue
import selectors
import signal
import socket
import struct
import subprocess
import threading
import time
from collections.abc import Callable
from concurrent.futures import Future
from typing import Any, TypeVar

from clashbox.virtual import display as displays
from clashbox.virtual.clock import QUIET, Clock
from clashbox.virtual.counters import Bus
from clashbox.virtual.display import Display
from clashbox.virtual.flash import Flash, PowerCut
from clashbox.virtual.page import Page
from clashbox.virtual.ports import Ports
from clashbox.virtual.process import VirtualDeviceError, start
from clashbox.virtual.tap import Frame, Tap

T = TypeVar("T")

_HEADER = struct.Struct("<BxHIQQ")
_PATIENCE = 0.3  # seconds without a word from the process before an interrupt becomes a signal
_FAREWELL = 2_000_000  # microseconds that an interrupted program has to end in
_CONFIRM = 0.0004  # seconds of real time that nothing more may be printed before the device counts as idle
_CRASHES = 3  # so many ends in a row before the program ran, and the board is given up

POWER_ON, HARD, WATCHDOG, DEEP, SOFT, SOFT_RAW = 1, 2, 3, 4, 5, 6  # causes of a start, as machine has them
RUNS, PROMPT, PROMPT_RUNS, STARTS, OFF = 0, 1, 2, 3, 4  # what the process is at

CHATTER = (
    b"\xff\x95\x00\xe0ets Jun  8 2016 00:22:57\r\n\r\nrst:0x%x (%s),boot:0x13 (SPI_FAST_FLASH_BOOT)\r\n"
    b"configsip: 0, SPIWP:0xee\r\nclk_drv:0x00,q_drv:0x00,d_drv:0x00,cs0_drv:0x00,hd_drv:0x00,wp_drv:0x00\r\n"
    b"mode:DIO, clock div:2\r\nload:0x3fff0030,len:4892\r\nho 0 tail 12 room 4\r\nentry 0x400805b4\r\n\xfe"
)
_NAMES = {
    POWER_ON: b"POWERON_RESET",
    HARD: b"SW_CPU_RESET",
    WATCHDOG: b"TG1WDT_SYS_RESET",
    DEEP: b"DEEPSLEEP_RESET",
}


class Settle:
    """A wait until the device is idle, at most until `limit` microseconds of its clock."""

    def __init__(self, since: int, limit: int, future: "Future[None]"):
        self.since = since
        self.limit = limit
        self.future = future
        self.calm_since: float | None = None

    def confirmed(self, output: bool) -> bool:
        """All is calm, but what was printed last may still be on its way through the kernel."""
        now = time.monotonic()
        if output or self.calm_since is None:
            self.calm_since = now
        return now - self.calm_since >= _CONFIRM


class Broker(threading.Thread):
    """Runs one board. All its state belongs to its thread; `call` runs a function there."""

    def __init__(
        self, flash: Flash, heap: str, chip_id: bytes, display: Display | None, realtime: bool,
        baud: int | None, start_us: int,
    ):  # fmt: skip
        super().__init__(name="clashbox-broker", daemon=True)
        self.flash = flash
        self.display = display
        self.bus = Bus()
        self._drawn = -1  # when the bus was last used: the clock stands still while a picture is sent
        self.clock = Clock(self._wake, realtime, start_us)
        self.state = OFF
        self.process: subprocess.Popen[bytes] | None = None
        self.bus_error: tuple[int, int] | None = None  # errno, every so many transactions
        self.voltages: dict[int, int] = {}  # pin: microvolts
        self._heap = heap
        self._chip_id = chip_id
        self._selector = selectors.DefaultSelector()
        self._commands: queue.SimpleQueue[Callable[[], None] | None] = queue.SimpleQueue()
        self._bell, self._ring = socket.socketpair()
        self._channel: socket.socket | None = None
        self._received = bytearray()
        self._interrupts = True  # micropython.kbd_intr
        self._interrupt_since: float | None = None
        self._heard = 0.0
        self._crashes = 0
        self._reaches: list[tuple[int, Future[None]]] = []
        self._settle: Settle | None = None
        self.tap = Tap(self._page_frame)
        self.ports = Ports(self, baud)
        self.page = Page(self)
        self._bell.setblocking(False)
        self._selector.register(self._bell, selectors.EVENT_READ, self._commanded)
        self.ports.register(self._selector)

    # From other threads

    def call(self, function: Callable[[], T]) -> T:
        """Run a function in the broker's thread and return what it returns."""
        future: Future[T] = Future()

        def run() -> None:
            try:
                future.set_result(function())
            except BaseException as error:
                future.set_exception(error)

        if not self.is_alive():
            raise VirtualDeviceError("the virtual device is closed")
        self._commands.put(run)
        self._ring.send(b"!")
        return future.result(30)

    def stop(self) -> None:
        """End the process and the thread, close everything."""
        if self.is_alive():
            self._commands.put(None)
            self._ring.send(b"!")
            self.join()
        self._ring.close()

    # The thread

    def run(self) -> None:
        """Serve until stopped; whoever waits learns of a fault of the broker's own."""
        try:
            self._serve_all()
        except BaseException as error:
            self._finish_waits(VirtualDeviceError(f"fault in the virtual device: {error!r}"))
            raise
        finally:
            self._shut_down()

    def _serve_all(self) -> None:
        while True:
            for key, _ in self._selector.select(self._timeout()):
                if key.data() is False:
                    return
            self.ports.move()
            self._check_interrupt()
            self.page.move()
            self._let_run()

    def _timeout(self) -> float | None:
        times = [self.clock.timeout(), self.ports.timeout(), self.page.timeout()]
        if self._interrupt_since is not None:
            times.append(0.05)
        if self._settle and self._settle.calm_since is not None:
            times.append(_CONFIRM)
        elif self._settle and self.state == PROMPT:
            times.append(0.002)
        known = [value for value in times if value is not None]
        return min(known) if known else None

    def _commanded(self) -> bool:
        self._bell.recv(4096)
        while True:
            try:
                command = self._commands.get_nowait()
            except queue.Empty:
                return True
            if command is None:
                return False
            command()

    def _shut_down(self) -> None:
        self.power_off()
        self.ports.close(self._selector)
        self._selector.close()
        self._bell.close()
        self.flash.close()

    # Power

    def power_on(self, cause: int = POWER_ON) -> None:
        """Start the process as after that kind of reset."""
        ours, theirs = socket.socketpair()
        ours.setblocking(False)
        if cause not in (SOFT, SOFT_RAW):
            self._emit(CHATTER % (cause, _NAMES[cause]))
            if cause == POWER_ON and self.display:
                self.display.power_on()
        mode = "raw" if cause == SOFT_RAW else "run"
        self.clock.restart(cause == DEEP)
        image = self.flash.open()
        self.process = start(
            "runner", str(theirs.fileno()), str(image.fileno()), str(self.flash.blocks), mode,
            str(min(cause, SOFT)), self._chip_id.hex(), str(self.clock.now), heap=self._heap,
            tty=self.ports.inner_slave, inherited=(theirs.fileno(), image.fileno()),
        )  # fmt: skip
        theirs.close()
        image.close()
        self._channel = ours
        self._received.clear()
        self._interrupts = True
        self._interrupt_since = None
        self._heard = time.monotonic()
        self.state = STARTS
        self._selector.register(ours, selectors.EVENT_READ, self._requested)

    def power_off(self, keys: bool = False, then: int = OFF) -> None:
        """End the process at once; the flash stays as it is, keys that are down only on demand. `then`: what
        the board is at from now on, OFF unless it starts anew at once.
        """
        if self.process:
            self.process.kill()
            self.process.wait()
            self.process = None
        if self._channel:
            self._selector.unregister(self._channel)
            self._channel.close()
            self._channel = None
        self.clock.restart(keys)
        self.state = then
        self.ports.power_off()
        self._finish_waits(None)

    def _reset(self, cause: int) -> None:
        waits, settle = self._reaches, self._settle
        self._reaches, self._settle = [], None
        self.power_off(cause == DEEP, STARTS)  # never seen off: whoever watches would take it for the end
        self.bus.resets += 1
        self._reaches, self._settle = waits, settle
        self.power_on(cause)

    def _died(self) -> None:
        """The process ended by itself: a watchdog restarts the board, unless it never comes up."""
        self._crashes = self._crashes + 1 if self.state == STARTS else 0
        self.ports.from_process()
        if self._crashes < _CRASHES:
            self._reset(WATCHDOG)
            return
        waits, settle = self._reaches, self._settle
        self._reaches, self._settle = [], None
        self.power_off()
        self._reaches, self._settle = waits, settle
        words = self.tap.log.split(CHATTER[-24:])[-1].decode(errors="replace").split("\n")
        tail = "; ".join(word.strip() for word in words if word.strip())[-300:]
        self._finish_waits(
            VirtualDeviceError(f"MicroPython does not start; its last words: {tail or 'none'}")
        )

    # The channel

    def _requested(self) -> bool:
        channel = self._channel
        if channel is None:
            return True  # the power went while this was on its way
        try:
            data = channel.recv(65536)
        except BlockingIOError:
            return True
        except ConnectionError:
            data = b""
        if not data:
            self._died()
            return True
        self._received += data
        self._heard = time.monotonic()
        at = 0
        buffer = self._received
        while len(buffer) - at >= 24:
            op, a, length, now, extra = _HEADER.unpack_from(buffer, at)
            if len(buffer) - at - 24 < length:
                break
            payload = bytes(buffer[at + 24 : at + 24 + length])
            at += 24 + length
            try:
                self._serve(op, a, now, extra, payload)
            except PowerCut:
                self.power_off()
            if self._channel is not channel:
                return True  # that process is gone
        del buffer[:at]
        return True

    def _send(self, data: bytes) -> None:
        assert self._channel is not None
        try:
            self._channel.sendall(data)
        except OSError:
            return  # it died: the closed channel tells so next

    def _serve(self, op: int, a: int, now: int, extra: int, payload: bytes) -> None:
        match op:
            case 82:  # R
                self.flash.reads += extra & 0xFFFFFFFF
                self.flash.read_bytes += extra >> 32
            case 83:  # S
                self._crashes = 0
                self._asleep(now, extra)
            case 73:  # I
                self._send(bytes((self._i2c(a, now, payload),)))
            case 87:  # W
                self.clock.activity(now)
                self.flash.program(a, extra, payload)
                self._send(b"\0")
            case 69:  # E
                self.clock.activity(now)
                self.flash.erase(a)
                self._send(b"\0")
            case 86:  # V
                self.bus.pins.append((now // 1000, a, extra))
            case 80:  # P
                self.bus.tones.append((now // 1000, extra >> 16, extra & 0xFFFF))
            case 75:  # K
                self._interrupts = bool(a)
            case 77:  # M
                self.state = a
                self.clock.paced = a == PROMPT_RUNS
                if a == PROMPT_RUNS:
                    self.clock.follow_wall()
            case 74:  # J
                status = self._i2c(a, now, b"")
                self._send(bytes((status,)) if status else b"\0" + bytes(extra))
            case 65:  # A
                self._send(self.voltages.get(a, 0).to_bytes(4, "little"))
            case 88:  # X
                self._reset(a)
            case _:
                raise AssertionError(f"unknown operation {op}")

    def _i2c(self, address: int, now: int, data: bytes) -> int:
        self.clock.activity(now)
        bus = self.bus
        if now != self._drawn:
            self._drawn = now
            bus.pictures += 1
        bus.i2c_transactions += 1
        bus.i2c_bytes += 1 + len(data)
        bus.i2c_longest = max(bus.i2c_longest, 1 + len(data))
        if self.bus_error and bus.i2c_transactions % self.bus_error[1] == 0:
            return self.bus_error[0]
        if self.display is None or address != displays.ADDRESS:
            return errno.ENODEV
        self.display.write(data)
        return 0

    def _asleep(self, now: int, want: int) -> None:
        self.clock.now = max(self.clock.now, now)
        if self._interrupt_since is not None:
            self._interrupt_since = None
            self.clock.interrupt()
            return
        self.clock.sleep(now, want)

    def _wake(self, interrupt: int, now: int, horizon: int, levels: int) -> None:
        self._send(struct.pack("<BQQQ", interrupt, now, horizon, levels))

    # Waits of the Python side

    def reach(self, moment: int) -> "Future[None]":
        """Let the clock run to `moment`; the future is done then."""
        future: Future[None] = Future()
        self._reaches.append((moment, future))
        self.clock.target = max(self.clock.target, moment)
        self._let_run()
        return future

    def settle(self, limit: int) -> "Future[None]":
        """Let the device run until nothing has happened for a while; the future is done then."""
        future: Future[None] = Future()
        self._settle = Settle(self.clock.now, self.clock.now + limit, future)
        self._let_run()
        return future

    def _finish_waits(self, error: VirtualDeviceError | None) -> None:
        futures = [future for _, future in self._reaches] + ([self._settle.future] if self._settle else [])
        self._reaches, self._settle = [], None
        for future in futures:
            if error:
                future.set_exception(error)
            else:
                future.set_result(None)

    def _let_run(self) -> None:
        """The device sleeps or waits at its prompt: wake it, or tell those who waited for that."""
        clock = self.clock
        while True:
            if self.state == PROMPT and clock.want is None:
                clock.skip()
            elif self.state != OFF and (clock.want is None or clock.run()):
                return  # it computes
            elif self.state != OFF and clock.input_fresh() and self.ports.in_buffer():
                clock.serial()
                continue
            for entry in [entry for entry in self._reaches if entry[0] <= clock.now or self.state == OFF]:
                self._reaches.remove(entry)
                entry[1].set_result(None)
            if not self._settle or not self._settled(self._settle):
                return

    def _settled(self, settle: Settle) -> bool:
        """Go on settling; True where the clock was allowed to run further."""
        clock = self.clock
        calm = max(settle.since, clock.last_activity) + QUIET
        busy = clock.edges_left or (clock.input_fresh() and self.ports.input_waiting())
        if self.state == OFF or (clock.now >= calm and not busy):
            if settle.confirmed(self.ports.output_waiting()):
                self._settle = None
                settle.future.set_result(None)
            return False
        settle.calm_since = None
        if clock.now >= settle.limit:
            self._settle = None
            settle.future.set_exception(VirtualDeviceError("the device does not come to rest"))
            return False
        if self.state == PROMPT and self.ports.input_waiting():
            return False  # it reads in real time; the loop looks again soon
        clock.target = max(clock.target, min(max(calm, clock.now + 1000), settle.limit))
        return True

    # The serial line

    def _emit(self, data: bytes) -> None:
        """The board itself prints something."""
        self.ports.from_device(self.tap.feed(data))

    def _page_frame(self, frame: Frame) -> None:
        self.page.answer(frame)

    def wants_interrupt(self) -> bool:
        """Is 0x03 taken out of the stream now?"""
        return self._interrupts and self.state in (RUNS, PROMPT_RUNS, STARTS)

    @property
    def interrupting(self) -> bool:
        """Has an interrupt not reached the program yet?"""
        return self._interrupt_since is not None

    def interrupt(self) -> None:
        """A 0x03 came: raise KeyboardInterrupt in the program."""
        self.clock.serial(_FAREWELL)
        if self.clock.want is not None:
            self.clock.interrupt()
        else:
            self._interrupt_since = time.monotonic()

    def _check_interrupt(self) -> None:
        """The program computes without end: only a signal reaches it."""
        if self._interrupt_since is None or self.process is None:
            return
        if self.state == PROMPT:
            self._interrupt_since = None  # it ended by itself
        elif self.state != STARTS and time.monotonic() - max(self._heard, self._interrupt_since) > _PATIENCE:
            self._interrupt_since = None
            self.process.send_signal(signal.SIGINT)


def wait(future: "Future[Any]", seconds: float) -> None:
    """Wait for a future of the broker; a device that is stuck becomes an error."""
    try:
        future.result(seconds)
    except TimeoutError:
        raise VirtualDeviceError(
            f"the device did not answer for {seconds:.0f} s: its program computes or waits without end"
        ) from None
