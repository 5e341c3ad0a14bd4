"""`clashbox stats`: tables, JSON, pictures; names from outside; what is wrong, in one line."""

import json
import sys
from xml.etree import ElementTree

import pytest
from clashbox import __main__, i18n
from clashbox.stats import answers, pictures, plots
from clashbox.stats.wilson import Proportion

from tests.stats.evenings import smash_up
from tests.stats.putting import put

HOSTILE = "</text><script>alert('1')</script> & \"x\" \x1b[31m\u202e{{datum}}"


@pytest.fixture
def filled(evenings, monkeypatch):
    monkeypatch.setenv("CLASHBOX_DATABASE", evenings[0].url)
    yield
    i18n.set_language(None)


def run(capsys, *arguments, lang="en"):
    status = __main__.run(["stats", *arguments, "--lang", lang])
    out, error = capsys.readouterr()
    return status, out, error


def good(capsys, *arguments, lang="en"):
    status, out, error = run(capsys, *arguments, lang=lang)
    assert (status, error) == (0, "")
    return out


@pytest.mark.parametrize("lang", i18n.LANGUAGES)
@pytest.mark.parametrize("what", [*answers.QUESTIONS, "turns"])
def test_every_question_as_a_table_in_both_languages(filled, capsys, what, lang):
    out = good(capsys, what, lang=lang)
    assert i18n.t(f"stats.title.{what}", "VP", lang=lang) in out
    assert len(out.splitlines()) > 4
    assert "stats." not in out


@pytest.mark.parametrize("what", answers.QUESTIONS)
def test_every_question_as_json(filled, capsys, what):
    found = json.loads(good(capsys, what, "--json"))
    assert found["games"] == {"games": 6, "smashup": 5, "toybattle": 1, "nobody": 1}
    assert found["rows"]


def test_the_table_says_how_it_counts(filled, capsys):
    out = good(capsys)
    assert "An" in out
    assert "75%*" in out
    assert "A shared win counts as won" in out
    assert "fewer than 10 games" in out
    assert "won (1) are in no rate" in out


def test_top(filled, capsys):
    assert "The first 2 of 9" in good(capsys, "factions", "--top", "2")
    assert len(json.loads(good(capsys, "factions", "--top", "2", "--json"))["rows"]) == 2


def test_an_empty_history(history, capsys):
    assert "Nothing to count yet" in good(capsys)
    assert json.loads(good(capsys, "--json"))["rows"] == []
    status, out, error = run(capsys, "turns")
    assert (status, out) == (1, "")
    assert "clashbox sync" in error


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["--from", "yesterday"], "2026-01-31"),
        (["--from", "2026-02-01", "--to", "2026-01-01"], "swap"),
        (["--player", "Zoe"], "Zoe"),
        (["--set", "no such box"], "--set"),
        (["--set", "-1"], '"-1"'),
        (["nonsense"], "WHAT"),
        (["--players", "5"], "--players"),
        (["--top", "-1"], "--top"),
        (["--plot", "x.png"], ".svg"),
        (["length", "--plot", "x.svg"], "no picture"),
        (["--of", "aa"], "turns"),
        (["turns", "--of", "abc"], "abc"),
        (["turns", "--of", ""], "clashbox games"),
    ],
)
def test_what_is_wrong_in_one_line(filled, capsys, tmp_path, monkeypatch, arguments, said):
    monkeypatch.chdir(tmp_path)
    status, out, error = run(capsys, *arguments)
    assert status in (1, 2)
    assert out == ""
    assert said in error
    assert error.count("\n") == 1
    assert list(tmp_path.glob("*.svg")) == []


# -- pictures --


@pytest.mark.parametrize(
    "what", [what for what in (*answers.QUESTIONS, "turns") if what not in pictures.NONE]
)
def test_pictures_are_the_same_every_time_and_say_what_they_show(filled, capsys, tmp_path, what):
    drawn = []
    for name in ("a.svg", "b.svg"):
        good(capsys, what, "--plot", str(tmp_path / name), lang="vi")
        drawn.append((tmp_path / name).read_bytes())
    assert drawn[0] == drawn[1]
    root = ElementTree.fromstring(drawn[0])
    texts = [element.text for element in root.iter("{http://www.w3.org/2000/svg}text")]
    assert i18n.t(f"stats.title.{what}", "VP", lang="vi") in texts
    assert any("DejaVu Sans" in element.get("font-family", "") for element in root.iter())


def test_names_are_text_and_nothing_else(history, capsys, tmp_path):
    with history.write() as session:
        put(session, *smash_up((HOSTILE, "Bình"), (15, 3), [["kaiju", "ghosts"], ["aliens", "ninjas"]]))
    for what in ("players", "turns", "versus"):
        good(capsys, what, "--plot", str(tmp_path / "x.svg"))
        root = ElementTree.fromstring((tmp_path / "x.svg").read_bytes())
        tags = {element.tag.rpartition("}")[2] for element in root.iter()}
        assert tags <= {"svg", "g", "path", "line", "rect", "text", "defs", "clipPath", "tspan"}
        assert any("<script>" in (element.text or "") for element in root.iter())
        assert "\u202e" not in "".join(root.itertext())
        assert "\x1b" not in good(capsys, what)


def test_without_the_library_it_says_how_to_get_it(filled, capsys, tmp_path, monkeypatch):
    monkeypatch.setitem(sys.modules, "vl_convert", None)
    status, out, error = run(capsys, "--plot", str(tmp_path / "x.svg"))
    assert (status, out) == (1, "")
    assert 'pip install "vl-convert-python' in error
    assert not (tmp_path / "x.svg").exists()


def texts(spec):
    root = ElementTree.fromstring(plots.svg(spec))
    return [element.text for element in root.iter("{http://www.w3.org/2000/svg}text")]


def test_two_long_names_and_n_are_whole():
    label = f"{'Nguyễn Hoàng Phương Uyên Thị Thanh Hằng'} – {'Wilhelmina von und zu Hohenstein-Auerbach'}"
    found = texts(plots.intervals("", "", [plots.Row(label, Proportion(3, 7), 0.5)]))
    assert label in found
    assert any((text or "").endswith("n = 7") for text in found)


def test_each_turn_of_a_short_game_has_its_number_once_and_every_player_a_dot_where_something_changed():
    found = texts(plots.course("", [], ("", ""), ["An", "Bình"], [[0, 0]], 15))
    assert (found.count("0"), found.count("1")) == (2, 1)
    spec = plots.course("", [], ("", ""), ["An", "Bình"], [[0, 0], [3, 0], [3, 0], [3, 1]], 15)
    dots = {(value["turn"], value["who"]) for value in spec["layer"][-1]["data"]["values"]}
    assert dots == {(0, "1 An"), (2, "1 An"), (4, "1 An"), (0, "2 Bình"), (4, "2 Bình")}
