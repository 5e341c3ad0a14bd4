"""The rule book: whole, in both languages, and true: its games are replayed, its levels are the referee's."""

import re
from io import BytesIO

import pytest
from clashbox import book, checking, reading
from clashbox.cards import Facts
from clashbox.watching import findings

from tests.book.reported import reported
from tests.cases.test_cases import CASES, differs, expected

FACTS = Facts()
RULES = book.rules()
GAMES = [(rule, game) for rule in RULES for game in rule.games]
COUNTS = {"SB": 15, "TI": 23, "DU": 12, "MT": 11, "BU": 15, "TB": 20}


def name(value: object) -> str:
    return value.id if isinstance(value, book.Rule) else ""


def test_every_rule_is_there_in_order():
    assert [rule.id for rule in RULES] == [
        f"{section}-{number:02}" for section, count in COUNTS.items() for number in range(1, count + 1)
    ]
    assert book.sections() == list(COUNTS)
    for section in COUNTS:
        assert [rule.id for rule in book.rules(section)] == [r.id for r in RULES if r.section == section]
        assert book.section_title(section, "en")
        assert book.section_title(section, "vi")


def texts(rule: book.Rule) -> list[book.Both]:
    return [
        rule.title,
        rule.short,
        rule.text,
        rule.example,
        *([rule.house] if rule.house else []),
        *(game.shows for game in rule.games),
    ]


@pytest.mark.parametrize("rule", RULES, ids=name)
def test_a_rule_is_whole_in_both_languages(rule: book.Rule):
    for both in texts(rule):
        for text in (both.en, both.vi):
            assert text == text.strip()
            assert "  " not in text
        assert both.en != both.vi
    for both in (rule.text, rule.example, *([rule.house] if rule.house else [])):
        assert both.en.endswith(".") and both.vi.endswith(".")
        # Vietnamese has marks on nearly every word: a text without them was left in English.
        assert len(re.findall(r"[à-ỹđÀ-ỸĐ]", both.vi)) > len(both.vi) / 20
    assert len(rule.title.en) <= 60 and len(rule.title.vi) <= 60
    for short in (rule.short.en, rule.short.vi):
        assert len(short.encode()) <= findings.MOST_TEXT, "a box shows two lines of it"
    assert len(rule.text.en) > 60
    for text in (rule.text.en, rule.text.vi):
        assert 1 <= len(re.findall(r"[.!?](?=\s|$)", text)) <= 4
    assert rule.sources("en") and rule.sources("vi")
    assert not any("“”" in said for lang in ("en", "vi") for said in rule.sources(lang))


@pytest.mark.parametrize("rule", RULES, ids=name)
def test_an_example_has_numbers_and_they_are_the_same_in_both_languages(rule: book.Rule):
    english, vietnamese = (set(re.findall(r"\d+", text)) for text in (rule.example.en, rule.example.vi))
    assert english
    assert len(rule.example.en) > 60
    assert english == vietnamese


@pytest.mark.parametrize("rule", RULES, ids=name)
def test_what_a_rule_names_is_there(rule: book.Rule):
    for slug in rule.cards:
        kinds = [k for k in ("titan", "base", "faction", "troop", "terrain") if FACTS.has(k, slug)]
        assert FACTS.has("card", slug) if "/" in slug else len(kinds) == 1, slug
        assert book.card_name(FACTS, slug, "vi") != slug
    assert len(set(rule.cards)) == len(rule.cards)
    assert rule.related
    assert rule.id not in rule.related
    for other in rule.related:
        assert book.rule(other).id == other
    assert len(set(rule.related)) == len(rule.related)


@pytest.mark.parametrize("lang", ["en", "vi"])
@pytest.mark.parametrize(("rule", "game"), GAMES, ids=name)
def test_an_example_is_true(rule: book.Rule, game: book.Game, lang: str):
    read = reading.read_stream(BytesIO(rule.file(game).encode()), rule.id)
    report = checking.report(read.header, read.events, lang, read.header_line)
    found = sorted((f["line"], f["level"], f["rule"]) for f in report["findings"])
    assert found == sorted(tuple(find) for find in game.findings(rule.id))
    if game.state:
        want = reading.loads(game.state)
        assert differs(want, report["state"]) is None
    assert game.finds or game.state or game.shows.en.startswith("nothing")


def test_the_levels_are_what_the_referee_reports():
    assert {rule.id: set(rule.levels()) for rule in RULES if rule.levels()} == reported()


@pytest.mark.parametrize("case", [case for case in CASES if expected(case).get("findings")])
def test_no_case_shows_a_level_that_the_book_does_not_name(case: str):
    for _, id, level in expected(case)["findings"]:
        assert level in book.rule(id).levels()


def test_an_id_is_known_however_it_is_typed():
    for typed in ("TI-13", "ti13", "ti-13", "Ti 13", " ti_13 ", "TI.13", "ti-013"):
        assert book.find_id(typed) == "TI-13"
    assert book.find_id("sb5") == "SB-05"
    assert book.find_id("zz-99") == "ZZ-99"
    for typed in ("titan", "13", "ti", "", "ti-1a", "ti-1300"):
        assert book.find_id(typed) is None
    for id in ("TI-99", "ZZ-01", "TI", "ti-13", ""):
        with pytest.raises(KeyError):
            book.rule(id)
    with pytest.raises(KeyError):
        book.rules("ZZ")


def test_nearest_ids():
    assert book.near("SB-17") == ["SB-13", "SB-14", "SB-15"]
    assert book.near("TI-00") == ["TI-01", "TI-02", "TI-03"]
    assert book.near("TD-05") == ["TI-05", "DU-05", "MT-05"]
    assert book.near("XX-05")[0] == "SB-05"
    assert book.near("XX-99")


def found(words: str) -> list[str]:
    return [rule.id for rule in book.search(words)]


def test_words_find_rules_in_both_languages_with_or_without_accents():
    assert found("va chạm")[0] == found("va cham")[0] == found("VA CHẠM")[0] == "TI-13"
    assert found("clash")[0] == "TI-13"
    assert found("hoa hang")[0] == "SB-09"
    assert "TI-15" in found("beam-up")
    assert "DU-12" in found("gunfighter")
    assert found("") == found("xyzzy") == []
    # All the words, each at the beginning of a word.
    assert set(found("tied places")) <= set(found("tied"))
    assert "TI-01" not in found("itan")
