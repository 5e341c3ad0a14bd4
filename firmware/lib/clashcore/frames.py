"""Frames on the serial line: 0x00, an escaped body, 0x00. Body: kind u8, request u8, payload, CRC-32 LE.

Each byte of the body is sent inverted, so that the common small numbers become large ones. Where that gives
0x00 to 0x06, LF or CR, it is sent as 0x06 and the value ^ 0x40. So no frame holds 0x01 to 0x05, which would
wake MicroPython's prompt, nor a line end that a terminal driver might change, nor 0x00 inside.
"""

import binascii

_END = 0
_ESCAPE = 6
_FLIP = 0x40
_SPECIALS = b"\x06\x00\x01\x02\x03\x04\x05\x0a\x0d"  # the escape first: those after it bring in new ones
_PAIRS = tuple([(bytes((byte,)), bytes((_ESCAPE, byte ^ _FLIP))) for byte in _SPECIALS])
LEAST = 6  # kind, request, CRC-32
LIMIT = 262  # bytes of a body: kind, request, piece number, 254 bytes, CRC-32


def encode(kind: int, request: int, payload: bytes = b"") -> bytes:
    """The whole frame with its two end marks."""
    body = bytes((kind, request)) + payload
    crc = binascii.crc32(body) & 0xFFFFFFFF
    body += bytes((crc & 255, crc >> 8 & 255, crc >> 16 & 255, crc >> 24))
    # One long number and replace() work at the speed of C, a loop over the bytes would hold up the line.
    size = len(body)
    sent = (int.from_bytes(body, "big") ^ ((1 << 8 * size) - 1)).to_bytes(size, "big")
    for special, pair in _PAIRS:
        sent = sent.replace(special, pair)
    return b"\0" + sent + b"\0"


class Decoder:
    """Finds frames in a stream of bytes. Its memory is fixed whatever comes in.

    `limit`: bytes of a body at most; `frames`, `bad`: frames read, and what looked like one but was
    damaged. Bytes outside frames are the device's log; take_log() fetches them, the newest `log` bytes.
    """

    def __init__(self, limit: int = LIMIT, log: int = 256) -> None:
        self.frames = 0
        self.bad = 0
        self.lost = 0  # bytes outside frames that found no room in the log
        self._body = bytearray(limit)
        self._used = -1  # bytes of the body so far; -1 outside a frame
        self._escaped = False
        self._broken = False  # the frame under way cannot become a good one
        self._log = bytearray(log)
        self._logged = 0

    def take_log(self) -> bytes:
        """The bytes seen outside frames since the last call."""
        taken = bytes(self._log[: self._logged])
        self._logged = 0
        return taken

    def feed(self, data: bytes) -> "list[tuple[int, int, bytes]]":
        """The good frames that data completes: (kind, request, payload)."""
        found = []
        for byte in data:
            frame = self.take(byte)
            if frame is not None:
                found.append(frame)
        return found

    def take(self, byte: int) -> "tuple[int, int, bytes] | None":
        """The good frame that this one byte completes, or None. Allocates nothing but a frame."""
        if byte == _END:
            return self._close()
        if self._used < 0:
            self._note(byte)
        elif not self._broken:
            if self._escaped:
                byte ^= _FLIP
                self._escaped = False
            elif byte == _ESCAPE:
                self._escaped = True
                return None
            if self._used < len(self._body):
                self._body[self._used] = byte ^ 0xFF
                self._used += 1
            else:
                self._broken = True
        return None

    def _note(self, byte: int) -> None:
        size = len(self._log)
        if not size:
            self.lost += 1
            return
        if self._logged == size:
            # The newest half stays: the last words before trouble are the ones that tell.
            half = size // 2
            self._log[:half] = self._log[size - half :]
            self._logged = half
            self.lost += size - half
        self._log[self._logged] = byte
        self._logged += 1

    def _close(self):
        """At an end mark: the frame that it ends, or None. A mark that ends no good frame begins one."""
        used, whole = self._used, not (self._broken or self._escaped)
        self._used = 0
        self._escaped = self._broken = False
        if used <= 0 and whole:
            return None
        if whole and used >= LEAST:
            end = used - 4
            body = bytes(memoryview(self._body)[:end])
            crc = binascii.crc32(body) & 0xFFFFFFFF
            if all(self._body[end + i] == crc >> 8 * i & 255 for i in range(4)):
                self.frames += 1
                self._used = -1
                return body[0], body[1], body[2:]
        self.bad += 1
        return None
