"""Text drawn with the device's fonts comes back from the pixels."""

import unicodedata
from pathlib import Path

import pytest
from clashbox import firmware
from clashbox.virtual import glyphs
from clashbox.virtual.reading import Reader
from hypothesis import given, settings
from hypothesis import strategies as st

DATA = firmware.directory() / "data"
READER = Reader(glyphs.load(DATA))
Rows = list[bytearray]


def _letters(name: str) -> dict[str, tuple[int, int, int, list[list[int]]]]:
    records = glyphs.records((DATA / name).read_bytes())
    return {chr(code): (advance, left, top, rows) for code, advance, left, top, rows in records}


FONTS = {name: _letters(f"{name}.fnt") for name in ("big", "small", "digits16", "digits26")}


def blank(color: int = 0) -> Rows:
    return [bytearray([color]) * 128 for _ in range(64)]


def draw(rows: Rows, text: str, x: int, y: int, font: str = "small", color: int = 1) -> int:
    """As the device's canvas draws: y is the top of the capitals; returns the x after the text."""
    for char in text:
        advance, left, top, picture = FONTS[font][char]
        for j, line in enumerate(picture):
            for i, pixel in enumerate(line):
                if pixel and 0 <= x + left + i < 128 and 0 <= y + top + j < 64:
                    rows[y + top + j][x + left + i] = color
        x += advance
    return x


def fill(rows: Rows, x: int, y: int, width: int, height: int) -> None:
    for line in rows[y : y + height]:
        line[x : x + width] = b"\1" * len(line[x : x + width])


def frame(rows: Rows, x: int, y: int, width: int, height: int) -> None:
    fill(rows, x, y, width, 1)
    fill(rows, x, y + height - 1, width, 1)
    for line in rows[y : y + height]:
        line[x] = line[x + width - 1] = 1


def alike(text: str) -> str:
    for one, other in ("0O", "|I", "−–", "‘’"):
        text = text.replace(one, other)
    return text


CONSONANTS = ["", *"bcdghlmnrstvxđ", "ch", "gh", "kh", "ng", "ngh", "nh", "ph", "qu", "th", "tr"]
VOWELS = ["a", "ă", "â", "e", "ê", "i", "o", "ô", "ơ", "u", "ư", "y", "ươ", "iê", "uô", "oa", "ai", "ưu"]
TONES = ["", "\u0300", "\u0301", "\u0303", "\u0309", "\u0323"]


@st.composite
def syllables(draw_: st.DrawFn) -> str:
    """A Vietnamese syllable, NFC, perhaps with a capital or in capitals."""
    vowel = draw_(st.sampled_from(VOWELS))
    at = draw_(st.integers(0, len(vowel) - 1))
    toned = vowel[: at + 1] + draw_(st.sampled_from(TONES)) + vowel[at + 1 :]
    word = (
        draw_(st.sampled_from(CONSONANTS))
        + toned
        + draw_(st.sampled_from(["", "n", "ng", "nh", "t", "m", "c"]))
    )
    word = draw_(st.sampled_from([word, word.capitalize(), word.upper()]))
    return unicodedata.normalize("NFC", word)


WORDS = st.one_of(
    syllables(),
    st.sampled_from(["Base", "VP", "Minion", "Titan", "Secret", "Volcano", "Gorgodzolla", "Jack-O’lantern"]),
    st.integers(-99, 999).map(str),
    st.sampled_from(["12+5=17/20", "+3", "4:2", "(2)", "A:", "b?", "5!", "1.", "3,"]),
)
TEXTS = st.lists(WORDS, min_size=1, max_size=4).map(" ".join)


@settings(max_examples=80, deadline=None, derandomize=True)
@given(TEXTS, st.sampled_from(["big", "small"]), st.booleans(), st.integers(1, 9), st.integers(6, 48))
def test_any_text_comes_back(text: str, font: str, dark: bool, x: int, y: int):
    while sum(FONTS[font][char][0] for char in text) > 118:
        text = text[:-1].rstrip()
    rows = blank(int(dark))
    draw(rows, text, x, y, font, 1 - dark)
    assert [alike(line) for line in READER.lines(rows)] == [alike(text)]


@settings(max_examples=25, deadline=None, derandomize=True)
@given(st.lists(syllables(), min_size=4, max_size=4), st.integers(0, 40))
def test_a_menu_with_title_rule_cursor_and_frame(words: list[str], x: int):
    rows = blank()
    draw(rows, words[0], 2, 4, "small")
    draw(rows, "2/7", 108, 4, "small")
    fill(rows, 0, 13, 128, 1)
    fill(rows, 0, 15, 128, 16)
    draw(rows, words[1], 2 + x, 20, "big", 0)
    draw(rows, words[2], 2 + x, 37, "big")
    frame(rows, 0, 48, 128, 16)
    draw(rows, words[3], 4, 54, "small")
    expected = [f"{words[0]} 2/7", words[1], words[2], words[3]]
    assert [alike(line) for line in READER.lines(rows)] == [alike(line) for line in expected]


@pytest.mark.parametrize("font", ["digits16", "digits26"])
def test_large_digits(font: str):
    rows = blank()
    end = draw(rows, "12+5", 3, 4, font)
    assert READER.lines(rows) == ["12+5"]
    draw(rows, "/20", end + 10, 4 + (16 if font == "digits26" else 7), "big")
    assert READER.lines(rows) == ["12+5 /20"]


@pytest.mark.parametrize("n", range(0, 100, 7))
def test_large_numbers_with_a_label(n: int):
    rows = blank()
    draw(rows, str(n), 60, 20, "digits26")
    draw(rows, "Hồ Chí Minh", 2, 6)
    assert READER.lines(rows) == ["Hồ Chí Minh", str(n)]


def test_zeros_among_digits_are_digits_and_o_among_letters_is_o():
    rows = blank()
    draw(rows, "1000 OK 0 BOO 07", 2, 10, "big")
    assert READER.lines(rows) == ["1000 OK 0 BOO 07"]


def test_pictures_and_rules_are_no_text():
    rows = blank()
    frame(rows, 10, 5, 40, 20)
    fill(rows, 60, 10, 30, 9)
    fill(rows, 100, 0, 1, 64)
    for d in range(20):
        rows[40 + d][20 + d] = 1
    assert READER.lines(rows) == []


def test_without_fonts_nothing_is_read(tmp_path: Path):
    assert Reader(glyphs.load(tmp_path)).lines(blank(1)) == []
