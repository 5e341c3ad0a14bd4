"""Driver of the 128x64 OLED on I2C: SSD1306 or SH1106, sending only what changed.

Both chips are run in page addressing mode, in which only the column offset and the charge pump differ. The
frame is compared with a copy of what the chip was last told, page by page, and only the differing columns are
sent. A display that does not answer is no reason to stop: the driver marks itself off and tries again.
"""

# pyright: reportOptionalMemberAccess=false

import time

from micropython import const

_WIDTH = const(128)
_PAGES = const(8)
_GAP = const(
    7
)  # equal columns that cost less to send than a new address (start, address, control, three commands)
_RETRY_MS = const(3000)
_CONTRAST = (0x30, 0x7F, 0xCF)  # the setting's three steps
_DIM = const(0x08)  # dark enough to spare the panel, still readable

CHIPS = ("ssd1306", "sh1106")


class Display:
    """The panel. `frame` is 1025 bytes: room for the control byte, then the picture in page order."""

    def __init__(
        self, frame: bytearray, bus, chip: str, flip: bool, contrast: int, address: int = 0x3C
    ) -> None:
        self._bus = bus
        self._address = address
        self._frame = frame
        self._view = memoryview(frame)
        self.buffer = self._view[1:]
        self._shadow = bytearray(_WIDTH * _PAGES)
        shadow = memoryview(self._shadow)
        # Views made once, so that an unchanged page costs one comparison and no memory.
        self._new = [self.buffer[p * _WIDTH : (p + 1) * _WIDTH] for p in range(_PAGES)]
        self._old = [shadow[p * _WIDTH : (p + 1) * _WIDTH] for p in range(_PAGES)]
        self._place = bytearray(4)  # control byte, page, low and high half of the column
        self._pair = bytearray(3)
        self._dimmed = False
        self._tried = 0
        self.ok = False  # the panel answers
        self.dark = False  # switched off on purpose
        self.configure(chip, flip, contrast)

    def configure(self, chip: str, flip: bool, contrast: int) -> None:
        """Take over the settings and start the panel anew."""
        self._sh1106 = chip == "sh1106"
        self._offset = 2 if self._sh1106 else 0
        self._flip = flip
        self._contrast = _CONTRAST[min(max(contrast, 1), 3) - 1]
        self.start()

    def start(self) -> bool:
        """Set the panel up with the present picture; False where nothing answers on the bus."""
        self._tried = time.ticks_ms()
        self.dark = False
        if self._bus is None:
            return False
        commands = bytearray(b"\x00\xae\xd5\x80\xa8\x3f\xd3\x00\x40\xa1\xc8\xda\x12\xd9\xf1\xdb\x30\xa4\xa6")
        if self._flip:
            commands[9] = 0xA0
            commands[10] = 0xC0
        commands.extend(b"\xad\x8b" if self._sh1106 else b"\x20\x02\x8d\x14")
        try:
            self._bus.writeto(self._address, commands)
            self._bright(_DIM if self._dimmed else self._contrast)
            # The whole picture goes out before the panel lights up: no old picture flashes.
            for page in range(_PAGES):
                self._send(page, 0, _WIDTH)
                self._old[page][:] = self._new[page]
            self._bus.writeto(self._address, b"\x00\xaf")
            self.ok = True
        except OSError:
            self.ok = False
        return self.ok

    def show(self) -> None:
        """Send what differs from the panel's picture; tries a silent panel again every few seconds."""
        if not self.ok:
            if not self.dark and time.ticks_diff(time.ticks_ms(), self._tried) >= _RETRY_MS:
                self.start()
            return
        try:
            for page in range(_PAGES):
                new = self._new[page]
                old = self._old[page]
                if new != old:
                    self._differences(page, new, old)
                    old[:] = new
        except OSError:
            self.ok = False
            self._tried = time.ticks_ms()

    def _differences(self, page: int, new, old) -> None:
        """Send the columns of a page that differ, near ones together."""
        x = 0
        while x < _WIDTH:
            if new[x] == old[x]:
                x += 1
                continue
            start = x
            end = x = x + 1
            while x < _WIDTH and x - end < _GAP:
                if new[x] != old[x]:
                    end = x + 1
                x += 1
            self._send(page, start, end)

    def _send(self, page: int, start: int, end: int) -> None:
        """Send columns start to end - 1 of a page."""
        column = start + self._offset
        place = self._place
        place[1] = 0xB0 | page
        place[2] = column & 15
        place[3] = 0x10 | column >> 4
        self._bus.writeto(self._address, place)
        # The control byte takes the place of the byte before the span while the write lasts: no copy.
        frame = self._frame
        at = page * _WIDTH + start
        kept = frame[at]
        frame[at] = 0x40
        try:
            self._bus.writeto(self._address, self._view[at : at + 1 + end - start])
        finally:
            frame[at] = kept

    def _bright(self, level: int) -> None:
        pair = self._pair
        pair[1] = 0x81
        pair[2] = level
        self._bus.writeto(self._address, pair)

    def dim(self, on: bool) -> None:
        """Darken the panel while nobody presses a key; it stays readable."""
        if on != self._dimmed:
            self._dimmed = on
            if self.ok:
                try:
                    self._bright(_DIM if on else self._contrast)
                except OSError:
                    self.ok = False

    def off(self) -> None:
        """Switch the panel off until `start`. An SH1106 would keep its picture: it is cleared first."""
        for i in range(1, len(self._frame)):
            self._frame[i] = 0
        self.show()
        if self.ok:
            try:
                self._bus.writeto(self._address, b"\x00\xae")
            except OSError:
                pass
        self.ok = False
        self.dark = True
