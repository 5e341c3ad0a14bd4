"""The fine points of Toy Battle, one small game each: what is found, and how the table stands after it."""

import ast
import re
from pathlib import Path

import clashcore
import pytest
from clashbox.cards import Facts
from clashbox.rules import terrains, toybattle
from clashbox.rules.replay import CannotApply

FACTS = Facts()
PLAYERS = [{"name": "An"}, {"name": "Bình"}]


def place(p, troop, at):
    return {"ev": "place", "p": p, "troop": troop, "at": at}


def draw(p, n=2):
    return {"ev": "draw", "p": p, "n": n}


def effect(p, kind, **fields):
    return {"ev": "effect", "p": p, "kind": kind, **fields}


def medal(p, n):
    return {"ev": "medal", "p": p, "n": n}


def game(terrain, *events, first=1, lang="en", **header):
    """Violations as (number of the event, rule), and the state; an unusual board (TB-20) is left out."""
    header = {
        "clashbox": 1,
        "game": "toybattle",
        "terrain": terrain,
        "first": first,
        "players": PLAYERS,
        **header,
    }
    result = toybattle.check(header, list(enumerate(events, 1)), FACTS, lang, 0)
    assert all(f.level == "violation" or f.rule == "TB-20" for f in result.findings)
    return [(f.line, f.rule) for f in result.findings if f.rule != "TB-20"], result.state


CASTLE, CLOUDS, METAL, JUNGLE, TOMB = (
    "castle-field",
    "city-of-clouds",
    "station-metal-x",
    "volcanic-jungle",
    "cursed-cemetery",
)
# With the eighth event An closes the region of 3, 5 and 7: one medal.
REGION = (place(1, "skully", "1"), effect(1, "draw", n=2), draw(2), place(1, "roxy", "3"), draw(2))
REGION += (place(1, "hook", "5"), place(2, "roxy", "14"), place(1, "star", "7"))


def test_a_medal_repeats_the_newest_gain_once():
    assert game(CASTLE, *REGION, medal(1, 1))[0] == []
    assert game(CASTLE, *REGION, medal(1, 1), medal(1, 1))[0] == [(10, "TB-09")]
    assert game(CASTLE, *REGION, medal(2, 1))[0] == [(9, "TB-09")]
    assert game(CASTLE, *REGION, place(2, "star", "15"), medal(1, 1))[0] == [(10, "TB-09")]
    found, state = game(CASTLE, *REGION, medal(1, 3), medal(1, 1))
    assert found == [(9, "TB-09")] and state["medals"] == [1, 0]


def test_medals_by_hand_add_up_and_are_put_right():
    found, state = game(CASTLE, medal(1, 3), medal(1, -1), medal(2, -4), medal(2, 2))
    assert found == [] and state["medals"] == [2, 2] and not state["over"]


def test_medals_by_hand_stay_when_the_board_begins():
    found, state = game(CASTLE, medal(1, 2), *REGION)
    assert found == [] and state["medals"] == [3, 0]


def test_the_board_ends_with_its_first_placement_undone():
    undo = {"ev": "undo"}
    assert game(CASTLE, place(1, "roxy", "1"), medal(1, 2))[0] == [(2, "TB-09")]
    found, state = game(CASTLE, place(1, "roxy", "1"), undo, medal(1, 2))
    assert found == [] and state["medals"] == [2, 0]


def test_what_may_come_after_the_end():
    won = (medal(1, 7), {"ev": "note", "text": "well"}, {"ev": "end", "winner": [2]})
    found, state = game(CASTLE, *won)
    assert found == [] and state["winner"] == [1] and state["why"] == "medals"
    found, state = game(CASTLE, *won, draw(2), medal(2, 1), {"ev": "stuck", "p": 2})
    assert found == [(4, "TB-11")] and state["rack"] == [3, 4] and state["medals"] == [7, 0]


def test_each_end_is_named_by_its_rule():
    for last, rule in (
        ({"ev": "hq", "p": 2}, "TB-10"),
        (medal(2, 7), "TB-11"),
        ({"ev": "stuck", "p": 1}, "TB-12"),
    ):
        found, state = game(CASTLE, last, draw(1))
        assert found == [(2, rule)] and state["winner"] == [2]


def test_an_end_that_no_rule_made():
    found, state = game(CASTLE, draw(1), {"ev": "end", "winner": [2]}, draw(2))
    assert found == [] and (state["over"], state["winner"], state["why"]) == (True, [2], None)
    assert state["rack"] == [5, 4]
    assert game(CASTLE, {"ev": "end"})[1]["winner"] == []


def test_medals_alone_do_not_look_at_stuck():
    assert game(CASTLE, {"ev": "stuck", "p": 1})[0] == []
    found, state = game(CASTLE, place(1, "roxy", "1"), {"ev": "stuck", "p": 2})
    assert found == [(2, "TB-12")] and (state["over"], state["winner"]) == (True, [1])


def test_an_ignored_draw_takes_the_turn_all_the_same():
    found, state = game(CASTLE, *[draw(p) for p in (1, 2, 1, 2, 1, 2)])
    assert found == [(5, "TB-04"), (6, "TB-04")]
    assert state["rack"] == [9, 8] and state["turn"] == 1


@pytest.mark.parametrize("n", [0, 1, 3, -1])
def test_a_wrong_number_drawn_stands(n):
    found, state = game(CASTLE, draw(1, n))
    assert found == [(1, "TB-04")] and state["rack"][0] == 3 + n and state["reserve"][0] == 17 - n


def test_an_effect_of_somebody_else_or_after_a_draw():
    assert game(CASTLE, place(1, "star", "1"), effect(2, "draw", n=1))[0] == [(2, "TB-08")]
    found, state = game(CASTLE, place(1, "star", "1"), draw(2), effect(1, "draw", n=1))
    assert found == [(3, "TB-08")] and state["rack"] == [3, 6]
    assert game(CASTLE, effect(1, "draw", n=1))[0] == [(1, "TB-08")]


def test_how_much_a_troop_draws():
    assert game(CASTLE, place(1, "skully", "1"), effect(1, "draw", n=3))[0] == [(2, "TB-17")]
    assert game(CASTLE, place(1, "skully", "1"), effect(1, "draw", n=1), effect(1, "draw", n=1))[0] == [
        (3, "TB-08")
    ]
    full = (draw(1), draw(2), draw(1), draw(2), draw(1, 1), place(2, "roxy", "14"))
    found, state = game(CASTLE, *full, place(1, "skully", "1"), effect(1, "draw", n=2))
    assert found == [(8, "TB-04")] and state["rack"][0] == 9


def test_an_effect_without_a_number_goes_as_far_as_it_can():
    found, state = game(CASTLE, place(1, "skully", "1"), effect(1, "draw"))
    assert found == [] and state["rack"] == [4, 4] and state["reserve"] == [15, 16]


def test_a_draw_of_the_troop_and_one_of_the_base():
    first = (place(1, "roxy", "1"), draw(2), place(1, "skully", "3"))
    assert game(CLOUDS, *first, effect(1, "draw", n=2), effect(1, "draw", n=1))[0] == []
    assert game(CLOUDS, *first, effect(1, "draw", n=1, of="base"))[0] == []
    assert game(CLOUDS, *first, effect(1, "draw", n=2, of="base"))[0] == [(4, "TB-19")]
    late = (effect(1, "draw", n=1, of="base"), effect(1, "draw", n=2, of="troop"))
    assert game(CLOUDS, *first, *late)[0] == [(5, "TB-08")]
    three = (effect(1, "draw", n=2), effect(1, "draw", n=1), effect(1, "draw", n=1))
    assert game(CLOUDS, *first, *three)[0] == [(6, "TB-08")]


def test_special_bases_off():
    first = (place(1, "roxy", "1"), draw(2), place(1, "roxy", "3"), effect(1, "draw", n=1))
    assert game(CLOUDS, *first)[0] == []
    assert game(CLOUDS, *first, special_bases=False)[0] == [(4, "TB-08")]


def test_an_empty_rack():
    drain = (place(1, "capn", "1"), place(1, "capn", "2"), place(1, "roxy", "3"))
    found, state = game(CASTLE, *drain, place(2, "xb42", "14"), effect(2, "rack-discard", troop="star"))
    assert found == [(5, "TB-04")] and state["rack"] == [0, 3]
    found, state = game(CASTLE, *drain, draw(2), place(1, "star", "7"))
    assert found == [(5, "TB-04")] and state["rack"] == [0, 6]
    field = (place(1, "roxy", "1"), draw(2), place(1, "roxy", "3"), draw(2), place(1, "roxy", "4"))
    found, _ = game(
        "battlefield", *field, place(2, "roxy", "14"), draw(1), place(2, "hook", "9"), effect(2, "suppress")
    )
    assert found == []
    found, _ = game("battlefield", *field, place(2, "hook", "9"), effect(2, "suppress"))
    assert found == [(7, "TB-04")]


def test_a_nullifying_base():
    assert game(METAL, place(1, "hook", "7"))[0] == [(1, "TB-06")]
    near = (place(1, "skully", "1"), effect(1, "draw", n=2), draw(2), place(1, "roxy", "5"), draw(2))
    found, state = game(METAL, *near, place(1, "capn", "7"), place(1, "star", "6"))
    assert found == [(7, "TB-19")] and state["bases"]["6"] == {"holder": 1, "troop": "star"}
    assert game(METAL, *near, place(1, "hook", "7"))[0] == []
    assert game(METAL, place(1, "hook", "7"), special_bases=False)[0] == []


def test_cap_n_lets_two_bases_fire_in_order():
    # 5 and 6 of Castle Field take a troop back each.
    start = (place(1, "roxy", "1"), draw(2), place(1, "roxy", "3"), draw(2), draw(1), place(2, "roxy", "14"))
    start += (place(1, "capn", "5"), place(1, "hook", "6"))
    both = (effect(1, "recall", at="1"), effect(1, "recall", at="3"))
    assert game(CASTLE, *start, *both)[0] == []
    assert game(CASTLE, *start, *both, effect(1, "recall", at="6"))[0] == [(11, "TB-08")]
    # The Cap'n on 5 goes back by base 6; base 5, its turn passed, has nobody to fire for.
    found, state = game(CASTLE, *start, effect(1, "recall", at="5"), effect(1, "recall", at="1"))
    assert found == [(10, "TB-08")] and "5" not in state["bases"]


def test_a_recall_needs_room():
    start = (place(1, "roxy", "1"), place(2, "roxy", "14"), place(1, "roxy", "3"), place(2, "roxy", "14"))
    start += (draw(1), place(2, "hook", "14"), draw(1), draw(2), draw(1), place(2, "star", "15"), draw(1, 1))
    start += (place(2, "kwak", "15"),)
    found, state = game(CASTLE, *start, place(1, "jumbo", "5"), effect(1, "recall", at="1"))
    assert found == [] and state["rack"][0] == 8
    late = (place(1, "skully", "5"), effect(1, "draw", n=1), effect(1, "recall", at="1"))
    found, state = game(CASTLE, *start, *late)
    assert found == [(15, "TB-04")] and state["rack"][0] == 9


def test_aimed_at_nothing_changes_nothing():
    near = (place(1, "roxy", "1"), place(2, "hook", "4"), place(1, "jumbo", "2"))
    for at in ("1", "3", "R", "14"):
        found, state = game(CASTLE, *near, effect(1, "discard", at=at))
        assert found == [(4, "TB-14")] and state["bases"]["4"]["troop"] == "hook"
    found, state = game(CASTLE, *near, effect(1, "discard", at="4"))
    assert found == [] and "4" not in state["bases"]


def test_a_shove_and_its_terms():
    start = (
        place(1, "skully", "2"),
        place(2, "hook", "4"),
        place(1, "roxy", "1"),
        draw(2),
        place(1, "star", "3"),
    )
    assert game(JUNGLE, *start, effect(1, "shove", at="1", to="3"))[0] == [(6, "TB-14")]
    assert game(JUNGLE, *start, effect(1, "shove", at="4", to="3"))[0] == []
    found, state = game(JUNGLE, *start, effect(1, "shove", at="4", to="12"))
    assert found == [(6, "TB-19")] and state["bases"]["12"] == {"holder": 2, "troop": "hook"}


def test_exhume_takes_what_lies_in_the_discard():
    start = (place(1, "roxy", "1"), place(2, "xb42", "15"))
    named = (
        effect(2, "rack-discard", troop="star"),
        place(1, "skully", "2"),
        effect(1, "exhume", troop="star"),
    )
    unseen = (effect(2, "rack-discard"), place(1, "skully", "2"), effect(1, "exhume", troop="star"))
    assert game(TOMB, *start, *named)[0] == []
    assert game(TOMB, *start, *unseen)[0] == []
    found, state = game(TOMB, *start, *named[:2], effect(1, "exhume", troop="hook"))
    assert found == [(5, "TB-14")] and state["rack"][0] == 0
    assert game(TOMB, *start, *named, effect(1, "exhume", troop="star"))[0] == [(6, "TB-08")]


def test_a_fourth_troop_of_a_kind_in_a_rack():
    skully = (place(1, "skully", "1"), effect(1, "draw", n=2), place(2, "roxy", "14"))
    skully += (place(1, "skully", "2"), effect(1, "draw", n=2), place(2, "roxy", "15"))
    skully += (place(1, "skully", "3"), effect(1, "draw", n=2), place(2, "xb42", "14"))
    assert game(CASTLE, *skully, effect(2, "rack-discard", troop="star"))[0] == []
    assert game(CASTLE, *skully, effect(2, "rack-discard", troop="skully"))[0] == [(10, "TB-02")]


def test_gates_stand_on_headquarters_too():
    pool = (place(1, "hook", "11"), draw(2))
    assert game("tropical-pool", *pool, place(1, "hook", "12"))[0] == []
    way = (place(1, "hook", "12"), draw(2), place(1, "roxy", "1"), draw(2))
    found, state = game("tropical-pool", *way, place(1, "skully", "B2"))
    assert found == [(5, "TB-18")] and (state["winner"], state["why"]) == ([1], "hq")
    assert game("tropical-pool", *way, place(1, "star", "B2"))[0] == [(5, "TB-06")]
    assert game("tropical-pool", place(1, "hook", "R1"))[0] == [(1, "TB-05")]
    assert game("tropical-pool", place(1, "hook", "B1"))[0] == [(1, "TB-06")]


def yard(**changes):
    """A board of one's own: two regions that share the base 2."""
    board = {
        "id": "yard",
        "objective": 1,
        "nodes": [{"id": n, "type": "base"} for n in "12345"]
        + [{"id": "R", "type": "hq"}, {"id": "B", "type": "hq", "side": "blue"}],
        "edges": [
            ["R", "1"],
            ["1", "2"],
            ["2", "3"],
            ["1", "3"],
            ["3", "4"],
            ["4", "5"],
            ["3", "5"],
            ["5", "B"],
        ],
        "regions": [{"bases": ["1", "2", "3"], "medals": 1}, {"bases": ["3", "4", "5"], "medals": 1}],
    }
    board["nodes"][1] = {"id": "2", "type": "special", "effect": "shove"}
    return board | changes


def test_one_shove_that_brings_both_to_the_objective():
    # Bình's Hook covers An's Jumbo on 3. Shoved to 4 it closes 4, 5 for Bình and leaves 1, 2, 3 to An.
    board = yard(regions=[{"bases": ["1", "2", "3"], "medals": 1}, {"bases": ["4", "5"], "medals": 1}])
    start = (place(1, "skully", "1"), place(2, "star", "5"), place(1, "jumbo", "3"), place(2, "hook", "3"))
    found, state = game(board, *start, place(1, "star", "2"), effect(1, "shove", at="3", to="4"))
    assert found == [] and state["medals"] == [1, 1]
    assert (state["winner"], state["why"]) == ([1], "medals")


@pytest.mark.parametrize("lang", ["en", "vi"])
def test_an_unusual_board_is_worth_one_warning(lang):
    header = {"clashbox": 1, "game": "toybattle", "first": 1, "players": PLAYERS}
    odd = yard(
        objective=2,
        regions=[{"bases": ["1", "2", "3"], "medals": 2}, {"bases": ["3", "4", "5"], "medals": 3}],
    )
    result = toybattle.check({**header, "terrain": odd}, [], FACTS, lang, 1)
    assert [(f.line, f.rule, f.level) for f in result.findings] == [(1, "TB-20", "warning")]
    assert (
        toybattle.check({**header, "terrain": odd | {"objective": 1}}, [], FACTS, lang, 3).findings[0].line
        == 3
    )
    assert toybattle.check({**header, "terrain": yard()}, [], FACTS, lang, 1).findings == []


@pytest.mark.parametrize(
    ("terrain", "what"),
    [
        ("yards", "yards"),
        (yard(nodes=[]), "no node R"),
        (yard(nodes="12"), "nodes is a list"),
        (yard(objective=0), "objective"),
        (yard(objective=True), "objective"),
        (yard(objective=1.5), "objective"),
        (yard(edges=[["R", "9"]]), "no node 9"),
        (yard(edges=[["R", "R"]]), "itself"),
        (yard(edges=[["R"]]), "joins two"),
        (yard(edges=[[["R"], {}]]), "no node"),
        (yard(regions=[{"bases": ["R"], "medals": 1}]), "no base"),
        (yard(regions=[{"bases": [], "medals": 1}]), "without bases"),
        (yard(regions=[{"bases": ["1"], "medals": -1}]), "medals"),
        (yard(regions=[{"bases": ["1"]}]), "medals"),
        (yard(nodes=[{"id": "1", "type": "base"}, {"id": "1", "type": "base"}]), "twice"),
        (yard(nodes=[{"id": "", "type": "base"}]), "short text"),
        (yard(nodes=[{"id": "1", "type": "lake"}]), "type"),
        (yard(nodes=[{"id": "X", "type": "hq"}]), "side"),
        (yard(nodes=[{"id": "1", "type": "special", "effect": "fly"}]), "no effect"),
        (yard(nodes=[{"id": "1", "type": "special", "effect": "gate"}]), "admits"),
        (yard(nodes=[{"id": "1", "type": "special", "effect": "gate", "allowed": [9]}]), "1 to 7"),
        (yard(nodes=[{"id": str(n), "type": "base"} for n in range(200)]), "more than"),
    ],
)
def test_a_terrain_that_cannot_be(terrain, what):
    with pytest.raises(CannotApply, match=what) as refused:
        game(terrain)
    assert refused.value.line == 0
    assert refused.value.text("vi") != refused.value.text("en")
    assert "\n" not in refused.value.text("en") + refused.value.text("vi")


def test_every_sentence_on_terrains_is_there_in_vietnamese():
    core = Path(clashcore.__file__).parent
    found = []
    for name in ("board.py", "terrain.py"):
        for node in ast.walk(ast.parse((core / name).read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "need":
                said = node.args[1]
                text = said.left if isinstance(said, ast.BinOp) else said
                found.append(text.value + ("%s" if isinstance(getattr(said, "op", None), ast.Add) else ""))
    assert len(found) > 20
    for template in found:
        english = re.sub("%[sd]", "7", template)
        vietnamese = terrains.in_vietnamese(english)
        assert vietnamese != english, english
        assert ("7" in vietnamese) == ("7" in english)


@pytest.mark.parametrize(
    ("event", "what"),
    [
        (place(1, "roxy", "16"), "no base 16"),
        (place(1, "dragon", "1"), "no troop dragon"),
        (effect(1, "discard"), "at is missing"),
        (effect(1, "shove", at="1"), "to is missing"),
        (effect(1, "exhume"), "troop is missing"),
        (effect(1, "recall", at="Z"), "no base Z"),
        (place(1, "roxy", "1") | {"card": "kaiju/sleepy"}, "kaiju/sleepy"),
    ],
)
def test_an_event_that_cannot_be_applied(event, what):
    with pytest.raises(CannotApply, match=what) as refused:
        game(CASTLE, draw(1), event)
    assert refused.value.line == 2
    # Taken back it need not be possible; and after the end it still has to name what exists.
    assert game(CASTLE, draw(1), event, {"ev": "undo"})[0] == []
    with pytest.raises(CannotApply):
        game(CASTLE, {"ev": "hq", "p": 1}, event)
