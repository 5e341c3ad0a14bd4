"""The virtual device: the real firmware on stock MicroPython, all around it played by the broker."""

import hashlib
import json
import random
import threading
import zlib
from collections.abc import Iterable
from pathlib import Path
from types import TracebackType
from typing import Any

from clashcore import wire

from clashbox import firmware as product
from clashbox.virtual import glyphs, image, png
from clashbox.virtual.broker import OFF, POWER_ON, Broker, wait
from clashbox.virtual.counters import Bus
from clashbox.virtual.display import Display
from clashbox.virtual.flash import Flash
from clashbox.virtual.keys import GAP_MS, PRESS_MS, Edge, edges, pin
from clashbox.virtual.line import Noise
from clashbox.virtual.process import VirtualDeviceError
from clashbox.virtual.reading import Reader

_PIECE = 60  # bytes of a file in one request: however they are escaped, a frame of 200 bytes holds them
_SETTLE_MS = 10_000
_PATIENCE = 60.0  # seconds of real time for any one call


class VirtualDevice:
    """A clashbox without hardware; switched on while the `with` block runs.

    storage: path of the flash image, kept between runs; None: forgotten afterwards.
    heap: heap of the firmware, as for `micropython -X heapsize`.
    language: "vi" or "en", told to the firmware as the laptop would; None: as it was.
    bounce: the keys bounce as real ones do. realtime: the clock follows the wall clock; else it stands still
    between calls, except that serial traffic wakes the device until it is idle again.
    chip: what lies on the bus, "ssd1306" or "sh1106" (the firmware's own setting is another matter);
    display=False: nothing does. baud: the port is slowed down to so many bits a second.
    flash_size in bytes; firmware: another firmware folder; chip_id: 6 bytes; start_ms: the clock at power-on.
    """

    def __init__(
        self,
        storage: str | Path | None = None,
        heap: str = "160k",
        language: str | None = None,
        bounce: bool = True,
        realtime: bool = False,
        chip: str = "ssd1306",
        display: bool = True,
        baud: int | None = None,
        *,
        flash_size: int = image.SIZE,
        firmware: str | Path | None = None,
        chip_id: bytes | None = None,
        start_ms: int = 0,
        seed: int = 1,
    ):
        folder = self._folder = Path(firmware) if firmware else product.directory()
        files = product.files(folder)
        self._reader = Reader(glyphs.load(folder / "data"))
        if storage is None:
            flash = Flash(image.fresh(files, flash_size))
        else:
            path = Path(storage)
            image.update(path, files, flash_size)
            flash = Flash(path.read_bytes(), path)
        if chip_id is None:
            chip_id = b"\x24\x6f\x28" + hashlib.sha256(str(storage).encode()).digest()[:3]
        self._bounce = random.Random(seed) if bounce else None
        self._lock = threading.RLock()
        self._language = language
        self._broker = Broker(
            flash, heap, chip_id, Display(chip) if display else None, realtime, baud, start_ms * 1000
        )
        self._broker.start()
        try:
            self.boot()
        except BaseException:
            self.close()
            raise

    def __enter__(self) -> "VirtualDevice":
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        """Switch the device off for good; its port is gone then."""
        self._broker.stop()

    # What it is

    @property
    def port(self) -> str:
        """The port's path, to be opened by pySerial or mpremote."""
        return self._broker.ports.name

    @property
    def pid(self) -> int | None:
        """The number of the firmware's process (another after every restart); None while the power is off."""
        process = self._broker.process
        return process.pid if process else None

    @property
    def running(self) -> bool:
        """Is the power on?"""
        return self._broker.state != OFF

    @property
    def now(self) -> int:
        """The device's clock in milliseconds since its first power-on."""
        return self._broker.call(lambda: self._broker.clock.now) // 1000

    @property
    def bus(self) -> Bus:
        """The counters up to now (a copy)."""
        return self._broker.call(self._counters)

    def _counters(self) -> Bus:
        bus, flash = self._broker.bus, self._broker.flash
        bus.flash_reads, bus.flash_read_bytes = flash.reads, flash.read_bytes
        bus.flash_programs, bus.flash_program_bytes = flash.programs, flash.program_bytes
        bus.flash_erases = flash.erases
        copy = Bus(**vars(bus))
        copy.pins, copy.tones = list(bus.pins), list(bus.tones)
        return copy

    @property
    def log(self) -> bytes:
        """What the device sent outside frames: boot messages, prints, tracebacks in the sources' names."""
        log = self._broker.call(lambda: self._broker.tap.log)
        if b"Traceback" not in log:
            return log
        text = log.decode(errors="surrogateescape")
        return product.explain(text, self._folder).encode(errors="surrogateescape")

    # Power

    def boot(self) -> None:
        """Switch the power on (nothing happens where it is on); returns when the firmware is idle."""
        with self._lock:
            if self.running:
                return
            self._broker.call(self._broker.power_on)
            self.settle()
            if self._language:
                self.put("settings", json.dumps({"language": self._language}).encode())
                self.settle()

    def power_cut(self, after_ops: int | None = None, torn: str = "before") -> None:
        """Pull the plug: at once, or at the n-th program or erase of the flash from now (1: the next).

        torn: what that operation still does: "before" nothing, "half" its first half, "noise" leaves random
        bits in its second half, "after" all of it. `running` tells whether it has happened; `boot` switches
        on again.
        """
        broker = self._broker
        if after_ops is None:
            broker.call(lambda: broker.flash.cut_after(None, "before"))
            broker.call(broker.power_off)
        else:
            broker.call(lambda: broker.flash.cut_after(after_ops, torn))

    def reset(self) -> None:
        """Press the board's reset button."""
        with self._lock:
            self._broker.call(self._broker.power_off)
            self._broker.call(lambda: self._broker.power_on(POWER_ON))
            self.settle()

    # Keys and time

    def press(self, *keys: str) -> None:
        """Press and let go each key in turn; returns when the device is idle again."""
        with self._lock:
            for key in keys:
                self._hold((key,), PRESS_MS)
            self.settle()

    def hold(self, key: str, ms: int = 800) -> None:
        """Hold a key for so long; returns when the device is idle again."""
        with self._lock:
            self._hold((key,), ms)
            self.settle()

    def chord(self, *keys: str, ms: int = PRESS_MS) -> None:
        """Hold several keys together."""
        with self._lock:
            self._hold(keys, ms)
            self.settle()

    def key_down(self, key: str) -> None:
        """Push a key and keep it pushed; with a frozen clock nothing happens before time goes on."""
        self._move_keys((key,), 0)

    def key_up(self, key: str) -> None:
        """Let go of a key."""
        self._move_keys((key,), 1)

    def _move_keys(self, keys: Iterable[str], level: int) -> None:
        numbers = [pin(key) for key in keys]
        broker = self._broker

        def schedule() -> None:
            changes: list[Edge] = []
            for number in numbers:
                changes += edges(broker.clock.moment, number, level, self._bounce)
                broker.bus.presses += 1 - level
            broker.clock.schedule(changes)

        broker.call(schedule)

    def _hold(self, keys: tuple[str, ...], ms: int) -> None:
        if not self._broker.is_alive():
            raise VirtualDeviceError("the virtual device is closed")
        if not self.running:
            raise VirtualDeviceError("the device is switched off: boot() it first")
        self._move_keys(keys, 0)
        self.advance(ms)
        self._move_keys(keys, 1)
        self.advance(GAP_MS)

    def advance(self, ms: int) -> None:
        """Let the device's clock run on by so much, as fast as the firmware can."""
        broker = self._broker
        with self._lock:
            wait(broker.call(lambda: broker.reach(broker.clock.moment + ms * 1000)), _PATIENCE)

    def settle(self) -> None:
        """Wait until the firmware has nothing left to do.

        That is: 50 ms of its clock without bus, flash or serial traffic.
        """
        broker = self._broker
        with self._lock:
            wait(broker.call(lambda: broker.settle(_SETTLE_MS * 1000)), _PATIENCE)

    # The display

    def pixels(self) -> list[bytes]:
        """Return the picture in the controller's RAM: 64 rows of 128 bytes 0 or 1."""
        display = self._display()
        return [bytes(row) for row in self._broker.call(display.rows)]

    def _display(self) -> Display:
        if self._broker.display is None:
            raise VirtualDeviceError("this device has no display")
        return self._broker.display

    def screen(self) -> list[str]:
        """Return what the controller's RAM shows: 64 strings of 128 '#' (lit) or ' '."""
        return ["".join("#" if pixel else " " for pixel in row) for row in self.pixels()]

    def text(self) -> list[str]:
        """Return the lines of text on the screen, top to bottom, read off the pixels with the device's fonts.

        Words far apart on one line are joined by a space; 0 and O, I and | look alike and are read as the
        letters around them suggest.
        """
        return self._reader.lines(self.pixels())

    def save_png(self, path: str | Path, scale: int = 4) -> None:
        """Save the picture on the glass (dark where the display is off)."""
        glass = self._broker.call(self._display().glass)
        Path(path).write_bytes(png.encode(glass, scale))

    @property
    def contrast(self) -> int:
        """The display's contrast, 0 to 255."""
        return self._display().contrast

    @property
    def lit(self) -> bool:
        """Is the display switched on?"""
        return self._display().on

    # The port

    def request(
        self, kind: int, payload: dict[str, Any] | None = None, data: bytes = b""
    ) -> tuple[dict[str, Any], bytes]:
        """Ask the firmware over the page's own channel; whoever has the port open does not notice. `data`:
        bytes of a file for a PUT.

        Returns the END's object and the joined DATA; VirtualDeviceError where the firmware refuses or is
        away.
        """
        future = self._broker.call(lambda: self._broker.page.request(kind, payload or {}, data))
        try:
            return future.result(_PATIENCE)
        except TimeoutError:
            raise VirtualDeviceError("the firmware does not answer") from None

    def put(self, name: str, data: bytes) -> None:
        """Send a file as the laptop does: "settings", "names" or "pack"; it is taken over as a whole."""
        crc, at = zlib.crc32(data), 0
        while True:
            piece = data[at : at + _PIECE]
            told, _ = self.request(wire.PUT, {"name": name, "total": len(data), "crc": crc, "at": at}, piece)
            have = int(told.get("have", 0))
            if have >= len(data) or not piece:
                return
            if have <= at:
                raise VirtualDeviceError(f"the firmware does not take {name}: it stays at byte {have}")
            at = have

    def cable(self, plugged: bool) -> None:
        """Pull the cable's data lines, or plug them in again."""
        self._broker.call(lambda: setattr(self._broker.ports, "connected", plugged))

    def noise(
        self, drop: float = 0.0, double: float = 0.0, flip: float = 0.0, burst: float = 0.0, seed: int = 0
    ) -> None:
        """Disturb the port: probability for each byte, in both directions; without arguments: clean.

        burst: that some 12 bytes in a row become rubbish.
        """
        noise = Noise(drop, double, flip, burst, seed) if drop or double or flip or burst else None
        self._broker.call(lambda: self._broker.ports.disturb(noise))

    def bus_error(self, number: int | None, every: int = 1) -> None:
        """Let each `every`-th I2C transaction fail with this errno (ENODEV, ETIMEDOUT); None: no more."""
        self._broker.call(lambda: setattr(self._broker, "bus_error", (number, every) if number else None))

    def voltage(self, pin: int, microvolts: int) -> None:
        """Set the voltage on an analogue input."""
        self._broker.call(lambda: self._broker.voltages.update({pin: microvolts}))
