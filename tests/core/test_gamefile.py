"""Game files: headers, lines that are passed over, line numbers, and what stands after undo and redo."""

import contextlib
import json
import unicodedata
from typing import Any

import pytest
from clashcore import gamefile
from clashcore.codec import Codec
from clashcore.events import EventError, check_form
from hypothesis import given
from hypothesis import strategies as st

from tests.core.strategies import events

SMASH: dict[str, Any] = {
    "clashbox": 1,
    "game": "smashup",
    "players": [{"name": "An", "factions": ["kaiju"]}, {"name": "Bình", "factions": ["dragons"]}],
}
TOY: dict[str, Any] = {
    "clashbox": 1,
    "game": "toybattle",
    "terrain": "castle-field",
    "first": 2,
    "players": [{"name": "An"}, {"name": "B"}],
}


WORDS = [
    *[
        "clashbox",
        "game",
        "players",
        "name",
        "factions",
        "terrain",
        "first",
        "goal",
        "modules",
        "printing",
        "id",
    ],
    *["smashup", "toybattle", "titans", "ev", "p", "b", "kind", "at", "to", "n", "troop", "vp", "breakpoint"],
    *["turn", "effect", "shove", "draw", "t", "m", "why", "card", "fix", "special_bases", "\u202e\x1b[31m"],
]


def read(text: str | bytes):
    lines = (text.encode() if isinstance(text, str) else text).split(b"\n")
    header, found = gamefile.read(lines, json.loads)
    return header, list(found)


def test_lines_are_numbered_and_some_are_passed_over():
    text = (
        "\ufeff# a game of ours\r\n\r\n"
        + json.dumps(SMASH)
        + '\r\n# turn\n  \t\n{"ev": "turn", "p": 1}\r\n\n{"ev": "undo"}'
    )
    header, found = read(text)
    assert header["game"] == "smashup"
    assert found == [(6, {"ev": "turn", "p": 1}), (8, {"ev": "undo"})]


def test_the_header_has_a_line_too():
    reader = gamefile.Reader(["", "# x", json.dumps(TOY)], json.loads)
    assert (reader.header_line, list(reader)) == (3, [])


def test_only_line_feeds_end_a_line():
    note = '{"ev": "note", "text": "a\u2028b\u0085c\u000bd"}'
    with pytest.raises(EventError):
        read(json.dumps(SMASH) + "\n" + note)  # a control character is bad JSON, but it ends no line
    note = '{"ev": "note", "text": "a\u2028b\u0085c"}'
    assert read(json.dumps(SMASH) + "\n" + note)[1] == [(2, {"ev": "note", "text": "a\u2028b\u0085c"})]


@pytest.mark.parametrize(
    ("text", "line", "code"),
    [
        (b"", 1, "header"),
        (b"# nothing\n\n", 1, "header"),
        (b"[1]", 1, "header"),
        (b'{"ev": "turn", "p": 1}', 1, "header"),
        (b"{", 1, "json"),
        (json.dumps(SMASH).encode() + b"\n\xff", 2, "utf8"),
        (json.dumps(SMASH).encode() + b'\n\n{"ev": "vp", "p": 1,', 3, "json"),
        (json.dumps(SMASH).encode() + b'\n{"ev": "turn", "p": 9}', 2, "player"),
        (json.dumps(SMASH).encode() + b'\n {"ev": "undo"}\n #no comment', 3, "json"),
        (json.dumps(SMASH).encode() + b"\n7", 2, "type"),
        (json.dumps(SMASH).encode() + b"\n\xef\xbb\xbf{}", 2, "json"),
    ],
    ids=str,
)
def test_errors_carry_their_line(text: bytes, line: int, code: str):
    with pytest.raises(EventError) as caught:
        read(text)
    assert (caught.value.line, caught.value.code) == (line, code)


@pytest.mark.parametrize(
    ("change", "field"),
    [
        ({"clashbox": 2}, "clashbox"),
        ({"clashbox": True}, "clashbox"),
        ({"game": "chess"}, "game"),
        ({"game": ["smashup"]}, "game"),
        ({"players": []}, "players"),
        ({"players": [{}] * 5}, "players"),
        ({"players": {"a": 1}}, "players"),
        ({"players": [1, 2]}, "players"),
        ({"players": [{"factions": ["Kaiju"]}, {}]}, "factions of player 1"),
        ({"players": [{}, {"factions": "kaiju"}]}, "factions of player 2"),
        ({"goal": 0}, "goal"),
        ({"goal": True}, "goal"),
        ({"modules": ["chess"]}, "modules"),
        ({"modules": "titans"}, "modules"),
        ({"modules": [[]]}, "modules"),
        ({"printing": "new"}, "printing"),
        ({"printing": {}}, "printing"),
        ({"id": 7}, "id"),
        ({"note": None}, "note"),
    ],
    ids=str,
)
def test_headers_that_are_none(change: dict, field: str):
    with pytest.raises(EventError) as caught:
        gamefile.read_header({**SMASH, **change})
    assert caught.value.field == field
    assert field in caught.value.message


@pytest.mark.parametrize(
    ("change", "field"),
    [
        ({"terrain": None}, "terrain"),
        ({"terrain": "Castle"}, "terrain"),
        ({"first": 3}, "first"),
        ({"first": True}, "first"),
        ({"special_bases": 1}, "special_bases"),
        ({"players": [{}] * 3}, "players"),
    ],
    ids=str,
)
def test_toy_battle_headers_that_are_none(change: dict, field: str):
    with pytest.raises(EventError) as caught:
        gamefile.read_header({**TOY, **change})
    assert caught.value.field == field


@pytest.mark.parametrize("field", ["clashbox", "game", "players", "terrain", "first"])
def test_what_a_header_needs(field: str):
    with pytest.raises(EventError) as caught:
        gamefile.read_header({key: value for key, value in TOY.items() if key != field})
    assert caught.value.field == field


def test_defaults_are_filled_in_and_unknown_keys_dropped():
    header = gamefile.read_header({**SMASH, "weather": "rain"})
    assert header == {**SMASH, "goal": 15, "printing": "original"}
    assert gamefile.read_header(TOY)["special_bases"] is True
    assert gamefile.read_header({**TOY, "terrain": {"nodes": []}})["terrain"] == {"nodes": []}


@pytest.mark.parametrize("name", ["", "\u202e", "x" * 5000, 7, None, ["An"], "\ud800"])
def test_a_name_is_never_a_reason_to_refuse(name: object):
    header = gamefile.read_header({**SMASH, "players": [{"name": name}, {}]})
    assert header["players"][0]["name"] in (name, "")
    gamefile.header_line(header).encode()


def test_factions_of_some_players_only_are_as_none():
    players = [{"name": "An", "factions": ["kaiju"]}, {"name": "B", "factions": []}]
    header = gamefile.read_header({**SMASH, "players": players})
    assert [player["factions"] for player in header["players"]] == [[], []]


@given(
    st.lists(events("smashup"), max_size=8),
    st.text(st.characters(exclude_categories=["Cs"])),
    st.fixed_dictionaries(
        {},
        optional={
            "id": st.just("0123456789abcdef"),
            "goal": st.integers(1, 99),
            "modules": st.lists(st.sampled_from(gamefile.MODULES), unique=True),
            "started": st.just("2026-11-30T20:00:00Z"),
            "device": st.just("00"),
            "note": st.text(st.characters(exclude_categories=["Cs"])),
        },
    ),
)
def test_what_is_written_is_read(evs: list[dict], name: str, more: dict):
    header = gamefile.read_header(
        {"clashbox": 1, "game": "smashup", "players": [{"name": name}, {}, {}, {}], **more}
    )
    lines = list(gamefile.write(header, evs))
    assert all(line.endswith("\n") and line.count("\n") == 1 for line in lines)
    again, found = gamefile.read([line.encode() for line in lines], json.loads)
    assert again == header
    assert [ev for _, ev in found] == evs


anything = st.recursive(
    st.one_of(
        st.none(), st.booleans(), st.integers(), st.floats(), st.text(max_size=9), st.sampled_from(WORDS)
    ),
    lambda inner: st.one_of(
        st.lists(inner, max_size=4), st.dictionaries(st.sampled_from(WORDS), inner, max_size=5)
    ),
    max_leaves=12,
)


def harmless(text: str) -> bool:
    """Nothing in it that a terminal obeys, and UTF-8 can hold it."""
    turns = {"LRE", "RLE", "LRO", "RLO", "PDF", "LRI", "RLI", "FSI", "PDI"}
    return not any(
        unicodedata.category(letter) in ("Cc", "Cs", "Zl", "Zp") or unicodedata.bidirectional(letter) in turns
        for letter in text
    )


@given(anything, st.sampled_from([SMASH, TOY]), st.dictionaries(st.sampled_from(WORDS), anything, max_size=3))
def test_no_object_is_ever_more_than_an_event_error(obj: object, header: dict, change: dict):
    for candidate in (obj, {**header, **change}):
        try:
            good = gamefile.read_header(candidate)
        except EventError as e:
            assert e.message
            assert harmless(e.message)
        else:
            gamefile.header_line(good)
    for candidate in (obj, {"ev": "effect", "p": 1, **change}, {"ev": "base", "b": 1, **change}):
        for game in gamefile.GAMES:
            try:
                check_form(candidate, game, 2)
            except EventError as e:
                assert harmless(e.message)
            else:
                assert isinstance(candidate, dict)
                assert Codec().decode(Codec().encode(candidate))[0].items() <= candidate.items()


@given(st.lists(st.one_of(st.binary(max_size=30), st.just(json.dumps(SMASH).encode())), max_size=6))
def test_no_bytes_are_ever_more_than_an_event_error(lines: list[bytes]):
    with contextlib.suppress(EventError):
        list(gamefile.read(lines, json.loads)[1])


def test_a_header_line_reads_well():
    assert gamefile.header_line(gamefile.read_header(SMASH)) == (
        '{"clashbox": 1, "game": "smashup", "goal": 15, "printing": "original", "players": '
        '[{"name": "An", "factions": ["kaiju"]}, {"name": "Bình", "factions": ["dragons"]}]}'
    )


@pytest.mark.parametrize(
    ("names", "stands", "bad"),
    [
        ("a b u", "a", None),
        ("a b u r", "a b", None),
        ("a1 b2 c2 u", "a1", None),
        ("a1 b2 c2 u r", "a1 b2 c2", None),
        ("a b u u r r", "a b", None),
        ("a b u u r u r r", "a b", None),
        ("a2 b2 u", "", None),
        ("a b u c u", "a", None),
        ("a2 b u c2 u", "", None),
        ("u", "", (0, "undo")),
        ("a u u", "", (2, "undo")),
        ("a r", "a", (1, "redo")),
        ("a b u c r", "a c", (4, "redo")),
        ("a u r r", "a", (3, "redo")),
    ],
)
def test_what_stands(names: str, stands: str, bad: tuple[int, str] | None):
    words = names.split()
    evs: list[dict[str, Any]] = []
    for word in words:
        ev: dict[str, Any] = {"ev": {"u": "undo", "r": "redo"}.get(word, "note"), "text": word}
        if word[1:]:
            ev["m"] = int(word[1:])
        evs.append(ev)
    found, wrong = gamefile.standing(evs)
    assert [words[i] for i in found] == stands.split()
    assert wrong == bad
