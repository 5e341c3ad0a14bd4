"""`clashbox watch` shows the same page: the box's own screen in the place of the virtual one, its game as it
goes on, and what the page says while the cable is out.
"""

import re
import time
from concurrent.futures import ThreadPoolExecutor

import pytest
from clashbox.link.client import Refused
from clashbox.link.line import LineTrouble
from clashbox.page import mirror
from clashbox.page.mirror import MirrorBox, rows
from clashbox.trouble import Trouble
from clashbox.virtual import VirtualDevice
from clashcore import wire

from tests.device.hands import events, play
from tests.page.serving import Served, open_page, post, until
from tests.page.test_enter import LIVE
from tests.page.test_page import PIXELS

pytestmark = pytest.mark.xdist_group("page")


def test_the_picture_of_the_frame_buffer():
    data = bytearray(1024)
    data[5] = 0b1000_0001  # column 5: rows 0 and 7
    data[128 * 7 + 127] = 0b0000_0010  # the last column: row 57
    found = rows(bytes(data))
    lit = [(x, y) for y, row in enumerate(found) for x, pixel in enumerate(row) if pixel]
    assert lit == [(5, 0), (5, 7), (127, 57)]


class Line:
    """A client that answers ENTER as it is told to, and loses the line where it is told None."""

    def __init__(self, *answers):
        self.answers = list(answers)
        self.asked = []

    def call(self, kind, body):
        if kind != wire.ENTER:
            return b"", {}
        self.asked.append((body["id"], body["number"]))
        answer = self.answers.pop(0)
        if answer is None:
            raise LineTrouble("lost", "/dev/ttyUSB0", "cut")
        if isinstance(answer, str):
            raise Refused(answer)
        return b"", answer


def entered(box, *lines):
    """What an entry comes to while the watch looks at the box over these lines, one after the other."""
    with ThreadPoolExecutor(1) as pool:
        result = pool.submit(box.enter, 5, {"ev": "power", "p": 1, "b": 1, "n": 1})
        for line in lines:
            while not box._wanted and not result.done():
                time.sleep(0.001)
            try:
                box.see(line)
            except LineTrouble:
                continue
        return result.result(10)


def test_an_entry_goes_over_the_watch_s_own_line(english):
    box = MirrorBox()
    with pytest.raises(Trouble, match="does not answer"):
        box.enter(5, {})  # at once: there is no box yet
    box.there("/dev/ttyUSB0")
    good = Line({"number": 5}, {"refused": "busy", "next": 5}, "request")
    assert entered(box, good) == {"number": 5}
    assert entered(box, good) == {"refused": "busy", "next": 5}
    with pytest.raises(Trouble, match="older"):
        entered(box, good)  # a firmware that knows nothing of it
    # Where the line is cut in the middle, whoever entered is told, the watch too, and nothing is left over.
    with pytest.raises(Trouble, match="nothing is entered twice"):
        entered(box, Line(None))
    cut = Line(None)
    with ThreadPoolExecutor(2) as pool:
        both = [pool.submit(box.enter, number, {}) for number in (5, 6)]
        while len(box._wanted) < 2:
            time.sleep(0.001)
        with pytest.raises(LineTrouble):
            box.see(cut)
        for one in both:
            with pytest.raises(Trouble):
                one.result(10)
    assert len(cut.asked) == 1
    box.see(again := Line())
    assert again.asked == []


def test_who_waits_too_long_enters_nothing_later(english, monkeypatch):
    monkeypatch.setattr(mirror, "_SENDING", 0.05)
    box = MirrorBox()
    box.there("/dev/ttyUSB0")
    with pytest.raises(Trouble, match="does not answer"):
        box.enter(5, {})
    line = Line()
    box.see(line)
    assert line.asked == []


def test_a_real_box_is_mirrored(browser, tmp_path):
    with VirtualDevice(language="en") as device:
        play(device, "a a a up a up up a")  # a game of two, base 1
        count = len(events(device))
        served = Served(
            "clashbox", "watch", "--no-browser", "--http-port", "0", "--lang", "en",
            "--port", device.port, "--database", str(tmp_path / "h.db"), "--share", "--allow-entry",
        )  # fmt: skip
        try:
            while not (url := re.fullmatch(r"Page: +(http://\S+)", served.line(60))):
                pass
            shared = re.search(r"http://\S+", served.line(10))[0]
            address, _, token = shared.partition("/?token=")
            page = open_page(browser, url[1])
            until(page, f"document.querySelectorAll('#events li').length == {count}", 20)
            assert "0/15" in page.locator("#standings").inner_text().replace("\n", "")
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
            until(page, f"document.querySelectorAll('#events li').length == {count + 1}", 20)
            # Entered on the page it is on the box, as if by a key; by a guest too, who has the token.
            page.locator(".enter summary").click()
            page.locator(".enter input[name=n]").fill("7")
            page.keyboard.press("Enter")
            page.locator(".enter .outcome", has_text=f"event {count + 2}").wait_for(timeout=9000)
            until(page, f"document.querySelectorAll('#events li').length == {count + 2}", 20)
            body = {"what": "power", "id": page.evaluate(LIVE), "number": count + 3, "p": 2, "b": 1, "n": 2}
            assert post(address, body, cookie="clashbox=nobody")[0] == 403
            device.noise(flip=0.004, drop=0.002, seed=4)
            for number in (count + 3, count + 4):
                status, told = post(address, {**body, "number": number}, cookie=f"clashbox={token}")
                assert (status, told["number"]) == (200, number), told
                until(page, f"document.querySelectorAll('#events li').length == {number}", 20)
            device.noise()
            assert [event["n"] for event in events(device)[count + 1 :]] == [7, 2, 2]
            # All of it is in the history too.
            page.goto(url[1] + "#/games")
            until(page, "document.querySelectorAll('.games li').length == 1")
            assert page.troubles == []
            page.context.close()
        finally:
            served.close()
