"""The controllers' model against what the data sheets say."""

import pytest
from clashbox.virtual.display import Display


def ram(display: Display, page: int) -> bytes:
    return bytes(display.ram[page])


def test_horizontal_addressing_fills_the_window_and_wraps():
    display = Display()
    display.write(bytes([0x00, 0x20, 0x00, 0x21, 10, 12, 0x22, 2, 3]))
    display.write(b"\x40" + bytes([1, 2, 3, 4, 5, 6, 7]))
    assert ram(display, 2)[10:13] == bytes([7, 2, 3])
    assert ram(display, 3)[10:13] == bytes([4, 5, 6])


def test_commands_may_be_split_over_transactions():
    display = Display()
    for part in (b"\x00\x20", b"\x00\x00", b"\x80\x21\x80\x05\x80\x06", b"\x00\x22\x01\x01\x81\x99"):
        display.write(part)
    display.write(b"\x40\xaa\xbb")
    assert ram(display, 1)[5:7] == b"\xaa\xbb"
    assert display.contrast == 0x99


def test_page_addressing_on_the_sh1106_has_132_columns():
    display = Display("sh1106")
    display.write(bytes([0x00, 0xB3, 0x02, 0x10, 0xA1, 0xC8, 0xAF]))
    display.write(b"\x40" + bytes([0xFF]) * 128)
    assert ram(display, 3) == ram(display, 3)[:2] + bytes([0xFF]) * 128 + ram(display, 3)[130:]
    rows = display.rows()
    assert all(set(rows[y]) == {1} for y in range(24, 32))


def test_a_driver_for_the_other_chip_shows_a_shifted_picture():
    display = Display("sh1106")
    display.write(bytes([0x00, 0xA1, 0xC8, 0xAF, 0x20, 0x00, 0x21, 0, 127, 0x22, 0, 7]))
    display.write(bytes([0x00, 0xB0, 0x00, 0x10]))
    display.write(b"\x40" + bytes([0x01]) * 128)
    assert display.rows()[0][:126] == bytearray(b"\1" * 126)
    noise = [bytes((17 * 0 + 31 * c) & 1 for c in (128, 129))]
    assert bytes(display.rows()[0][126:]) == noise[0]


def test_remap_start_line_inversion_and_darkness():
    display = Display()
    display.write(bytes([0x00, 0x20, 0x00, 0x21, 0, 127, 0x22, 0, 7, 0xA1, 0xC8]))
    display.write(b"\x40\x01" + bytes(1023))
    assert [(x, y) for y, row in enumerate(display.rows()) for x, p in enumerate(row) if p] == [(0, 0)]
    assert not any(map(any, display.glass()))  # off
    display.write(b"\x00\xaf")
    assert display.glass()[0][0] == 1
    display.write(b"\x00\xa7")
    assert display.glass()[0][0] == 0 and display.glass()[63][127] == 1
    display.write(b"\x00\xa6\xa0\xc0")
    assert display.rows()[63][127] == 1
    display.write(b"\x00\xa1\xc8\x41")
    assert display.rows()[63][0] == 1
    display.write(b"\x00\xa5")
    assert all(map(all, display.glass()))


def test_power_up_shows_noise():
    assert any(map(any, Display().rows()))


def test_unknown_chips_are_refused():
    with pytest.raises(ValueError, match="ssd1306 or sh1106"):
        Display("st7735")


def test_the_sh1106_takes_a_column_by_halves_from_beyond_its_last_one():
    display = Display("sh1106")
    display.write(bytes([0x00, 0xB0, 0x02, 0x18]))
    display.write(b"\x40\x11")  # the column stands at 130 or beyond
    display.write(bytes([0x00, 0xB0, 0x0C, 0x13]))
    display.write(b"\x40\x22")
    assert ram(display, 0)[0x3C] == 0x22
