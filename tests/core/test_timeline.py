"""The timeline against a naive model that keeps a list of events and replays all of it every time."""

import binascii
import copy
from random import Random
from typing import Any

import pytest
from clashcore import gamefile
from clashcore.codec import Codec, put_int, put_varint
from clashcore.log import CHUNK
from clashcore.rejected import Rejected
from clashcore.timeline import FINE, Shelf, Timeline
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from tests.core.fake import FakeState
from tests.core.strategies import numbers

HEADER = gamefile.read_header({"clashbox": 1, "game": "smashup", "players": [{"name": "An"}, {"name": "B"}]})

ordinary = st.one_of(
    st.builds(lambda p, n: {"ev": "vp", "p": p, "n": n}, st.integers(1, 2), st.integers(-3, 14)),
    st.builds(lambda b, n: {"ev": "power", "p": 1, "b": b, "n": n}, st.integers(1, 9), numbers),
    st.builds(lambda text: {"ev": "note", "text": text}, st.text("aế", max_size=60)),
)
steps = st.one_of(ordinary, st.just({"ev": "undo"}), st.just({"ev": "undo"}), st.just({"ev": "redo"}))


class Naive:
    """What a timeline should be: all events in a list, the state replayed from them."""

    def __init__(self) -> None:
        self.events: list[dict] = []

    def record(self, ev: dict) -> None:
        events = [*self.events, ev]
        _, bad = gamefile.standing(events)
        if bad is not None:
            raise Rejected(bad[1])
        if ev["ev"] not in ("undo", "redo") and ev.get("n") == 13:
            raise Rejected("used")
        self.events = events

    def standing(self) -> list[int]:
        return [i + 1 for i in gamefile.standing(self.events)[0]]

    def view(self) -> dict:
        state = FakeState()
        for number in self.standing():
            state.apply(self.events[number - 1])
        return state.view()

    def records(self) -> bytes:
        codec = Codec()
        return b"".join(codec.encode(ev) for ev in self.events)


class Journal:
    """A store as a device has it: what was committed is in flash, the timeline says what it lets go of."""

    def __init__(self, flash: bytes = b"") -> None:
        self.flash = flash
        self.size = len(flash)

    def keep(self, data: bytes) -> None:
        assert self.flash[self.size : self.size + len(data)] == data
        self.size += len(data)

    def read(self, at: int, size: int) -> bytes:
        assert at <= self.size
        return self.flash[at : min(at + size, at // 100 * 100 + 100)]  # files end somewhere


def same(timeline: Timeline, model: Naive) -> None:
    assert timeline.count == len(model.events)
    assert list(timeline.standing()) == model.standing()
    assert timeline.state.view() == model.view()
    assert timeline.can_undo == bool(model.standing())
    assert timeline.crc(timeline.count) == crc(model.records())
    _, bad = gamefile.standing([*model.events, {"ev": "redo"}])
    assert timeline.can_redo == (bad is None)


def crc(data: bytes) -> int:
    return binascii.crc32(data)


class Course(RuleBasedStateMachine):
    """Record, commit, undo, redo, restart from records and any snapshots, lose checkpoints."""

    @initialize(device=st.booleans())
    def start(self, device: bool) -> None:
        self.shelf = Shelf()
        self.store = Journal() if device else None
        self.timeline = Timeline(HEADER, state=FakeState(), shelf=self.shelf, store=self.store)
        self.model = Naive()
        self.snapshots: list[bytes] = []
        self.clock = 0
        self.bounded = True  # no checkpoint was lost

    def _stamp(self, ev: dict, m: int | None) -> dict:
        self.clock += 700
        return {**ev, "t": self.clock, **({} if m is None else {"m": m})}

    def _both(self, ev: dict) -> None:
        before = self.timeline.replayed
        results: list[str] = []
        for one in (self.model, self.timeline):
            try:
                one.record(ev)
                results.append("")
            except Rejected as e:
                results.append(e.code)
        assert results[0] == results[1]
        if not results[0]:
            codec = Codec(*self.before)
            assert codec.decode(self.timeline.last_record)[0] == ev
            self.before = (codec.t, codec.m)
            self._write()
        if self.bounded:
            assert self.timeline.replayed - before < FINE

    def _write(self) -> None:
        if self.store is not None:
            self.store.flash += self.timeline.last_record

    @property
    def before(self) -> tuple[int, int]:
        return self._before if hasattr(self, "_before") else (0, 0)

    @before.setter
    def before(self, value: tuple[int, int]) -> None:
        self._before = value

    @rule(times=st.integers(1, 60), seed=st.integers(0, 999), m=st.one_of(st.none(), st.integers(0, 3)))
    def play(self, times: int, seed: int, m: int | None) -> None:
        # Long stretches come from a seed: Hypothesis alone would seldom get past the first checkpoint.
        random = Random(seed)
        for i in range(times):
            ev = {"ev": "power", "p": 1, "b": random.randint(1, 9), "n": random.randint(-20, 20)}
            self._both(self._stamp(ev, None if m is None else m + i // 3))

    @rule(evs=st.lists(ordinary, min_size=1, max_size=9), m=st.one_of(st.none(), st.integers(0, 3)))
    def play_some(self, evs: list[dict], m: int | None) -> None:
        for ev in evs:
            self._both(self._stamp(ev, m))

    @rule(times=st.integers(1, 50))
    def undo(self, times: int) -> None:
        for _ in range(times):
            self._both(self._stamp({"ev": "undo"}, None))

    @rule(times=st.integers(1, 50))
    def redo(self, times: int) -> None:
        for _ in range(times):
            self._both(self._stamp({"ev": "redo"}, None))

    @rule(evs=st.lists(steps, min_size=1, max_size=6))
    def commit(self, evs: list[dict]) -> None:
        evs = [self._stamp(ev, 9) for ev in evs]
        model = copy.deepcopy(self.model)
        try:
            for ev in evs:
                model.record(ev)
        except Rejected as e:
            with pytest.raises(Rejected) as caught:
                self.timeline.commit(evs)
            assert caught.value.code == e.code
            assert self.timeline.last_record == b""
            return
        self.timeline.commit(evs)
        codec = Codec(*self.before)
        pos = 0
        for ev in evs:
            got, pos = codec.decode(self.timeline.last_record, pos)
            assert got == ev
        assert pos == len(self.timeline.last_record)
        self.before = (codec.t, codec.m)
        self.model = model
        self._write()

    @rule()
    def snapshot(self) -> None:
        self.snapshots.append(self.timeline.snapshot())

    @rule(shelf=st.booleans(), cut=st.integers(1, 300), broken=st.booleans(), lost=st.integers(0, 3))
    def restart(self, shelf: bool, cut: int, broken: bool, lost: int) -> None:
        # The newest events never reached the flash; checkpoints and snapshots made after them did.
        if lost:
            self.model.events = self.model.events[:-lost]
            codec = Codec()
            for ev in self.model.events:
                codec.encode(ev)
            self.before = (codec.t, codec.m)
        records = self.model.records()
        pieces = [records[i : i + cut] for i in range(0, len(records), cut)]
        snapshots = list(self.snapshots)
        if broken and snapshots:
            snapshots[-1] = snapshots[-1][:-1]
        if not shelf:
            self.shelf = Shelf()
        self.bounded = self.bounded and shelf and not lost
        if self.store is not None:
            self.store = Journal(records)
            pieces = []
        self.timeline = Timeline.restore(
            HEADER, pieces, snapshots, state=FakeState(), shelf=self.shelf, store=self.store
        )
        assert (self.timeline.t, self.timeline.m) == self.before

    @precondition(lambda self: self.timeline.count > 0)
    @rule(data=st.data())
    def slices(self, data: st.DataObject) -> None:
        size = data.draw(st.integers(1, 240))
        most = data.draw(st.integers(1, 60))
        number = data.draw(st.integers(1, self.timeline.count))
        while number <= self.timeline.count:
            t, m, count, records = self.timeline.slice(number, size, most)
            assert 1 <= count <= most
            assert len(records) <= size or count == 1
            codec, pos = Codec(t, m), 0
            for ev in self.model.events[number - 1 : number - 1 + count]:
                got, pos = codec.decode(records, pos)
                assert got == ev
            assert pos == len(records)
            number += count
            if number <= self.timeline.count and count < most:
                following = codec.encode(self.model.events[number - 1])
                assert len(records) + len(following) > size

    @precondition(lambda self: self.timeline.count > 0)
    @rule(data=st.data())
    def look(self, data: st.DataObject) -> None:
        number = data.draw(st.integers(1, self.timeline.count))
        assert self.timeline.event(number) == self.model.events[number - 1]
        assert self.timeline.stands(number) == (number in self.model.standing())
        last = data.draw(st.integers(number, self.timeline.count + 3))
        walked = list(self.timeline.walk(number, last))
        assert walked == list(enumerate(self.model.events, 1))[number - 1 : last]
        codec = Codec()
        first = b"".join(codec.encode(ev) for ev in self.model.events[:number])
        assert self.timeline.crc(number) == crc(first)

    @invariant()
    def alike(self) -> None:
        if hasattr(self, "timeline"):
            same(self.timeline, self.model)


TestCourse = Course.TestCase
TestCourse.settings = settings(max_examples=40, stateful_step_count=25, deadline=None)
LONG = settings(max_examples=120, stateful_step_count=40, deadline=None)


@pytest.mark.soak
class TestLongCourse(Course.TestCase):  # the same, for longer
    settings = LONG


def long_game(events: int, shelf: Shelf | None = None) -> Timeline:
    timeline = Timeline(HEADER, state=FakeState(), shelf=shelf)
    for i in range(events):
        timeline.record({"ev": "power", "p": i % 2 + 1, "b": 1, "n": i % 9, "t": 3000 * i, "m": i // 2})
    return timeline


def test_undo_is_as_quick_in_a_long_game_as_in_a_short_one():
    timeline = long_game(1000)
    views = {}
    while timeline.can_undo:
        before = timeline.replayed
        timeline.record({"ev": "undo"})
        assert timeline.replayed - before < FINE
        views[timeline.top] = timeline.state.view()
    assert timeline.count == 1500
    assert timeline.state.view() == FakeState().view()
    while timeline.can_redo:
        assert timeline.state.view() == views[timeline.top]
        timeline.record({"ev": "redo"})
    assert timeline.top == 1000


def test_a_late_snapshot_saves_the_replay():
    timeline = long_game(990)
    snapshot = timeline.snapshot()
    for i in range(10):
        timeline.record({"ev": "vp", "p": 1, "n": i})
    records = timeline.slice(1, 10**6, 10**6)[3]
    again = Timeline.restore(HEADER, records, [snapshot], state=FakeState())
    assert again.replayed == 10
    assert again.state.view() == timeline.state.view()
    assert again.crc(1000) == timeline.crc(1000)
    assert again.event(500) == timeline.event(500)


def index_size(timeline: Timeline) -> int:
    return sum(len(piece) for piece in timeline.log.index)


def test_the_index_of_a_long_game_grows_no_more():
    timeline = long_game(1024)
    most = index_size(timeline)
    numbers = range(1, 2600, 7)
    for i in range(1024, 4500):
        timeline.record({"ev": "power", "p": i % 2 + 1, "b": 1, "n": i % 9, "t": 3000 * i, "m": i // 2})
        assert index_size(timeline) <= most
        assert max(map(len, timeline.log.index)) < 1024
    records = timeline.slice(1, 10**6, 10**6)[3]
    again = Timeline.restore(HEADER, records, [timeline.snapshot()], state=FakeState())
    assert again.snapshot() == timeline.snapshot()
    for found in (timeline, again):
        ends = [(number, found.slice(1, 10**6, number)[3]) for number in numbers]
        for number, before in ends:
            assert found.event(number)["t"] == 3000 * (number - 1)
            assert found.crc(number) == binascii.crc32(before)
        assert [ev["t"] // 3000 for _, ev in found.walk(1000, 2200)] == list(range(999, 2200))
        parts, number = b"", 1
        while number <= 4500:
            t, m, count, some = found.slice(number, 226, 255)
            assert (t, m) == (max(0, 3000 * (number - 2)), max(0, (number - 2) // 2))
            assert len(some) <= 226 or count == 1
            parts += some
            number += count
        assert parts == records
        found.record({"ev": "undo"})
        assert found.top == 4498


@pytest.mark.parametrize("events", [1022, 1023, 1024, 2046, 2047, 2048])
def test_a_commit_that_fails_where_the_index_grows_thinner_leaves_no_trace(events: int):
    timeline = long_game(events)
    t = timeline.t
    good: list[dict[str, Any]] = [{"ev": "vp", "p": 1, "n": n, "t": t, "m": 9999} for n in range(3)]
    with pytest.raises(Rejected):
        timeline.commit([*good, {"ev": "vp", "p": 1, "n": 13, "t": t, "m": 9999}])
    assert timeline.count == events
    timeline.commit(good)
    records = timeline.slice(1, 10**6, 10**6)[3]
    again = Timeline.restore(HEADER, records, [], state=FakeState())
    assert [ev for _, ev in timeline.walk(events - 40)] == [ev for _, ev in again.walk(events - 40)]
    assert all(timeline.crc(number) == again.crc(number) for number in range(events - 40, events + 4))
    timeline.record({"ev": "undo"})
    assert timeline.top == events


def test_a_snapshot_of_an_earlier_version_is_understood():
    for events in (990, 2200):
        timeline = long_game(events)
        old = bytearray((2,))
        log = timeline.log
        for n in (log.count, log.top, log.standing, log.ahead, log.sum, log.size):
            put_varint(old, n)
        put_int(old, log.codec.t)
        put_int(old, log.codec.m)
        records = timeline.slice(1, 10**6, 10**6)[3]
        before = [0, 0, 0]
        for first in range(1, events + 1, CHUNK):  # an entry for each chunk
            t, m, _, rest = timeline.slice(first, 10**6, 10**6)
            here = [len(records) - len(rest), t, m]
            put_varint(old, log.kept[first // CHUNK])
            put_varint(old, here[0] - before[0])
            put_int(old, here[1] - before[1])
            put_int(old, here[2] - before[2])
            before = here
        old += timeline.state.pack()
        old += binascii.crc32(old).to_bytes(4, "little")
        again = Timeline.restore(HEADER, records, [bytes(old)], state=FakeState())
        assert again.replayed == 0
        assert again.snapshot() == timeline.snapshot()


def test_a_snapshot_of_another_game_is_passed_over():
    other = long_game(40)
    other.record({"ev": "vp", "p": 1, "n": 2})
    timeline = long_game(41)
    records = timeline.slice(1, 10**6, 10**6)[3]
    again = Timeline.restore(HEADER, [records], [other.snapshot(), b"", b"\x00" * 40], state=FakeState())
    assert again.replayed == 41
    assert again.state.view() == timeline.state.view()


def test_checkpoints_that_are_lost_or_damaged_cost_time_only():
    shelf = Shelf()
    timeline = long_game(200, shelf)
    shelf.put(22, b"\x85\x01garbage")
    shelf.put(21, b"")
    shelf.put(20, b"\xff\xff")
    for _ in range(45):
        timeline.record({"ev": "undo"})
    model = Naive()
    for _, ev in timeline.walk():
        model.record(ev)
    same(timeline, model)


def test_a_checkpoint_that_finds_no_memory_costs_time_only():
    class Crowded(FakeState):
        crowded = False

        def pack(self) -> bytes:
            if self.crowded:
                raise MemoryError
            return super().pack()

    timeline, model = Timeline(HEADER, state=(state := Crowded())), Naive()
    r = Random(5)
    for i in range(200):
        state.crowded = r.random() < 0.7
        kinds = ["vp"] * 5 + ["undo"] * 3 * (i > 20)
        ev: dict[str, Any] = {"ev": r.choice(kinds), "m": i}
        if ev["ev"] == "vp":
            ev |= {"p": 1, "n": i % 9}
        timeline.record(ev)
        model.record(ev)
        same(timeline, model)


def test_a_checkpoint_of_an_event_that_was_lost_is_never_used():
    shelf = Shelf()
    lost = long_game(31, shelf)
    records = lost.slice(1, 10**6, 10**6)[3]
    lost.record({"ev": "vp", "p": 1, "n": 5})
    number, kept = shelf.get(4) or (0, b"")
    assert number == 4
    # After the cut another event gets that number; the checkpoint that could not be replaced is the old one.
    again = Timeline.restore(HEADER, records, state=FakeState(), shelf=shelf)
    for n in range(40):
        again.record({"ev": "vp", "p": 2, "n": n % 5})
    shelf.put(4, kept)
    for _ in range(38):
        again.record({"ev": "undo"})
    assert again.state.view()["vp"] == [0, 0 + 1]


def test_a_commit_that_fails_leaves_no_checkpoint_behind():
    timeline = long_game(40)
    for _ in range(10):
        timeline.record({"ev": "undo"})  # two events each: 20 stand
    assert len(list(timeline.standing())) == 20
    with pytest.raises(Rejected):
        timeline.commit([*[{"ev": "vp", "p": 1, "n": 1}] * 30, {"ev": "vp", "p": 1, "n": 13}])
    for _ in range(10):
        timeline.record({"ev": "redo"})
    model = Naive()
    for _, ev in timeline.walk():
        model.record(ev)
    same(timeline, model)
    for i in range(30):
        ev = {"ev": "vp", "p": 2, "n": i % 9}
        timeline.record(ev)
        model.record(ev)
    for _ in range(40):
        timeline.record({"ev": "undo"})
        model.record({"ev": "undo"})
        same(timeline, model)


def test_records_cut_short_are_refused():
    records = long_game(30).slice(1, 10**6, 10**6)[3]
    with pytest.raises(ValueError):
        Timeline.restore(HEADER, [records[:-1]], state=FakeState())
    with pytest.raises(ValueError):
        Timeline.restore(HEADER, [records, b"\x00"], state=FakeState())


def test_records_that_undo_nothing_are_refused():
    with pytest.raises(Rejected):
        Timeline.restore(HEADER, [Codec().encode({"ev": "undo"})], state=FakeState())


def test_a_rejected_event_leaves_no_trace():
    timeline = long_game(CHUNK)
    before = (timeline.snapshot(), timeline.t, timeline.m)
    for bad, code in [
        ({"ev": "vp", "p": 1, "n": 13, "t": 10**9, "m": 10**6}, "used"),
        ({"ev": "vp", "p": 1}, "field"),
        ({"ev": "shuffle"}, "field"),
        ({"ev": "redo"}, "redo"),
    ]:
        with pytest.raises(Rejected) as caught:
            timeline.record(bad)
        assert caught.value.code == code
        assert (timeline.snapshot(), timeline.t, timeline.m) == before


@given(st.lists(steps, max_size=60))
@settings(max_examples=40, deadline=None)
def test_the_log_alone_says_what_stands(evs: list[dict[str, Any]]):
    timeline, model = Timeline(HEADER, state=FakeState()), Naive()
    for i, ev in enumerate(evs):
        ev = {**ev, "m": i // 4}
        try:
            timeline.record(ev)
        except Rejected:
            continue
        model.record(ev)
    same(timeline, model)
    again = Timeline.restore(HEADER, model.records(), state=FakeState())
    same(again, model)
