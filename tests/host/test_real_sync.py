"""The laptop's end against the real firmware on the virtual device: keys, sync on a good and a bad line, the
page's channel beside it, export and check.
"""

import io

import pytest
from clashbox import checking, history, i18n, reading
from clashbox.db.engine import Database
from clashbox.link import ports
from clashbox.link.client import Client
from clashbox.page.live import Live
from clashbox.sync import Sync
from clashbox.virtual import VirtualDevice
from clashcore import wire


@pytest.fixture(scope="module")
def device():
    with VirtualDevice(realtime=True, language="en") as found:
        for key in ["a", "a", "a", "a", "down", "a", "a", "a", "a", "a"]:
            found.press(key)
        for _ in range(6):
            found.press("up", "up", "a", "b")
        yield found


@pytest.fixture
def database(tmp_path):
    i18n.set_language("en")
    found = Database(str(tmp_path / "history.db"))
    yield found
    found.close()
    i18n.set_language(None)


def fetch(device, database, language=None):
    with ports.connect(device.port) as client:
        return Sync(client, database).run(language), client.counters


def exported(database, name):
    with database.read() as session:
        text = "".join(history.file_lines(session, history.find(session, name)))
    return reading.read_stream(io.BytesIO(text.encode()), "export")


def test_what_the_box_has_is_not_sent_again(database, monkeypatch):
    sent = []
    put = Client.put
    monkeypatch.setattr(Client, "put", lambda self, name, data: (sent.append(name), put(self, name, data))[1])
    with VirtualDevice(language="en") as fresh:
        fetch(fresh, database)
        assert sent[-1] == "pack" and sent.count("pack") == 1
        before = fresh.bus
        fetch(fresh, database)
        after = fresh.bus
    assert sent.count("pack") == 1, "its CRC-32 is in the hello"
    assert after.serial_in - before.serial_in < 1000


def test_keys_to_verdict(device, database):
    live = Live(device)
    assert live.poll()
    rows = live.game.view("en").rows
    assert len(rows) >= 6
    summary, _ = fetch(device, database)
    assert [game.added for game in summary.games] == [len(rows)]
    again, _ = fetch(device, database)
    assert (again.added, again.troubles) == (0, [])

    device.press("up", "a")
    device.hold("b")  # undo is an event too
    assert live.poll()
    more, _ = fetch(device, database)
    now = live.game.view("en").rows
    assert more.added == len(now) - len(rows) == 2
    assert [row.undone for row in now[-2:]] == [True, False]

    game = exported(database, more.games[0].id)
    assert [event for _, event in game.events][-1]["ev"] == "undo"
    assert len(game.events) == len(now)
    report = checking.report(game.header, game.events, "en")
    assert [f["rule"] for f in report["findings"]] == [f[0] for row in now for f in row.findings]


def test_the_language_and_the_names_arrive(device, database):
    for language in ("vi", "en"):
        fetch(device, database, language)
        assert device.request(wire.HELLO)[0]["language"] == language
    fetch(device, database)
    assert device.request(wire.HELLO)[0]["language"] == "en"


def test_a_bad_line_changes_nothing(device, database, capsys):
    fetch(device, database)
    name = fetch(device, database)[0].games[0].id
    clean = exported(database, name).events
    other = Database(database.url.replace("history.db", "other.db"))
    device.noise(drop=0.0005, double=0.0005, flip=0.0005, seed=7)
    try:
        summary, counters = fetch(device, other)
    finally:
        device.noise()
    assert summary.troubles == []
    assert [game.id for game in summary.games] == [name]
    assert list(exported(other, name).events) == list(clean)
    with capsys.disabled():
        print(f"\n0.15 % of bytes spoilt: {vars(counters)}")
    other.close()


def test_a_name_given_to_sync_is_offered_at_the_next_game(database):
    with VirtualDevice(language="en", bounce=False) as box:
        with ports.connect(box.port) as client:
            Sync(client, database).run(None, ["Nguyễn Thị Ánh", "Bình\u202e"])
        box.settle()
        box.press("a", "down", "a")
        assert "1 Nguyễn" in "\n".join(box.text())
        assert "2 Bình" in "\n".join(box.text())
        fetch(box, database)  # a later sync has not forgotten who has not played yet
        box.settle()
        box.press("b", "b", "a", "down", "a")
        assert "2 Bình" in "\n".join(box.text())
