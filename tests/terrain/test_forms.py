"""Forms of a terrain turn into one another without loss; the core takes both; pictures are readable."""

import itertools
import math
import xml.etree.ElementTree as ElementTree

import pytest
from clashbox.cards import Facts, drawing, layout
from clashbox.cards.forms import as_object, compact, from_compact, lines_of
from clashbox.cards.judge import judge, neighbours, ring_of
from clashbox.cards.typed import parse
from clashcore.board import Board

from tests.terrain.boards import YARD, built_in, judged, numbered

SLUGS = Facts().slugs("terrain")
SVG = "{http://www.w3.org/2000/svg}"


def shape(board):
    """All that the rules ask of a board, without the order in which it came."""
    names = board.ids
    return (
        board.goal,
        {
            name: (board.hq[i], board.kind[i], board.gate[i], sorted(names[j] for j in board.near[i]))
            for i, name in enumerate(names)
        },
        sorted(
            (sorted(names[i] for i in ring), m) for ring, m in zip(board.regions, board.medals, strict=True)
        ),
    )


@pytest.mark.parametrize("slug", SLUGS)
def test_reading_what_was_written_gives_the_same(slug):
    terrain = Facts().terrain(slug)
    lines = lines_of(terrain)
    [typed] = parse(numbered("\n".join(lines)))
    again = as_object(judge(typed))
    assert typed.faults == []
    assert lines_of(again) == lines
    assert shape(Board(again)) == shape(Board(terrain)) == shape(Board(compact(terrain)))
    assert {n["id"]: n["pos"] for n in again["nodes"]} == {n["id"]: n["pos"] for n in terrain["nodes"]}
    assert from_compact(compact(again)) == again


def test_a_typed_name_and_gates_survive():
    [yard] = judged(YARD)
    terrain = as_object(yard)
    assert terrain["name"] == "Sân sau"
    assert {n["id"]: n.get("allowed") for n in terrain["nodes"]}["2"] == [3, 4, 5, "joker"]
    again = from_compact(compact(terrain))
    assert {**again, "edges": sorted(again["edges"])} == {**terrain, "edges": sorted(terrain["edges"])}
    assert shape(Board(terrain)) == shape(Board(compact(terrain)))


@pytest.mark.parametrize(
    "text", ["", "T a 1 2", "T a 1 2;H R B;P 1-9", "T a 1 2;P 1-2", "x" * 5000, ";" * 99]
)
def test_what_is_no_terrain_is_no_object(text):
    with pytest.raises(ValueError, match="not a terrain"):
        from_compact(text)


def test_bases_with_names_of_their_own_cannot_be_typed():
    terrain = {"id": "a", "objective": 1, "nodes": [{"id": "x", "type": "base"}], "edges": [], "regions": []}
    with pytest.raises(ValueError, match="not numbered"):
        lines_of(terrain)


def places(terrain):
    return {n["id"]: tuple(n["pos"]) for n in terrain["nodes"]}


def crossings(terrain):
    return drawing.crossing(terrain)


def on_the_display(at):
    """A node on the box's display, the board turned a quarter: its length along the 128 pixels."""
    return {name: (y * 1.18, x * 0.56) for name, (x, y) in at.items()}


def nearest(spots):
    return min(max(abs(a[0] - b[0]), abs(a[1] - b[1])) for a, b in itertools.combinations(spots.values(), 2))


@pytest.mark.parametrize("slug", SLUGS)
def test_every_terrain_has_places_that_draw_well(slug):
    terrain = Facts().terrain(slug)
    at = places(terrain)
    assert all(0 <= x <= 100 and 0 <= y <= 100 for x, y in at.values())
    assert crossings(terrain) == []
    assert nearest(on_the_display(at)) >= 9  # marks of seven pixels and a gap
    spots = on_the_display(at)
    for a, b in terrain["edges"]:
        for other in set(at) - {a, b}:
            assert layout.beside(spots[other], spots[a], spots[b]) >= 5, (a, b, other)
    # Red at the top, blue at the bottom: each headquarters lies in its own quarter.
    for node in terrain["nodes"]:
        if node["type"] == "hq":
            assert (at[node["id"]][1] < 25) == (node["side"] == "red")
            assert (at[node["id"]][1] > 75) == (node["side"] == "blue")
    near = neighbours(at, terrain["edges"])
    hqs = [node["id"] for node in terrain["nodes"] if node["type"] == "hq"]
    for region in terrain["regions"]:
        ring = [at[name] for name in ring_of(near, region["bases"], hqs)]
        inside = [name for name, spot in at.items() if spot not in ring and layout.within(spot, ring)]
        assert inside == [], region


WORKED_OUT = [t for t in built_in() if t["id"] not in ("christmas", "tournament")]


LONG = ("la-croisette", "tropical-pool", "caribbean-sea", "battlefield")  # many paths: seconds each


@pytest.mark.parametrize(
    "terrain",
    [pytest.param(t, marks=[pytest.mark.soak] * (t["id"] in LONG), id=t["id"]) for t in WORKED_OUT],
)
def test_a_board_typed_without_places_is_laid_out_without_crossings(terrain):
    text = "\n".join(line for line in lines_of(terrain) if not line.startswith("X"))
    [typed] = parse(numbered(text))
    laid = as_object(typed)
    assert crossings(laid) == []
    assert nearest(on_the_display(places(laid))) >= 8
    at = places(laid)
    assert max(y for n, (_, y) in at.items() if n.startswith("R")) < 30
    assert min(y for n, (_, y) in at.items() if n.startswith("B")) > 70


def test_the_same_board_always_lies_the_same():
    [yard] = judged(YARD)
    assert as_object(yard) == as_object(yard)
    assert crossings(as_object(yard)) == []


def test_a_huge_board_takes_no_minutes_and_stays_on_the_picture():
    paths = [(i, i + 1) for i in range(96)] + [(i, i + 9) for i in range(80)] + [(97, 0), (98, 96)]
    found = layout.places(97, ["red", "blue"], paths)
    assert len(found) == 99
    assert all(0 <= x <= 100 and 0 <= y <= 100 for x, y in found)


def test_a_board_that_cannot_be_drawn_without_crossings_says_which():
    pairs = " ".join(f"{a}-{b}" for a in range(1, 6) for b in range(a + 1, 6))
    [five] = parse(numbered(f"T five 1 5\nH R B\nP {pairs} 1-R 5-B\nZ 1:1,2,3"))
    assert crossings(as_object(five))


@pytest.mark.parametrize("lang", ["en", "vi"])
@pytest.mark.parametrize("slug", SLUGS)
def test_pictures_show_every_node_path_and_medal_without_overlap(slug, lang):
    terrain = Facts().terrain(slug)
    root = ElementTree.fromstring(drawing.svg(terrain, lang))
    width, height = float(root.get("width")), float(root.get("height"))
    texts = [text.text for text in root.iter(f"{SVG}text")]
    assert terrain["name_vi" if lang == "vi" and terrain["name_vi"] else "name"] in texts
    for node in terrain["nodes"]:
        assert node["id"] in texts
    assert len(list(root.iter(f"{SVG}line"))) == len(terrain["edges"])
    discs = list(root.iter(f"{SVG}circle"))
    spots = [(float(c.get("cx")), float(c.get("cy")), float(c.get("r"))) for c in discs]
    assert len(spots) == len(terrain["regions"]) + sum(n["type"] != "hq" for n in terrain["nodes"])
    for (x, y, r), (u, v, s) in itertools.combinations(spots, 2):
        assert math.dist((x, y), (u, v)) >= r + s + 1
    for x, y, r in spots:
        assert r <= x <= width - r
        assert r <= y <= height - r
    for tag in root.iter(f"{SVG}rect"):
        assert float(tag.get("x") or 0) + float(tag.get("width")) <= width


def test_names_in_pictures_are_never_markup():
    terrain = {**Facts().terrain("castle-field"), "name": "</text><script>alert(1)</script> & \u202e<b>"}
    root = ElementTree.fromstring(drawing.svg(terrain))
    assert not list(root.iter(f"{SVG}script"))
    assert "\u202e" not in drawing.svg(terrain)
