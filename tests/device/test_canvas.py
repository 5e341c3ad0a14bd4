"""Drawing under MicroPython: text by its letters, cut text, unknown letters, large digits, inversion."""

import json

import pytest

from tests.micropython import ROOT, run

PRELUDE = f"""
import json, sys
from clashdevice.canvas import *
buffer = bytearray(1024)
c = Canvas(buffer, {str(ROOT / "firmware" / "data")!r} + "/")
def rows():
    return ["".join(["#" if c.pixel(x, y) else " " for x in range(128)]) for y in range(64)]
def ink():
    found = [(x, y) for y in range(64) for x in range(128) if c.pixel(x, y)]
    return [min([p[0] for p in found]), min([p[1] for p in found]),
            max([p[0] for p in found]), max([p[1] for p in found])] if found else None
"""


def draw(script, heap=None):
    return json.loads(run(PRELUDE + script, heap=heap))


def test_text_stands_where_it_should_and_says_how_wide_it_is():
    found = draw("""
out = []
for font in (BIG, SMALL):
    c.clear()
    x = c.text("Hg", 5, 20, font)
    out.append([ink(), x, c.text_width("Hg", font)])
print(json.dumps(out))""")
    (big, big_x, big_width), (small, small_x, small_width) = found
    assert (big[0], big[1], small[0], small[1]) == (5, 20, 5, 20)
    assert (big_x, small_x) == (5 + big_width, 5 + small_width)
    assert big[2] < big_x and small[2] < small_x
    assert 20 + 9 <= big[3] <= 20 + 11
    assert 20 + 7 <= small[3] <= 20 + 8


def test_tones_rise_above_and_dark_text_is_the_same_picture():
    light, dark, high = draw("""
c.text("Ỗ ệ Ẵ g", 3, 30, BIG); light = rows(); high = ink()
c.clear(); c.fill_rect(0, 0, 128, 64, 1); c.text("Ỗ ệ Ẵ g", 3, 30, BIG, 0)
dark = [row.replace("#", "x").replace(" ", "#").replace("x", " ") for row in rows()]
print(json.dumps([light, dark, high]))""")
    assert light == dark
    assert high[1] == 25


def test_names_are_cut_with_an_ellipsis_inside_their_width():
    found = draw("""
out = []
for name in ("An", "Nguyễn Thị Ánh Tuyết", "The Nightmare Before Christmas", "W" * 32):
    for font in (BIG, SMALL):
        for width in (8, 30, 60, 127):
            c.clear()
            x = c.text(name, 0, 20, font, 1, width)
            out.append([name, width, ink()[2], x, c.text_width(name, font)])
print(json.dumps(out))""")
    for name, width, right, after, whole in found:
        assert right < width, (name, width)
        assert after <= width + 1
        assert (after == whole) == (whole <= width + 1)


def test_right_and_centre():
    right, cut, centre = draw("""
out = []
c.text_right("12", 128, 10, BIG); out.append(ink())
c.clear(); c.text_right("Megabot", 128, 10, BIG, 1, 20); out.append(ink())
c.clear(); c.text_center("Clash", 64, 10, SMALL); out.append(ink())
print(json.dumps(out))""")
    assert right[2] in (126, 127)
    assert cut[0] >= 107 and cut[2] <= 127
    assert abs((centre[0] + centre[2]) / 2 - 64) <= 1


def test_unknown_letters_become_base_letters_or_boxes():
    same, joined, boxes = draw("""
def picture(text):
    c.clear(); c.text(text, 0, 20, BIG); return rows()
pairs = (("Łukasz Žižek", "Lukasz Zizek"), ("a\\tb", "a b"), ("a\\u00a0b", "a b"))
same = [picture(a) == picture(b) for a, b in pairs]
joined = picture("a\\u0301\\u200b\\ufeffb") == picture("ab")
boxes = [picture(text) == picture("\\u25a1") for text in ("\\u65e5", "\\U0001f600", "\\u0416")]
print(json.dumps([same, joined, boxes]))""")
    assert same == [True] * 3
    assert joined
    assert boxes == [True] * 3


def test_large_digits():
    found = draw("""
out = []
for size in (26, 16, 9):
    c.clear(); x = c.number(2048, 4, 10, size); out.append([ink(), x, c.number_width(2048, size)])
print(json.dumps(out))""")
    for (ink, x, width), height in zip(found, (26, 16, 9), strict=True):
        assert ink[1] == 10 and ink[3] == 10 + height - 1
        assert x == 4 + width


def test_inversion_is_exact_and_clipped():
    found = draw("""
c.text("Clash", 10, 30, BIG); before = rows()
wrong = []
boxes = [(0, 0, 128, 64), (3, 5, 7, 9), (-5, -5, 20, 20), (120, 60, 50, 50)]
boxes += [(10, 8, 5, 8), (4, 4, 0, 3), (1, 7, 3, 2)]
for box in boxes:
    c.invert(*box)
    after = rows()
    for y in range(64):
        for x in range(128):
            inside = box[0] <= x < box[0] + box[2] and box[1] <= y < box[1] + box[3]
            if (before[y][x] != after[y][x]) != inside:
                wrong.append([box, x, y])
    c.invert(*box)
print(json.dumps([wrong[:3], rows() == before]))""")
    assert found == [[], True]


def test_icons():
    found = draw("""
from clashdevice.canvas import _ICONS
out = []
for name in _ICONS.split() + ["check", "cross"]:
    c.clear(); x = c.icon(name, 20, 20); out.append([name, ink(), x])
try:
    c.icon("no such", 0, 0); out.append("drawn")
except ValueError:
    pass
print(json.dumps(out))""")
    assert len(found) == 16
    for name, ink, x in found:
        assert ink[0] >= 20 and ink[1] >= 20 and ink[3] <= 27 and ink[2] < x, name


@pytest.mark.parametrize("content", [None, b"", b"CBF1", b"CBF1\x09\x0c\xff\xff\xff\xff", b"garbage" * 20])
def test_a_font_that_is_missing_or_broken_leaves_a_usable_canvas(tmp_path, content):
    if content is not None:
        for name in ("big.fnt", "small.fnt", "digits16.fnt", "digits26.fnt"):
            (tmp_path / name).write_bytes(content)
    out = run(f"""
from clashdevice.canvas import *
c = Canvas(bytearray(1024), {str(tmp_path)!r} + "/")
c.text("An Ngữ", 0, 10, BIG, 1, 40); c.number(17, 0, 0); c.icon("titan", 0, 0)
print("drawn", c.text_width("abc") > 0)""")
    assert out.endswith("drawn True\n")


def test_drawing_leaves_no_letters_in_the_pool_of_names():
    found = run(
        PRELUDE
        + """
import micropython
c.text("warm up ẤấĐđ", 0, 20)
micropython.qstr_info()
raw = [b for code in range(0x1EA0, 0x1EFA) for b in (0xE1, 0xBA + (code >> 6 & 1), 0x80 | code & 63)]
c.text(str(bytes(raw), "utf-8"), 0, 20)
micropython.qstr_info()"""
    )
    before, after = [line for line in found.splitlines() if line.startswith("qstr pool")]
    assert before == after
