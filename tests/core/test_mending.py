"""Mending an old entry: as if it had been entered rightly, one motion, or nothing changed at all."""

import random
from typing import Any

import pytest
from clashcore.log import Records
from clashcore.mending import MOST, mend
from clashcore.rejected import Rejected
from clashcore.timeline import Timeline

HEADER = {"clashbox": 1, "game": "smashup", "players": [{"name": "An"}, {"name": "Bình"}]}
BASE = {"ev": "base", "b": 1, "breakpoint": 20, "vp": [4, 2, 1]}


def played(*events: dict[str, Any]) -> Timeline:
    line = Timeline(HEADER, None, store=Records())
    for number, event in enumerate(events):
        line.record({**event, "t": number, "m": number + 1})
    return line


def minion(p: int, power: int) -> dict[str, Any]:
    return {"ev": "play", "p": p, "kind": "minion", "b": 1, "power": power}


def after(line: Timeline) -> list[dict[str, Any]]:
    return [{k: v for k, v in line.event(n).items() if k not in ("t", "m")} for n in line.standing()]


def test_the_rest_is_as_if_the_entry_had_been_right() -> None:
    line = played(BASE, minion(1, 3), minion(2, 4), {"ev": "vp", "p": 1, "n": 2})
    records, count = mend(line, 2, minion(1, 5), 99)
    assert after(line) == [BASE, minion(1, 5), minion(2, 4), {"ev": "vp", "p": 1, "n": 2}]
    assert line.state.powers(1) == [5, 4]
    assert count == 6 and line.count == 10, "three undos, three events"
    assert Timeline.restore(HEADER, _all(line)).state.pack() == line.state.pack()
    assert records == line.last_record


def _all(line: Timeline) -> bytes:
    return line.slice(1, 1 << 20, 1 << 20)[3]


def test_it_is_one_motion_for_undo_and_redo() -> None:
    line = played(BASE, minion(1, 3), minion(2, 4))
    mend(line, 2, minion(1, 5), 99)
    line.record({"ev": "undo", "m": line.m + 1})
    assert line.state.powers(1) == [0, 0]
    line.record({"ev": "redo", "m": line.m + 1})
    assert line.state.powers(1) == [5, 4]


def test_an_entry_is_left_out() -> None:
    line = played(BASE, minion(1, 3), minion(2, 4))
    mend(line, 2, None, 99)
    assert after(line) == [BASE, minion(2, 4)]


def test_events_of_its_motion_before_it_stay() -> None:
    line = Timeline(HEADER, None)
    line.commit([{**BASE, "m": 1}])
    line.commit([{**minion(1, 2), "m": 2}, {**minion(2, 3), "m": 2}])
    mend(line, 3, minion(2, 6), 9)
    assert after(line) == [BASE, minion(1, 2), minion(2, 6)]


@pytest.mark.parametrize("ev", [None, {**BASE, "b": 2}])
def test_what_could_not_follow_changes_nothing(ev: dict[str, Any] | None) -> None:
    line = played(BASE, minion(1, 3), minion(2, 4))
    line.record({"ev": "undo", "m": 9})
    state, count, records = line.state.pack(), line.count, _all(line)
    with pytest.raises(Rejected):
        mend(line, 1, ev, 99)
    assert (line.state.pack(), line.count, _all(line)) == (state, count, records)
    line.record({"ev": "redo", "m": 10})
    assert line.state.powers(1) == [3, 4], "what could be brought back still can"


def test_what_does_not_stand_is_refused() -> None:
    line = played(BASE, minion(1, 3))
    line.record({"ev": "undo", "m": 9})
    for number in (2, 3, 4, 0):
        with pytest.raises(IndexError):
            mend(line, number, None, 99)
    assert after(line) == [BASE]


def test_too_long_a_rest_is_refused() -> None:
    line = played(BASE, *[minion(1, 2)] * (MOST + 1))
    with pytest.raises(Rejected, match="many"):
        mend(line, 2, minion(1, 3), 99)
    assert line.state.powers(1) == [2 * MOST + 2, 0]
    mend(line, 4, minion(1, 3), 99)
    assert line.state.powers(1) == [2 * MOST + 3, 0]


def test_many_mendings_in_a_row_agree_with_a_plain_list() -> None:
    hand = random.Random(5)
    events = [BASE] + [minion(hand.randint(1, 2), hand.randint(0, 9)) for _ in range(50)]
    line = played(*events)
    for _ in range(40):
        i = hand.randrange(1, len(events))
        new = minion(hand.randint(1, 2), hand.randint(0, 9))
        mend(line, list(line.standing())[i], dict(new), line.t + 1)
        events[i] = new
        assert after(line) == events
        assert line.state.pack() == played(*events).state.pack()
