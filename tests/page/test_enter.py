"""What is entered on the page, on the real firmware: power, a card by its name, a clash; by keyboard alone,
on a phone, in both languages; in the box's order and never twice; by guests only where they may.
"""

import json

import pytest
from axe_playwright_python.sync_playwright import Axe

from tests.page.serving import Served, open_page, post, until
from tests.page.test_play import events, press

pytestmark = pytest.mark.xdist_group("page")
GAME = "a a a up a up up a"  # a game of two, base 1
LIVE = """import('/static/socket.js').then(({ on }) =>
  new Promise((done) => on('game', (game) => { if (game) done(game.id); })))"""


@pytest.fixture(scope="module")
def play(browser, tmp_path_factory):
    folder = tmp_path_factory.mktemp("enter")
    served = Served(
        "clashbox", "play", "--no-browser", "--http-port", "0", "--lang", "en", "--json",
        "--storage", str(folder / "flash.img"), "--database", str(folder / "h.db"), "--share",
        "--allow-entry",
    )  # fmt: skip
    served.told = json.loads(served.line())
    served.url = served.told["url"]
    page = open_page(browser, served.url)
    until(page, "document.getElementById('screen')?.toDataURL().length > 400")
    press(page, GAME)
    until(page, "document.querySelectorAll('#events li').length > 0")
    page.context.close()
    yield served
    served.close()


def opened(browser, play, **more):
    page = open_page(browser, play.url, **more)
    until(page, "document.querySelectorAll('#events li').length > 0")
    if not page.evaluate("document.querySelector('.enter').open"):
        page.locator(".enter summary").click()
    return page


def texts(page):
    return page.locator("#events li .s").all_inner_texts()


def said(page, word):
    page.locator(".enter .outcome", has_text=word).wait_for(timeout=5000)


def power(page):
    """The first player's power at base 1."""
    return int(page.locator("[data-slot='1'] .powers li b").first.inner_text())


def test_by_keyboard_alone(browser, play):
    page = opened(browser, play)
    before, there = events(page), power(page)
    page.locator(".enter input[name=n]").focus()
    page.keyboard.press("ArrowUp")
    page.keyboard.press("ArrowUp")
    page.keyboard.press("Enter")
    until(page, f"document.querySelectorAll('#events li').length == {before + 1}", 2)
    said(page, f"event {before + 1}")
    assert "+3" in texts(page)[-1]
    assert power(page) == there + 3
    # A card, with two slips, chosen from the list; the second Enter plays it.
    page.locator(".enter input[name=card]").focus()
    page.keyboard.type("tiny priesteses")
    page.locator("#card-list li", has_text="Tiny Priestesses").wait_for()
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    assert page.locator(".enter input[name=power]").input_value() == "3"
    page.keyboard.press("Enter")
    until(page, f"document.querySelectorAll('#events li').length == {before + 2}", 2)
    assert "Tiny Priestesses" in texts(page)[-1]
    assert power(page) == there + 6
    # More than there is cannot go: one clear line, and nothing is entered.
    page.locator(".enter input[name=n]").fill("-90")
    page.keyboard.press("Enter")
    said(page, f"only {there + 6}")
    assert events(page) == before + 2
    assert page.troubles == [one for one in page.troubles if "400" in one]
    page.context.close()


def play_card(page, typed, name, count):
    """Plays a card by mouse, found by what is typed; waits until the game has so many events."""
    page.locator(".enter input[name=card]").fill(typed)
    page.locator("#card-list li", has_text=name).first.click()
    page.locator(".enter form", has=page.locator("input[name=card]")).locator(".go").click()
    until(page, f"document.querySelectorAll('#events li').length == {count}", 3)


def test_a_clash_shows_its_outcome_before_it_is_entered(browser, play):
    page = opened(browser, play)
    count = events(page)
    play_card(page, "gorgodzila", "Gorgodzolla", count + 1)
    assert page.locator(".enter .clash").count() == 0
    page.locator(".enter select[name=p]").select_option("2")
    page.locator(".enter input[name=card]").fill("megabot")
    page.locator("#card-list li", has_text="Megabot").first.click()
    # The outcome before the arrival, and again before the clash is settled.
    page.locator(".enter .note", has_text="Meets Gorgodzolla: 0 against").wait_for()
    page.locator(".enter form", has=page.locator("input[name=card]")).locator(".go").click()
    until(page, f"document.querySelectorAll('#events li').length == {count + 2}", 3)
    page.locator(".enter .clash", has_text="must leave").wait_for()
    first = page.locator(".enter .clash .go").first
    assert first.inner_text().startswith("Megabot"), "who must leave stands first"
    first.focus()
    page.keyboard.press("Enter")
    until(page, f"document.querySelectorAll('#events li').length == {count + 3}", 3)
    assert page.locator(".enter .clash").count() == 0
    assert page.locator("[data-slot='1'] .chip.titan").all_inner_texts()[0].strip().endswith("Gorgodzolla")
    page.context.close()


def test_two_windows_and_what_is_open_on_the_box(browser, play):
    page = opened(browser, play)
    until(page, "document.getElementById('screen')?.toDataURL().length > 400")
    other = opened(browser, play)
    count = events(page)
    for one in (page, other):
        one.locator(".enter input[name=n]").fill("4")
    numbered(page)
    numbered(other)
    # Both enter the same at the same moment: it is there once. Then the box goes on by its keys.
    page.evaluate("document.querySelector('.enter form .go').click()")
    other.evaluate("document.querySelector('.enter form .go').click()")
    said(page, "event")
    said(other, "event")
    page.wait_for_timeout(300)
    assert events(page) in (count + 1, count + 2)
    entered = {one.locator(".enter .outcome").inner_text() for one in (page, other)}
    assert len(entered) == events(page) - count
    page.evaluate("document.activeElement.blur()")
    press(page, "up")
    page.locator(".enter form .go").first.click()
    said(page, "something is open on the box")
    count = events(page)
    page.evaluate("document.activeElement.blur()")
    press(page, "b")
    page.locator(".enter form .go").first.click()
    until(page, f"document.querySelectorAll('#events li').length == {count + 1}", 3)
    other.context.close()
    page.context.close()


def numbered(page):
    until(page, "!document.querySelector('.enter form .go').disabled")


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_on_a_phone_in_vietnamese(browser, play, scheme):
    page = open_page(
        browser, play.url, viewport={"width": 360, "height": 740}, has_touch=True, is_mobile=True,
        color_scheme=scheme,
    )  # fmt: skip
    page.locator("#langs [lang=vi]").tap()
    page.locator(".enter summary", has_text="Nhập từ laptop").wait_for()
    if not page.evaluate("document.querySelector('.enter').open"):
        page.locator(".enter summary").tap()
    page.locator(".enter input[name=card]").fill("zap-bot")
    page.locator("#card-list li", has_text="Zapbot").first.wait_for()
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
    found = Axe().run(page)
    assert [
        one["id"] for one in found.response["violations"] if one["impact"] in ("serious", "critical")
    ] == []
    count = events(page)
    page.locator("#card-list li", has_text="Zapbot").first.tap()
    page.wait_for_timeout(400)
    assert page.locator(".enter input[name=card]").input_value() == "Zapbot"
    assert events(page) == count, "chosen is not played: the finger hits nothing below the list"
    page.locator(".enter form", has=page.locator("input[name=card]")).locator(".go").tap()
    until(page, f"document.querySelectorAll('#events li').length == {count + 1}", 3)
    page.locator(".enter .outcome", has_text="Đã nhập").wait_for(timeout=5000)
    page.context.close()


def test_guests_enter_with_the_token_and_nobody_without(browser, play):
    address, _, token = play.told["share"].partition("/?token=")
    page = opened(browser, play)
    count = events(page)
    game = page.evaluate(LIVE)
    body = {"what": "power", "id": game, "number": count + 1, "p": 1, "b": 1, "n": 2}
    assert post(address, body)[0] == 403
    assert post(address, body, cookie="clashbox=wrong")[0] == 403
    assert post(address, body, cookie=f"clashbox={token}", origin="http://evil.example")[0] == 403
    guest = {"cookie": f"clashbox={token}"}
    assert post(address, body, **guest) == (
        200,
        {"number": count + 1, "said": f"Entered as event {count + 1}."},
    )
    assert post(address, body, **guest)[1]["number"] == count + 1, "the same again is done already"
    until(page, f"document.querySelectorAll('#events li').length == {count + 1}", 3)
    for wrong, why in (
        ({"n": 3}, "gone on to event"),
        ({"number": count + 9}, "gone on to event"),
        ({"number": 0}, "gone on to event"),
        ({"id": "b1" * 8}, "another game"),
        ({"number": count + 2, "b": 4}, "There is no base there"),
        ({"number": count + 2, "p": 3}, "There is no such player"),
        ({"number": count + 2, "n": 100}, "power from 1 to 99"),
        ({"number": count + 2, "n": "<b>"}, "Expected"),
        ({"number": count + 2, "x": 1}, "unknown field"),
        ({"number": count + 2, "what": "score"}, "Invalid value"),
    ):
        status, told = post(address, {**body, **wrong}, **guest)
        assert status == 400, wrong
        assert why in json.loads(told)["trouble"]
        assert "\n" not in json.loads(told)["trouble"]
    assert events(page) == count + 1
    page.context.close()
