"""What the tests of the page share: pages served by processes of their own, one Chromium, and waiting."""

import asyncio
import json
import queue
import shutil
import subprocess
import sys
import threading
import time
import urllib.error
import urllib.request
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

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

    def say(self, line):
        self.process.stdin.write(f"{line}\n")
        self.process.stdin.flush()

    def close(self):
        self.process.terminate()
        self.process.wait(15)
        self.process.stdin.close()


def run(coroutine):
    """asyncio.run in a thread of its own: the test's own may have a browser's loop."""
    with ThreadPoolExecutor(1) as pool:
        return pool.submit(asyncio.run, coroutine).result()


def open_page(browser, url, at="", **more):
    """A browser of its own at the page; what goes wrong there is in `troubles`, what it asks in `asked`."""
    context = browser.new_context(**{"viewport": {"width": 1280, "height": 800}, **more})
    page = context.new_page()
    page.troubles = []
    page.asked = []
    page.on("pageerror", lambda error: page.troubles.append(str(error)))
    page.on(
        "console", lambda message: page.troubles.append(message.text) if message.type == "error" else None
    )
    page.on("request", lambda request: page.asked.append(request.url))
    page.goto(url + at)
    return page


def until(page, expression, timeout=10):
    """Waits until the expression is true in the page (whose rules forbid Playwright's own way, which is
    `eval`).
    """
    end = time.monotonic() + timeout
    while not (value := page.evaluate(expression)):
        assert time.monotonic() < end, f"not within {timeout} s: {expression}"
        page.wait_for_timeout(40)
    return value


def post(address, body, **headers):
    """Enters something as a page of that address would: the status, and what was answered."""
    given = {"content-type": "application/json", "origin": address.rstrip("/"), **headers}
    request = urllib.request.Request(address + "/api/enter?lang=en", json.dumps(body).encode(), given)
    try:
        with urllib.request.urlopen(request) as answer:
            return answer.status, json.load(answer)
    except urllib.error.HTTPError as error:
        return error.code, error.read().decode()
