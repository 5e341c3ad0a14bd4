"""The page's own channel: frames between those of whoever has the port open, answers taken out again."""

import re
import zlib
from collections.abc import Callable

from clashcore import frames, wire

_ESCAPED = re.compile(rb"\x06(.)", re.DOTALL)
_INVERT = bytes(byte ^ 0xFF for byte in range(256))
_LONGEST = 2 * frames.LIMIT + 16  # escaped

Frame = tuple[int, int, bytes]  # kind, request, payload


def _plain(segment: bytes) -> bytes:
    return _ESCAPED.sub(lambda found: bytes((found[1][0] ^ 0x40,)), segment).translate(_INVERT)


def read_segment(segment: bytes) -> Frame | None:
    """Return the frame whose escaped body this is, or None."""
    body = _plain(segment)
    if len(body) < frames.LEAST or int.from_bytes(body[-4:], "little") != zlib.crc32(body[:-4]):
        return None
    return body[0], body[1], body[2:-4]


class Tap:
    """Watches what the device sends. Answers to the page's requests never reach the client.

    `awaited` holds the page's request numbers under way; only then is anything held back, and only until its
    first two bytes show whose it is.
    """

    def __init__(self, deliver: Callable[[Frame], None]):
        self.awaited: set[int] = set()
        self.frames = 0
        self._deliver = deliver
        self._segment = bytearray()
        self._open = False  # a 0x00 was seen that may begin a frame
        self._held = False  # that 0x00 and the segment have not been passed on yet
        self._log = bytearray()

    @property
    def log(self) -> bytes:
        """The bytes outside frames, the newest 64 KB."""
        return bytes(self._log + self._segment if self._open else self._log)

    def note(self, data: bytes) -> None:
        """Add to the log what the device did not send itself."""
        self._log += data
        del self._log[: max(0, len(self._log) - 65536)]

    def feed(self, data: bytes) -> bytes:
        """Take bytes from the device; returns those that go on to the client."""
        out = bytearray()
        at = 0
        while at < len(data):
            end = data.find(0, at)
            self._body(data[at : end if end >= 0 else len(data)], out)
            if end < 0:
                break
            self._mark(out)
            at = end + 1
        return bytes(out)

    def release(self) -> bytes:
        """Nobody waits any more: return what was held back."""
        held = b"\0" + bytes(self._segment) if self._held else b""
        self._held = False
        return held

    def _body(self, data: bytes, out: bytearray) -> None:
        if not data:
            return
        if not self._open:
            self.note(data)
            out += data
            return
        self._segment += data
        if not self._held:
            out += data
        elif not self._may_be_ours():
            out += self.release()
        if len(self._segment) > _LONGEST:
            out += self.release()
            self._give_up()

    def _may_be_ours(self) -> bool:
        start = _plain(bytes(self._segment[:4].rstrip(b"\x06")))
        kinds = (wire.DATA, wire.END, wire.ERROR)
        return not start or (start[0] in kinds and (len(start) < 2 or start[1] in self.awaited))

    def _give_up(self) -> None:
        self.note(bytes(self._segment))
        self._segment.clear()
        self._open = False

    def _mark(self, out: bytearray) -> None:
        """A 0x00: it ends the frame before it, or begins one."""
        frame = read_segment(bytes(self._segment)) if self._open and self._segment else None
        if frame:
            self.frames += 1
            self._segment.clear()
            self._open = False
            if self._held and frame[1] in self.awaited:
                self._held = False
                self._deliver(frame)
                return
            out += self.release()
            out.append(0)
            return
        out += self.release()
        if self._segment:
            self._give_up()
        self._open = True
        if self.awaited:
            self._held = True
        else:
            out.append(0)


class Gate:
    """Watches what the client sends, to find the gaps between its frames."""

    def __init__(self):
        self._segment = bytearray()
        self._open = False

    def feed(self, data: bytes) -> None:
        """Take bytes on their way to the device."""
        for byte in data:
            if byte:
                if self._open and len(self._segment) < _LONGEST:
                    self._segment.append(byte)
            elif self._open and self._segment and read_segment(bytes(self._segment)):
                self._open = False
                self._segment.clear()
            else:
                self._open = True
                self._segment.clear()

    @property
    def between_frames(self) -> bool:
        """Is no frame under way?"""
        return not self._open
