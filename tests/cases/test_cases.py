"""Every case in data/ and own/ (see the READMEs there): the file as read, replayed, against the expected."""

import json
import re
from pathlib import Path
from typing import Any

import pytest
from clashbox import reading
from clashbox.cards import Facts
from clashbox.rules import CannotApply, check
from clashcore.rejected import Rejected
from clashcore.timeline import Timeline

HERE = Path(__file__).parent
FILES = {f"{kind}/{path.stem}": path for kind in ("data", "own") for path in (HERE / kind).glob("*.jsonl")}
CASES = sorted(FILES)
# The rules that a game file can break, and how badly.
CAN_BE_FOUND = {
    (rule, level)
    for level, rules in (
        (
            "violation",
            "SB-05 SB-07 SB-08 SB-09 SB-10 SB-12 SB-13 SB-15 TI-02 TI-04 TI-06 TI-09 TI-11 TI-13 TI-14 TI-15 "
            "TI-17 TI-21 TI-22 TI-23 DU-01 DU-03 DU-04 DU-05 DU-07 DU-08 DU-12 MT-01 MT-02 MT-03 MT-04 MT-06 "
            "BU-04 BU-06 BU-07 TB-02 TB-03 TB-04 TB-05 TB-06 TB-08 TB-09 TB-10 TB-11 TB-12 TB-14 TB-17 TB-18 "
            "TB-19",
        ),
        ("warning", "SB-02 SB-03 SB-04 SB-06 SB-12 TI-10 TI-13 TI-17 MT-06 TB-20"),
    )
    for rule in rules.split()
}


def expected(name: str) -> dict[str, Any]:
    return json.loads(FILES[name].with_suffix(".expect.json").read_text(encoding="utf-8"))


def differs(want: Any, got: Any, path: str = "state") -> str | None:
    """Where `got` is not as the README of the cases asks; objects are parts, lists are whole."""
    if isinstance(want, dict):
        for key, value in want.items():
            if key not in got:
                return f"{path}: no {key}"
            found = differs(value, got[key], f"{path}.{key}")
            if found:
                return found
        return None
    if isinstance(want, list):
        want, got = list(want), list(got)
        if path == "state.bases":
            for slots in (want, got):
                while slots and slots[-1] is None:
                    slots.pop()
        if len(want) != len(got):
            return f"{path}: {got!r}, expected {want!r}"
        for i, value in enumerate(want):
            found = differs(value, got[i], f"{path}[{i}]")
            if found:
                return found
        return None
    return None if want == got and type(want) is type(got) else f"{path}: {got!r}, expected {want!r}"


def test_all_cases_are_here():
    for kind, least in (("data", 146), ("own", 286)):
        names = {path.name.removesuffix(".expect.json") for path in (HERE / kind).glob("*.expect.json")}
        assert names == {path.stem for path in (HERE / kind).glob("*.jsonl")}
        assert len(names) >= least


def test_every_rule_that_can_be_broken_is_broken_by_a_case_and_nearly_by_another():
    found = {(rule, level) for name in CASES for _, rule, level in expected(name).get("findings", [])}
    assert found == CAN_BE_FOUND
    near = set()
    for name in CASES:
        about = "-".join(Path(name).name.split("-")[:2])
        if about not in {rule for _, rule, _ in expected(name).get("findings", [])}:
            near.add(about)
    assert {rule for rule, _ in CAN_BE_FOUND} <= near


@pytest.mark.parametrize("lang", ["en", "vi"])
@pytest.mark.parametrize("name", CASES)
def test_case(name: str, lang: str):
    case = expected(name)
    try:
        game = reading.read_game(str(FILES[name]))
        facts = Facts(game.header.get("printing") or "original")
        result = check(game.header, game.events, facts, lang, game.header_line)
    except (reading.Unreadable, CannotApply) as error:
        assert case["exit"] == 2, str(error)
        assert error.line == case["line"]
        assert str(error)
        return
    assert case["exit"] != 2, "it was read"
    found = sorted((finding.line, finding.rule, finding.level) for finding in result.findings)
    assert found == sorted((line, rule, level) for line, rule, level in case["findings"])
    assert all(finding.text for finding in result.findings)
    assert differs(case["state"], json.loads(json.dumps(result.state))) is None
    assert result.ok == (case["exit"] == 0)


def test_undo_and_redo_as_the_device_does_them_lead_to_the_same_table():
    refused = []
    for name in CASES:
        if expected(name)["exit"] == 2:
            continue
        game = reading.read_game(str(FILES[name]))
        facts = Facts(game.header.get("printing") or "original")
        timeline = Timeline(game.header, facts)
        lines = [line for line in FILES[name].read_text(encoding="utf-8").splitlines() if line[:1] == "{"]
        try:
            for line in lines[1:]:
                timeline.record(json.loads(line))
        except Rejected:
            refused.append(name)
            continue
        state = check(game.header, game.events, facts, "en", game.header_line).state
        assert timeline.state.view() == state, name
    # A device takes no event that cannot be applied, though it were undone at once.
    assert refused == ["own/BOTH-what-was-undone-need-not-be-possible"]


def texts(name: str, lang: str) -> list[str]:
    game = reading.read_game(str(FILES[name]))
    return [
        finding.text for finding in check(game.header, game.events, Facts(), lang, game.header_line).findings
    ]


@pytest.mark.parametrize("name", [name for name in CASES if expected(name).get("findings")])
def test_both_languages_say_it_with_the_same_numbers(name: str):
    english, vietnamese = texts(name, "en"), texts(name, "vi")
    for here, there in zip(english, vietnamese, strict=True):
        assert here != there
        # No rule is explained without naming who or what it is about, and nothing is left to be filled in.
        assert not set("{}") & set(here + there)
        assert set(re.findall(r"\d+", there)) <= set(re.findall(r"\d+", here)) | {"1"}
