"""Drawing on the 128x64 frame buffer: proportional text with all Vietnamese letters, large digits, icons.

Coordinates are pixels, x to the right, y down; whatever lies outside is cut off. For text, y is the top of
the capitals: tones on capitals rise up to 5 (BIG) or 4 (SMALL) pixels above it, tails hang 3 or 2 below the
base line (capitals are 9 or 7 high). Every letter carries its blank column on the right, also the last one.

Fonts are files read by offset (format: firmware/README.md); glyphs in use are kept in a small cache. A letter
that a font lacks is drawn as its base letter, else as a box; joining marks take no room.
"""

# pyright: reportOptionalMemberAccess=false, reportArgumentType=false, reportCallIssue=false
# (the stubs know neither blit from a tuple nor files that are opened later)

from array import array

import framebuf
from micropython import const

WIDTH = 128
HEIGHT = 64

BIG = 0  # capitals of 9 px, lines 12 apart (16 where capitals carry tones)
SMALL = 1  # capitals of 7 px, lines 10 apart (13 where capitals carry tones)
DIGITS = 2  # 0-9 + - / = × of 16 px
LARGE = 3  # the same of 26 px

_FILES = ("big.fnt", "small.fnt", "digits16.fnt", "digits26.fnt")
_CACHED = const(48)  # glyphs of all fonts together, some 50 bytes each
_TAIL = const(5)  # bytes of measures behind a glyph's bits
_BOX = const(0x25A1)
_DOTS = const(0x2026)
# What is drawn for U+0100 to U+017F where a font has no glyph of its own.
_FOLD = (
    b"AaAaAaCcCcCcCcDdDdEeEeEeEeEeGgGgGgGgHhHhIiIiIiIiIiIiJjKkkLlLlLlLlLlNnNnNnnNnOoOoOoOoRrRrRrSsSsSsSs"
    b"TtTtTtUuUuUuUuUuUuWwYyYZzZzZzs"
)
_ICONS = "titan medal open crown flag first counter monster treasure buried warning battery link undo"


class Font:
    """One font file: the table of ranges in memory, glyphs read from flash when first drawn."""

    def __init__(self, path: str) -> None:
        self.height = 7
        self.pitch = 10
        self._ranges = array("H")
        self._places = 0
        self._file = None
        try:
            file = open(path, "rb")
            head = file.read(10)
            if head[:4] != b"CBF1":
                raise OSError
            self.height = head[4]
            self.pitch = head[5]
            raw = file.read(6 * head[6])
            for i in range(0, len(raw), 2):
                self._ranges.append(raw[i] | raw[i + 1] << 8)
            self._places = 10 + len(raw)
            self._glyphs = self._places + 2 * (head[8] | head[9] << 8) + 2
            self._file = file
        except (OSError, IndexError):
            print("font", path, "cannot be read")

    def record(self, code: int) -> "bytes | None":
        """The glyph's bits and measures as they lie in the file, None where the font lacks it."""
        ranges = self._ranges
        for i in range(0, len(ranges), 3):
            if ranges[i] <= code <= ranges[i + 1]:
                file = self._file
                try:
                    file.seek(self._places + 2 * (ranges[i + 2] + code - ranges[i]))
                    span = file.read(4)
                    start = span[0] | span[1] << 8
                    file.seek(self._glyphs + start)
                    return file.read((span[2] | span[3] << 8) - start)
                except (OSError, IndexError):
                    return None
        return None


class Canvas(framebuf.FrameBuffer):
    """The picture: `buffer` holds 1024 bytes in page order (MONO_VLSB). Shapes are those of framebuf."""

    def __init__(self, buffer, data: str = "/data/") -> None:
        super().__init__(buffer, WIDTH, HEIGHT, framebuf.MONO_VLSB)
        self.buffer = buffer
        self._data = data
        self._fonts = [None] * len(_FILES)  # opened when first used
        self._cache = {}
        # Dark letters on a light ground: set bits become 0, and the others (1) are left out.
        self._dark = framebuf.FrameBuffer(bytearray(b"\x01\x00"), 2, 1, framebuf.MONO_VLSB)

    def forget(self) -> None:
        """Give the memory of the glyphs at hand back."""
        self._cache = {}

    def clear(self) -> None:
        """All pixels off."""
        self.fill(0)

    def nudge(self) -> None:
        """Move the picture by a pixel to a side where the line that falls off is dark; stay where none is."""
        buffer = self.buffer
        left = right = 0
        for at in range(0, WIDTH * HEIGHT // 8, WIDTH):
            left |= buffer[at]
            right |= buffer[at + WIDTH - 1]
        if not right:
            self.scroll(1, 0)
            self.vline(0, 0, HEIGHT, 0)
        elif not left:
            self.scroll(-1, 0)
            self.vline(WIDTH - 1, 0, HEIGHT, 0)
        else:
            top = bottom = 0
            for at in range(WIDTH):
                top |= buffer[at]
                bottom |= buffer[at + WIDTH * (HEIGHT // 8 - 1)]
            if not bottom & 0x80:
                self.scroll(0, 1)
                self.hline(0, 0, WIDTH, 0)
            elif not top & 1:
                self.scroll(0, -1)
                self.hline(0, HEIGHT - 1, WIDTH, 0)

    def _glyph(self, font: int, code: int) -> bytes:
        """The record of a letter, or of what stands for it; an empty one where nothing is to be drawn."""
        key = font << 16 | code
        cache = self._cache
        record = cache.get(key)
        if record is not None:
            return record
        source = self.font(font)
        record = source.record(code) if code < 0x10000 else None
        if record is None:
            if code < 0x20 or code in (0x7F, 0xA0):
                record = source.record(0x20)
            elif 0x100 <= code < 0x100 + len(_FOLD):
                record = source.record(_FOLD[code - 0x100])
            elif 0x300 <= code < 0x370 or code == 0xAD or 0x200B <= code < 0x2010 or 0x2028 <= code < 0x2070:
                record = b"\0\0\0\0\0"
            elif code == 0xFEFF or 0xFE00 <= code < 0xFE10:
                record = b"\0\0\0\0\0"
            if record is None:
                record = source.record(_BOX)
            if record is None:  # no box either (digits), or the file is gone: a blank as wide as a letter
                record = b"\x06\0\0\0\0"
        if len(cache) >= _CACHED:
            cache.clear()
        try:
            cache[key] = record
        except MemoryError:  # no room for a larger table: begin a new one
            self._cache = {}
        return record

    def _run(self, raw: bytes, x: int, y: int, font: int, color: int, stop: int) -> int:
        """Draw UTF-8 text (color 0, 1) or measure it (color -1) up to column `stop`; returns the x after."""
        i = 0
        n = len(raw)
        blit = self.blit
        get = self._cache.get
        while i < n:
            # Decoded by hand: taking a string apart would leave its letters in the pool of names for ever.
            code = raw[i]
            i += 1
            if code >= 0x80:
                more = 1 if code < 0xE0 else 2 if code < 0xF0 else 3
                code &= 0x3F >> more
                while more and i < n:
                    code = code << 6 | raw[i] & 0x3F
                    i += 1
                    more -= 1
            glyph = get(font << 16 | code)
            if glyph is None:
                glyph = self._glyph(font, code)
            at = len(glyph) - _TAIL
            after = x + glyph[at]
            if after > stop:
                return x
            if color >= 0 and at:
                left = glyph[at + 1]
                top = glyph[at + 2]
                picture = (glyph, glyph[at + 3], glyph[at + 4], framebuf.MONO_HLSB)
                if left > 127:
                    left -= 256
                if top > 127:
                    top -= 256
                if color:
                    blit(picture, x + left, y + top, 0)
                else:
                    blit(picture, x + left, y + top, 1, self._dark)
            x = after
        return x

    def text_width(self, s: str, font: int = SMALL) -> int:
        """Columns that the text takes, its last blank column included."""
        return self._run(s.encode(), 0, 0, font, -1, 32767)

    def text(
        self, s: str, x: int, y: int, font: int = SMALL, color: int = 1, width: "int | None" = None
    ) -> int:
        """Draw text with the top of its capitals at y; returns the x after it.

        `color` 1 lights pixels, 0 darkens them. With `width` it is cut to so many columns, with an ellipsis.
        """
        raw = s.encode()
        if width is None:
            return self._run(raw, x, y, font, color, 32767)
        stop = x + width + 1  # the blank column of the last letter may stand outside
        if self._run(raw, x, y, font, -1, 32767) <= stop:
            return self._run(raw, x, y, font, color, 32767)
        dots = self._glyph(font, _DOTS)
        x = self._run(raw, x, y, font, color, stop - dots[len(dots) - _TAIL])
        return self._run("…".encode(), x, y, font, color, stop)

    def text_right(
        self, s: str, x: int, y: int, font: int = SMALL, color: int = 1, width: "int | None" = None
    ) -> int:
        """Draw text that ends before column x, its last blank column included; returns the x of its start."""
        wide = self.text_width(s, font)
        if width is not None and wide > width + 1:
            wide = width + 1
        self.text(s, x - wide, y, font, color, width)
        return x - wide

    def text_center(
        self, s: str, x: int, y: int, font: int = SMALL, color: int = 1, width: "int | None" = None
    ) -> int:
        """Draw text with its middle at column x; returns the x of its start."""
        wide = self.text_width(s, font) - 1
        if width is not None and wide > width:
            wide = width
        self.text(s, x - wide // 2, y, font, color, width)
        return x - wide // 2

    def number(self, n, x: int, y: int, size: int = 26, color: int = 1) -> int:
        """Draw a number (or a text of 0-9 + - / = ×) 26, 16 or 9 pixels high with its top at y.

        Returns the x after it.
        """
        return self._run(str(n).encode(), x, y, self._sized(size), color, 32767)

    def number_width(self, n, size: int = 26) -> int:
        """Columns that `number` takes."""
        return self._run(str(n).encode(), 0, 0, self._sized(size), -1, 32767)

    def _sized(self, size: int) -> int:
        return LARGE if size >= 26 else DIGITS if size >= 16 else BIG

    def font(self, font: int) -> Font:
        """The font's measures: `height` of its capitals, `pitch` of its lines."""
        found = self._fonts[font]
        if found is None:
            found = self._fonts[font] = Font(self._data + _FILES[font])
        return found

    def icon(self, name: str, x: int, y: int, color: int = 1) -> int:
        """Draw one of the marks of 7x7 pixels (_ICONS, also check and cross); returns the x after."""
        if name == "check":
            raw = b"\xe2\x9c\x93"
        elif name == "cross":
            raw = b"\xe2\x9c\x97"
        else:
            raw = bytes((0xEE, 0x80, 0x80 + _ICONS.split().index(name)))  # U+E000 and up
        return self._run(raw, x, y, SMALL, color, 32767)

    def invert(self, x: int, y: int, w: int, h: int) -> None:
        """Turn every pixel of the rectangle round."""
        if x < 0:
            w += x
            x = 0
        if y < 0:
            h += y
            y = 0
        right = min(WIDTH, x + w)
        bottom = min(HEIGHT, y + h)
        buffer = self.buffer
        while y < bottom:
            page = y >> 3
            under = min(bottom, (page + 1) << 3)
            mask = (0xFF << (y & 7)) & (0xFF >> (7 - ((under - 1) & 7)))
            for i in range(page * WIDTH + x, page * WIDTH + right):
                buffer[i] ^= mask
            y = under
