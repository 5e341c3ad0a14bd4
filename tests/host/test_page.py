"""The page in a real Chromium: the screen crisp, the keys by mouse, touch and keyboard, the game as it
happens, names that are never markup, and nobody else's page at the socket.
"""

import json
import queue
import shutil
import socket
import subprocess
import sys
import threading
from pathlib import Path

import pytest
from playwright.sync_api import sync_playwright
from websockets.exceptions import InvalidStatus
from websockets.sync.client import connect

from tests.host.fake_page import HOSTILE

ROOT = Path(__file__).resolve().parent.parent.parent
CHROMIUM = next(
    filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), "/usr/bin/chromium"
)
FLAGS = ["--headless", "--no-sandbox", "--disable-gpu", "--disable-background-networking"]


class Served:
    """A page served by a process of its own; what that prints is read line by line."""

    def __init__(self, *command):
        self.process = subprocess.Popen(
            [sys.executable, "-m", *command],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            cwd=ROOT,
        )
        self._lines = queue.Queue()
        threading.Thread(target=self._read, daemon=True).start()

    def _read(self):
        for line in self.process.stdout:
            self._lines.put(line.strip())

    def line(self, timeout=30):
        return self._lines.get(timeout=timeout)

    def lines(self, count, timeout=10):
        return [json.loads(self.line(timeout)) for _ in range(count)]

    def play(self, count):
        self.process.stdin.write(f"{count}\n")
        self.process.stdin.flush()

    def close(self):
        self.process.terminate()
        self.process.wait(15)


@pytest.fixture(scope="module")
def browser():
    with sync_playwright() as playwright:
        found = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        yield found
        found.close()


@pytest.fixture(scope="module")
def paper():
    served = Served("tests.host.fake_page", "en")
    served.url = served.line()
    yield served
    served.close()


def open_page(browser, url, **more):
    context = browser.new_context(**{"viewport": {"width": 1280, "height": 800}, **more})
    page = context.new_page()
    page.troubles = []
    page.asked = []
    page.on("pageerror", lambda error: page.troubles.append(str(error)))
    page.on(
        "console", lambda message: page.troubles.append(message.text) if message.type == "error" else None
    )
    page.on("request", lambda request: page.asked.append(request.url))
    page.goto(url)
    page.wait_for_function("document.getElementById('cb-port')?.textContent")
    return page


def test_the_screen_is_drawn_pixel_by_pixel_and_crisp(browser, paper):
    for scale in (1, 2, 3):
        page = open_page(browser, paper.url, device_scale_factor=scale)
        page.wait_for_function(
            "document.getElementById('cb-screen').getContext('2d').getImageData(0, 8, 1, 1).data[0] > 100"
        )
        lit = page.evaluate(
            "[...document.getElementById('cb-screen').getContext('2d').getImageData(0, 0, 128, 64).data]"
            ".filter((_, i) => i % 4 == 0).map((v) => v > 100 ? 1 : 0)"
        )
        assert lit == [(x // 8 + y // 8) % 2 for y in range(64) for x in range(128)]
        box = page.locator("#cb-screen").bounding_box()
        assert box["width"] * scale % 128 == pytest.approx(0, abs=0.01)
        assert box["height"] * scale % 64 == pytest.approx(0, abs=0.01)
        assert box["width"] >= 384
        page.context.close()


def test_keys_by_mouse_keyboard_and_touch(browser, paper):
    page = open_page(browser, paper.url)
    page.locator("[data-key=up]").click()
    assert paper.lines(2) == [["up", "down"], ["up", "up"]]
    for code, key in {
        "ArrowLeft": "left",
        "ArrowRight": "right",
        "ArrowDown": "down",
        "Enter": "a",
        "x": "a",
        "Backspace": "b",
        "z": "b",
    }.items():
        page.keyboard.press(code)
        assert paper.lines(2) == [[key, "down"], [key, "up"]]
    page.keyboard.down("Enter")
    assert paper.lines(1) == [["a", "down"]]
    page.keyboard.down("Enter")  # what the keyboard repeats is one press that is held
    page.wait_for_timeout(300)
    page.keyboard.up("Enter")
    assert paper.lines(1) == [["a", "up"]]
    assert page.troubles == []
    page.context.close()


def test_press_and_hold_by_touch(browser, paper):
    page = open_page(
        browser, paper.url, viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True
    )
    page.locator("[data-key=b]").tap()
    assert paper.lines(2) == [["b", "down"], ["b", "up"]]
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
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    page.context.close()


def test_a_page_that_closes_lets_go(browser, paper):
    page = open_page(browser, paper.url)
    page.keyboard.down("ArrowUp")
    assert paper.lines(1) == [["up", "down"]]
    page.context.close()
    assert paper.lines(1, timeout=20) == [["up", "up"]]


def test_the_game_as_it_happens_with_its_findings(browser, paper):
    page = open_page(browser, paper.url)
    page.wait_for_function("document.querySelectorAll('#cb-events li').length >= 1")
    before = page.locator("#cb-events li").count()
    paper.play(5)
    page.wait_for_function(f"document.querySelectorAll('#cb-events li').length == {before + 5}")
    rows = page.locator("#cb-events li")
    assert "Turn of" in rows.nth(before).inner_text()
    assert "cb-undone" in rows.nth(before + 2).get_attribute("class")
    assert "DU-01" in rows.nth(before + 4).inner_text()
    assert "DU-01" in rows.nth(before + 4).locator(".cb-violation").first.inner_text()
    other = open_page(browser, paper.url)
    other.wait_for_function(f"document.querySelectorAll('#cb-events li').length == {before + 5}")
    assert other.locator("#cb-events").inner_text() == page.locator("#cb-events").inner_text()
    other.context.close()
    page.context.close()


def test_names_are_never_markup(browser, paper):
    page = open_page(browser, paper.url)
    paper.play(2)
    page.wait_for_function("document.getElementById('cb-events').textContent.includes('onerror')")
    assert page.locator("#cb-events img, #cb-standings img, #cb-port i").count() == 0
    assert page.title() == "clashbox"
    assert HOSTILE[:20] in page.locator("#cb-standings").inner_text()
    assert "\u202e" not in page.locator("body").inner_text()
    assert page.troubles == []
    page.context.close()


def test_the_page_asks_nobody_else(browser, paper):
    page = open_page(browser, paper.url)
    page.wait_for_timeout(300)
    assert [
        url for url in page.asked if not url.startswith((paper.url, paper.url.replace("http", "ws")))
    ] == []
    page.context.close()


def knock(url, origin):
    """Opens the page's socket as a page of that origin would; what the page says first."""
    address = url.replace("http", "ws") + "_nicegui_ws/socket.io/?EIO=4&transport=websocket"
    with connect(address, origin=origin) as socket:
        return socket.recv(timeout=10)


@pytest.mark.parametrize("origin", ["http://evil.example", "null", None])
def test_a_foreign_page_does_not_reach_the_socket(paper, origin):
    with pytest.raises(InvalidStatus):
        knock(paper.url, origin)
    assert knock(paper.url, paper.url.rstrip("/"))


def test_the_real_thing(browser, tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_RUNTIME_DIR", str(tmp_path))
    served = Served(
        "clashbox", "play", "--no-browser", "--http-port", "0", "--lang", "vi", "--json",
        "--storage", str(tmp_path / "flash.img"),
    )  # fmt: skip
    try:
        ready = json.loads(served.line())
        page = open_page(browser, ready["url"])
        assert page.evaluate("document.querySelector('.cb').lang") == "vi"
        before = page.evaluate("document.getElementById('cb-screen').toDataURL()")
        page.keyboard.press("ArrowDown")
        page.wait_for_function(f"document.getElementById('cb-screen').toDataURL() != {json.dumps(before)}")
        # The serial port is free for other commands meanwhile, and `auto` finds it.
        done = subprocess.run(
            [sys.executable, "-m", "clashbox", "sync", "--json", "--database", str(tmp_path / "h.db")],
            capture_output=True,
            timeout=60,
        )
        assert done.returncode == 0, done.stderr
        assert json.loads(done.stdout)["troubles"] == []
        page.context.close()
    finally:
        served.close()
    assert served.process.returncode == 0


def test_a_port_that_is_taken(tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        number = str(taken.getsockname()[1])
        done = subprocess.run(
            [sys.executable, "-m", "clashbox", "play", "--no-browser", "--http-port", number, "--lang", "en"],
            capture_output=True,
            timeout=60,
        )
    assert done.returncode == 1
    assert done.stderr.decode().count("\n") == 1
    assert f"port {number} is taken" in done.stderr.decode()
