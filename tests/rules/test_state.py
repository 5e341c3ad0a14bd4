"""The core's state of a game of Smash Up: against what it is made of, through snapshots, through undo."""

import contextlib
import json
import random

import pytest
from clashbox.cards import Facts
from clashbox.rules import check
from clashcore.rejected import Rejected
from clashcore.smashup import SmashUp
from clashcore.timeline import Timeline
from hypothesis import given
from hypothesis import strategies as st

from tests.examples import examples
from tests.rules.strategies import course, header, one

SEEDS = st.integers(0, 2**32)


def exact(state: SmashUp) -> str:
    """All there is to a state."""
    return json.dumps([json.loads(state.pack()), state.view()], sort_keys=True)


def consistent(s: SmashUp) -> None:
    """What is kept as a running sum is the sum."""
    for b in range(1, 10):
        here = s.bases[b - 1]
        for base in (here, s.kept.get(b)):
            if base is None:
                continue
            n = range(1, s.players + 1)
            assert base.ea == [sum(e[2] for e in s.each.values() if e[:2] == [p, b]) for p in n]
            monsters = [m for m in s.monsters.values() if m[0] == b]
            assert base.mons == len(monsters)
            assert base.mp == sum(max(0, m[2]) for m in monsters if not m[3])
            assert min(base.mn) >= 0
            assert base.bu == [sum(c == [p, b] for c in s.buried.values()) for p in n]
            there = [t for t in s.titans.values() if t.base == b] if base is here else []
            worth = 3 if base.island else 0
            assert base.tp == [sum(t.counters + worth for t in there if t.controller == p) for p in n]
            assert sorted(base.titans) == sorted(
                k for k, t in s.titans.items() if t.base == b and base is here
            )
            if base is here:
                assert s.total(b) == sum(s.power(p, b) for p in n)
                assert s.missing(b) == max(0, s.breakpoint(b) - s.total(b))
        assert here is None or b not in s.kept
    assert all(t.counters >= 0 and (t.base > 0) == (t.controller > 0) for t in s.titans.values())
    for b, newcomer, defender in s.owed:
        assert {newcomer, defender} <= set(s.bases[b - 1].titans)
        assert s.clash(newcomer, b) is not None
    assert all(s.bases[b - 1] is not None for b in s.locked)


@examples(15)
@given(SEEDS)
def test_sums_are_what_they_are_made_of(seed):
    head, told = course(seed, 120)
    s = SmashUp(head)
    for event in told:
        s.apply(event)
        consistent(s)


@examples(10)
@given(SEEDS)
def test_snapshots_are_exact_and_go_on_as_if_nothing_had_been(seed):
    head, told = course(seed, 120)
    s, again = SmashUp(head), SmashUp(head)
    for n, event in enumerate(told):
        s.apply(event)
        again.apply(event)
        if n % 7 == 0:
            packed = again.pack()
            again = SmashUp(head)
            again.unpack(packed)
        assert exact(again) == exact(s)


@examples(15)
@given(SEEDS)
def test_what_is_refused_changes_nothing(seed):
    r = random.Random(seed)
    head = header(3)
    s = SmashUp(head)
    for _ in range(150):
        event = one(r, 3)
        before = exact(s)
        try:
            s.apply(event)
        except Rejected:
            assert exact(s) == before


@examples(8)
@given(
    SEEDS, st.lists(st.sampled_from(["event", "event", "event", "undo", "redo"]), min_size=20, max_size=160)
)
def test_undo_through_the_timeline_is_as_if_it_had_never_been(seed, acts):
    head, told = course(seed, 160)
    told.reverse()
    timeline = Timeline(head)
    recorded = []
    motion = 0
    for act in acts:
        if act == "event":
            motion += told[-1]["ev"] != "power"  # some motions of several events
            event = {**told.pop(), "m": motion}
        else:
            event = {"ev": act}
        try:
            timeline.record(event)
        except Rejected:
            continue
        recorded.append(event)
    stand = SmashUp(head)
    for number in timeline.standing():
        stand.apply(recorded[number - 1])
    assert exact(timeline.state) == exact(stand)
    # And the referee, who takes out what was undone before it begins, sees the same.
    result = check(head, list(enumerate(recorded, 2)), Facts())
    assert result.state == timeline.state.view()


@pytest.mark.parametrize(
    "data", [b"", b"{}", b"[]", b"[1,2,3]", b"\xff", b"[[1,2,3],[],0,0,[],[],[],[],[],0,[],[],[]]", b"nul"]
)
def test_a_broken_snapshot_is_a_value_error(data):
    with pytest.raises(ValueError):
        SmashUp(header(2)).unpack(data)


@examples(15)
@given(SEEDS, st.integers(0, 10**6), st.integers(0, 255))
def test_a_damaged_snapshot_is_read_or_a_value_error(seed, at, byte):
    head, told = course(seed, 60)
    s = SmashUp(head)
    for event in told:
        s.apply(event)
    data = bytearray(s.pack())
    data[at % len(data)] = byte
    with contextlib.suppress(ValueError):
        SmashUp(head).unpack(bytes(data))


def test_an_unknown_event_is_refused():
    with pytest.raises(Rejected) as caught:
        SmashUp(header(2)).apply({"ev": "shuffle"})
    assert caught.value.code == "event"


def test_what_screens_ask():
    s = SmashUp(header(2))
    for event in (
        {"ev": "base", "b": 1, "breakpoint": 20, "vp": [4, 2, 1]},
        {"ev": "base", "b": 3, "breakpoint": 12, "vp": [2, 0, 0]},
        {"ev": "turn", "p": 1},
        {"ev": "play", "p": 1, "kind": "minion", "b": 1, "power": 3},
        {"ev": "power", "p": 1, "b": 1, "n": 2, "until": "turn"},
        {"ev": "power", "p": 2, "b": 3, "n": 12},
        {"ev": "titan.play", "p": 2, "titan": "rainboroc", "b": 1},
        {"ev": "counter", "titan": "rainboroc", "n": 5},
    ):
        s.apply(event)
    assert (s.slots(), s.ready(), s.scoring, s.owed) == (3, [3], 0, [])
    assert (s.power(1, 1), s.temp(1, 1), s.minions(1, 1)) == (5, 2, 1)
    assert (s.total(1), s.breakpoint(1), s.missing(1)) == (10, 20, 10)
    assert (s.used("minion"), s.used("action")) == (True, False)
    # Megabot, out of play, would come with An's 5 against Bình's 5: the defender's tie.
    assert s.clash("megabot", 1, 1) == ("rainboroc", 5, 5, "megabot")
    assert s.clash("megabot", 1) == s.clash("megabot", 1, 1)  # it is An's turn
    assert s.clash("megabot", 1, 2) == ("rainboroc", 5, 5, "megabot")
    assert s.clash("megabot", 3, 1) is None
    # Rainboroc's counters go along: 12 + 5 against nobody.
    assert s.clash("rainboroc", 3) is None
    s.apply({"ev": "titan.play", "p": 1, "titan": "megabot", "b": 3})
    assert s.clash("rainboroc", 3) == ("megabot", 17, 0, "megabot")
    s.apply({"ev": "score.start", "b": 3})
    assert (s.scoring, s.places(3)) == (3, [(2, 1, 2)])
    with pytest.raises(Rejected):
        s.power(1, 2)
