"""Takes the README's pictures of the page: `python -m tests.page.pictures`, into host/pictures."""

import json
import tempfile
from datetime import datetime, timedelta
from pathlib import Path

from clashbox import reading
from clashbox.db.engine import Database
from PIL import Image
from playwright.sync_api import sync_playwright

from tests.bench.many import original
from tests.page.serving import CHROMIUM, FLAGS, ROOT, Served, open_page
from tests.page.test_play import PRESS
from tests.stats.putting import put
from tests.whole.evening import SMASHUP

OUT = ROOT / "host" / "pictures"
DATA = Path(__file__).parent / "data"
MOTIONS = 20
"""Motions of the evening that are played on the box."""


def history(name):
    """A history of two dozen evenings in that file; the ids of the games that are shown."""
    database = Database(name)
    ids = []
    with database.write() as session:
        for seed in range(24):
            put(session, *original(seed), datetime(2026, 3, 1, 20, 0) + timedelta(days=seed))
        for number, file in enumerate(("smashup", "toybattle")):
            read = reading.read_game(str(DATA / f"{file}.jsonl"))
            events = [event for _, event in read.events]
            ids.append(put(session, read.header, events, datetime(2026, 6, 1 + number, 20, 0)).id)
    database.close()
    return ids


def touch(page, script):
    """Plays keys on the page, in no hurry."""
    for word in script.split():
        if word.startswith("="):
            continue
        key = PRESS[word.removeprefix("hold:")]
        page.keyboard.press(key, delay=1000 if ":" in word else 90)
        page.wait_for_timeout(300)


def shoot(page, name, width=1280, height=860, scheme="light", at=None):
    """One picture, in few colours: they are read on a web page."""
    page.set_viewport_size({"width": width, "height": height})
    page.emulate_media(color_scheme=scheme)
    if at is not None:
        page.goto(at)
    page.wait_for_timeout(900)
    path = OUT / f"{name}.png"
    page.screenshot(path=path)
    with Image.open(path) as picture:
        picture.convert("RGB").quantize(
            224, method=Image.Quantize.MAXCOVERAGE, dither=Image.Dither.NONE
        ).save(path, optimize=True)


def main():
    OUT.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        smashup, toybattle = history(f"{folder}/h.db")
        served = Served(
            "clashbox", "play", "--no-browser", "--http-port", "0", "--lang", "en", "--json",
            "--storage", f"{folder}/flash.img", "--database", f"{folder}/h.db",
        )  # fmt: skip
        url = json.loads(served.line())["url"]
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        page = open_page(browser, url)
        page.wait_for_timeout(1000)
        for motion in SMASHUP[:MOTIONS]:
            touch(page, motion.keys)
        shoot(page, "live")
        page.locator(".enter summary").click()
        page.locator(".enter input[name=card]").fill("dragn")
        page.locator("#card-list li").nth(2).wait_for()
        page.locator(".enter").evaluate("panel => scrollTo(0, panel.offsetTop - 120)")
        shoot(page, "enter", height=800)
        page.locator(".enter summary").click()
        page.evaluate("scrollTo(0, 0)")
        shoot(page, "phone", 360, 780, "dark")
        shoot(page, "game", at=f"{url}#/game/{smashup}?at=27")
        shoot(page, "toybattle", height=1000, at=f"{url}#/game/{toybattle}")
        shoot(page, "games", at=f"{url}#/games")
        shoot(page, "stats", at=f"{url}#/stats/players")
        shoot(page, "draft", height=620, at=f"{url}#/draft?players=4&seed=7")
        page.locator("#langs [lang=vi]").click()
        shoot(page, "projector", 1920, 1080, "dark", f"{url}#/")
        browser.close()
        served.close()


if __name__ == "__main__":
    main()
