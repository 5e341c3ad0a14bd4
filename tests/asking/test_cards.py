"""`clashbox cards`: filters, facts by printing, and our sentences about cards in both languages."""

import json

import pytest
from clashbox import i18n
from clashbox.__main__ import run
from clashbox.asking import about
from clashbox.cards import Facts, search, sentences, store


@pytest.fixture(autouse=True)
def language():
    yield
    i18n.set_language(None)


@pytest.fixture
def found(capsys):
    def asked(*words):
        status = run(["cards", *words, "--json", "--lang", "en"])
        rows = json.loads(capsys.readouterr().out)
        assert status == (0 if rows else 1)
        return rows

    return asked


@pytest.fixture
def told(capsys):
    def asked(*words, lang="en"):
        run(["cards", *words, "--lang", lang])
        return capsys.readouterr().out

    return asked


def test_the_best_comes_first(found):
    rows = found("kaiju")
    assert [row["slug"] for row in rows[:2]] == ["kaiju", "kaiju-island"]
    assert [row["match"] for row in rows[:2]] == ["exact", "prefix"]
    assert found("gorgodzila")[0]["slug"] == "gorgodzolla"


def test_everything_and_nothing(found, told, capsys):
    assert len(found()) == len(search.everything())
    assert found("zzzqq") == []
    assert run(["cards", "zzzqq", "--lang", "en"]) == 1
    out, error = capsys.readouterr()
    assert out == ""
    assert error == 'clashbox: no card, base, titan, faction or terrain is called anything like "zzzqq"\n'
    for kind, lines in ((search.KINDS, told().splitlines()), (search.KINDS, told(lang="vi").splitlines())):
        assert len(lines) == len(kind) + 1
    assert len(found("--limit", "3")) == 3


def test_filters(found):
    assert {row["kind"] for row in found("--type", "bases")} == {"base"}
    assert {row["kind"] for row in found("--type", "card")} == {"minion", "action", "fusion"}
    assert {row["kind"] for row in found("--type", "quai vat")} == {"monster"}
    assert {row["kind"] for row in found("--type", "trrain")} == {"terrain"}
    assert {row["faction"] for row in found("--faction", "kaju")} == {"kaiju"}
    assert {row["kind"] for row in found("--faction", "kaiju")} == {
        "faction",
        "titan",
        "base",
        "minion",
        "action",
    }
    munchkin = found("--set", "munckin")
    assert len([row for row in munchkin if row["kind"] == "faction"]) == 8
    assert {"monster", "treasure"} <= {row["kind"] for row in munchkin}
    assert [row["slug"] for row in found("oh no", "--faction", "kaiju", "--type", "action")] == [
        "kaiju/oh-no"
    ]


def test_titans(found):
    slugs = {row["slug"] for row in found("--titan")}
    assert "kaiju/they-say-hes-got-to-go" in slugs
    assert "magical-girls/purge-the-demon" in slugs
    assert "kaiju-island" in slugs
    assert "aliens/terraforming" in slugs
    assert "vikings/ransack" not in slugs
    for titan in ("gorgodzolla", "megabot"):
        own = {row["slug"] for row in found("--titan", titan[:-1])}
        assert titan in own
        assert {e.card for e in store.titans()[titan].enablers} <= own
    for row in found("--titan"):
        if row["kind"] != "base" and Facts().can_target(row["slug"], "titan") is False:
            assert any(link["does"] == "remove" for link in row["titans"]), row["slug"]


def test_a_card_that_swaps_bases_keeps_titans_today(found):
    assert "aliens/terraforming" not in {row["slug"] for row in found("--titan", "--printing", "current")}


def test_all_that_play_or_can_be_aimed_at_titans_are_listed(found):
    facts = Facts()
    slugs = {row["slug"] for row in found("--titan")}
    for entry in search.of_kind("minion", "action", "fusion"):
        plays = any(facts.plays_titan(entry.slug, titan) for titan in store.titans())
        if plays or facts.can_target(entry.slug, "titan"):
            assert entry.slug in slugs


def test_printings(found, told):
    assert [row["slug"] for row in found("luchadors/la torcha")] == ["luchadors/la-torcha"]
    assert found("luchadors/la torcha", "--printing", "original") == []
    assert "Not in the first printing." in told("luchadors/la torcha")
    (today,) = found("luchadors/la torcha", "--printing", "current")
    assert (today["power"], today["count"]) == (3, 3)
    cards = found("--faction", "luchadors", "--type", "card", "--printing", "current")
    assert sum(row["count"] for row in cards) == 20
    (base,) = found("castle blood", "--type", "base")
    assert (base["breakpoint"], base["vp"]) == (18, [3, 1, 1])
    (base,) = found("castle blood", "--type", "base", "--printing", "current")
    assert base["breakpoint"] == 17
    assert "Today's printing: breakpoint 17" in told("castle blood", "--type", "base")


def test_what_is_unknown_or_disputed_is_said(found, told):
    (base,) = found("helicarrier", "--type", "base")
    assert (base["breakpoint"], base["vp"]) == (None, None)
    assert "not known" in told("helicarrier")
    assert "Chưa rõ" in told("helicarrier", lang="vi")
    assert "Sources differ" in told("gelf", "--faction", "shapeshifters")
    assert "hardly agree" in told("category 5")


@pytest.mark.parametrize("lang", i18n.LANGUAGES)
def test_everything_can_be_shown(lang):
    from clashbox.cli import card_detail

    i18n.set_language(lang)
    for entry in search.everything():
        for at in (0, 1):
            facts = about.facts(entry, about.PRINTINGS[at])
            assert json.loads(json.dumps(facts)) == facts
            assert card_detail.brief(entry, at)
            lines = card_detail.lines(entry, at, bool(at))
            assert entry.name in lines[0]
            assert not any("{" in line or "None" in line or "\n" in line for line in lines), lines


def test_our_sentences_are_there_in_vietnamese_and_none_is_stale():
    shown = {text for text in sentences.sentences() if text not in about.SAME}
    known = sentences.vietnamese()
    assert shown - set(known) == set()
    assert set(known) - shown == set()
    assert all(known.values())
    assert sentences.told("draw a card", "vi") == "rút một lá"
    assert sentences.told("draw a card", "en") == "draw a card"
