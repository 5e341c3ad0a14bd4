"""What is said of a typed terrain: one clear word for each slip, at its line."""

import re

import pytest
from clashbox import i18n
from clashbox.cards import judge as judging
from clashbox.cards.forms import as_object
from clashbox.cards.judge import ring_of
from clashbox.cards.typed import MAX_PATHS, Fault, parse
from clashcore.board import MAX_NODES, Board
from clashcore.rejected import Rejected
from hypothesis import given
from hypothesis import strategies as st

from tests.examples import examples
from tests.terrain.boards import YARD, all_typed, built_in, faults, judged, numbered


def changed(old, new):
    """The yard with one thing typed otherwise."""
    assert old in YARD
    return YARD.replace(old, new)


def test_a_sound_terrain_has_no_fault():
    [yard] = judged(YARD)
    assert yard.faults == []
    assert (yard.id, yard.objective, yard.bases, yard.name) == ("yard", 2, 5, "Sân sau")
    assert yard.nodes == ["1", "2", "3", "4", "5", "R", "B"]
    assert len(yard.paths) == 12
    assert yard.gates == {"2": [3, 4, 5]}


def test_all_terrains_of_the_card_data_are_sound_when_typed():
    found = judged(all_typed())
    assert [terrain.id for terrain in found] == [terrain["id"] for terrain in built_in()]
    assert [fault.text() for terrain in found for fault in terrain.faults] == []


SLIPS = [
    # what is changed, into what, the fault, its line
    ("# my own board", "hello", "before", 1),
    ("# my own board", "H R B", "before", 1),
    ("T yard 2 5", "T yard 2", "t", 2),
    ("T yard 2 5", "T yard 2 5 9", "t", 2),
    ("T yard 2 5", "T Yard 2 5", "id", 2),
    ("T yard 2 5", "T sân 2 5", "id", 2),
    ("T yard 2 5", "T yard two 5", "objective", 2),
    ("T yard 2 5", "T yard 0 5", "objective", 2),
    ("T yard 2 5", "T yard 1000 5", "objective", 2),
    ("T yard 2 5", "T yard 2 0", "bases", 2),
    ("T yard 2 5", "T yard 2 98", "bases", 2),
    ("T yard 2 5", "T yard 2 -5", "bases", 2),
    ("T yard 2 5", "T yard ² 5", "objective", 2),
    ("T yard 2 5", "T yard 1 5", "goal", 2),
    ("T yard 2 5", "T yard 9 5", "goal", 2),
    ("T yard 2 5", "T yard 2 6", "apart", 2),
    ("S recall 3", "K recall 3", "letter", 6),
    ("S recall 3", "Special recall 3", "letter", 6),
    ("S recall 3", "S recal 3", "kind", 6),
    ("S recall 3", "S gate 3", "kind", 6),
    ("S recall 3", "S recall 6", "node", 6),
    ("S recall 3", "S recall R", "special.hq", 6),
    ("S recall 3", "S recall 3 3", "special.twice", 6),
    ("S recall 3", "S recall", "empty", 6),
    ("S recall 3", "S", "empty", 6),
    ("S recall 3", "S recall 2", "special.twice", 7),
    ("G 345* 2", "G 348* 2", "gate", 7),
    ("G 345* 2", "G 0* 2", "gate", 7),
    ("G 345* 2", "G 33* 2", "gate", 7),
    ("G 345* 2", "G ** 2", "gate", 7),
    ("G 345* 2", "G abc 2", "gate", 7),
    ("G 345* 2", "G 345 2", "gate.joker", 7),
    ("G 345* 2", "G 345* 2 2", "special.twice", 7),
    ("G 345* 2", "G 345* B2", "node.hq", 7),
    ("G 345* 2", "G 345*", "empty", 7),
    ("H R B", "H R", "hq.blue", 2),
    ("H R B", "H B", "hq.red", 2),
    ("H R B", "H R B Q", "hq", 5),
    ("H R B", "H R B R", "hq.twice", 5),
    ("H R B", "H R B\nH R1", "second", 6),
    ("N Sân sau", "N", "empty", 4),
    ("N Sân sau", "N \u200b", "empty", 4),
    ("P 1-2,3,R", "P 1-2,3,R,1", "path.self", 8),
    ("P 1-2,3,R", "P 1-2,3,R 2-1", "path.twice", 8),
    ("P 1-2,3,R", "P 1-2,3,R 1-3", "path.twice", 8),
    ("P 1-2,3,R", "P 1-2,3,R,9", "node", 8),
    ("P 1-2,3,R", "P 1-2,3,R,R1", "node.hq", 8),
    ("P 1-2,3,R", "P 1-2,3,R 12", "path", 8),
    ("P 1-2,3,R", "P 1-2,3,R 1-", "path", 8),
    ("P 1-2,3,R", "P 1-2,3,R 01-2", "path", 8),
    ("P 1-2,3,R", "P 1-2,3,R 1--4", "path", 8),
    ("Z 1:1,2,3", "Z 1,2,3", "region", 9),
    ("Z 1:1,2,3", "Z 100:1,2,3", "region", 9),
    ("Z 1:1,2,3", "Z 1:1,2,3,R", "region.hq", 9),
    ("Z 1:1,2,3", "Z 1:1,2,3,3", "region.base", 9),
    ("Z 1:1,2,3", "Z 1:1,2,3 1:3,2,1", "region.twice", 9),
    ("Z 1:1,2,3", "Z 1:1,2,7", "node", 9),
    ("Z 1:1,2,3", "Z 2:1,2,3", "medals", 9),
    ("Z 1:1,2,3", "Z 1:1,2,4", "region.ends", 9),
    ("H R B", "H R B\nX 20,30 80,30", "places", 6),
    ("H R B", "H R B\nX 20,30 80,30 50,50 20,70 80,70 50,5 50,101", "place", 6),
    ("H R B", "H R B\nX 20,30 80,30 50,50 20,70 80,70 50,5 50.5,9", "place", 6),
    ("H R B", "H R B\nX 20,30 22,31 50,50 20,70 80,70 50,5 50,95", "place.near", 2),
]


@pytest.mark.parametrize(("old", "new", "key", "line"), SLIPS, ids=[f"{s[2]}: {s[1][:20]!r}" for s in SLIPS])
def test_each_slip_is_said_at_its_line(old, new, key, line):
    found = faults(changed(old, new))
    assert (line, key) in found, found
    # One slip is not drowned in what follows from it.
    assert len(found) <= 3, found


def test_a_line_that_says_nothing_leaves_what_it_should_have_said_missing():
    without = YARD.replace("P 1-2,3,R 2-3,R 3-4,5 4-5,B 5-B 1-4 2-5\n", "")
    assert (2, "path.none") in faults(without)
    no_regions = YARD[: YARD.index("Z ")]
    assert faults(no_regions) == [(2, "region.none")]


def test_islands_are_named():
    [yard] = judged(YARD.replace("5-B", "").replace("4-5,B", "4-5"))
    [apart] = [fault for fault in yard.faults if fault.key == "apart"]
    assert apart.text() == "not connected: no way leads from 1 to B"


def test_a_region_may_close_through_one_headquarters_and_no_more():
    # 1 and 2 are joined by R alone; 1-2 through R and B would need both.
    one = "T a 1 3\nH R B\nP 1-R,3 2-R,3 3-B\nZ 1:1,2,3\n"
    assert faults(one) == [(1, "goal")]
    two = "T a 1 4\nH R B\nP 1-R 2-R 1-3 2-4 3-B 4-B\nZ 2:1,2,3,4\n"
    assert faults(two) == [(4, "region.hqs")]


def test_a_chain_of_bases_is_no_ring_and_the_open_ends_are_named():
    i18n.set_language("en")
    [board] = judged("T a 1 4\nH R B\nP 1-2,R 2-3 3-4 4-B\nZ 2:1,2,3,4\n")
    assert board.faults[-1].text() == (
        "region 2:1,2,3,4 does not close into a ring: fewer than two paths lead to its other bases from 1, 4"
    )


def test_bases_that_all_have_two_paths_need_not_be_one_ring():
    # Two triangles that meet in base 3: every base has two paths, but no way goes round through all of them.
    text = "T a 1 5\nH R B\nP 1-2,3,R 2-3 3-4,5 4-5,B\nZ 3:1,2,3,4,5\n"
    assert faults(text) == [(4, "region.open")]


def test_a_ring_is_found_in_its_order():
    near = judging.neighbours(
        "12345R", [("1", "2"), ("2", "3"), ("3", "4"), ("4", "1"), ("1", "R"), ("3", "R")]
    )
    assert ring_of(near, ["1", "3", "2", "4"], ["R"]) == ["1", "2", "3", "4"]
    assert ring_of(near, ["1", "2", "3"], ["R"]) == ["1", "2", "3", "R"]
    assert ring_of(near, ["1", "2"], ["R"]) is None


def test_limits_are_said():
    nodes = range(1, MAX_NODES - 1)
    pairs = [f"{a}-{b}" for a in nodes for b in nodes if a < b][: MAX_PATHS + 1]
    text = f"T a 1 {MAX_NODES - 2}\nH R B\nP {' '.join(pairs)} 1-R,B\n"
    assert (3, "paths") in faults(text)
    assert (2, "nodes") in faults(f"T a 1 {MAX_NODES - 2}\nH R R1 B\nP 1-R,B\n")
    rings = " ".join(f"1:{a},{a + 1},{a + 2},{b}" for a in range(1, 15) for b in range(30, 40))
    assert (4, "regions") in faults(f"T a 1 60\nH R B\nP 1-R,B\nZ {rings}\n")


def test_several_terrains_in_a_file_are_told_apart():
    found = judged(YARD + YARD.replace("T yard", "T other").replace("Z 1:1,2,3", "Z 2:1,2,3"))
    assert [terrain.id for terrain in found] == ["yard", "other"]
    assert found[0].faults == []
    assert {fault.terrain for fault in found[1].faults} == {"other"}
    assert (11, "same") in faults(YARD + YARD)


def test_lines_may_come_in_any_order_and_on_one_line():
    head, *rest = [line for line in YARD.splitlines() if line and not line.startswith("#")]
    plain = [line.split(" #")[0] for line in rest]
    [turned] = judged("\n".join([head, *reversed(plain)]))
    [joined] = judged(";".join([head, *plain]))
    [yard] = judged(YARD)
    assert turned.faults == joined.faults == []
    assert as_object(joined) == as_object(yard)


def test_every_word_is_there_in_both_languages():
    said = {key for key in i18n.table() if key.startswith("terrain.")}
    for _, _, key, _ in SLIPS:
        assert f"terrain.{key}" in said
    for lang in i18n.LANGUAGES:
        for old, new, key, _ in SLIPS:
            for terrain in judged(changed(old, new)):
                for fault in terrain.faults:
                    text = fault.text(lang)
                    assert not re.search(r"\{\d\}", text), (key, text)
                    assert "\n" not in text


def test_what_was_typed_is_shown_without_what_steers_a_terminal():
    [terrain] = parse(numbered("T a 1 3\nH R B \x1b[31mX\u202e\n"))
    assert "\x1b" not in terrain.faults[0].text()
    assert "\u202e" not in terrain.faults[0].text()


letters = st.sampled_from("TNHXSGPZR0123456789 -,:;*#BQ\t²recall")


@examples(40)
@given(st.lists(st.tuples(st.integers(0, 200), st.text(letters, max_size=5)), max_size=4))
def test_whatever_is_typed_gets_an_answer_and_what_is_sound_plays(edits):
    text = YARD
    for at, put in edits:
        text = text[: at % len(text)] + put + text[at % len(text) + len(put) // 2 :]
    for terrain in judged(text):
        assert all(isinstance(fault, Fault) and fault.text() for fault in terrain.faults)
        if terrain.sound:
            terrain.places = terrain.places or [(0, 0)] * len(terrain.nodes)  # no need to work them out
            try:
                Board(as_object(terrain))
            except Rejected as error:
                raise AssertionError(text) from error
