"""Strict reading of game files: every way in which one can be unreadable gives one clear line with file and
line.
"""

import io
import json

import pytest
from clashbox import i18n, reading
from hypothesis import given
from hypothesis import strategies as st

HEADER = '{"clashbox": 1, "game": "smashup", "players": [{"name": "An"}, {"name": "Bình"}]}\n'


@pytest.fixture(autouse=True)
def english():
    i18n.set_language("en")
    yield
    i18n.set_language(None)


def read(data: str | bytes) -> reading.Game:
    raw = data.encode() if isinstance(data, str) else data
    return reading.read_stream(io.BytesIO(raw), "game.jsonl")


def refusal(line: str | bytes, before: str = HEADER) -> str:
    raw = line.encode() if isinstance(line, str) else line
    with pytest.raises(reading.Unreadable) as caught:
        read(before.encode() + raw + b"\n")
    assert caught.value.status == 2
    text = str(caught.value)
    assert "\n" not in text
    assert text.startswith(f"game.jsonl:{before.count(chr(10)) + 1}: ")
    return text.split(": ", 1)[1]


@pytest.mark.parametrize(
    ("line", "part"),
    [
        ('{"ev": "vp", "p": 1,', "bad JSON at column 21"),
        ('{"ev": "vp", "p": 1, "n": 1} {}', "something follows"),
        ('{"ev": "vp", "p": 1, "p": 2, "n": 1}', '"p" stands twice'),
        ('{"ev": "vp", "p": 1, "\\u0070": 2, "n": 1}', '"p" stands twice'),
        ('{"ev": "note", "text": "x", "deep": {"a": {"b": 1, "b": 1}}}', '"b" stands twice'),
        ('{"ev": "note", "text": "\\ud83d"}', "surrogate"),
        ('{"ev": "note", "text": "\\udE00\\ud83d"}', "surrogate"),
        ('{"ev": "note", "text": "x", "more": ["\\ud83d"]}', "surrogate"),
        ('{"ev": "note", "text": "x", "\\ud83d": 1}', "surrogate"),
        ('{"ev": "vp", "p": 1, "n": 9007199254740992}', "too big"),
        ('{"ev": "vp", "p": 1, "n": -9007199254740992}', "too big"),
        ('{"ev": "vp", "p": 1, "n": ' + "9" * 5000 + "}", "too big"),
        ('{"ev": "vp", "p": 1, "n": 1.0}', "fraction or exponent"),
        ('{"ev": "vp", "p": 1, "n": 10e-1}', "fraction or exponent"),
        ('{"ev": "vp", "p": 1, "n": 1e2}', "fraction or exponent"),
        ('{"ev": "vp", "p": 1, "n": 0.0}', "fraction or exponent"),
        ('{"ev": "vp", "p": 1, "n": 1, "odd": 1e999999999999}', "fraction or exponent"),
        ('{"ev": "vp", "p": 1, "n": NaN}', "NaN"),
        ('{"ev": "vp", "p": 1, "n": -Infinity}', "-Infinity"),
        ('{"ev": "vp", "p": 1, "n": 01}', "bad JSON at column"),
        ('{"ev": "vp", "p": 1, "n": true}', "expected a whole number"),
        ('{"ev": "vp", "p": 1, "n": 1.5}', "expected a whole number"),
        ('{"ev": "vp", "p": 3, "n": 1}', "expected a player, 1 to 2"),
        ('{"ev": "vp", "n": 1}', "p is missing"),
        ('{"ev": "shuffle"}', "no event"),
        ('{"ev": "medal", "p": 1, "n": 1}', "no event of smashup"),
        ('{"ev": "note", "text": "tab\there"}', "bad JSON at column"),
        ("[1]", "expected an object"),
        ("7", "expected an object"),
        (" # a comment starts in the first column", "bad JSON at column"),
        (b'{"ev": "note", "text": "\xff"}', "bad UTF-8 at byte 25"),
        (b'{"ev": "note", "text": "\xed\xa0\xbd"}', "bad UTF-8"),
        (b"# \xc3", "bad UTF-8"),
        (b"\0", "bad JSON"),
    ],
)
def test_a_line_that_cannot_be_read(line, part):
    assert part in refusal(line)


@pytest.mark.parametrize(("depth", "fine"), [(100, True), (101, False), (5000, False), (400_000, False)])
def test_depth_is_bounded(depth, fine):
    # The event's own object is the first level.
    line = '{"ev": "note", "text": "[[[[", "x": ' + "[" * (depth - 1) + "]" * (depth - 1) + "}"
    if fine:
        assert len(read(HEADER + line).events) == 1
    else:
        assert "deeper than 100" in refusal(line)


def test_brackets_in_texts_are_no_depth():
    line = json.dumps({"ev": "note", "text": "[" * 200 + '\\"' + "{" * 200})
    assert read(HEADER + line).events[0][1]["text"].startswith("[[")


def test_a_line_is_bounded_even_where_no_end_comes():
    class Endless(io.RawIOBase):
        taken = 0

        def readable(self):
            return True

        def readinto(self, buffer):
            buffer[:] = b"x" * len(buffer)
            self.taken += len(buffer)
            return len(buffer)

    stream = Endless()
    with pytest.raises(reading.Unreadable, match="line is too long"):
        reading.read_stream(io.BufferedReader(stream), "endless")
    assert stream.taken < 4 * reading.MAX_LINE


def test_what_is_passed_over():
    game = read(
        b"\xef\xbb\xbf# first\r\n\r\n" + HEADER.rstrip().encode() + b"\r\n   \n#\n"
        b'{"ev": "vp", "p": 1, "n": 1, "unknown": 2.5, "more": {"x": null}}\r\n'
        b'{"ev": "note", "text": "a\\u2028b\xe2\x80\xa8c"}'
    )
    assert game.header_line == 3
    assert [line for line, _ in game.events] == [6, 7]
    assert game.events[0][1]["n"] == 1


def test_only_lf_ends_a_line():
    assert "something follows" in refusal('{"ev": "undo"}\r{"ev": "undo"}')


@pytest.mark.parametrize("data", [b"", b"\n\n", b"# nothing\n", b"\xef\xbb\xbf"])
def test_an_empty_file(data):
    with pytest.raises(reading.Unreadable, match=r"^game.jsonl:1: the file is empty"):
        read(data)


@pytest.mark.parametrize("data", ["{}".encode("utf-16"), "{}".encode("utf-16-be"), b"\xff\xfe"])
def test_utf16_is_named(data):
    with pytest.raises(reading.Unreadable, match=r"game.jsonl:1: (UTF-16|bad JSON)"):
        read(data)


@pytest.mark.parametrize(
    "header",
    [
        "{}",
        '{"clashbox": 2, "game": "smashup", "players": [{}, {}]}',
        '{"clashbox": true, "game": "smashup", "players": [{}, {}]}',
        '{"clashbox": 1, "game": "chess", "players": [{}, {}]}',
        '{"clashbox": 1, "game": "smashup", "players": [{}]}',
        '{"clashbox": 1, "game": "smashup", "players": [{}, {}, {}, {}, {}]}',
        '{"clashbox": 1, "game": "toybattle", "players": [{}, {}], "terrain": "castle-field"}',
        '{"clashbox": 1, "game": "toybattle", "players": [{}, {}], "first": 1}',
        '{"clashbox": 1, "game": "smashup", "players": [{"factions": "kaiju"}, {}]}',
        '{"ev": "turn", "p": 1}',
    ],
)
def test_a_header_that_is_none(header):
    with pytest.raises(reading.Unreadable, match=r"^game.jsonl:1: "):
        read(header)


@pytest.mark.parametrize("name", ["", None, 7, "x" * 5000, "\u202e\u0000", "<b>"])
def test_a_name_is_never_a_reason_to_refuse(name):
    header = {"clashbox": 1, "game": "smashup", "players": [{"name": name}, {}]}
    assert len(read(json.dumps(header)).header["players"]) == 2


def test_messages_in_vietnamese():
    i18n.set_language("vi")
    assert "JSON hỏng ở cột 21" in refusal('{"ev": "vp", "p": 1,')
    assert "thiếu trường p" in refusal('{"ev": "vp", "n": 1}')
    assert "không có người chơi" in refusal('{"ev": "vp", "p": 3, "n": 1}')
    assert "trường name phải là một trong: start, play" in refusal('{"ev": "phase", "name": "x"}')


def test_what_a_message_repeats_is_made_harmless():
    text = refusal('{"ev": "\\u001b[31m\\u202e"}')
    assert all(c.isprintable() for c in text)


VALUES = st.recursive(
    st.none() | st.booleans() | st.integers(-(2**53) + 1, 2**53 - 1) | st.text(st.characters(codec="utf-8")),
    lambda inner: (
        st.lists(inner, max_size=4)
        | st.dictionaries(st.text(st.characters(codec="utf-8")), inner, max_size=4)
    ),
    max_leaves=20,
)


@given(VALUES, st.booleans())
def test_whatever_is_i_json_is_read_as_json_reads_it(value, ascii_only):
    assert reading.loads(json.dumps(value, ensure_ascii=ascii_only)) == value


@given(st.binary(max_size=200))
def test_no_bytes_bring_it_down(data):
    try:
        read(data)
    except reading.Unreadable as error:
        assert "\n" not in str(error)


@given(st.text(max_size=120))
def test_no_text_after_a_header_brings_it_down(text):
    try:
        read((HEADER + text).encode("utf-8", "surrogatepass"))
    except reading.Unreadable as error:
        assert "\n" not in str(error)
