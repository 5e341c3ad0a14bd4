"""The host's words: whole in both languages, and every key that the code names is there."""

import re
from pathlib import Path

import pytest
from clashbox import i18n
from clashbox.sentences import Sentences
from clashbox.text import shown
from clashcore.events import event_names
from hypothesis import given
from hypothesis import strategies as st

HOST = Path(i18n.__file__).parent
SOURCES = [
    path
    for path in HOST.rglob("*.py")
    if not {"rules", "cards", "virtual"} & set(path.relative_to(HOST).parts)
]
NAMED = re.compile(r"""(?:\bt\(|(?<!Line)Trouble\()\s*["']([a-z][a-z.\-]+[a-z])["']""")


def named_keys():
    found = set()
    for path in SOURCES:
        found.update(NAMED.findall(path.read_text(encoding="utf-8")))
    for kind in ("missing", "busy", "permission", "notserial", "refused", "url", "lost", "stuck", "quiet"):
        found.add(f"line.{kind}")
    return found | {"hello.silent", "hello.board", "hello.fault", "hello.other"}


def test_every_key_that_the_code_names_is_there():
    keys = named_keys()
    assert len(keys) > 60
    assert keys - set(i18n.table()) == set()


@pytest.mark.parametrize("key", sorted(i18n.table()))
def test_both_languages_say_the_same(key):
    english, vietnamese = i18n.table()[key]
    assert english.strip() == english
    assert vietnamese.strip() == vietnamese
    assert english
    assert vietnamese
    fields = [sorted(set(re.findall(r"\{(\w+)\}", text))) for text in (english, vietnamese)]
    if key.startswith("form."):
        assert fields[0] == ["0"]
    else:
        assert fields[0] == fields[1]


VALUES = {
    "p": 1,
    "q": 2,
    "b": 3,
    "to": 4,
    "n": -2,
    "power": 5,
    "temp": 1,
    "kind": "minion",
    "name": "draw",
    "card": "kaiju-island",
    "breakpoint": 20,
    "vp": [4, 2, 1],
    "why": "fix",
    "on": "titan",
    "extra": True,
    "until": "turn",
    "id": 7,
    "titan": "gorgodzolla",
    "by": "special",
    "instead": "minion",
    "out": "gorgodzolla",
    "what": "titan",
    "from": "hand",
    "treasures": 2,
    "troop": "jumbo",
    "at": "5",
    "of": "base",
    "text": "<b>{x}[y]",
    "winner": [1, 2],
    "together": True,
    "won": "p",
    "control": [1, 2],
}


@pytest.mark.parametrize("lang", ["en", "vi"])
@pytest.mark.parametrize("game", ["smashup", "toybattle"])
def test_every_event_has_a_sentence(game, lang):
    sentences = Sentences({"game": game, "players": [{"name": "An"}, {"name": ""}]}, lang)
    for name in event_names(game):
        for fields in (VALUES, {}):
            text = sentences.of({"ev": name, **fields})
            assert text
            assert "{p}" not in text
            assert "\n" not in text
    assert "Gorgodzolla" in sentences.of({"ev": "titan.move", "titan": "gorgodzolla", "b": 2})


def test_a_note_is_text_whatever_it_holds():
    sentences = Sentences({"game": "smashup", "players": [{"name": "An"}]}, "en")
    assert sentences.of({"ev": "note", "text": "{p} [x] <b>"}) == "Note: {p} [x] <b>"


def test_a_part_in_brackets_needs_its_value():
    sentences = Sentences({"game": "smashup", "players": [{"name": "An"}, {"name": "C"}]}, "en")
    assert sentences.of({"ev": "power", "p": 1, "b": 2, "n": 3}) == "An at base 2: power +3"
    assert (
        sentences.of({"ev": "power", "p": 1, "b": 2, "n": -3, "until": "turn"})
        == "An at base 2: power −3 (this turn)"
    )
    base = {"ev": "base", "b": 1, "breakpoint": 20}
    assert sentences.of({**base, "vp": [4, 2, 0]}) == "Base 1 laid, breakpoint 20, VP 4, 2, 0"
    assert sentences.of({**base, "vp": [0, 0, 0]}) == "Base 1 laid, breakpoint 20", "VP not entered yet"


@given(st.text())
def test_what_is_shown_is_harmless(text):
    out = shown(text)
    assert len(out) <= 40
    assert all(c.isprintable() for c in out)
    assert shown(out) == out


def test_names_are_composed_and_cut():
    assert shown("Bi\u0300nh") == "Bình"
    assert shown("x" * 41) == "x" * 39 + "…"
    assert shown("a\u200bb\u202ec\x1b[31m") == "abc[31m"


def test_changes_have_a_sign_and_amounts_have_none():
    sentences = Sentences({"game": "smashup", "players": [{"name": "An"}, {"name": "C"}]}, "en")
    play = {"ev": "play", "p": 1, "kind": "minion", "b": 1, "power": 4}
    assert sentences.of(play) == "An plays a minion at base 1, power 4"
    assert sentences.of({"ev": "vp", "p": 1, "n": 2}) == "An: VP +2"
