"""`clashbox terrain`: a terrain typed, checked, drawn, put into a game and played under the referee."""

import json
import xml.etree.ElementTree as ElementTree
from pathlib import Path

import pytest
from clashbox.cards import Facts

from tests.terrain.boards import YARD, all_typed, as_json, clashbox, written

PLAYERS = [{"name": "An"}, {"name": "Bình"}]


def test_the_list_names_every_terrain_in_both_languages():
    status, out, _ = clashbox("terrain", "list", "--json")
    assert status == 0
    rows = as_json(out)
    assert [row["id"] for row in rows] == Facts().slugs("terrain")
    assert len(rows) == 11
    assert all(row["objective"] == row["medals"] // 2 for row in rows)
    assert "note" in next(row for row in rows if row["id"] == "station-metal-x")
    for lang, name in (("en", "Castle Field"), ("vi", "Lãnh địa Lâu đài")):
        assert name in clashbox("terrain", "list", lang=lang)[1]


def test_a_sound_file_is_clean_and_a_dash_reads_standard_input(tmp_path):
    path = written(tmp_path, all_typed())
    status, out, err = clashbox("terrain", "check", path)
    assert (status, err) == (0, "")
    assert out.startswith("no fault: battlefield, ")
    status, out, _ = clashbox("terrain", "check", "-", stdin=YARD)
    assert (status, out) == (0, "no fault: yard\n")


def test_each_fault_has_its_file_and_line_and_the_exit_status_says_so(tmp_path):
    text = (
        YARD.replace("S recall 3", "S recal 3")
        .replace("1-2,3,R", "1-2,3,R,1")
        .replace("T yard 2", "T yard 7")
    )
    path = written(tmp_path, text)
    status, out, err = clashbox("terrain", "check", path)
    assert (status, err) == (1, "")
    assert out.splitlines() == [
        f"{path}:6: fault: recal is no kind of special base; expected one of "
        "recall, draw, shove, exhume, nullify, suppress",
        f"{path}:8: fault: a path from 1 to itself",
        "faults: 2, warnings: 0",
    ]
    status, out, _ = clashbox("terrain", "check", path, "--json")
    assert status == 1
    answer = as_json(out)
    assert answer["ok"] is False
    [yard] = answer["terrains"]
    assert [(found["line"], found["kind"]) for found in yard["findings"]] == [(6, "kind"), (8, "path.self")]
    assert "lỗi: " in clashbox("terrain", "check", path, lang="vi")[1]


def test_a_warning_alone_is_no_fault(tmp_path):
    status, out, _ = clashbox("terrain", "check", written(tmp_path, YARD.replace("T yard 2", "T yard 3")))
    assert status == 0
    assert "warning: objective 3, usual is 2: half of all 4 medals" in out
    assert out.endswith("faults: 0, warnings: 1\n")


@pytest.mark.parametrize(
    ("content", "what"),
    [
        (b"", ":1: the file holds no terrain"),
        (b"# nothing\n\n", ":1: the file holds no terrain"),
        (b"T yard 2 5\nH \xff B\n", ":2: bad UTF-8 at byte 3"),
        (b"\xff\xfeT\0", ":1: UTF-16 text"),
        (b"PK\x03\x04rest", ":1: zip data"),
        (b"H R B\n" * 5001, ":5001: more than 5000 lines"),
        (b"T " + b"9" * (1 << 20), ":1: the line is too long"),
        (None, "no such file"),
    ],
)
def test_what_cannot_be_read_is_one_line_and_two(tmp_path, content, what):
    path = tmp_path / "my.txt"
    if content is not None:
        path.write_bytes(content)
    status, out, err = clashbox("terrain", "check", path)
    assert (status, out) == (2, "")
    assert what in err
    assert err.count("\n") == 1


def test_a_file_from_another_system_is_read_all_the_same(tmp_path):
    path = tmp_path / "my.txt"
    path.write_bytes(b"\xef\xbb\xbf" + YARD.replace("\n", "\r\n").encode())
    assert clashbox("terrain", "check", path)[:2] == (0, "no fault: yard\n")


def test_a_typed_terrain_is_played_in_a_game_file(tmp_path):
    """Typed, checked, put into a header, played, refereed: the medals and the objective are its own."""
    path = written(tmp_path, YARD)
    assert clashbox("terrain", "check", path)[0] == 0
    status, line, _ = clashbox("terrain", "show", path, "--header")
    assert status == 0
    header = as_json(line)
    assert header["terrain"] == as_json(clashbox("terrain", "show", path, "--json")[1])
    header["players"] = PLAYERS
    moves = [(1, "1"), (2, "5"), (1, "2"), (2, "4"), (1, "3")]
    events = [
        {"ev": "place", "p": p, "troop": troop, "at": at}
        for (p, at), troop in zip(moves, ["roxy", "roxy", "hook", "xb42", "star"], strict=True)
    ]
    game = written(tmp_path, "\n".join(json.dumps(row) for row in [header, *events]), "game.jsonl")
    status, out, err = clashbox("check", game, "--json")
    assert err == ""
    report = as_json(out)
    assert report["findings"] == []
    assert report["state"]["goal"] == 2
    assert report["state"]["medals"] == [1, 0]  # 1, 2 and 3 ring a region with one medal
    # Base 2 has a gate for 3, 4 and 5: a Roxy (7) there breaks it.
    events[2]["troop"] = "roxy"
    game = written(tmp_path, "\n".join(json.dumps(row) for row in [header, *events]), "gate.jsonl")
    status, out, _ = clashbox("check", game, "--json")
    assert status == 1
    assert [found["rule"] for found in as_json(out)["findings"]] == ["TB-18"]


def test_the_header_of_a_known_terrain_is_its_slug(tmp_path):
    header = as_json(clashbox("terrain", "show", "castle-field", "--header")[1])
    assert header["terrain"] == "castle-field"
    game = written(tmp_path, json.dumps(header) + "\n", "game.jsonl")
    assert clashbox("check", game)[0] == 0


@pytest.mark.parametrize(
    ("old", "new", "status", "what"),
    [
        ('"objective": 2', '"objective": 3', 0, "TB-20"),
        ('"medals": 1', '"medals": 2', 0, "TB-20"),
        ('"objective": 2', '"objective": -1', 2, "terrain: the objective is a number from 1"),
        ('["1", "2"]', '["1", "9"]', 2, "terrain: no node 9"),
        ('["1", "2"]', '["1", "1"]', 2, "terrain: a path from 1 to itself"),
        ('["1", "2"]', '["1"]', 2, "terrain: a path joins two nodes"),
        ('"side": "red"', '"side": "blue"', 2, "terrain: no headquarters of player 1"),
        ('"effect": "recall"', '"effect": "fly"', 2, "terrain: no effect of a base: fly"),
        ('[3, 4, 5, "joker"]', "[8]", 2, "terrain: a gate admits strengths from 1 to 7"),
        ('"bases": ["1", "2", "3"]', '"bases": ["R"]', 2, "terrain: R is a headquarters, no base"),
        ('"id": "1"', '"id": 1', 2, "terrain: a node's id is a short text"),
        ('"regions"', '"areas"', 2, "terrain: regions is a list"),
    ],
)
def test_a_game_on_a_broken_terrain_is_told_clearly(tmp_path, old, new, status, what):
    line = clashbox("terrain", "show", written(tmp_path, YARD), "--header")[1]
    assert old in line
    game = written(tmp_path, line.replace(old, new, 1), "game.jsonl")
    found, out, err = clashbox("check", game)
    assert found == status
    assert f"{game}:1: " in out + err
    assert what in out + err
    assert clashbox("check", game, lang="vi")[0] == status


def test_show_tells_what_a_table_wants_to_know(tmp_path):
    _, out, _ = clashbox("terrain", "show", "tropical-pool")
    assert "objective 6 of 12 medals" in out
    assert "headquarters: red R1, R2, blue B1, B2" in out
    assert "gate: only strengths 6, 7 and the joker" in out
    assert "Vietnamese name: not known" in clashbox("terrain", "show", "la-croisette")[1]
    assert (
        "còn bất đồng hoặc chưa chắc: một nguồn" in clashbox("terrain", "show", "castle-field", lang="vi")[1]
    )
    assert clashbox("terrain", "show", written(tmp_path, YARD))[1].startswith("Sân sau (yard)\n")


def test_what_show_writes_as_text_can_be_changed_and_read_again(tmp_path):
    text = clashbox("terrain", "show", "la-croisette", "--text")[1]
    path = written(tmp_path, text.replace("T la-croisette", "T mine"))
    assert clashbox("terrain", "check", path)[:2] == (0, "no fault: mine\n")
    mine = as_json(clashbox("terrain", "show", path, "--json")[1])
    known = Facts().terrain("la-croisette")
    assert mine["regions"] == known["regions"]
    assert sorted(map(sorted, mine["edges"])) == sorted(map(sorted, known["edges"]))


def test_one_of_several_has_to_be_named(tmp_path):
    path = written(tmp_path, YARD + YARD.replace("T yard", "T other"))
    status, out, err = clashbox("terrain", "show", path)
    assert (status, out) == (2, "")
    assert "holds several terrains (yard, other); name one with --id" in err
    assert clashbox("terrain", "show", path, "--id", "other")[1].startswith("Sân sau (other)")
    assert "holds no terrain third" in clashbox("terrain", "show", path, "--id", "third")[2]
    assert clashbox("terrain", "show", "nowhere")[0] == 2


def test_a_broken_terrain_is_not_shown_drawn_or_sent(tmp_path):
    path = written(tmp_path, YARD.replace("S recall 3", "S recal 3"))
    for command in (("show",), ("draw", "-o", str(tmp_path / "x.svg"))):
        status, out, err = clashbox("terrain", command[0], path, *command[1:])
        assert (status, out) == (2, "")
        assert err.startswith(f"{path}:6: recal is no kind of special base")
        assert "clashbox terrain check" in err
    assert not (tmp_path / "x.svg").exists()


def test_a_picture_is_written_whole_or_not_at_all(tmp_path):
    target = tmp_path / "castle.svg"
    status, out, _ = clashbox("terrain", "draw", "castle-field", "-o", target, lang="vi")
    assert (status, out) == (0, f"{target}: đã ghi\n")
    assert ElementTree.parse(target).getroot().tag.endswith("svg")
    assert clashbox("terrain", "draw", "castle-field", "-o", "-", lang="vi")[1] == target.read_text("utf-8")
    status, _, err = clashbox("terrain", "draw", "castle-field", "-o", tmp_path / "none" / "x.svg")
    assert status != 0
    assert err.count("\n") == 1
    assert not Path("castle-field.svg").exists()


def test_paths_that_cross_are_pointed_out(tmp_path):
    path = written(tmp_path, YARD.replace("H R B", "H R B\nX 20,30 80,30 50,50 80,70 20,70 50,5 50,95"))
    _, _, err = clashbox("terrain", "draw", path, "-o", tmp_path / "x.svg")
    assert "these paths cross in the picture: " in err


def test_the_board_of_the_readme_is_sound(tmp_path):
    readme = (Path(__file__).parents[2] / "README.md").read_text("utf-8")
    section = readme[readme.index("### A board of your own") :]
    section = section[: section.index("\n## ")]
    lines = [line[4:] for line in section.splitlines() if line.startswith("    ")]
    path = written(tmp_path, "\n".join(lines) + "\n")
    assert clashbox("terrain", "check", path)[:2] == (0, "no fault: back-yard\n")
    assert as_json(clashbox("terrain", "show", path, "--json")[1])["name"] == "Back Yard"
