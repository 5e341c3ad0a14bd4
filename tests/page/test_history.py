"""The history on the page: games, one game at any moment, statistics, corrections, files, the draft; all by
addresses that can be kept; what comes from outside is text, and nobody reaches a file by a path.
"""

import json
import re
import urllib.error
import urllib.request
from datetime import datetime, timedelta
from pathlib import Path

import pytest
from axe_playwright_python.sync_playwright import Axe
from clashbox import reading
from clashbox.cards import Facts
from clashbox.db.engine import Database
from clashbox.page.limits import FILE

from tests.db.games import finished
from tests.page.fake_page import HOSTILE
from tests.page.serving import Served, open_page, until
from tests.stats.putting import put

pytestmark = pytest.mark.xdist_group("page")  # one after the other: they share a browser
DATA = Path(__file__).parent / "data"
WHEN = datetime(2026, 3, 1, 19, 0)


def smashup(*names, events):
    return {
        "clashbox": 1,
        "game": "smashup",
        "players": [{"name": name, "factions": []} for name in names],
    }, events


@pytest.fixture(scope="module")
def past(tmp_path_factory):
    """A page with a history of 60 games: the two of the folder data, a hostile one, others."""
    name = str(tmp_path_factory.mktemp("history") / "h.db")
    database = Database(name)
    ids = []
    with database.write() as session:
        for number, file in enumerate(("smashup", "toybattle")):
            read = reading.read_game(str(DATA / f"{file}.jsonl"))
            events = [event for _, event in read.events]
            ids.append(put(session, read.header, events, WHEN + timedelta(days=90 + number)).id)
        hostile = [*finished(), {"ev": "note", "text": HOSTILE}]
        ids.append(put(session, *smashup(HOSTILE, "Chi", events=hostile), WHEN + timedelta(days=80)).id)
        for number in range(57):
            put(
                session,
                *smashup("Dũng", f"Hà {number % 3}", events=finished()),
                WHEN + timedelta(days=number),
            )
    database.close()
    served = Served("tests.page.fake_page", "en", "--database", name)
    served.url = served.line()
    served.smashup, served.toybattle, served.hostile = ids
    yield served
    served.close()


def get(past, path):
    with urllib.request.urlopen(past.url + path) as answer:
        return json.load(answer)


def post(past, path, body, **headers):
    given = {"content-type": "application/json", "origin": past.url.rstrip("/"), **headers}
    data = body if isinstance(body, bytes) else json.dumps(body).encode()
    request = urllib.request.Request(past.url + path, data, given)
    try:
        with urllib.request.urlopen(request) as answer:
            return answer.status, json.load(answer)
    except urllib.error.HTTPError as error:
        return error.code, error.read().decode()


def test_the_scrubber_goes_through_time(browser, past):
    page = open_page(browser, past.url, f"#/game/{past.smashup}?at=14")
    until(
        page,
        "document.querySelector('[data-slot]') && document.querySelector('#at').value.startsWith('14/34')",
    )
    assert page.locator(".race .points").nth(1).inner_text() == "1/15"
    assert page.locator("#findings .finding").count() == 0
    page.locator("#scrubber").focus()
    page.keyboard.press("End")
    until(page, "document.querySelector('[data-slot=\"2\"] .bp').textContent == '23/25'")
    assert page.locator("#findings .finding").count() == 2
    assert page.locator(".curve .now").get_attribute("x1") == "620"
    assert page.evaluate("location.hash") == f"#/game/{past.smashup}"
    page.locator("#events [data-n='25']").click()
    until(page, "document.querySelector('.base.scoring')")
    assert page.locator("#events .now").get_attribute("data-n") == "25"
    # The address has the moment: reloaded, or opened elsewhere, it is the same.
    page.reload()
    until(page, "document.querySelector('.base.scoring')")
    assert page.evaluate("document.querySelector('#scrubber').value") == "25"
    assert page.troubles == []
    page.context.close()


def test_the_list_is_filtered_and_paged_by_its_address(browser, past):
    page = open_page(browser, past.url, "#/games?page=2")
    page.locator(".pages", has_text="page 2 of 2").wait_for()
    assert page.locator(".games li").count() == 10
    page.locator("[name=game]").select_option("toybattle")
    until(page, "document.querySelectorAll('.games li').length == 1")
    assert "game=toybattle" in page.evaluate("location.hash")
    page.locator(".games a").click()
    until(page, "document.querySelectorAll('.board .node').length == 17")
    page.go_back()
    until(page, "document.querySelectorAll('.games li').length == 1")
    page.locator("nav a", has_text="Statistics").click()
    page.locator(".rates li", has_text="Dũng n = 57").wait_for()
    page.locator(".questions a", has_text="Where points came from").click()
    page.locator(".rates .bar").first.wait_for()
    page.locator("#langs [lang=vi]").click()
    page.locator("h1", has_text="Thống kê").wait_for()
    assert page.locator(".questions [aria-current]").inner_text() == "Điểm đến từ đâu"
    assert page.troubles == []
    page.context.close()


def test_corrections_and_what_is_never_markup(browser, past):
    page = open_page(browser, past.url, f"#/game/{past.hostile}")
    page.locator(".race .name", has_text="<img src=x").wait_for()
    page.locator("summary", has_text="Corrections").click()
    page.locator("[data-field=note]").fill("<b>club</b>")
    page.locator(".fix", has=page.locator("[data-field=note]")).locator("button").click()
    page.locator(".game-head", has_text="<b>club</b>").wait_for()
    page.locator("summary", has_text="Corrections").click()
    page.locator("[data-field=why]").fill("a trial")
    page.locator("button", has_text="Void").click()
    page.locator(".game-head", has_text="void").wait_for()
    page.locator("summary", has_text="Corrections").click()
    assert "a trial" in page.locator(".changes").inner_text()
    page.locator("button", has_text="Restore").click()
    page.locator(".game-head", has_text="over").wait_for()
    assert page.locator("main b img, main img, .game-head b").count() == 0
    assert page.title() == "clashbox"
    assert page.troubles == []
    page.context.close()


def test_a_draft_is_the_same_again_and_goes_to_the_box(browser, past):
    page = open_page(browser, past.url, "#/draft?players=3&seed=7")
    page.locator(".drawn li").nth(2).wait_for()
    drawn = page.locator(".drawn strong").all_inner_texts()
    page.reload()
    page.locator(".drawn li").nth(2).wait_for()
    assert page.locator(".drawn strong").all_inner_texts() == drawn
    page.locator(".drawn input").first.fill("An")
    page.locator("button", has_text="Send").click()
    what, name, sent = past.lines(1)[0]
    assert (what, name, sent["players"][0]["name"]) == ("put", "draft", "An")
    assert [len(player["factions"]) for player in sent["players"]] == [2, 2, 2]
    page.context.close()


def test_two_of_three_from_the_boxes_one_owns(browser, past):
    page = open_page(browser, past.url, "#/draft?players=2&seed=7")
    page.locator(".own summary").click()
    for box in ("Core Set", "Awesome Level 9000"):
        page.locator(".own label", has_text=box).first.locator("input").check()
    page.locator(".own button").click()
    page.locator(".soft", has_text="Awesome Level 9000").wait_for()
    assert page.locator(".own input:checked").count() == 2, "it is noted in the history"
    page.locator("button", has_text="Choose two of three").click()
    page.locator(".drawn .keep").nth(1).wait_for()
    offered = [seat.locator("button").all_inner_texts() for seat in page.locator(".keep").all()]
    assert [len(three) for three in offered] == [3, 3]
    # By keyboard: the first seat gives its first faction back, the other one keeps the first two.
    page.locator(".keep button").first.focus()
    page.keyboard.press("Enter")
    assert page.locator(".keep button").first.get_attribute("aria-pressed") == "false"
    page.locator("button", has_text="Send").click()
    what, name, sent = past.lines(1)[0]
    facts = Facts()
    kept = [[facts.name("faction", one) for one in player["factions"]] for player in sent["players"]]
    assert (what, name, kept) == ("put", "draft", [offered[0][1:], offered[1][:2]])
    assert post(past, "api/draft/own", {"sets": ["no-such-box"]})[0] == 400
    assert post(past, "api/draft/own", {"sets": []}) == (200, {"sets": []})
    assert page.troubles == []
    page.context.close()


def test_factions_put_right_and_games_imported(browser, past, tmp_path):
    page = open_page(browser, past.url, f"#/game/{past.hostile}")
    page.locator("summary", has_text="Corrections").click()
    page.locator("[data-field=factions-1]").fill("kaiju, xyzzyx")
    page.locator("[data-field=factions-2]").fill("dinosars, ghosts")
    save = page.locator(".fix", has=page.locator("[data-field=factions-2]")).locator("button")
    save.click()
    page.locator(".outcome.bad").wait_for()
    assert "\n" not in page.locator(".outcome").inner_text()
    page.locator("[data-field=factions-1]").fill("kaiju, mega troopers")
    save.click()
    page.locator(".race .factions", has_text="Dinosaurs + Ghosts").wait_for()
    assert page.locator("[data-field=factions-1]").input_value() == "Kaiju, Mega Troopers"
    # Two files at once: one is a game with markup for a name, the other is none.
    page.goto(past.url + "#/games")
    page.locator(".games li").first.wait_for()
    header, events = smashup("<b>Lan</b>", "Mai", events=finished())
    lines = [{**header, "started": "2026-05-01T20:00:00Z", "note": HOSTILE}, *events]
    good, bad = tmp_path / "evening.jsonl", tmp_path / "other.jsonl"
    good.write_text("".join(json.dumps(line) + "\n" for line in lines), encoding="utf-8")
    bad.write_text("<script>alert(1)</script>\n", encoding="utf-8")
    page.locator("input[type=file]").set_input_files([good, bad])
    page.locator(".outcome", has_text="evening.jsonl: ").wait_for()
    said = page.locator(".outcome").inner_text()
    assert "other.jsonl" in said and "\n" not in said
    page.locator(".games li", has_text="<b>Lan</b>").wait_for()
    assert page.locator("main b b, main img, main script").count() == 0
    assert page.title() == "clashbox"
    assert [one for one in page.troubles if "400" not in one] == []
    page.context.close()
    # The same again is known; what is no file of games, or too long, is refused in a line.
    data = good.read_bytes()
    status, told = post(past, "api/import?name=evening.jsonl&lang=en", data)
    assert (status, told["games"]) == (200, [get(past, "api/games?player=Mai")["games"][0]["id"]])
    assert post(past, "api/import?name=x", b"\xff\x00" * 9)[0] == 400
    assert post(past, "api/import", data, origin="http://evil.example")[0] == 403
    assert post(past, "api/import", b"x" * (FILE + 1))[0] == 413


def test_files_to_take_along(past):
    with urllib.request.urlopen(past.url + f"api/games/{past.smashup}/export?form=jsonl") as answer:
        assert (
            answer.headers["content-disposition"] == f'attachment; filename="clashbox-{past.smashup}.jsonl"'
        )
        text = answer.read().decode()
    assert text.count("\n") == 35
    with urllib.request.urlopen(past.url + "api/export?form=csv&game=toybattle") as answer:
        assert "Bình" in answer.read().decode()


def test_changes_are_bounded_and_typed(past):
    note = f"api/games/{past.toybattle}/note"
    assert post(past, note, {"text": "x"}, origin="http://evil.example")[0] == 403
    assert post(past, note, {"text": 1})[0] == 400
    assert post(past, note, {"text": "x", "more": 1})[0] == 400
    assert post(past, note, b"\xff{")[0] == 400
    assert post(past, note, {"text": "x" * 20_000})[0] == 413
    assert post(past, "api/games/ffffffffffffffff/note", {"text": "x"})[0] == 404
    assert post(past, "api/draft", {"names": [""], "factions": [["x", "y"]], "first": 1})[0] == 400
    assert post(past, f"api/games/{past.toybattle}/edit", {"winner": "Bình", "why": "seen"})[0] == 200
    assert get(past, f"api/games/{past.toybattle}")["row"]["winner"] == [2]
    assert post(past, "api/players/rename", {"player": "Hà 1", "name": "Hà Một"})[0] == 200
    assert get(past, "api/games?player=H%C3%A0+M%E1%BB%99t")["total"] == 19


def test_no_path_reaches_a_file(past):
    for path in (
        "static/../serve.py", "static/..%2fserve.py", "static/%2e%2e%2fserve.py", "static//etc/passwd",
        "static/index.html", "api/games/..%2f..%2fetc%2fpasswd", "api/games/%00", "api/stats/..", "..%5c",
        "api/games/x/export?form=../../x", f"api/rules/{'9' * 500}", "static/main.js%00.css",
    ):  # fmt: skip
        with pytest.raises(urllib.error.HTTPError) as refused:
            urllib.request.urlopen(past.url + path)
        assert refused.value.code in (400, 404), path
        said = refused.value.read().decode()
        assert not re.search(r"Traceback|import |root:", said), path


def test_odd_questions_get_an_answer(past):
    for path in (
        "api/games?page=0", "api/games?page=-1", "api/games?page=99999999999", "api/games?page=x&game=chess",
        f"api/games/{past.smashup}/at/99999999", f"api/games/{past.smashup}/at/x", "api/draft?seed=x",
        "api/stats/players?players=7&lang=xx", "api/words/xx",
    ):  # fmt: skip
        assert isinstance(get(past, path), dict), path
    for path in ("api/games?from=yesterday", "api/games?player=nobody", "api/draft?sets=nothing"):
        with pytest.raises(urllib.error.HTTPError) as refused:
            get(past, path)
        assert refused.value.code == 400
        assert json.loads(refused.value.read())["trouble"].count("\n") == 0


def troubles(page, **options):
    """What axe finds that is serious: rule and the first place."""
    found = Axe().run(page, options={"resultTypes": ["violations"], **options}).response["violations"]
    return [(one["id"], one["nodes"][0]["html"]) for one in found if one["impact"] in ("serious", "critical")]


def test_nobody_is_shut_out(browser, past):
    past.say(f"file {DATA / 'smashup.jsonl'}")
    past.say("more 99")
    page = open_page(browser, past.url, "#/")
    views = {
        "": "[data-slot='5']",
        "games?page=2": ".games li",
        f"game/{past.smashup}?at=27": "[data-slot='5']",
        f"game/{past.toybattle}": ".board .node",
        "stats/players": ".rates li",
        "draft?players=3&seed=7&pick=3": ".drawn li",
    }
    for view, there in views.items():
        page.goto(past.url + "#/" + view)
        page.locator(there).first.wait_for()
        for details in page.locator("details").all():
            details.evaluate("details => { details.open = true }")
        page.emulate_media(color_scheme="light")
        assert troubles(page) == [], view
        page.emulate_media(color_scheme="dark")
        assert troubles(page, runOnly=["color-contrast"]) == [], view
    page.context.close()


def test_the_terrain_with_stacks_regions_and_medals(browser, past):
    past.say(f"file {DATA / 'toybattle.jsonl'}")
    past.say("more 8")
    page = open_page(browser, past.url)
    until(page, "document.querySelectorAll('#events li').length == 8")
    assert page.locator("[data-node='7'] .troop.p1").count() == 1
    assert page.locator("[data-node='15'] .troop.p2").count() == 1
    assert page.locator(".region").count() == 8
    assert page.locator(".region.r1").count() == 1
    assert "1/7" in page.locator("#standings").inner_text().replace("\n", "")
    past.say("more 1")
    page.locator("#findings .finding", has_text="TB-09").wait_for()
    page.context.close()


def test_a_whole_table_of_smash_up(browser, past):
    past.say(f"file {DATA / 'smashup.jsonl'}")
    past.say("more 99")
    page = open_page(browser, past.url)
    until(page, "document.querySelectorAll('#events li').length >= 24")
    base = page.locator("[data-slot='2']")
    text = base.inner_text()
    for part in ("Kaiju Island", "23", "/25", "2 missing", "Monster 3, treasures 1", "minions 1"):
        assert part in text
    assert "buried 1" in page.locator("[data-slot='3']").inner_text()
    assert "Gorgodzolla" in page.locator("[data-slot='3'] .titan").inner_text()
    assert page.locator(".race .turn .name").inner_text() == "An"
    for width in (360, 1280, 1920):
        page.set_viewport_size({"width": width, "height": 800})
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    page.context.close()
