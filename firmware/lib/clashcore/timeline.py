"""The course of a game: the log of all events and the state that follows from those that stand.

Undo and redo are records like others. To go back the state is restored from the nearest checkpoint, a packed
state, and at most 31 events are applied again, however long the game is.
"""

import binascii

from clashcore.codec import put_varint, varint
from clashcore.game import new_state
from clashcore.log import Log, Pieces
from clashcore.rejected import Rejected

COARSE = 32  # standing events between the checkpoints on the shelf
FINE = 8  # standing events between the newest checkpoints, kept at hand
_AT_HAND = 4


class Shelf:
    """Where checkpoints lie: in RAM here; a device may keep them in flash instead.

    `put` never raises; `get` returns None for what was never put, was lost or damaged.
    """

    def __init__(self) -> None:
        self._data = {}

    def put(self, index: int, data: bytes) -> None:
        """Keep data (some hundred bytes) under that number, 1 and up, in place of what was there."""
        self._data[index] = data

    def get(self, index: int) -> "bytes | None":
        """What was put last under that number."""
        return self._data.get(index)


class Timeline:
    """A game's events and state. Events are numbered from 1 as they were recorded, undo and redo included.

    `state` is the same object all the time; `last_record` holds the bytes that the last `record` or `commit`
    added, for the journal; `replayed` counts events applied again since the start.
    """

    def __init__(self, header: dict, facts=None, state=None, shelf=None) -> None:
        self.state = new_state(header, facts) if state is None else state
        self.last_record = b""
        self.replayed = 0
        self._log = Log()
        self._shelf = Shelf() if shelf is None else shelf
        self._start = self.state.pack()
        self._marks = []  # those at hand: (standing events, number of the last, packed state), old to new

    @property
    def count(self) -> int:
        """How many events were recorded."""
        return self._log.count

    @property
    def t(self) -> int:
        """The newest `t` recorded, in ms."""
        return self._log.codec.t

    @property
    def m(self) -> int:
        """The newest `m` recorded."""
        return self._log.codec.m

    @property
    def can_undo(self) -> bool:
        """Whether an event stands that can be taken back."""
        return self._log.top > 0

    @property
    def can_redo(self) -> bool:
        """Whether the newest undo can be taken back."""
        return self._log.ahead > 0

    @property
    def top(self) -> int:
        """The number of the newest event that stands, or 0."""
        return self._log.top

    def record(self, ev: dict) -> None:
        """Apply an event and add it to the log. Raises Rejected, and changes nothing, if that cannot be."""
        log = self._log
        name = ev.get("ev")
        if name == "undo" and not log.top:
            raise Rejected("undo")
        if name == "redo" and not log.ahead:
            raise Rejected("redo")
        t, m = log.codec.t, log.codec.m
        try:
            record = log.codec.encode(ev)
        except ValueError as e:
            raise Rejected("field", str(e))
        if name == "undo":
            log.append(record, t, m)
            log.take_back()
            self._rebuild()
        elif name == "redo":
            log.append(record, t, m)
            for number in log.bring_back():
                self.state.apply(log.event(number))
        else:
            try:
                self.state.apply(ev)
            except BaseException:
                log.codec.t, log.codec.m = t, m
                raise
            log.add(log.append(record, t, m))
            self._checkpoint(log.standing, log.top)
        self.last_record = record

    def commit(self, events: "list[dict]") -> None:
        """Record events that belong together: all of them, or on Rejected none."""
        mark = self._log.mark()
        records = []
        try:
            for ev in events:
                self.record(ev)
                records.append(self.last_record)
        except Rejected:
            self.last_record = b""
            if records:
                self._log.reset(mark)
                self._rebuild()
            raise
        self.last_record = b"".join(records)

    def event(self, number: int) -> dict:
        """The event of that number. Raises IndexError where there is none."""
        return self._log.event(number)

    def walk(self, first: int = 1, last: "int | None" = None):
        """The events from number first to last as (number, event), read one by one."""
        return self._log.walk(first, last)

    def stands(self, number: int) -> bool:
        """Whether the event stands: recorded, no undo or redo itself, and not taken back."""
        return number <= self._log.top and self._log.is_kept(number)

    def standing(self):
        """The numbers of the events that stand, old to new."""
        number = self._log.after(0)
        while 0 < number <= self._log.top:
            yield number
            number = self._log.after(number)

    def slice(self, first: int, max_bytes: int, max_count: int) -> "tuple[int, int, int, bytes]":
        """Records from number `first` on, for the link: (t, m, count, records).

        t and m are the codec's state before the first of them; at least one record where there is one.
        """
        return self._log.slice(first, max_bytes, max_count)

    def crc(self, number: int) -> int:
        """CRC-32 of the first `number` records."""
        return self._log.crc(number)

    def snapshot(self) -> bytes:
        """All that `restore` needs besides the records to be quick, up to the newest event."""
        out = self._log.pack()
        out.extend(self.state.pack())
        out.extend(_bytes(binascii.crc32(out)))
        return bytes(out)

    @classmethod
    def restore(cls, header: dict, records, snapshots=(), facts=None, state=None, shelf=None) -> "Timeline":
        """The timeline with these records, which come as bytes or in pieces cut anywhere.

        The newest snapshot that fits saves reading what came before it; damaged and foreign ones are passed
        over. Raises ValueError for bad records, Rejected where one cannot be applied.
        """
        self = cls(header, facts, state, shelf)
        log = self._log
        pieces = Pieces(records)
        fitting = []
        for data in snapshots:
            if len(data) > 12 and binascii.crc32(data[:-4]) & 0xFFFFFFFF == _number(data[-4:]):
                fitting.append(data)
        fitting.sort(key=lambda data: -varint(data, 1)[0])
        for data in fitting:
            try:
                pos = log.unpack(data, pieces)
            except ValueError:
                continue
            if log.standing:
                self._marks.append((log.standing, log.top, bytes(data[pos:-4])))
            break
        self._read(pieces)
        self._rebuild()
        return self

    def _read(self, pieces: Pieces) -> None:
        """Take over the rest of the records, without applying them."""
        log = self._log
        codec = log.codec
        pos = 0
        while True:
            t, m = codec.t, codec.m
            try:
                _, end = codec.skip(pieces.rest, pos)
            except ValueError:
                pieces.rest = pieces.rest[pos:]
                pos = 0
                if not pieces.more():
                    if pieces.rest:
                        raise
                    return
                continue
            record = pieces.rest[pos:end]
            pos = end
            number = log.append(record, t, m)
            if record[0] == _UNDO or record[0] == _REDO:
                if not (log.top if record[0] == _UNDO else log.ahead):
                    raise Rejected("undo" if record[0] == _UNDO else "redo")
                if record[0] == _UNDO:
                    log.take_back()
                else:
                    log.bring_back()
            else:
                log.add(number)

    def _checkpoint(self, standing: int, number: int) -> None:
        if standing % FINE:
            return
        packed = self.state.pack()
        self._marks.append((standing, number, packed))
        if len(self._marks) > _AT_HAND:
            self._marks.pop(0)
        if standing % COARSE == 0:
            # The checksum binds it to these very events: one that was put may never reach the journal.
            head = bytearray(_bytes(self._log.crc(number)))
            put_varint(head, number)
            self._shelf.put(standing // COARSE, bytes(head) + packed)

    def _nearest(self) -> "tuple[int, int]":
        """Put the state back to the nearest checkpoint: (how many events stand there, number of the last)."""
        log = self._log
        while self._marks and (self._marks[-1][1] > log.top or not log.is_kept(self._marks[-1][1])):
            self._marks.pop()
        least = self._marks[-1][0] if self._marks else 0
        index = log.standing // COARSE
        while index * COARSE > least:
            data = self._shelf.get(index)
            if data:
                try:
                    number, pos = varint(data, 4)
                    if number <= log.top and log.is_kept(number) and log.crc(number) == _number(data):
                        self.state.unpack(data[pos:])
                        # Those at hand are older: the replay makes new ones.
                        self._marks = []
                        return index * COARSE, number
                except (ValueError, IndexError):
                    pass  # damaged: an older one will do
            index -= 1
        while self._marks:
            standing, number, packed = self._marks[-1]
            try:
                self.state.unpack(packed)
                return standing, number
            except ValueError:
                self._marks.pop()
        self.state.unpack(self._start)
        return 0, 0

    def _rebuild(self) -> None:
        """Bring the state to what stands."""
        log = self._log
        standing, start = self._nearest()
        for number, ev in log.walk(start + 1, log.top, True):
            self.state.apply(ev)
            self.replayed += 1
            standing += 1
            if log.standing - standing < _AT_HAND * FINE or standing % COARSE == 0:
                self._checkpoint(standing, number)


_UNDO = 70
_REDO = 71


def _bytes(crc: int) -> bytes:
    return bytes((crc & 255, crc >> 8 & 255, crc >> 16 & 255, crc >> 24 & 255))


def _number(data: bytes) -> int:
    return data[0] | data[1] << 8 | data[2] << 16 | data[3] << 24
