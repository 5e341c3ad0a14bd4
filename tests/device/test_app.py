"""The application on the virtual device: what goes wrong at a table, and the rules of the idle screen."""

import errno
import json

from clashbox.virtual import VirtualDevice
from clashcore import wire

from tests.device.hands import events, play

NEW_GAME = "a a a up up a"  # two players, a base with some breakpoint


def test_a_game_goes_on_after_a_power_cut_with_no_display_and_after_bus_errors(tmp_path):
    flash = tmp_path / "flash.img"
    with VirtualDevice(storage=flash, language="en", bounce=False) as device:
        play(device, NEW_GAME)
        before = events(device)
        assert before[0]["ev"] == "turn"
        device.power_cut()
        device.boot()
        device.settle()
        assert events(device) == before
        device.bus_error(errno.ENODEV, 3)
        play(device, "right left")
        device.bus_error(errno.ENODEV)
        play(device, "right left right")
        device.bus_error(None)
        device.advance(8000)
        told, picture = device.request(wire.SCREEN)
        shown = device.screen()
        assert told["pieces"] == 8
        assert all((picture[i] >> 3 & 1) == (shown[i // 128 * 8 + 3][i % 128] == "#") for i in range(1024))
    with VirtualDevice(storage=flash, language=None, bounce=False, display=False) as device:
        assert events(device) == before
        told, _ = device.request(wire.STATUS)
        assert told["display"] is False


def test_the_panel_dims_when_idle_stays_lit_and_a_press_counts():
    with VirtualDevice(language="en", bounce=False) as device:
        bright = device.contrast
        device.advance(80_000)
        assert device.contrast == bright
        device.advance(15_000)
        assert device.lit and 0 < device.contrast < bright
        before = device.text()
        device.press("a")
        device.settle()
        assert device.contrast == bright
        assert device.text() != before, "the press that brightens the panel counts"


def test_the_picture_moves_by_one_pixel_against_burn_in():
    with VirtualDevice(language="en", bounce=False) as device:
        play(device, "a down a a")
        before = device.screen()
        assert any(row[-1] == "#" for row in before), "the right edge is not free, the lower one is"
        device.advance(185_000)
        assert device.screen() == [" " * 128, *before[:-1]]
        device.advance(180_000)
        assert device.screen() == before


def test_spoilt_files_give_a_notice_and_a_usable_box(tmp_path):
    flash = tmp_path / "flash.img"
    with VirtualDevice(storage=flash, language="en", bounce=False) as device:
        play(device, NEW_GAME)
        game = device.request(wire.HELLO)[0]["live"]
    image = bytearray(flash.read_bytes())
    header = image.find(json.dumps(game).encode())
    hits = 0
    while header >= 0:
        image[header + 3] ^= 0x01  # inside sealed files: littlefs itself does not see it
        hits += 1
        header = image.find(json.dumps(game).encode(), header + 1)
    assert hits
    flash.write_bytes(bytes(image))
    with VirtualDevice(storage=flash, language=None, bounce=False) as device:
        device.settle()
        assert b"Traceback" not in device.log
        device.advance(3000)
        play(device, "a" if device.request(wire.HELLO)[0]["live"] else NEW_GAME)
        assert device.request(wire.STATUS)[0]["presses"] > 0


def test_an_unchanged_table_costs_no_bus_and_a_cell_little():
    with VirtualDevice(language="en", bounce=False) as device:
        play(device, NEW_GAME)
        device.advance(5000)
        start = device.bus.i2c_bytes
        device.advance(5000)
        assert device.bus.i2c_bytes == start
        play(device, "a left")  # a minion of 2: one cell, its base's total and missing points
        device.advance(5000)
        start = device.bus.i2c_bytes
        play(device, "up")
        assert 0 < device.bus.i2c_bytes - start <= 400


def test_a_screen_that_finds_no_memory_while_a_host_speaks_is_drawn_with_more_room():
    with VirtualDevice(language="en", bounce=False) as device:
        play(device, "a down down a a" + " a right up up up up right up up right up a right" * 5)
        play(device, "left hold:a up a a a b b hold:a up down a a down a a a")
        play(device, "a right right a up hold:right " * 15 + "b b b")
        play(device, "hold:a a down a")  # the log
        shown = device.text()
        for _ in range(3):
            device.request(wire.STATUS)
            play(device, "up up down down")
            assert device.text() == shown, "neither closed nor another one"
        assert b"MemoryError" not in device.log


def test_an_sh1106_shows_what_the_firmware_draws_step_by_step():
    with VirtualDevice(language="en", bounce=False, chip="sh1106") as device:
        device.put("settings", b'{"chip": "sh1106"}')
        device.settle()
        for script in ("a a a", "left", "right", "a right up up a", "a left", "hold:a", "b"):
            play(device, script)
            _, picture = device.request(wire.SCREEN)
            shown = device.screen()
            for y in range(64):
                row = "".join("#" if picture[y // 8 * 128 + x] >> y % 8 & 1 else " " for x in range(128))
                assert row == shown[y], (script, y)
