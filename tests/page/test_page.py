"""The page in a real Chromium: the screen crisp, the keys by mouse, touch and keyboard, the table as the game
goes on, names that are never markup, and nobody else's page at the socket.
"""

import json
import queue
import re
import time
from contextlib import ExitStack
from pathlib import Path

import pytest
from clashbox import i18n
from websockets.exceptions import InvalidStatus
from websockets.sync.client import connect

from tests.page.fake_page import HOSTILE
from tests.page.serving import open_page, until

pytestmark = pytest.mark.xdist_group("page")  # one after the other: they share a browser
STATIC = Path(i18n.__file__).parent / "page" / "static"
PIXELS = (
    "[...document.getElementById('screen').getContext('2d').getImageData(0, 0, 128, 64).data]"
    ".filter((_, i) => i % 4 == 0).map((v) => v > 100 ? 1 : 0)"
)


def rows(page):
    return page.locator("#events li")


def test_every_word_of_the_scripts_is_there():
    named = set()
    for path in STATIC.glob("*.js"):
        named |= set(re.findall(r"""\bt\(["`]([a-z][a-z.-]*[a-z])["`]""", path.read_text("utf-8")))
    assert len(named) > 30
    assert {f"page.{key}" for key in named} - set(i18n.table()) == set()


def test_the_page_is_small_and_writes_no_markup():
    for path in STATIC.iterdir():
        text = path.read_text("utf-8")
        assert text.count("\n") <= 300, path.name
        assert not re.search(r"innerHTML|outerHTML|insertAdjacent|document\.write|\beval\b", text), path.name
        assert not re.search(r"https?://(?!www\.w3\.org/)", text), path.name


def test_the_screen_is_drawn_pixel_by_pixel_and_crisp(browser, paper):
    for scale in (1, 3):
        page = open_page(browser, paper.url, device_scale_factor=scale)
        until(
            page, "document.getElementById('screen')?.getContext('2d').getImageData(8, 0, 1, 1).data[0] > 100"
        )
        assert page.evaluate(PIXELS) == [(x // 8 + y // 8) % 2 for y in range(64) for x in range(128)]
        box = page.locator("#screen").bounding_box()
        assert box["width"] * scale % 128 == pytest.approx(0, abs=0.01)
        assert box["height"] * scale % 64 == pytest.approx(0, abs=0.01)
        assert box["width"] >= 384
        page.context.close()


def test_keys_by_mouse_keyboard_and_touch(browser, paper):
    page = open_page(browser, paper.url)
    page.locator("[data-key=up]").click()
    assert paper.lines(2) == [["up", "down"], ["up", "up"]]
    for code, key in {"ArrowLeft": "left", "Enter": "a", "x": "a", "Backspace": "b", "z": "b"}.items():
        page.keyboard.press(code)
        assert paper.lines(2) == [[key, "down"], [key, "up"]]
    page.keyboard.down("Enter")
    assert paper.lines(1) == [["a", "down"]]
    page.keyboard.down("Enter")  # what the keyboard repeats is one press that is held
    page.keyboard.down("ArrowLeft")  # a chord
    assert paper.lines(1) == [["left", "down"]]
    page.keyboard.up("ArrowLeft")
    page.keyboard.up("Enter")
    assert sorted(paper.lines(2)) == [["a", "up"], ["left", "up"]]
    # By keyboard alone: a key of the page that has the focus is pressed by Space.
    page.locator("[data-key=b]").focus()
    page.keyboard.press("Space")
    assert paper.lines(2) == [["b", "down"], ["b", "up"]]
    assert page.troubles == []
    page.context.close()


def test_press_and_hold_by_touch(browser, paper):
    page = open_page(
        browser, paper.url, viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True
    )
    rows(page).first.wait_for()  # the table above the keys has its height
    page.locator("[data-key=b]").tap()
    assert paper.lines(2) == [["b", "down"], ["b", "up"]]
    page.locator("[data-key=a]").scroll_into_view_if_needed()
    box = page.locator("[data-key=a]").bounding_box()
    finger = page.context.new_cdp_session(page)
    points = [{"x": box["x"] + 20, "y": box["y"] + 20}]
    finger.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": points})
    assert paper.lines(1) == [["a", "down"]]
    page.wait_for_timeout(900)
    with pytest.raises(queue.Empty):
        paper.line(0.1)
    finger.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    assert paper.lines(1) == [["a", "up"]]
    page.context.close()


def test_the_game_as_it_happens_with_its_findings(browser, paper):
    page = open_page(browser, paper.url)
    rows(page).first.wait_for()
    before = rows(page).count()
    paper.say(5)
    rows(page).nth(before + 4).wait_for()
    assert "Turn of" in rows(page).nth(before).inner_text()
    assert "undone" in rows(page).nth(before + 2).get_attribute("class")
    assert rows(page).nth(before + 4).locator(".rule.violation").first.inner_text() == "DU-01"
    # The finding with its sentence, and its rule on a click, by keyboard as well.
    found = page.locator("#findings .finding", has_text="DU-01").first
    assert "violation" in found.get_attribute("class")
    found.locator("button").focus()
    page.keyboard.press("Enter")
    page.locator("#rule-title", has_text="DU-01").wait_for()
    page.keyboard.press("Escape")
    assert not page.locator("#rule").is_visible()
    # Another window has the same, and a page that closes lets go of what it holds.
    other = open_page(browser, paper.url)
    rows(other).nth(before + 4).wait_for()
    assert other.locator("#events").inner_text() == page.locator("#events").inner_text()
    other.keyboard.down("ArrowUp")
    assert paper.lines(1) == [["up", "down"]]
    other.context.close()
    assert paper.lines(1, timeout=20) == [["up", "up"]]
    # Names and notes are never markup.
    assert HOSTILE[:20] in page.locator("#standings").inner_text()
    assert "onerror" in page.locator("#events").inner_text()
    assert page.locator("main img, main i:not(.mark)").count() == 0
    assert page.title() == "clashbox"
    assert "\u202e" not in page.locator("body").inner_text()
    # Nobody else is asked for anything, and all is there soon.
    first = page.evaluate("performance.getEntriesByName('first-contentful-paint')[0]?.startTime")
    assert first < 2000
    assert page.troubles == []
    assert [url for url in page.asked if not url.startswith(paper.url)] == []
    page.context.close()


def test_both_languages_on_the_page(browser, paper):
    page = open_page(browser, paper.url)
    page.locator("main", has_text="Findings").wait_for()
    page.locator("#langs [lang=vi]").click()
    page.locator("main", has_text="Lỗi luật").wait_for()
    until(page, "document.querySelector('#events li')?.textContent.includes('Đặt base 1')")
    assert page.evaluate("document.documentElement.lang") == "vi"
    page.reload()
    page.locator("main", has_text="Lỗi luật").wait_for()
    page.context.close()


def test_switches_of_the_virtual_box(browser, paper):
    page = open_page(browser, paper.url)
    page.locator("[data-switch=unplug]").click()
    assert paper.lines(1) == [["cable", False]]
    page.locator("[data-switch=plug]").click()
    assert paper.lines(1) == [["cable", True]]
    page.locator("[data-switch=cut]").click()
    page.locator("#box-state", has_text="power is off").wait_for()
    end = time.monotonic() + 10
    while any(page.evaluate(PIXELS)):  # the dark screen comes in a message of its own
        assert time.monotonic() < end
    assert rows(page).count()  # what was known stays
    page.locator("[data-switch=boot]").click()
    page.locator("[data-switch=cut]").wait_for()
    page.context.close()


def knock(url, origin, path="socket"):
    """Opens the page's socket as a page of that origin would; what the page says first."""
    with connect(url.replace("http", "ws") + path, origin=origin) as socket:
        return socket.recv(timeout=10)


def test_a_foreign_page_does_not_reach_the_socket(paper):
    for origin in ("http://evil.example", "null", None):
        with pytest.raises(InvalidStatus):
            knock(paper.url, origin)
    assert "hello" in knock(paper.url, paper.url.rstrip("/"))


def news(line, count):
    """Reads until the game has so many events."""
    while True:
        told = json.loads(line.recv(timeout=10))
        if told.get("game") and told["game"]["count"] >= count:
            return told["game"]


def test_eight_look_on_and_a_slow_one_holds_up_nobody(paper):
    def opened():
        address = paper.url.replace("http", "ws") + "socket"
        return stack.enter_context(connect(address, origin=paper.url.rstrip("/")))

    with ExitStack() as stack:
        slow, *others = [opened() for _ in range(9)]
        before = max(news(line, 0)["count"] for line in others)
        for _ in range(3):
            paper.say(20)
            before += 20
            began = time.monotonic()
            for line in others:
                assert news(line, before)["count"] == before
            assert time.monotonic() - began < 3
        assert news(slow, before)["count"] == before


def test_nonsense_on_the_socket_harms_nobody(paper):
    for text in ("[", "[]", "1", json.dumps({"key": ["a"], "down": True}), "x" * 3000, '{"switch": "../"}'):
        with connect(paper.url.replace("http", "ws") + "socket", origin=paper.url.rstrip("/")) as socket:
            socket.send(text)
            assert "hello" in socket.recv(timeout=10)
    assert "hello" in knock(paper.url, paper.url.rstrip("/"))
