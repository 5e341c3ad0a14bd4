"""The table of events: what saved games lean on must not change unnoticed."""

import re
from pathlib import Path

import pytest
from clashcore import table
from clashcore.events import event_names
from clashcore.rejected import CODES

SMASH_UP = """
turn phase base base.fix base.out breakpoint play minion move control power each each.out titan.play
titan.move counter titan.out clash target score.start score vp madness duel duel.card duel.end bury uncover
bury.out monster monster.control monster.move monster.power monster.out treasure treasure.out
"""
ROOT = Path(__file__).parent.parent.parent
GOLDEN = Path(__file__).parent / "golden_table.txt"


def described() -> str:
    """Everything that records in flash depend on: codes, order and types of fields, enumerations, words."""
    lines = []
    for name in table.names():
        form = table.form(name)
        fields = [
            f"{field}:{kind % table.OPTIONAL}{'?' if kind >= table.OPTIONAL else ''}"
            for field, kind in zip(form[table.FIELDS :: 2], form[table.FIELDS + 1 :: 2], strict=True)
        ]
        lines.append(f"{form[table.CODE]} {name} {form[table.GAMES]} {' '.join(fields)}")
    for number, words in enumerate(table.ENUMS):
        lines.append(f"enum {table.ENUM + number} {' '.join(words)}")
    lines.append("words " + " ".join(table.WORDS))
    return "\n".join(lines) + "\n"


def test_what_saved_games_lean_on_is_as_it_was():
    # Lines may be added; enumerations and words may get longer at the end. Nothing else may change.
    now = described().splitlines()
    for old in GOLDEN.read_text().splitlines():
        key = " ".join(old.split()[:2]) if old.startswith("enum") else old.split()[0]
        found = [line for line in now if line.startswith(key + " ")]
        assert len(found) == 1, f"gone: {old}"
        if old.startswith(("enum", "words")):
            assert (found[0] + " ").startswith(old + " ")
        else:
            assert found[0] == old
    assert len(now) == len(GOLDEN.read_text().splitlines()), "write the new lines down: golden_table.txt"


def test_codes_are_unique_bytes():
    codes = [form[table.CODE] for form in map(table.form, table.names())]
    assert len(codes) == len(set(codes)) == len(table.names())
    assert all(0 < code < 256 for code in codes)


def test_names_and_codes_lead_to_each_other():
    for name in table.names():
        form = table.form(name)
        assert table.name_of(form[table.CODE]) == name


@pytest.mark.parametrize("name", ["", "shuffle", "turn 1", "turn 1 s p", "\nturn", "s", "p", "Turn", "base."])
def test_names_that_are_none(name: str):
    with pytest.raises(KeyError):
        table.form(name)


def test_codes_that_are_none():
    used = {form[table.CODE] for form in map(table.form, table.names())}
    for code in set(range(256)) - used:
        with pytest.raises(KeyError):
            table.name_of(code)


def test_the_games_have_the_events_of_the_interfaces():
    both = {"undo", "redo", "note", "end"}
    smash = set(event_names("smashup")) - both
    toy = set(event_names("toybattle")) - both
    assert smash == set(SMASH_UP.split())
    assert toy == {"draw", "place", "effect", "medal", "hq", "stuck"}
    assert both <= set(event_names("smashup")) & set(event_names("toybattle"))


def test_every_reason_code_is_raised_and_has_its_sentence_in_both_languages():
    raised: set[str] = set()
    for file in (ROOT / "firmware" / "lib" / "clashcore").glob("*.py"):
        raised |= set(re.findall(r'Rejected\("([a-z]+)"', file.read_text()))
    lines = (ROOT / "firmware" / "data" / "words.tsv").read_text().splitlines()
    words = [line.split("\t") for line in lines if line.startswith("rej.")]
    assert raised == set(CODES)
    assert sorted(cells[0] for cells in words) == sorted("rej." + code for code in CODES)
    assert all(len(cells) == 3 and all(cells) for cells in words)
