"""A terrain as values, for the page: the same places, regions and effects as its picture has."""

import re

from clashbox.cards import Facts, drawing, store


def test_every_terrain_has_its_nodes_paths_and_regions():
    for slug in store.terrains():
        terrain = Facts().terrain(slug)
        board = drawing.board(terrain)
        assert [node["id"] for node in board["nodes"]] == [node["id"] for node in terrain["nodes"]]
        assert board["edges"] == terrain["edges"]
        assert [region["medals"] for region in board["regions"]] == [r["medals"] for r in terrain["regions"]]
        assert sorted(node["side"] for node in board["nodes"] if node["side"]) == sorted(
            node["side"] for node in terrain["nodes"] if node["type"] == "hq"
        )
        assert all(
            0 <= node["x"] <= board["width"] and 0 <= node["y"] <= board["height"] for node in board["nodes"]
        )
        assert {row["effect"] for row in board["legend"]} == {
            node["effect"] for node in terrain["nodes"] if node.get("effect") not in (None, "gate")
        }


def test_names_effects_and_medals_are_those_of_the_picture():
    terrain = Facts().terrain("castle-field")
    board = drawing.board(terrain, lang="vi")
    picture = drawing.svg(terrain, "vi")
    assert board["name"] in picture
    for region in board["regions"]:
        x, y = region["spot"]
        assert re.search(rf'<circle cx="{x:.0f}" cy="{y + 64:.0f}" r="10"', picture)


def test_without_special_bases_only_gates_stay():
    for slug in store.terrains():
        board = drawing.board(Facts().terrain(slug), special=False)
        assert {node["effect"] for node in board["nodes"]} <= {"", "gate"}
        assert board["legend"] == []
