"""The game that is being played: its timeline in memory, its journal in flash, one motion at a time."""

import gc
import sys

from clashcore.rejected import Rejected
from clashcore.shapes import shape
from clashcore.timeline import COLD, Timeline
from micropython import const

from clashdevice import memory

_FULL = const(28)  # errno of a full flash
_SHORT = const(20_000)  # bytes free
_LEAST = const(4096)
_TOGETHER = const(4)  # checkpoints written at a time
_LOOKING = const(40_000)  # bytes free where what looks back may stay for the next undo
_BACK = COLD + ("clashdevice.shelf",)
_BACKWARD = ("undo", "redo")
_COMMON = ("play", "power", "turn", "vp", "undo", "redo")  # need no code that is not there all evening


class _Shelf:
    """Keeps the timeline's checkpoints in flash (shelf.py). They go out some at a time, after the events they
    belong to: what a cut takes along only makes a later undo slower.
    """

    def __init__(self, folder: str) -> None:
        self._path = folder + "/k"
        self._new = {}

    def put(self, index: int, data: bytes) -> None:
        self._new[index] = data

    def get(self, index: int) -> "tuple[int, bytes] | None":
        new = self._new
        best = 0
        for i in new:
            if best < i <= index:
                best = i
        if best < index:
            from clashdevice.shelf import find

            found = find(self._path, index)
            if found and found[0] > best:
                return found
        return (best, new[best]) if best else None

    def forget(self) -> None:
        """Let go of those that are not in flash yet."""
        self._new = {}

    def flush(self) -> None:
        """Write what is new, once it is worth an erase."""
        new = self._new
        if len(new) >= _TOGETHER:
            self._new = {}
            try:
                from clashdevice.shelf import write

                write(self._path, new)
            except MemoryError:
                pass  # as where the flash is full: only a later undo takes longer


class Session:
    """One game: `header`, `timeline`, `state`, `names`."""

    def __init__(self, app, header: dict, snapshot: bytes = b"") -> None:
        self.app = app
        self.header = header
        self._store = app.store
        self.take(snapshot)
        self._start = self.timeline.t - app.clock
        self.names = []
        for player in header["players"]:
            self.names.append(player.get("name") or app.t("player", len(self.names) + 1))

    def take(self, snapshot: bytes) -> None:
        """Build the timeline from what the journal holds. Raises ValueError, Rejected."""
        journal = self._store.journal
        shelf = self._shelf = _Shelf(journal.folder)
        cards = self.app.cards
        self.timeline = Timeline(self.header, cards, None, shelf, journal)
        if journal.count:
            self._read(snapshot)
            journal.spare()
            memory.drop("clashcore.restoring")  # before the code of what was played comes
            from clashcore.past import rebuild

            rebuild(self.timeline)
        if self.timeline.count != journal.count:
            raise ValueError("journal")
        shelf.flush()
        journal.held = None
        for name in _COMMON:
            shape(name)  # what there is every turn waits for no code
        _forget()

    def _read(self, snapshot: bytes) -> None:
        from clashcore.restoring import take_over

        take_over(self.timeline, (snapshot,) if snapshot else ())

    @property
    def state(self):
        """The state after the last commit."""
        return self.timeline.state

    @property
    def on_board(self) -> bool:
        """Whether this game of Toy Battle is played on the board, not as a medal race alone."""
        return self.header.get("board", getattr(self.state, "placed", False))

    @property
    def begun(self) -> bool:
        """Whether more than the opening turn was recorded: "new game" is then no longer to be undone."""
        count = self.timeline.count
        return count > 1 or (count == 1 and self.timeline.event(1)["ev"] != "turn")

    def now(self) -> int:
        """The game's time in ms: it goes on from the last stored value after a restart, and never back."""
        return max(self.timeline.t, self._start + self.app.clock)

    def commit(self, events: list) -> bool:
        """Record events (without t and m) as one motion: all of them, in flash too, or none with a notice."""
        app = self.app
        timeline = self.timeline
        t = self.now()
        m = timeline.m + 1
        if events[0]["ev"] not in _BACKWARD:
            self._store.journal.spare()
        if events[0]["ev"] not in _COMMON:
            self._ready(events)
        elif gc.mem_free() < _LEAST:
            self._make_room()
        for ev in events:
            ev["t"] = t
            ev["m"] = m
        try:
            timeline.commit(events)
        except Rejected as error:
            app.refuse(app.t("rej." + error.code))
            return False
        return self._keep(len(events))

    def _ready(self, events: list) -> None:
        """Have the forms of these events at hand: where there is no room for them, all else gives way."""
        self._make_room()
        try:
            for ev in events:
                shape(ev["ev"])
        except MemoryError:
            _forget()
            self.app.room()
            for ev in events:
                shape(ev["ev"])

    def mend(self, number: int, ev: "dict | None") -> bool:
        """Put an event (None: nothing) in the place of one that stands: one motion, or a notice why not."""
        app = self.app
        self._make_room()
        from clashcore.mending import mend

        try:
            count = mend(self.timeline, number, ev, self.now())[1]
        except (Rejected, IndexError) as error:
            app.refuse(app.t("rej." + getattr(error, "code", "undo")))
            return False
        finally:
            _forget()
        return self._keep(count)

    def _keep(self, count: int) -> bool:
        """Make the newest `count` events safe in flash; takes them back where that fails."""
        app = self.app
        journal = self._store.journal
        records = self.timeline.last_record
        try:
            try:
                journal.append(records, count)
            except MemoryError:
                app.room()
                journal.append(records, count)
        except OSError as error:
            app.recover(self)
            app.refuse(app.t("store.full" if error.errno == _FULL else "store.failed"))
            return False
        self.timeline.last_record = b""
        self._settle()
        if gc.mem_free() < _LOOKING:
            _forget()
        return True

    def _settle(self) -> None:
        """What may follow a commit; whatever fails here is tried again later and loses nothing."""
        try:
            self._shelf.flush()
            if self._store.previous and self.begun:
                self._store.begun()
            if self._store.journal.ripe:
                self._make_room()
                from clashdevice import folding

                folding.fold(self._store.journal, self.timeline.snapshot())
                memory.drop("clashdevice.folding")
        except (OSError, MemoryError) as error:
            print("journal:", error)

    def spare(self) -> None:
        """Let go of the code of events that not every game sees; it comes back with the next of them."""
        if self._store.journal is not None:
            self._store.journal.spare()
        for module in ("clashcore.modules", "clashcore.titans", "clashcore.seldom"):
            more = sys.modules.get(module)
            if more:
                known = sys.modules["clashcore.plays"].DO
                for name in more.DO:
                    known.pop(name, None)
                more = None
                memory.drop(module)

    def forget(self) -> None:
        """Let go of what makes going back quick, too: checkpoints lie in flash."""
        self.spare()
        self._shelf.forget()
        self.timeline.marks.clear()

    def _make_room(self) -> None:
        """Before more code is loaded: letters and words at hand go where memory is short."""
        if memory.short(_SHORT):
            self.app.canvas.forget()
            self.app.words.forget()
            if not self.app.link.busy:
                self.app.link.forget()  # what answers the host
            gc.collect()

    def undo(self) -> "dict | None":
        """Take back the newest motion; its newest event, None where there is nothing to take back.

        Before anything else was recorded a new game itself is taken back: {"ev": "new"}.
        """
        if self._store.previous and not self.begun:
            return {"ev": "new"} if self.app.undo_new() else None
        timeline = self.timeline  # not before: the old game must go before another one comes
        if not timeline.can_undo:
            return None
        self._make_room()
        ev = timeline.event(timeline.top)
        return ev if self.commit([{"ev": "undo"}]) else None

    def redo(self) -> "dict | None":
        """Bring back what the newest undo took; its newest event, None where there is nothing to redo."""
        timeline = self.timeline
        if not timeline.can_redo:
            return None
        self._make_room()
        if not self.commit([{"ev": "redo"}]):
            return None
        ev = timeline.event(timeline.top)
        _forget()
        return ev


def _forget() -> None:
    """Drop what looks back: nobody needs it until the next undo."""
    for name in _BACK:
        if name in sys.modules:
            memory.drop(*_BACK)
            return
