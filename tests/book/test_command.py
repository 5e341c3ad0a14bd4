"""`clashbox rule` as a user meets it."""

import json
import re
import subprocess
import sys

import pytest
from clashbox import book

from tests.host.test_cli import clashbox, one_line


def test_a_rule_in_both_languages():
    status, out, error = clashbox("rule", "ti13", "--lang", "vi")
    assert (status, error) == (0, "")
    rule = book.rule("TI-13")
    flat = " ".join(out.split())
    for part in ("TI-13 Va chạm", "Gorgodzolla", "bài hướng dẫn Titan (seed 000)", "vi phạm: ", "cảnh báo: "):
        assert part in flat
    for text in (rule.text.vi, rule.example.vi.split(".")[0]):
        assert text.split(" ")[0] in flat
    assert rule.text.vi in flat
    assert rule.text.en in " ".join(clashbox("rule", "TI", "13")[1].split())


@pytest.mark.parametrize("lang", ["en", "vi"])
@pytest.mark.parametrize("id", ["SB-06", "TI-15", "TB-17", "MT-06", "TI-03"])
def test_it_reads_well_in_80_columns_and_when_piped(id: str, lang: str):
    _, out, _ = clashbox("rule", id, "--lang", lang, COLUMNS="80")
    assert max(len(line) for line in out.splitlines()) <= 80
    assert "\x1b" not in out
    assert not any(line != line.rstrip() for line in out.splitlines())


def test_lists():
    everything = clashbox("rule")[1]
    assert re.findall(r"^  ([A-Z]{2}-\d\d)  \S", everything, re.MULTILINE) == [r.id for r in book.rules()]
    assert "SB-05  When a base is ready  (violation)" in everything
    section = clashbox("rule", "mt")[1]
    assert re.findall(r"[A-Z]{2}-\d\d(?=  )", section) == [r.id for r in book.rules("MT")]
    assert "TI-13  Va chạm" in clashbox("rule", "va", "cham", "--lang", "vi")[1]


def test_several_rules_at_once():
    _, out, _ = clashbox("rule", "ti13", "TB-4", COLUMNS="80")
    assert re.findall(r"^([A-Z]{2}-\d\d)  ", out, re.MULTILINE) == ["TI-13", "TB-04"]
    both = json.loads(clashbox("rule", "TI-13", "tb-04", "--json")[1])
    assert [each["id"] for each in both] == ["TI-13", "TB-04"]
    assert clashbox("rule", "TI-13", "TB-99")[0] == 2
    assert clashbox("rule", "TI-13", "TB-04", "--example")[0] == 2


def test_json():
    one = json.loads(clashbox("rule", "SB-05", "--json")[1])
    assert set(one) == {
        "id", "section", "title", "text", "example", "source", "house", "cards", "related", "levels", "games",
    }  # fmt: skip
    assert one["title"] == {"en": "When a base is ready", "vi": "Base đủ mốc"}
    assert one["levels"] == ["violation"]
    assert one["games"][0]["findings"] == [{"line": 6, "rule": "SB-05", "level": "violation"}]
    many = json.loads(clashbox("rule", "--json")[1])
    assert [each["id"] for each in many] == [rule.id for rule in book.rules()]


@pytest.mark.parametrize("arguments", [["TI-13"], ["TI-13", "--lang", "vi"], ["TB-16"]])
def test_an_example_can_be_piped_into_check(arguments: list[str]):
    _, example, _ = clashbox("rule", *arguments, "--example")
    status, out, error = clashbox("check", "-", *arguments[1:], stdin=example.encode())
    assert error == ""
    told = [line.removeprefix("# ") for line in example.splitlines() if re.match(r"# \d+: ", line)]
    assert [line.removeprefix("-:") for line in out.splitlines() if line.startswith("-:")] == told
    assert status == bool(told)


def test_the_second_example():
    assert ": TI-13 warning: " in clashbox("rule", "TI-13", "--example", "2")[1]


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["TI-99"], "there is no rule TI-99; nearest: TI-21, TI-22, TI-23"),
        (["ZZ-5"], "there is no rule ZZ-05; nearest: SB-05"),
        (["xyzzy\x1b[31m"], "no rule speaks of “xyzzy[31m”"),
        (["TI-13", "--example", "3"], "TI-13 has no such example (game files there: 2)"),
        (["TI-03", "--example"], "TI-03 has no such example (game files there: 0)"),
        (["clash", "--example"], "--example needs the id of one rule"),
    ],
)
def test_what_is_not_there_is_one_line(arguments: list[str], said: str):
    status, out, error = clashbox("rule", *arguments)
    assert (status, out) == (2, "")
    assert said in one_line(error)
    assert one_line(clashbox("rule", *arguments, "--lang", "vi")[2]) != one_line(error)


def test_it_loads_nothing_that_it_does_not_need():
    code = (
        "import sys; from clashbox.__main__ import run; run(['rule', 'TI-13']);"
        "print([m for m in ('sqlalchemy', 'rich', 'starlette', 'serial', 'alembic', 'asyncio',"
        " 'clashbox.rules') if m in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, timeout=60)
    assert done.stdout.decode().splitlines()[-1] == "[]"
