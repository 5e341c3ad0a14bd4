"""The display's controller, modelled from what comes over the bus: SSD1306 and SH1106.

The picture is kept as the controller's RAM (8 pages of columns, bit 0 on top); `pixels` shows what the glass
shows: remapped, started at the start line, inverted, or dark.
"""

ADDRESS = 0x3C
WIDTH = 128
HEIGHT = 64

_ARGUMENTS = {
    0x20: 1, 0x21: 2, 0x22: 2, 0x26: 6, 0x27: 6, 0x29: 5, 0x2A: 5, 0x81: 1, 0x8D: 1, 0xA3: 2, 0xA8: 1,
    0xD3: 1, 0xD5: 1, 0xD9: 1, 0xDA: 1, 0xDB: 1, 0xAD: 1,
}  # fmt: skip


class Display:
    """A controller with a 128x64 glass; `chip`: "ssd1306" or "sh1106" (132 columns, glass from 2 on)."""

    def __init__(self, chip: str = "ssd1306"):
        if chip not in ("ssd1306", "sh1106"):
            raise ValueError("chip must be ssd1306 or sh1106")
        self.chip = chip
        self._columns, self._offset = (132, 2) if chip == "sh1106" else (128, 0)
        # Set by halves: between the two an SH1106 may stand beyond its last column, where nothing is written.
        self._column_mask = 0xFF if chip == "sh1106" else 0x7F
        self.ram = [bytearray(self._columns) for _ in range(8)]
        self.power_on()

    def power_on(self) -> None:
        """Reset the registers; the RAM holds noise, as after power-up."""
        for page, row in enumerate(self.ram):
            row[:] = bytes((17 * page + 31 * column) & 0xFF for column in range(self._columns))
        self.on = False
        self.inverted = False
        self.all_on = False
        self.contrast = 0x7F
        self.start_line = 0
        self.display_offset = 0
        self.segment_remap = False
        self.scan_reverse = False
        self.charge_pump = False
        self._mode = 2  # page addressing
        self._column = self._page = 0
        self._column_range = (0, self._columns - 1)
        self._page_range = (0, 7)
        self._command = bytearray()

    def write(self, data: bytes) -> None:
        """Take one I2C transaction (without the address byte)."""
        at = 0
        while at < len(data):
            control = data[at]
            at += 1
            if control & 0x80:  # one byte, then another control byte
                chunk = data[at : at + 1]
                at += 1
            else:
                chunk = data[at:]
                at = len(data)
            if control & 0x40:
                self._data(chunk)
            else:
                for byte in chunk:
                    self._take(byte)

    def _data(self, chunk: bytes) -> None:
        if self.chip == "sh1106" or self._mode == 2:
            row = self.ram[self._page]
            for byte in chunk:
                if self._column < self._columns:
                    row[self._column] = byte
                if self._column + 1 < self._columns:
                    self._column += 1
                elif self.chip == "ssd1306":
                    self._column = 0
            return
        for byte in chunk:
            self.ram[self._page][self._column] = byte
            if self._mode == 0:
                self._column, wrapped = self._next(self._column, self._column_range)
                if wrapped:
                    self._page, _ = self._next(self._page, self._page_range)
            else:
                self._page, wrapped = self._next(self._page, self._page_range)
                if wrapped:
                    self._column, _ = self._next(self._column, self._column_range)

    @staticmethod
    def _next(value: int, span: tuple[int, int]) -> tuple[int, bool]:
        return (span[0], True) if value >= span[1] else (value + 1, False)

    def _take(self, byte: int) -> None:
        self._command.append(byte)
        code = self._command[0]
        if len(self._command) <= _ARGUMENTS.get(code, 0):
            return
        arguments = bytes(self._command[1:])
        self._command.clear()
        self._do(code, arguments)

    def _do(self, code: int, arguments: bytes) -> None:
        ssd = self.chip == "ssd1306"
        if code <= 0x0F:
            self._column = (self._column & 0xF0 | code) & self._column_mask
        elif code <= 0x1F:
            self._column = (self._column & 0x0F | (code & 0x0F) << 4) & self._column_mask
        elif code == 0x20 and ssd:
            self._mode = arguments[0] & 3
        elif code == 0x21 and ssd:
            self._column_range = (arguments[0] & 0x7F, arguments[1] & 0x7F)
            self._column = self._column_range[0]
        elif code == 0x22 and ssd:
            self._page_range = (arguments[0] & 7, arguments[1] & 7)
            self._page = self._page_range[0]
        elif 0x40 <= code <= 0x7F:
            self.start_line = code & 0x3F
        elif code == 0x81:
            self.contrast = arguments[0]
        elif code == 0x8D and ssd:
            self.charge_pump = bool(arguments[0] & 4)
        elif code in (0xA0, 0xA1):
            self.segment_remap = bool(code & 1)
        elif code in (0xA4, 0xA5):
            self.all_on = bool(code & 1)
        elif code in (0xA6, 0xA7):
            self.inverted = bool(code & 1)
        elif code in (0xAE, 0xAF):
            self.on = bool(code & 1)
        elif 0xB0 <= code <= 0xB7:
            self._page = code & 7
        elif code in (0xC0, 0xC8):
            self.scan_reverse = bool(code & 8)
        elif code == 0xD3:
            self.display_offset = arguments[0] & 0x3F

    def rows(self) -> list[bytearray]:
        """Return the picture in RAM as 64 rows of 128 bytes 0 or 1.

        The modules are mounted so that remapped segments and reversed scan (0xA1, 0xC8) show the RAM upright;
        the other setting shows it turned by half a turn.
        """
        result: list[bytearray] = []
        for y in range(HEIGHT):
            line = (y if self.scan_reverse else HEIGHT - 1 - y) + self.start_line + self.display_offset
            line &= HEIGHT - 1
            row = self.ram[line >> 3]
            bit = line & 7
            start = self._offset
            pixels = bytearray(row[start + x] >> bit & 1 for x in range(WIDTH))
            if not self.segment_remap:
                pixels.reverse()
            result.append(pixels)
        return result

    def glass(self) -> list[bytearray]:
        """Return what can be seen: like `rows`, dark while the display is off, inverted where that is set."""
        if not self.on:
            return [bytearray(WIDTH) for _ in range(HEIGHT)]
        if self.all_on:
            return [bytearray(b"\1" * WIDTH) for _ in range(HEIGHT)]
        rows = self.rows()
        if self.inverted:
            rows = [bytearray(1 - pixel for pixel in row) for row in rows]
        return rows
