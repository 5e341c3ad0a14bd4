"""`clashbox play` for real: the firmware behind the page, a whole game by the page's keys in both languages,
power and cable, and the address for others in the network.
"""

import json
import socket
import subprocess
import sys
import urllib.error
import urllib.request

import pytest
from websockets.sync.client import connect

from tests.page.serving import Served, open_page, post, until

pytestmark = pytest.mark.xdist_group("page")  # one after the other: they share a browser
PRESS = {
    "left": "ArrowLeft",
    "right": "ArrowRight",
    "up": "ArrowUp",
    "down": "ArrowDown",
    "a": "x",
    "b": "z",
}
SEEN = """(() => {  // when the list of events last grew
  const list = document.getElementById('events');
  new MutationObserver(() => { window.grew = performance.now(); }).observe(list, { childList: true });
  addEventListener('keydown', () => { window.pressed = performance.now(); }, true);
})()"""


@pytest.fixture(scope="module")
def play(tmp_path_factory):
    folder = tmp_path_factory.mktemp("play")
    served = Served(
        "clashbox", "play", "--no-browser", "--http-port", "0", "--lang", "vi", "--json",
        "--storage", str(folder / "flash.img"), "--share",
    )  # fmt: skip
    served.told = json.loads(served.line())
    served.url = served.told["url"]
    yield served
    served.close()
    assert served.process.returncode == 0


def press(page, keys):
    """Presses keys as a hand does; each shows on the screen before the next one."""
    for key in keys.split():
        before = page.evaluate("document.getElementById('screen').toDataURL()")
        changed = f"document.getElementById('screen').toDataURL() != {json.dumps(before)}"
        page.keyboard.press(PRESS[key], delay=90)
        until(page, changed, 20)


def enter(page, keys, count):
    """Presses keys that end in an event; how many ms after the last key its line was there."""
    page.evaluate(SEEN)
    press(page, keys)
    until(page, f"document.querySelectorAll('#events li').length == {count}")
    return page.evaluate("grew - pressed")


def events(page):
    return page.locator("#events li").count()


def test_a_whole_game_by_the_keys_of_the_page(browser, play):
    page = open_page(browser, play.url)
    until(page, "document.getElementById('screen')?.toDataURL().length > 400")
    assert page.evaluate("document.documentElement.lang") == "vi"
    press(page, "a up a a down down a")  # Castle Field, medals alone, the first player begins
    page.locator("h1", has_text="Toy Battle").wait_for()
    took = [enter(page, "a up", 1)]
    assert "3/7" in page.locator("#standings").inner_text().replace("\n", "")
    # Reloaded in mid-game all is there again; the power is cut and comes back, and nothing is lost.
    page.reload()
    until(page, "document.querySelectorAll('#events li').length == 1")
    page.locator("[data-switch=cut]").click()
    page.locator("[data-switch=boot]").click()
    page.locator("[data-switch=cut]").wait_for(timeout=20_000)
    page.locator("#langs [lang=en]").click()
    page.locator("main", has_text="Findings").wait_for()
    # The cable is out: the box plays on, the serial port is dead.
    page.locator("[data-switch=unplug]").click()
    page.locator("#box-state", has_text="cable is out").wait_for()
    took.append(enter(page, "a up", 2))
    page.locator("[data-switch=plug]").click()
    page.locator("[data-switch=unplug]").wait_for()
    took.append(enter(page, "a left", 3))
    assert min(took) < 200, f"seen {took} ms after the key"
    print(f"\nseen after the key: {', '.join(f'{ms:.0f}' for ms in took)} ms")
    page.locator("h1", has_text="over").wait_for()
    assert page.locator(".race .won .name").count() == 1
    assert events(page) == 3
    assert page.troubles == []
    page.context.close()


def test_the_port_is_free_for_other_commands(play, tmp_path):
    done = subprocess.run(
        [
            *(sys.executable, "-m", "clashbox", "sync", "--json", "--port", play.told["port"]),
            *("--database", str(tmp_path / "h.db")),
        ],
        capture_output=True,
        timeout=60,
    )
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout)["troubles"] == []


def test_guests_look_on_and_change_nothing(play):
    shared = play.told["share"]
    address, _, token = shared.partition("/?token=")
    assert len(token) >= 20
    with pytest.raises(urllib.error.HTTPError) as refused:
        urllib.request.urlopen(urllib.request.Request(play.url, headers={"Host": "evil.example"}))
    assert refused.value.code == 403
    host = address.removeprefix("http://")
    # This computer is known by its address too; a guest is who comes from another one, which the guard's own
    # tests have. The socket says which role it gives.
    with connect(
        f"ws://{host}/socket", origin=address, additional_headers={"Cookie": f"clashbox={token}"}
    ) as line:
        told = json.loads(line.recv(timeout=10))
    assert told["hello"]["role"] == "watcher"
    with connect(
        f"ws://{host}/socket", origin=address, additional_headers={"Cookie": f"clashbox={token}"}
    ) as line:
        line.send(json.dumps({"switch": "cut"}))
        line.send(json.dumps({"key": "a", "down": True}))
        line.send(json.dumps({"lang": "vi"}))
        until_game = [json.loads(line.recv(timeout=10)) for _ in range(2)]
    assert all(told.get("box", {"on": True})["on"] for told in until_game)
    body = {"what": "power", "id": "a0" * 8, "number": 1, "p": 1, "b": 1, "n": 2}
    status, why = post(address, body, cookie=f"clashbox={token}")
    assert status == 403
    assert "looking on" in why


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
