"""`clashbox watch` shows the same page: the box's own screen in the place of the virtual one, its game as it
goes on, and what the page says while the cable is out.
"""

import re

import pytest
from clashbox.page.mirror import rows
from clashbox.virtual import VirtualDevice

from tests.device.hands import play
from tests.page.serving import Served, open_page, until
from tests.page.test_page import PIXELS

pytestmark = pytest.mark.xdist_group("page")


def test_the_picture_of_the_frame_buffer():
    data = bytearray(1024)
    data[5] = 0b1000_0001  # column 5: rows 0 and 7
    data[128 * 7 + 127] = 0b0000_0010  # the last column: row 57
    found = rows(bytes(data))
    lit = [(x, y) for y, row in enumerate(found) for x, pixel in enumerate(row) if pixel]
    assert lit == [(5, 0), (5, 7), (127, 57)]


def test_a_real_box_is_mirrored(browser, tmp_path):
    with VirtualDevice(language="en") as device:
        play(device, "a up a a down down a a up")  # three medals
        served = Served(
            "clashbox", "watch", "--no-browser", "--http-port", "0", "--lang", "en",
            "--port", device.port, "--database", str(tmp_path / "h.db"),
        )  # fmt: skip
        try:
            while not (url := re.fullmatch(r"Page: +(http://\S+)", served.line(60))):
                pass
            page = open_page(browser, url[1])
            until(page, "document.querySelectorAll('#events li').length == 1", 20)
            assert "3/7" in page.locator("#standings").inner_text().replace("\n", "")
            device.settle()
            wanted = [pixel for row in device.pixels() for pixel in row]
            for _ in range(50):
                if page.evaluate(PIXELS) == wanted:
                    break
                page.wait_for_timeout(100)
            assert page.evaluate(PIXELS) == wanted
            assert page.locator("[data-key=a]").is_disabled()
            assert page.locator("[data-switch]").count() == 0
            play(device, "a up")
            until(page, "document.querySelectorAll('#events li').length == 2", 20)
            # All of it is in the history too.
            page.goto(url[1] + "#/games")
            until(page, "document.querySelectorAll('.games li').length == 1")
            assert page.troubles == []
            page.context.close()
        finally:
            served.close()
