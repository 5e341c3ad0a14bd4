"""The timeline with the true states: after any undo, redo and restart the state is that of a plain replay."""

from itertools import pairwise
from typing import Any

from clashcore import gamefile
from clashcore.game import new_state
from clashcore.timeline import COARSE, FINE, Timeline

from tests.core.evening import evening, toys

SMASH = gamefile.read_header({"clashbox": 1, "game": "smashup", "players": [{}, {}, {}]})
# A chain of 14 bases between the headquarters, with one region that nobody will ever hold.
NODES = ["R", *[str(n) for n in range(1, 15)], "B"]
TERRAIN: dict[str, Any] = {
    "id": "chain",
    "objective": 25,
    "nodes": [{"id": node, "type": "base" if node.isdigit() else "hq"} for node in NODES],
    "edges": [[a, b] for a, b in pairwise(NODES)],
    "regions": [{"bases": NODES[1:-1], "medals": 50}],
}
TOY = gamefile.read_header(
    {"clashbox": 1, "game": "toybattle", "terrain": TERRAIN, "first": 1, "players": [{}, {}]}
)


def plain(header: dict, timeline: Timeline) -> dict:
    """The state from those that stand alone."""
    state = new_state(header)
    for number in timeline.standing():
        state.apply(timeline.event(number))
    return state.view()


def test_smash_up():
    timeline = Timeline(SMASH)
    snapshots = []
    for ev in evening():
        before = timeline.replayed
        timeline.record(ev)
        assert timeline.replayed - before < FINE
        if timeline.count % 50 == 0:
            snapshots.append(timeline.snapshot())
            assert timeline.state.view() == plain(SMASH, timeline)
    whole = timeline.state.view()
    assert whole == plain(SMASH, timeline)
    records = timeline.slice(1, 10**6, 10**6)[3]
    again = Timeline.restore(SMASH, records, snapshots)
    assert again.state.view() == whole
    assert again.replayed < 50 + COARSE
    undone = 0
    while again.can_undo:
        again.record({"ev": "undo"})
        undone += 1
        if undone % 10 == 0:
            assert again.state.view() == plain(SMASH, again)
    assert again.state.view() == new_state(SMASH).view()
    while again.can_redo:
        again.record({"ev": "redo"})
    assert again.state.view() == whole


def course(evs: list[dict]) -> Timeline:
    """Record these with an undo after every seventh, then check restart, undo to the start and redo."""
    timeline = Timeline(TOY)
    for i, ev in enumerate(evs):
        timeline.record(ev)
        if i % 7 == 6:
            timeline.record({"ev": "undo"})
        assert timeline.state.view() == plain(TOY, timeline)
    whole = timeline.state.view()
    records = timeline.slice(1, 10**6, 10**6)[3]
    assert Timeline.restore(TOY, [records]).state.view() == whole
    again = Timeline.restore(TOY, [records], [timeline.snapshot()])
    while again.can_undo:
        again.record({"ev": "undo"})
    assert again.state.view() == new_state(TOY).view()
    while again.can_redo:
        again.record({"ev": "redo"})
    assert again.state.view() == whole
    return timeline


def test_toy_battle_by_medals():
    evs = [{"ev": "medal", "p": i % 2 + 1, "n": 1, "t": 1000 * i, "m": i} for i in range(40)]
    assert course(evs).state.view()["medals"] == [17, 18]


def test_toy_battle_on_the_board():
    assert len(course(toys()).state.view()["bases"]) > 5
