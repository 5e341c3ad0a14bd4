"""A drawn set-up on the box: sent by the command, offered, played, fetched; a spoilt one does no harm."""

import json
import re

import pytest
from clashbox import __main__, i18n
from clashbox.cards import Facts
from clashbox.draft import box
from clashbox.link import ports
from clashbox.virtual import VirtualDevice

FACTS = Facts()


@pytest.fixture(scope="module")
def device():
    with VirtualDevice(realtime=True, language="en") as found:
        found.settle()
        yield found


@pytest.fixture
def database(tmp_path, monkeypatch):
    monkeypatch.setenv("CLASHBOX_DATABASE", str(tmp_path / "history.db"))
    yield
    i18n.set_language(None)


def run(capsys, *arguments):
    status = __main__.run([*arguments, "--lang", "en"])
    out, error = capsys.readouterr()
    assert (status, error) == (0, "")
    return json.loads(out)


def screen(device):
    device.settle()
    return "\n".join(device.text())


def send(device, data):
    with ports.connect(device.port) as client:
        client.put("draft", data)
    device.settle()


def test_drawn_sent_played_and_fetched(device, database, capsys):
    asked = ("draft", "--names", "An,Nguyễn Thị Ánh,Chi", "--seed", "5", "--send", "--port", device.port)
    drawn = run(capsys, *asked, "--json")
    assert drawn["sent"]
    device.press("a")
    assert "Drawn set-up" in screen(device)
    device.press("a")
    told = screen(device)
    assert "1 An" in told
    assert "2 Nguyễn" in told
    for seat in drawn["players"]:  # as much of their names as finds room
        one, other = (FACTS.name("faction", faction)[:3] for faction in seat["factions"])
        assert re.search(rf"{one}[^·]*·{other}", told), told
    device.press("a")
    device.settle()
    device.press("a", "up", "up", "a")
    device.settle()
    run(capsys, "sync", "--port", device.port, "--json")
    (row,) = run(capsys, "games", "--json")
    lines = __main__.run(["export", row["id"]])
    assert lines == 0
    header, *events = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [player["name"] for player in header["players"]] == ["An", "Nguyễn Thị Ánh", "Chi"]
    assert [player["factions"] for player in header["players"]] == [
        seat["factions"] for seat in drawn["players"]
    ]
    assert next(event for event in events if event["ev"] == "turn")["p"] == drawn["first"]


GOOD = {
    "players": [{"name": "An", "factions": ["kaiju", "ghosts"]}, {"factions": ["aliens", "ninjas"]}],
    "first": 2,
}


@pytest.mark.parametrize(
    "spoilt",
    [
        {},
        {"players": [], "first": 1},
        {**GOOD, "first": 0},
        {**GOOD, "first": 3},
        {**GOOD, "first": "1"},
        {**GOOD, "players": GOOD["players"][:1]},
        {**GOOD, "players": GOOD["players"] * 2},
        {**GOOD, "players": [GOOD["players"][0], {"factions": ["aliens", "aliens"]}]},
        {**GOOD, "players": [GOOD["players"][0], {"factions": ["aliens"]}]},
        {**GOOD, "players": [GOOD["players"][0], {"factions": ["aliens", "no-such"]}]},
        {**GOOD, "players": [GOOD["players"][0], {"factions": ["aliens", 7]}]},
        {**GOOD, "players": [GOOD["players"][0], {"factions": "ab"}]},
        {**GOOD, "players": [GOOD["players"][0], 5]},
        {**GOOD, "players": {"a": 1}},
    ],
)
def test_a_spoilt_set_up_is_set_aside_and_no_harm_done(fresh, spoilt):
    fresh.put("draft", json.dumps(spoilt).encode())
    fresh.settle()
    fresh.press("a")
    assert "Drawn set-up" in screen(fresh)
    fresh.press("a")
    assert "no good" in screen(fresh)
    fresh.advance(5_000)
    fresh.settle()
    fresh.press("a")
    assert "1/4" in screen(fresh)  # two, three, four players, Toy Battle
    fresh.press("b")


def test_what_was_drawn_waits_until_a_game_has_begun_with_it(fresh):
    fresh.put("draft", json.dumps(GOOD).encode())
    fresh.settle()
    fresh.press("a", "a")
    assert "Player 2" in screen(fresh)
    fresh.press("b", "b")
    fresh.power_cut()
    fresh.boot()
    fresh.settle()
    fresh.press("a")
    assert "Drawn set-up" in screen(fresh)
    fresh.press("a", "a")
    fresh.settle()
    fresh.hold("a")
    fresh.settle()
    fresh.press("down")
    told = screen(fresh)
    assert "1/4" in told
    assert "Smash Up" in told


@pytest.fixture(scope="module")
def box_without_clock():
    with VirtualDevice(language="en") as found:
        found.settle()
        yield found


@pytest.fixture
def fresh(box_without_clock):
    return box_without_clock


def test_the_longest_set_up_fits_and_another_is_refused_on_the_way_out():
    names = ["Ậ" * 40] * 4
    slugs = ["the-nightmare-before-christmas", "knights-of-the-round-table"]
    assert len(box.file(names, [slugs] * 4, 4)) <= box.MOST
    with pytest.raises(ValueError, match="bytes"):
        box.file(names, [slugs * 8] * 4, 4)
