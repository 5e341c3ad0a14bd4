"""The device's fonts: the packed files are fresh, complete, and say what their sources say."""

import struct
import subprocess
import sys
import unicodedata
from pathlib import Path

import pytest
from clashbox import fonts

FIRMWARE = Path(__file__).resolve().parents[2] / "firmware"
SOURCES = FIRMWARE / "fonts"
DATA = FIRMWARE / "data"


def unpack(data: bytes) -> dict[int, tuple[int, int, int, list[str]]]:
    """The reader of the format, written anew from its description: code -> advance, left, top, rows."""
    assert data[:4] == b"CBF1"
    ranges, count = struct.unpack_from("<HH", data, 6)
    spans = [struct.unpack_from("<HHH", data, 10 + 6 * i) for i in range(ranges)]
    places = 10 + 6 * ranges
    glyphs = places + 2 * count + 2
    found = {}
    for first, last, index in spans:
        for code in range(first, last + 1):
            start, end = struct.unpack_from("<HH", data, places + 2 * (index + code - first))
            record = data[glyphs + start : glyphs + end]
            advance, left, top, width, height = struct.unpack("<BbbBB", record[-5:])
            stride = (width + 7) // 8
            bits = record[:-5]
            assert len(bits) == stride * height
            rows = [
                f"{int.from_bytes(bits[r * stride : (r + 1) * stride], 'big'):0{stride * 8}b}"[:width]
                for r in range(height)
            ]
            found[code] = advance, left, top, [row.replace("1", "#").replace("0", ".") for row in rows]
    assert len(found) == count
    return found


def test_no_font_is_stale():
    assert fonts.stale(SOURCES, DATA) == []


def test_a_stale_font_is_found(tmp_path):
    for name, packed in fonts.build(SOURCES).items():
        (tmp_path / name).write_bytes(packed)
    assert fonts.stale(SOURCES, tmp_path) == []
    (tmp_path / "big.fnt").write_bytes(b"old")
    (tmp_path / "small.fnt").unlink()
    assert fonts.stale(SOURCES, tmp_path) == ["small.fnt", "big.fnt"]


@pytest.mark.parametrize(
    ("name", "source", "cap"), [("big.fnt", "galmuri9.bdf", 9), ("small.fnt", "galmuri7.bdf", 7)]
)
def test_every_wanted_letter_is_drawn_as_in_its_source(name, source, cap):
    packed = unpack((DATA / name).read_bytes())
    glyphs = fonts.read_bdf(SOURCES / source) | fonts.read_drawn(SOURCES / "marks.txt")
    if name == "big.fnt":
        glyphs |= fonts.read_drawn(SOURCES / "low.txt")
    letters = fonts.vietnamese()
    assert len(letters) == 134
    assert all(unicodedata.is_normalized("NFC", letter) for letter in letters)
    assert set(fonts.wanted()) <= set(packed)
    assert {ord(letter) for letter in letters} <= set(packed)
    for code, (advance, left, top, rows) in packed.items():
        glyph = glyphs[code].trimmed()
        assert (advance, left, rows) == (glyph.advance, glyph.left, glyph.rows), chr(code)
        assert top == cap - glyph.bottom - len(glyph.rows)


@pytest.mark.parametrize("name", ["big.fnt", "small.fnt"])
def test_all_vietnamese_letters_differ(name):
    packed = unpack((DATA / name).read_bytes())
    pictures = {}
    for letter in fonts.vietnamese():
        picture = (packed[ord(letter)][1:3], tuple(packed[ord(letter)][3]))
        assert picture not in pictures, (letter, pictures[picture])
        pictures[picture] = letter
        base = unicodedata.normalize("NFD", letter)[0]
        assert packed[ord(letter)][3] != packed[ord(base)][3] or base == letter


def test_no_small_letter_of_a_list_reaches_the_row_above():
    """Rows of a list are 13 px apart: two marks above, the letter, a dot below."""
    packed = unpack((DATA / "big.fnt").read_bytes())
    for letter in fonts.vietnamese():
        _, _, top, rows = packed[ord(letter)]
        if letter.islower():
            assert top >= -2 and top + len(rows) <= 9 + 2, letter


@pytest.mark.parametrize(("name", "height"), [("digits16.fnt", 16), ("digits26.fnt", 26)])
def test_large_digits_have_their_height_and_one_width(name, height):
    packed = unpack((DATA / name).read_bytes())
    assert {len(packed[ord(c)][3]) for c in "0123456789"} == {height}
    assert len({packed[ord(c)][0] for c in "0123456789"}) == 1
    assert set("0123456789+-/=× ") == {chr(code) for code in packed}


def test_doubling_smooths_corners_and_keeps_straight_lines():
    square = fonts.doubled(fonts.Glyph(3, 1, 2, ["##", "##"]))
    assert square == fonts.Glyph(6, 2, 4, [".##.", "####", "####", ".##."])
    assert fonts.doubled(fonts.Glyph(4, 0, 0, ["###"])).rows == ["######"] * 2
    assert fonts.doubled(fonts.Glyph(3, 0, 0, ["#.", "##"])).rows == ["##..", "###.", "####", ".###"]


def test_a_glyph_that_does_not_fit_is_refused():
    with pytest.raises(ValueError, match=r"U\+0041"):
        fonts.pack({65: fonts.Glyph(64, 0, 0, ["#"])}, 7, 10)


def test_the_command_checks_and_explains_itself():
    done = subprocess.run(
        [sys.executable, "-m", "clashbox.fonts", "check"], capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stderr) == (0, "")
    done = subprocess.run(
        [sys.executable, "-m", "clashbox.fonts"], capture_output=True, text=True, check=False
    )
    assert done.returncode == 2
    assert "clashbox.fonts build" in done.stderr
