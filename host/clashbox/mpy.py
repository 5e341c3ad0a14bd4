"""The names in compiled MicroPython files (.mpy, version 6 of the format), and how to have fewer of them."""

from collections.abc import Iterable


def _number(data: bytes, at: int) -> tuple[int, int]:
    """A number of 7 bits a byte, the highest first, and where it ends."""
    value = 0
    while True:
        byte = data[at]
        at += 1
        value = value << 7 | byte & 0x7F
        if byte < 0x80:
            return value, at


def names(data: bytes) -> set[str]:
    """What a board takes up into its pool of names when it loads this file, less those that it has anyway.

    Raises ValueError where it is no .mpy of version 6.
    """
    if data[:2] != b"M\x06":
        raise ValueError("not an .mpy file of version 6")
    count, at = _number(data, 4)
    _, at = _number(data, at)  # constants
    found: set[str] = set()
    for _ in range(count):
        length, at = _number(data, at)
        if not length & 1:  # odd: the number of a name that every build has
            length >>= 1
            found.add(data[at : at + length].decode())
            at += length + 1  # a zero byte ends it
    return found


# What follows puts texts of modules that come and go among a file's constants instead of its names: names
# stay on the board for ever, constants go with their module.

_LOAD_STRING, _LOAD_CONSTANT = 0x10, 0x23
_OPERANDS = 0x000003A4  # two bits for each 16 operations: none, a name, a number, an offset
_TEXT, _TUPLE = 5, 10  # kinds of constants; those below have no content
_EMPTY = 3  # stands for the name "", which every build has


class _File:
    """A file taken apart: its names, and where in its code they are used, and for what."""

    def __init__(self, data: bytes) -> None:
        if data[:2] != b"M\x06":
            raise ValueError("not an .mpy file of version 6")
        self.data = data
        count, at = _number(data, 4)
        self.constants, at = _number(data, at)
        self.names: list[tuple[bytes, str | None]] = []  # as they stand there; None: every build has it
        for _ in range(count):
            length, after = _number(data, at)
            if length & 1:
                self.names.append((data[at:after], None))
                at = after
            else:
                end = after + (length >> 1) + 1
                self.names.append((data[at:end], data[after : end - 1].decode()))
                at = end
        self.first = at  # of the constants
        for _ in range(self.constants):
            at = self._constant(at)
        self.code = at
        self.named = {0}  # names that are more than texts
        self.loads: list[
            tuple[int, int, int]
        ] = []  # name, place of the operation that loads it, bytes of its number
        if self._function(at) != len(data):
            raise ValueError("an .mpy file of another kind")

    def _constant(self, at: int) -> int:
        kind = self.data[at]
        at += 1
        if kind < _TEXT:
            return at
        size, at = _number(self.data, at)
        if kind == _TUPLE:
            for _ in range(size):
                at = self._constant(at)
            return at
        return at + size + (kind <= _TEXT + 1)  # a zero byte ends texts and bytes

    def _function(self, at: int) -> int:
        head, at = _number(self.data, at)
        if head & 3:
            raise ValueError("an .mpy file with machine code")
        end = at + (head >> 3)
        self._operations(at, end)
        if head & 4:
            inner, end = _number(self.data, end)
            for _ in range(inner):
                end = self._function(end)
        return end

    def _operations(self, at: int, end: int) -> None:
        data = self.data
        arguments = data[at] & 3
        shift = 0
        while data[at] & 0x80:
            at += 1
            arguments += ((data[at] & 4) << shift) + ((data[at] >> 3 & 1) << shift)
            shift += 1
        at += 1
        size = cells = shift = 0
        more = True
        while more:
            more = data[at] > 0x7F
            size |= (data[at] >> 1 & 0x3F) << 6 * shift
            cells |= (data[at] & 1) << shift
            at += 1
            shift += 1
        start = at + size + cells
        for _ in range(arguments + 1):
            name, at = _number(data, at)
            self.named.add(name)
        at = start
        while at < end:
            operation, place = data[at], at
            at += 1
            operand = _OPERANDS >> 2 * (operation >> 4) & 3
            if operand == 1:
                name, after = _number(data, at)
                if operation == _LOAD_STRING:
                    self.loads.append((name, place, after - at))
                else:
                    self.named.add(name)
                at = after
            elif operand == 2:
                _, at = _number(data, at)
            elif operand == 3:
                at += 2 if data[at] & 0x80 else 1
            at += not operation & 0x9E  # these carry a byte more
        if at != end:
            raise ValueError("an .mpy file of another kind")

    def texts(self) -> set[str]:
        """The texts that the code loads."""
        return {text for name, _, _ in self.loads if (text := self.names[name][1]) is not None}

    def words(self) -> set[str]:
        """The names of attributes, arguments, modules, functions."""
        return {text for name in self.named if (text := self.names[name][1]) is not None}

    def without(self, texts: set[str]) -> bytes:
        """The file with those texts among its constants, as far as their numbers fit in."""
        data = bytearray(self.data)
        kept = [raw for raw, _ in self.names]
        added = b""
        count = self.constants
        for i in range(len(kept)):
            text = self.names[i][1]
            places = [load for load in self.loads if load[0] == i]
            if text not in texts or i in self.named or any(count >> 7 * size for _, _, size in places):
                continue
            for _, place, size in places:
                data[place] = _LOAD_CONSTANT
                for n in range(size):  # with as many bytes as the name's number had
                    data[place + size - n] = count >> 7 * n & 0x7F | (0x80 if n else 0)
            content = text.encode()
            added += bytes((_TEXT,)) + _digits(len(content)) + content + b"\0"
            kept[i] = bytes((_EMPTY,))
            count += 1
        head = self.data[:4] + _digits(len(kept)) + _digits(count) + b"".join(kept)
        return bytes(head + data[self.first : self.code] + added + data[self.code :])


def _digits(value: int) -> bytes:
    """A number as `_number` reads it."""
    out = bytearray((value & 0x7F,))
    while value > 0x7F:
        value >>= 7
        out.insert(0, value & 0x7F | 0x80)
    return bytes(out)


def slim(files: dict[str, bytes], fleeting: set[str], names: Iterable[str] = ()) -> dict[str, bytes]:
    """The files with fewer names: what only fleeting ones load as a text, and names nothing in any, goes.

    `names` stay whatever they are. Raises ValueError for what is no .mpy of version 6, or holds machine code.
    """
    taken = {path: _File(data) for path, data in files.items()}
    kept = set(names)
    for path, file in taken.items():
        kept |= file.words() | (set() if path in fleeting else file.texts())
    out = dict(files)
    for path in fleeting:
        out[path] = taken[path].without(taken[path].texts() - kept)
    return out
