"""The course of a game: the log of all events and the state that follows from those that stand.

Undo and redo are records like others. To go back the state is restored from the nearest checkpoint, a packed
state, and at most 7 events are applied again, however long the game is and however often that is done.

Here is what recording needs. Looking back (past.py, reading.py, decoding.py) and starting again
(restoring.py) are loaded when they are wanted; a device can drop the modules named in COLD at any time.
"""

from clashcore.codec import put_varint
from clashcore.game import new_state
from clashcore.log import Log, Records
from clashcore.rejected import Rejected

FINE = 8  # standing events between two checkpoints
COARSE = 32  # and between those of a replay that is longer than it should be
AT_HAND = 2  # the newest ones, which wait for no shelf
COLD = (
    "clashcore.restoring",
    "clashcore.packing",
    "clashcore.past",
    "clashcore.mending",
    "clashcore.reading",
    "clashcore.decoding",
    "clashcore.unpacking",
    "clashcore.table",
)


class Shelf:
    """Where checkpoints lie: in RAM here; a device may keep them in flash instead.

    `put` never raises; what was put may be lost or damaged later.
    """

    def __init__(self) -> None:
        self._data = {}

    def put(self, index: int, data: bytes) -> None:
        """Keep data (some hundred bytes) under that number, 1 and up, in place of what was there."""
        self._data[index] = data

    def get(self, index: int) -> "tuple[int, bytes] | None":
        """The greatest number up to that one under which there is something, and what was put there last."""
        while index > 0 and index not in self._data:
            index -= 1
        return (index, self._data[index]) if index > 0 else None


class Timeline:
    """A game's events and state. Events are numbered from 1 as they were recorded, undo and redo included.

    `state` is the same object all the time; `last_record` holds the bytes that the last `record` or `commit`
    added, for the journal; `replayed` counts events applied again since the start; `torn`: a fault (no
    refusal) has left an event half applied, and only the journal knows what stands.

    `store` (log.Records: in RAM) gives back records that are no longer the newest ones. A device hands in one
    that reads its journal; there each `commit` has to be in the journal before the next one. `log`, `marks`
    and `start` are for past.py and restoring.py.
    """

    def __init__(self, header: dict, facts=None, state=None, shelf=None, store=None) -> None:
        self.state = new_state(header, facts) if state is None else state
        self.last_record = b""
        self.replayed = 0
        self.torn = False
        self.log = Log(Records() if store is None else store)
        self.shelf = Shelf() if shelf is None else shelf
        self.start = self.state.pack()
        # At hand, old to new: (standing events, number of the last, data, where in it the state begins).
        self.marks = []

    @property
    def count(self) -> int:
        """How many events were recorded."""
        return self.log.count

    @property
    def t(self) -> int:
        """The newest `t` recorded, in ms."""
        return self.log.codec.t

    @property
    def m(self) -> int:
        """The newest `m` recorded."""
        return self.log.codec.m

    @property
    def can_undo(self) -> bool:
        """Whether an event stands that can be taken back."""
        return self.log.top > 0

    @property
    def can_redo(self) -> bool:
        """Whether the newest undo can be taken back."""
        return self.log.ahead > 0

    @property
    def top(self) -> int:
        """The number of the newest event that stands, or 0."""
        return self.log.top

    def record(self, ev: dict) -> None:
        """Apply an event and add it to the log. Raises Rejected, and changes nothing, if that cannot be."""
        self.log.trim()
        self.add(ev)

    def add(self, ev: dict) -> None:
        """One event of a commit: see `record`. `last_record` is what it is in the log."""
        log = self.log
        name = ev.get("ev")
        go = None
        if name == "undo" or name == "redo":
            if name == "undo" and not log.top:
                raise Rejected("undo")
            if name == "redo" and not log.ahead:
                raise Rejected("redo")
            # Loaded before anything is changed: memory may not suffice.
            from clashcore.past import go
        codec = log.codec
        t, m = codec.t, codec.m
        try:
            record = codec.encode(ev)
        except ValueError as e:
            raise Rejected("field", str(e))
        if go is not None:
            log.append(record, t, m)
            go(self, ev["ev"])
        else:
            try:
                self.state.apply(ev)
            except BaseException as error:
                codec.t, codec.m = t, m
                self.torn = not isinstance(error, Rejected)
                raise
            log.add(log.append(record, t, m))
            self.checkpoint(log.standing, log.top)
        self.last_record = record

    def commit(self, events: "list[dict]") -> None:
        """Record events that belong together: all of them, or on Rejected none."""
        log = self.log
        log.trim()
        mark = log.mark()
        records = []
        try:
            for ev in events:
                self.add(ev)
                records.append(self.last_record)
        except Rejected:
            self.last_record = b""
            if records:
                from clashcore.past import rebuild, reset

                reset(log, mark)
                rebuild(self)
            raise
        self.last_record = b"".join(records)

    def checkpoint(self, standing: int, number: int, crc=None) -> None:
        """Keep the state of now, at which so many events stand, if one is due; for past.py as for here."""
        if standing % FINE:
            return
        # The checksum binds it to these very events: one that was put may never reach the journal.
        head = bytearray(bytes_of(self.log.sum if crc is None else crc(self.log, number)))
        put_varint(head, number)
        try:
            data = bytes(head) + self.state.pack()
        except MemoryError:
            return  # without it a later undo takes longer; that is all
        self.marks.append((standing, number, data, len(head)))
        if len(self.marks) > AT_HAND:
            self.marks.pop(0)
        self.shelf.put(standing // FINE, data)

    def forget(self) -> None:
        """Let go of everything: a device has no room for two games.

        Whoever holds the timeline then holds next to nothing. (`del` of an attribute would not do:
        MicroPython leaves the value in the object.)
        """
        for name in ("state", "log", "shelf", "marks"):
            setattr(self, name, None)

    def event(self, number: int) -> dict:
        """The event of that number. Raises IndexError where there is none."""
        from clashcore.reading import event

        return event(self.log, number)

    def walk(self, first: int = 1, last: "int | None" = None):
        """The events from number first to last as (number, event), read one by one."""
        from clashcore.past import walk

        return walk(self.log, first, self.count if last is None else min(last, self.count))

    def stands(self, number: int) -> bool:
        """Whether the event stands: recorded, no undo or redo itself, and not taken back."""
        from clashcore.past import is_kept

        return number <= self.top and is_kept(self.log, number)

    def standing(self):
        """The numbers of the events that stand, old to new."""
        from clashcore.past import above

        number = above(self.log, 0)
        while 0 < number <= self.top:
            yield number
            number = above(self.log, number)

    def slice(self, first: int, max_bytes: int, max_count: int) -> "tuple[int, int, int, bytes]":
        """Records from number `first` on, for the link: (t, m, count, records).

        t and m are the codec's state before the first of them; at least one record where there is one.
        """
        from clashcore.reading import part

        return part(self.log, first, max_bytes, max_count)

    def crc(self, number: int) -> int:
        """CRC-32 of the first `number` records."""
        if number == self.count:
            return self.log.sum
        from clashcore.reading import crc

        return crc(self.log, number)

    def snapshot(self) -> bytes:
        """All that `restore` needs besides the records to be quick, up to the newest event."""
        from clashcore.packing import snapshot

        return snapshot(self)

    @classmethod
    def restore(
        cls, header: dict, records=(), snapshots=(), facts=None, state=None, shelf=None, store=None
    ) -> "Timeline":
        """The timeline with the records in the store and these, bytes or pieces cut anywhere, after them.

        The newest snapshot that fits saves reading what came before it; damaged and foreign ones are passed
        over. Raises ValueError for bad records, Rejected where one cannot be applied.
        """
        from clashcore.past import rebuild
        from clashcore.restoring import take_over

        self = cls(header, facts, state, shelf, store)
        keep = self.log.store.keep
        for piece in (records,) if isinstance(records, (bytes, bytearray, memoryview)) else records:
            keep(bytes(piece))
        take_over(self, snapshots)
        rebuild(self)
        return self


def bytes_of(crc: int) -> bytes:
    """A CRC-32 as four bytes, little endian."""
    return (crc & 0xFFFFFFFF).to_bytes(4, "little")
