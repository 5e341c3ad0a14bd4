"""The records of a game, in chunks of 16 that can each be read on their own, and which of the events stand.

Events are numbered from 1, undo and redo included. Compact on purpose: a chunk is one bytes object, its head
the codec's t and m before its first record; one bit an event tells whether it stands.

An event is kept while it stands or can still be brought back. All that stand are at or below `top`, the
newest of them; the kept ones above it are what redo brings back.
"""

import binascii
from array import array

from clashcore.codec import Codec, get_int, put_int, put_varint, varint

CHUNK = 16
_VERSION = 1


def _open(chunk: bytes) -> "tuple[Codec, int]":
    """A codec that stands before the chunk's first record, and where that begins."""
    t, pos = get_int(chunk, 0)
    m, pos = get_int(chunk, pos)
    return Codec(t, m), pos


class Log:
    """The records of one game.

    `count` (events), `top`, `ahead` (how many can be brought back) and `standing` (how many stand) are for
    reading; `codec` holds t and m of the newest record.
    """

    def __init__(self) -> None:
        self._clear()

    def _clear(self) -> None:
        self.codec = Codec()
        self.count = 0
        self.top = 0
        self.standing = 0
        self.ahead = 0
        self._chunks = []
        self._kept = array("H")
        self._sum = 0  # CRC-32 of all records
        self._cursor = None  # where the last slice ended: (number, position in its chunk, t, m)

    # Records

    def append(self, record: bytes, t: int, m: int) -> int:
        """Add a record; t and m are the codec's before it. Returns its number."""
        if self.count % CHUNK == 0:
            head = bytearray()
            put_int(head, t)
            put_int(head, m)
            self._chunks.append(bytes(head) + record)
            self._kept.append(0)
        else:
            self._chunks[-1] += record
        self._sum = binascii.crc32(record, self._sum) & 0xFFFFFFFF
        self.count += 1
        return self.count

    def _seek(self, number: int) -> "tuple[bytes, Codec, int]":
        """The chunk of a record, a codec that stands before it, its position."""
        i = (number - 1) // CHUNK
        chunk = self._chunks[i]
        codec, pos = _open(chunk)
        for _ in range(number - 1 - i * CHUNK):
            _, pos = codec.skip(chunk, pos)
        return chunk, codec, pos

    def event(self, number: int) -> dict:
        """The event of that number. Raises IndexError where there is none."""
        if not 0 < number <= self.count:
            raise IndexError("event")
        chunk, codec, pos = self._seek(number)
        return codec.decode(chunk, pos)[0]

    def walk(self, first: int = 1, last: "int | None" = None, kept: bool = False):
        """The events from first to last (default: the newest) as (number, event); only kept ones if asked."""
        number = first
        end = self.count if last is None else min(last, self.count)
        while number <= end:
            i = (number - 1) // CHUNK
            stop = min((i + 1) * CHUNK, end)
            bits = self._kept[i] >> (number - 1 - i * CHUNK) if kept else 0xFFFF
            if bits:
                chunk, codec, pos = self._seek(number)
                while number <= stop and bits:
                    if bits & 1:
                        ev, pos = codec.decode(chunk, pos)
                        yield number, ev
                    else:
                        _, pos = codec.skip(chunk, pos)
                    bits >>= 1
                    number += 1
            number = stop + 1

    def slice(self, first: int, max_bytes: int, max_count: int) -> "tuple[int, int, int, bytes]":
        """Records from number `first` on: t and m before the first, how many, their bytes.

        At least one record where there is one, even if it is longer than max_bytes.
        """
        if first < 1:
            raise IndexError("event")
        codec, count, out = self.codec, 0, b""
        t, m = codec.t, codec.m
        number = first
        while number <= self.count and count < max_count:
            i = (number - 1) // CHUNK
            if self._cursor is not None and self._cursor[0] == number and self._cursor[1]:
                chunk = self._chunks[i]
                pos = self._cursor[1]
                codec = Codec(self._cursor[2], self._cursor[3])
            else:
                chunk, codec, pos = self._seek(number)
            if count == 0:
                t, m = codec.t, codec.m
            start = pos
            last = min((i + 1) * CHUNK, self.count)
            room = max_bytes - len(out)
            if last - number < max_count - count and len(chunk) - pos <= room:
                # The rest of the chunk fits as a whole; nobody has to read it.
                count += last - number + 1
                number = last + 1
                out += chunk[pos:]
                continue
            while number <= last and count < max_count:
                t_before, m_before = codec.t, codec.m
                _, end = codec.skip(chunk, pos)
                if end - start > room and count:
                    codec.t, codec.m = t_before, m_before
                    break
                pos = end
                number += 1
                count += 1
            out += chunk[start:pos]
            self._cursor = (number, pos if number <= last else 0, codec.t, codec.m)
            break
        return t, m, count, out

    def crc(self, number: int) -> int:
        """CRC-32 of the first `number` records."""
        if not 0 <= number <= self.count:
            raise IndexError("event")
        if number == self.count:
            return self._sum
        crc = 0
        whole = number // CHUNK
        for i in range(whole):
            chunk = self._chunks[i]
            crc = binascii.crc32(chunk[_open(chunk)[1] :], crc)
        if number % CHUNK:
            chunk = self._chunks[whole]
            start = _open(chunk)[1]
            crc = binascii.crc32(chunk[start : self._seek(number + 1)[2]], crc)
        return crc & 0xFFFFFFFF

    # What stands

    def is_kept(self, number: int) -> bool:
        """Whether the event stands or can be brought back."""
        number -= 1
        return 0 <= number < self.count and self._kept[number // CHUNK] >> number % CHUNK & 1 == 1

    def before(self, number: int) -> int:
        """The nearest kept number below, or 0."""
        number -= 1
        while number > 0:
            i = (number - 1) // CHUNK
            bits = self._kept[i] & ((2 << (number - 1) % CHUNK) - 1)
            if bits:
                number = i * CHUNK
                while bits:
                    number += 1
                    bits >>= 1
                return number
            number = i * CHUNK
        return 0

    def after(self, number: int) -> int:
        """The nearest kept number above, or 0."""
        while number < self.count:
            i = number // CHUNK
            bits = self._kept[i] >> number % CHUNK
            if bits:
                number += 1
                while not bits & 1:
                    number += 1
                    bits >>= 1
                return number
            number = (i + 1) * CHUNK
        return 0

    def add(self, number: int) -> None:
        """An event was recorded: it stands, and what could be brought back is gone."""
        if self.ahead:
            i = self.top // CHUNK
            self._kept[i] &= (1 << self.top % CHUNK) - 1
            for later in range(i + 1, len(self._kept)):
                self._kept[later] = 0
            self.ahead = 0
        number -= 1
        self._kept[number // CHUNK] |= 1 << number % CHUNK
        self.top = number + 1
        self.standing += 1

    def motion(self, number: int) -> "int | None":
        """The m of an event."""
        chunk, codec, pos = self._seek(number)
        return codec.skip(chunk, pos)[0]

    def take_back(self) -> None:
        """Lower `top` by one motion."""
        m = self.motion(self.top)
        while True:
            self.top = self.before(self.top)
            self.standing -= 1
            self.ahead += 1
            if m is None or not self.top or self.motion(self.top) != m:
                return

    def bring_back(self) -> "list[int]":
        """Raise `top` by one motion. Returns the numbers of its events."""
        numbers = [self.after(self.top)]
        m = self.motion(numbers[0])
        while m is not None:
            number = self.after(numbers[-1])
            if not number or self.motion(number) != m:
                break
            numbers.append(number)
        self.top = numbers[-1]
        self.standing += len(numbers)
        self.ahead -= len(numbers)
        return numbers

    def mark(self) -> tuple:
        """Where the log is now, for `reset`."""
        last = self._chunks[-1] if self._chunks else b""
        places = (self.count, self.top, self.standing, self.ahead, self._sum)
        return places, self.codec.t, self.codec.m, last, bytes(self._kept)

    def reset(self, mark: tuple) -> None:
        """Forget what was appended since `mark`."""
        places, self.codec.t, self.codec.m, last, kept = mark
        self.count, self.top, self.standing, self.ahead, self._sum = places
        del self._chunks[(self.count + CHUNK - 1) // CHUNK :]
        if self._chunks:
            self._chunks[-1] = last
        self._kept = array("H", kept)

    # Snapshots

    def pack(self) -> bytearray:
        """All but the records: how they are cut, which stand, the CRC-32 that tells them from others."""
        out = bytearray((_VERSION,))
        for n in (self.count, self.top, self.standing, self.ahead, self._sum):
            put_varint(out, n)
        put_int(out, self.codec.t)
        put_int(out, self.codec.m)
        for i, chunk in enumerate(self._chunks):
            start = _open(chunk)[1]
            put_varint(out, self._kept[i])
            put_varint(out, len(chunk) - start)
            out.extend(chunk[:start])
        return out

    def unpack(self, data: bytes, records: "Pieces") -> int:
        """Become the log that `pack` described, with records taken from the pieces.

        Returns the position in data after it. Raises ValueError where data or records do not fit; then
        log and pieces are as at the start.
        """
        used = []
        try:
            if data[0] != _VERSION:
                raise ValueError("version")
            pos = 1
            numbers = []
            for _ in range(5):
                n, pos = varint(data, pos)
                numbers.append(n)
            self.count, self.top, self.standing, self.ahead, self._sum = numbers
            self.codec.t, pos = get_int(data, pos)
            self.codec.m, pos = get_int(data, pos)
            found = 0
            for _ in range((self.count + CHUNK - 1) // CHUNK):
                bits, pos = varint(data, pos)
                size, pos = varint(data, pos)
                end = get_int(data, get_int(data, pos)[1])[1]
                taken = records.take(size)
                used.append(taken)
                found = binascii.crc32(taken, found)
                self._chunks.append(bytes(data[pos:end]) + taken)
                self._kept.append(bits)
                pos = end
            if found & 0xFFFFFFFF != self._sum:
                raise ValueError("crc")
        except (IndexError, OverflowError, ValueError):
            records.put_back(used)
            self._clear()
            raise ValueError("snapshot")
        return pos


class Pieces:
    """Bytes that come in pieces, as records do from flash; cuts may fall anywhere."""

    def __init__(self, pieces) -> None:
        self._pieces = iter((pieces,) if isinstance(pieces, (bytes, bytearray, memoryview)) else pieces)
        self._again = []
        self.rest = b""

    def more(self) -> bool:
        """Add the next piece to `rest`; False at the end."""
        piece = self._again.pop() if self._again else next(self._pieces, None)
        if piece is None:
            return False
        self.rest = self.rest + bytes(piece) if self.rest else bytes(piece)
        return True

    def take(self, size: int) -> bytes:
        """The next `size` bytes. Raises ValueError where there are not that many."""
        while len(self.rest) < size:
            if not self.more():
                raise ValueError("cut off")
        taken = self.rest[:size]
        self.rest = self.rest[size:]
        return taken

    def put_back(self, pieces: "list[bytes]") -> None:
        """Give back what was taken."""
        if self.rest:
            pieces.append(self.rest)
            self.rest = b""
        while pieces:
            self._again.append(pieces.pop())
