"""Boxes that were copied, and the bar that tells how far a sync is."""

import io
import shutil
import time

import pytest
from clashbox.cli.bar import Bar
from clashbox.db.engine import Database
from clashbox.db.models import Device, Game
from clashbox.virtual import VirtualDevice

from tests.device.hands import events, live_game, play
from tests.host.syncing import held
from tests.link.box import fetch

pytestmark = pytest.mark.usefixtures("english")


def test_a_copied_flash_is_another_device_and_its_game_forks(tmp_path, database):
    """Two boxes with the same game under one id, each of which goes on: two histories, never a mixed one."""
    ours, copied = tmp_path / "ours.img", tmp_path / "copied.img"
    chips = {ours: b"\x24\x6f\x28\x00\x00\x01", copied: b"\x24\x6f\x28\x00\x00\x02"}
    with VirtualDevice(storage=ours, language="en", bounce=False, chip_id=chips[ours]) as device:
        play(device, "a down a a a up up a")
        fetch(device, database)
        name, common = live_game(device), len(events(device))
    shutil.copyfile(ours, copied)
    found = {}
    for path, keys in ((ours, "up a"), (copied, "up up up a down down a")):
        with VirtualDevice(storage=path, language="en", bounce=False, chip_id=chips[path]) as device:
            play(device, keys)
            assert live_game(device) == name
            found[path] = events(device)
            summary, _ = fetch(device, database)
            assert [game.forked for game in summary.games] == [path == copied]
            fork = summary.games[0].id
    assert found[ours][:common] == found[copied][:common]
    assert held(database, name) == found[ours]
    assert held(database, fork) == found[copied]
    with database.read() as session:
        assert session.query(Device).count() == 2
        assert session.query(Game).count() == 2


class Terminal(io.StringIO):
    def isatty(self):
        return True


def test_the_bar_shows_rate_and_time_left_on_a_terminal_alone(monkeypatch):
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.setenv("COLUMNS", "100")
    for stream in (Terminal(), io.StringIO()):
        monkeypatch.setattr("sys.stderr", stream)
        with Bar("Events", counted=True) as bar:
            for done in (0, 200, 400, 600):
                bar.update(done, 1000)
                time.sleep(0.12)
        shown = stream.getvalue()
        assert ("600/1000" in shown and "/s" in shown and "0:00:0" in shown) == stream.isatty()
    assert shown == ""


def test_writes_are_one_transaction_an_answer(tmp_path, monkeypatch):
    """Every answer of the device is stored whole or not at all."""
    from clashbox.link import client

    from tests.host.fake_device import FakeDevice, FakeGame
    from tests.host.syncing import HEADER, A, some_events, sync

    monkeypatch.setattr(client, "COUNT", 40)
    game = FakeGame(A, HEADER, some_events(100))
    database = Database(str(tmp_path / "history.db"))
    seen = []

    def look(done, total):
        with database.read() as session:
            found = session.get(Game, A)
            seen.append(len(held(database, A)) if found else 0)

    with FakeDevice([game]) as device:
        sync(device, database, progress=look)
    database.close()
    assert seen == [0, 40, 80, 100, 100]
