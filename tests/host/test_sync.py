"""Sync against a small device on a pty: exact, repeatable, resuming, forking, and bounded on a bad line."""

import json
import random
import socket
import subprocess
import sys
import threading
import time

import pytest
import serial
from clashbox import history, i18n, reading
from clashbox.db import store
from clashbox.db.engine import Database
from clashbox.db.models import Game
from clashbox.link import line, ports
from clashbox.link.client import Client, NotOurs
from clashbox.sync import Sync
from clashbox.trouble import Trouble
from clashcore import frames, wire
from serial.rfc2217 import PortManager

from tests.host.fake_device import FakeDevice, FakeGame, noisy

HEADER = {"clashbox": 1, "game": "smashup", "players": [{"name": "An"}, {"name": "Bình"}], "goal": 15}
A, B = "a0" * 8, "b1" * 8


def some_events(count, seed=1, start=0):
    chance = random.Random(seed)
    events, t = [], start
    for number in range(count):
        t += chance.randrange(4000)
        kind = chance.randrange(4)
        event = [
            {"ev": "turn", "p": chance.randrange(1, 3)},
            {
                "ev": "power",
                "p": chance.randrange(1, 3),
                "b": chance.randrange(1, 4),
                "n": chance.randrange(-3, 6),
            },
            {"ev": "note", "text": "ghi chú " * chance.randrange(3)},
            {"ev": "undo"},
        ][kind]
        events.append({**event, "t": t, "m": number // 2})
    return events


@pytest.fixture(autouse=True)
def english():
    i18n.set_language("en")
    yield
    i18n.set_language(None)


@pytest.fixture
def database(tmp_path):
    found = Database(str(tmp_path / "history.db"))
    yield found
    found.close()


def sync(device, database, patience=5.0, **more):
    with Client(line.Line(device.port), patience=patience) as client:
        client.hello(patience)
        return Sync(client, database, **more).run("en"), client


def held(database, name):
    with database.read() as session:
        return list(store.events(session, name))


def test_every_event_once_in_order(database):
    games = [FakeGame(A, HEADER, some_events(700)), FakeGame(B, HEADER, some_events(30, 2), live=True)]
    with FakeDevice(games) as device:
        summary, _ = sync(device, database)
        assert [(game.id, game.added, game.new) for game in summary.games] == [(A, 700, True), (B, 30, True)]
        assert held(database, A) == games[0].events
        assert held(database, B) == games[1].events
        assert [game.safe for game in games] == [700, 30]
        assert device.put["settings"]["language"] == "en"
        assert device.put["names"] == ["An", "Bình"]
        assert device.longest <= wire.REQUEST_FRAME

        again, _ = sync(device, database)
        assert again.added == 0
        assert not any(game.new for game in again.games)
        assert held(database, A) == games[0].events


def test_it_asks_only_for_what_is_new(database):
    game = FakeGame(A, HEADER, some_events(50), live=True)
    with FakeDevice([game]) as device:
        sync(device, database)
        for event in some_events(7, 3, start=game.codecs[-1][0]):
            game.add(event)
        device.requests.clear()
        summary, _ = sync(device, database)
        assert summary.added == 7
        asked = [body for kind, body in device.requests if kind == wire.EVENTS]
        assert [body["from"] for body in asked] == [51]
    assert held(database, A) == game.events


def test_more_games_than_one_page_of_the_list(database):
    games = [FakeGame(f"{number:016x}", HEADER, some_events(3, number)) for number in range(1, 14)]
    with FakeDevice(games) as device:
        summary, _ = sync(device, database)
    assert [game.id for game in summary.games] == [game.id for game in games]


def test_a_game_that_goes_on_while_it_is_fetched(database):
    game = FakeGame(A, HEADER, some_events(40), live=True)
    with FakeDevice([game]) as device:

        def play_on(kind, body):
            if kind == wire.EVENTS and len(game.events) < 60:
                game.add({"ev": "vp", "p": 1, "n": 1, "t": game.codecs[-1][0] + 5})

        device.before_answer = play_on
        sync(device, database)
    assert held(database, A) == game.events


def test_another_beginning_forks_and_never_mixes(database):
    first = FakeGame(A, HEADER, some_events(20, 1))
    with FakeDevice([first]) as device:
        sync(device, database)
    second = FakeGame(A, HEADER, some_events(25, 2))
    with FakeDevice([second]) as device:
        summary, _ = sync(device, database)
        assert summary.games[0].forked
        fork = summary.games[0].id
        assert fork != A
        for event in some_events(5, 5):
            second.add({**event, "t": 10**7})
        assert sync(device, database)[0].added == 5
    assert held(database, A) == first.events
    assert held(database, fork) == second.events
    with FakeDevice([first]) as device:
        assert sync(device, database)[0].added == 0
    with database.read() as session:
        assert session.get(Game, fork).fork_of == A


def test_a_restored_device_that_stands_earlier_changes_nothing(database):
    game = FakeGame(A, HEADER, some_events(20))
    with FakeDevice([game]) as device:
        sync(device, database)
    earlier = FakeGame(A, HEADER, game.events[:12])
    with FakeDevice([earlier]) as device:
        summary, _ = sync(device, database)
        assert summary.added == 0
        assert earlier.safe == 12
        earlier.add({"ev": "vp", "p": 2, "n": 3})
        assert sync(device, database)[0].games[0].forked
    assert held(database, A) == game.events


def test_a_game_without_events_is_held_too_and_goes_on(database):
    game = FakeGame(A, HEADER, live=True)
    other = FakeGame(A, {**HEADER, "goal": 20}, live=True)
    with FakeDevice([game]) as device:
        assert sync(device, database)[0].games[0].new
        game.add({"ev": "turn", "p": 1})
        assert [(g.id, g.added) for g in sync(device, database)[0].games] == [(A, 1)]
    with FakeDevice([other]) as device:
        assert (
            not sync(device, database)[0].games[0].forked
        )  # no event: nothing that contradicts what is held
        other.add({"ev": "turn", "p": 2})
        assert sync(device, database)[0].games[0].forked


def test_one_bad_game_does_not_stop_the_others(database):
    bad = FakeGame(B, {"clashbox": 1, "game": "chess"}, some_events(2))
    bad.header["game"] = "chess"
    torn = FakeGame("c2" * 8, HEADER, some_events(3))
    torn.records[1] = b"\xff\xff\xff"
    good = FakeGame(A, HEADER, some_events(9))
    with FakeDevice([bad, torn, good]) as device:
        summary, _ = sync(device, database, patience=1)
    assert held(database, A) == good.events
    assert [trouble[:16] for trouble in summary.troubles] == [bad.id, torn.id]
    assert good.safe == 9
    assert bad.safe == 0


class Liar(FakeDevice):
    """A device that answers one kind of request otherwise: `lie(body)` gives pieces and END, or raises."""

    def __init__(self, kind, lie):
        self.kind, self.lie = kind, lie
        super().__init__([FakeGame(A, HEADER, some_events(9))])

    def _do(self, kind, body):
        return self.lie(body) if kind == self.kind else super()._do(kind, body)


def no(code):
    def refuse(body):
        raise LookupError(code)

    return refuse


@pytest.mark.parametrize("code", ["fork", "no", {"a": 1}])
@pytest.mark.parametrize("kind", [wire.HELLO, wire.GAMES, wire.PUT])
def test_a_device_that_refuses_is_one_clear_trouble(database, kind, code):
    with Liar(kind, no(code)) as device, pytest.raises(Trouble):
        sync(device, database)


@pytest.mark.parametrize("code", ["fork", "no", {"a": 1}])
@pytest.mark.parametrize("kind", [wire.HEADER, wire.EVENTS, wire.SAFE])
def test_a_game_that_is_refused_is_named(database, kind, code):
    with Liar(kind, no(code)) as device:
        summary, _ = sync(device, database)
    assert [trouble[:16] for trouble in summary.troubles] == [A]


def test_a_list_without_end_ends(database, monkeypatch):
    monkeypatch.setattr("clashbox.sync.MOST_GAMES", 40)
    page = lambda body: ([json.dumps([{"id": f"{body['from']:016x}"}]).encode()], {})  # noqa: E731
    with Liar(wire.GAMES, page) as device, pytest.raises(Trouble):
        sync(device, database)


def test_a_game_without_end_ends(database, monkeypatch):
    monkeypatch.setattr("clashbox.sync.MOST_EVENTS", 60)
    game = FakeGame(A, HEADER, some_events(5), live=True)

    class Endless(FakeDevice):
        def _do(self, kind, body):
            if kind != wire.EVENTS:
                return super()._do(kind, body)
            game.add({"ev": "vp", "p": 1, "n": 1})
            pieces, end = super()._do(kind, body)
            return pieces, {**end, "events": end["events"] + 1}

    with Endless([game]) as device:
        summary, _ = sync(device, database)
    assert [trouble[:16] for trouble in summary.troubles] == [A]
    assert len(held(database, A)) == 60


@pytest.mark.parametrize("kind", [wire.HELLO, wire.HEADER])
def test_an_answer_without_end_ends(database, kind, monkeypatch):
    monkeypatch.setattr(Client._attempt, "__defaults__", (1.0,))

    class Endless(FakeDevice):
        def _answer(self, asked, number, payload):
            if asked != kind:
                super()._answer(asked, number, payload)
                return
            until = time.monotonic() + 4
            while time.monotonic() < until:
                self._send(frames.encode(wire.DATA, number, b"\0\0" + b"x" * 200))
                time.sleep(0.02)

    started = time.monotonic()
    with Endless([FakeGame(A, HEADER, some_events(5))]) as device:
        with pytest.raises(Trouble):
            sync(device, database, patience=1)
        assert time.monotonic() - started < 4


def test_what_a_device_says_of_itself_is_made_harmless(database):
    hello = {"protocol": wire.PROTOCOL, "firmware": "\x1b[31m1\n2\u202e", "device": "0" * 16}
    with Liar(wire.HELLO, lambda body: ([], hello)) as device:
        _, client = sync(device, database)
    assert client.hello_data.firmware == "[31m1 2"


def test_long_names_go_as_far_as_the_device_takes_them(database):
    header = {"clashbox": 1, "game": "smashup", "goal": 15}
    games = [
        FakeGame(f"{at:016x}", {**header, "players": [{"name": f"{at}" + "ễ" * 39}, {"name": ""}]})
        for at in range(1, 30)
    ]
    with FakeDevice(games) as device:
        sync(device, database)
        assert 10 < len(device.put["names"]) <= 24
        assert len(json.dumps(device.put["names"], ensure_ascii=False).encode()) < 2100
        assert all(device.put["names"])


def test_two_laptops_hold_the_same(tmp_path):
    game = FakeGame(A, HEADER, some_events(120))
    with FakeDevice([game]) as device:
        for name in ("one.db", "two.db"):
            database = Database(str(tmp_path / name))
            sync(device, database)
            assert held(database, A) == game.events
            database.close()


@pytest.mark.parametrize(("rate", "seed"), [(0.001, 1), (0.003, 2), (0.006, 3)])
def test_a_bad_line_loses_and_doubles_nothing(database, rate, seed, capsys):
    game = FakeGame(A, HEADER, some_events(120))
    with FakeDevice([game]) as device:
        device.spoil = noisy(rate, seed)
        device.spoil_in = noisy(rate, seed + 100)
        _, client = sync(device, database, patience=20)
        again, _ = sync(device, database, patience=20)
    assert held(database, A) == game.events
    assert again.added == 0
    with capsys.disabled():
        print(f"\n{rate:.1%} of bytes spoilt: {vars(client.counters)}")


def test_a_sync_that_is_cut_goes_on_where_it_stopped(database):
    game = FakeGame(A, HEADER, some_events(2500))
    device = FakeDevice([game])
    seen = []

    def cut(done, total):
        seen.append(done)
        if done >= 1000:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        sync(device, database, progress=cut)
    part = held(database, A)
    assert len(part) == 1000
    assert part == game.events[: len(part)]
    summary, _ = sync(device, database)
    assert summary.added == 2500 - len(part)
    device.close()
    assert held(database, A) == game.events


def test_boot_chatter_and_a_slow_start(database):
    with FakeDevice([FakeGame(A, HEADER, some_events(5))]) as device:
        device.deaf = 3
        device.chatter = b'ets Jun  8 2016 00:22:57\r\n\xff\x95rst:0x1 (POWERON_RESET)\x00\r\n{"t":1'
        log = []
        with Client(line.Line(device.port), on_log=log.append) as client:
            assert client.hello().device == device.device
        assert b"POWERON_RESET" in b"".join(log)


def test_old_replies_are_known_as_old(database):
    game = FakeGame(A, HEADER, some_events(5))
    with FakeDevice([game]) as device, Client(line.Line(device.port)) as client:
        client.hello()
        old = (client._number + 1) % 239 + 1
        from clashcore import frames

        device._send(frames.encode(wire.END, old, b'{"games": 99}') * 3)
        assert client.call(wire.GAMES, {"from": 0})[0].startswith(b"[")


@pytest.mark.parametrize(
    "garbage", [b"\x00" * 600, b"\xff" * 600, bytes(range(256)) * 3, b"\x00\xef\xfe" * 200]
)
def test_endless_garbage_ends(garbage):
    import threading

    with FakeDevice() as device:
        device.prompt = True
        stop = threading.Event()

        def pour():
            while not stop.is_set():
                device._send(garbage)

        thread = threading.Thread(target=pour, daemon=True)
        thread.start()
        start = line.now()
        try:
            with pytest.raises(Trouble), Client(line.Line(device.port)) as client:
                client.hello(0.8)
        finally:
            stop.set()
            # The writer may sit in a full buffer: reading empties it.
            drain = line.Line(device.port)
            while thread.is_alive():
                drain.receive(0.1)
            drain.close()
        assert line.now() - start < 6


def test_a_prompt_a_silent_port_and_another_program_are_told_apart():
    with FakeDevice() as device:
        device.prompt = True
        with pytest.raises(NotOurs, match="MicroPython board without clashbox"):
            ports.open_client(device.port, patience=1)
    with FakeDevice() as device:
        device.deaf = 10**6
        with pytest.raises(NotOurs, match="nothing answers"):
            ports.open_client(device.port, patience=1)
    with FakeDevice() as device:
        trace = b'Traceback (most recent call last):\n  File "clashdevice/link.py", line 1\nMemoryError\n'
        device._answer = lambda kind, number, payload: device._send(trace)
        with pytest.raises(NotOurs, match="firmware stumbles"):
            ports.open_client(device.port, patience=1)
    with FakeDevice() as device:
        device._answer = lambda kind, number, payload: device._send(b"ok T:210.0\r\n")
        with pytest.raises(NotOurs, match="no clashbox"):
            ports.open_client(device.port, patience=1)


@pytest.mark.parametrize(("protocol", "word"), [(0, "the box is older"), (2, "the laptop is older")])
def test_another_protocol_says_which_side_is_older(protocol, word):
    with FakeDevice(protocol=protocol) as device, pytest.raises(Trouble, match=word):
        ports.open_client(device.port, patience=2)


def test_a_line_that_is_cut_is_one_clear_trouble(database):
    device = FakeDevice([FakeGame(A, HEADER, some_events(50))])
    with Client(line.Line(device.port), patience=2) as client:
        client.hello()
        device.cut()
        start = line.now()
        with pytest.raises(line.LineTrouble, match=r"nothing is lost|was cut"):
            Sync(client, database).run()
        assert line.now() - start < 10


def test_ports_that_cannot_be_opened(tmp_path):
    def kind(name):
        with pytest.raises(line.LineTrouble) as caught:
            line.Line(name)
        assert "\n" not in str(caught.value)
        return caught.value.kind

    plain = tmp_path / "plain"
    plain.write_text("x")
    assert kind("/dev/ttyNOPE9") == "missing"
    assert kind(str(plain)) == "notserial"
    assert kind(str(tmp_path)) in ("notserial", "refused")
    assert kind("gopher://x") == "url"
    assert kind("socket://127.0.0.1:1") == "refused"
    with FakeDevice() as device:
        first = line.Line(device.port)
        assert kind(device.port) == "busy"
        first.close()
        line.Line(device.port).close()


def test_an_exported_game_is_what_was_played(database):
    game = FakeGame(A, HEADER, some_events(60))
    with FakeDevice([game]) as device:
        sync(device, database)
    with database.read() as session:
        lines = list(history.file_lines(session, history.find(session, "a0a0")))
    import io

    read = reading.read_stream(io.BytesIO("".join(lines).encode()), "export")
    assert [event for _, event in read.events] == game.events
    assert read.header["id"] == A
    assert [player["name"] for player in read.header["players"]] == ["An", "Bình"]


def test_a_laptop_that_is_killed_loses_and_doubles_nothing(tmp_path):
    game = FakeGame(A, HEADER, some_events(4000))
    chance = random.Random(5)

    def slowly(data):
        time.sleep(0.004)
        return data

    with FakeDevice([game]) as device:
        device.spoil = slowly
        path = tmp_path / "history.db"
        Database(str(path)).close()
        counts = []
        for _ in range(6):
            running = subprocess.Popen(
                [sys.executable, "-m", "clashbox", "sync", "--port", device.port, "--database", str(path)],
                stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,
            )
            time.sleep(chance.uniform(0.3, 1.2))
            running.kill()
            running.wait()
            database = Database(str(path))
            with database.read() as session:  # killed early, it may not have come to the game yet
                begun = session.get(Game, A) is not None
            part = held(database, A) if begun else []
            database.close()
            assert part == game.events[: len(part)]
            counts.append(len(part))
        assert counts == sorted(counts)
        database = Database(str(path))
        sync(device, database)
        assert held(database, A) == game.events
        database.close()


@pytest.mark.filterwarnings("ignore:set.* is deprecated:DeprecationWarning")
@pytest.mark.parametrize("scheme", ["socket", "rfc2217"])
def test_a_port_across_the_network(database, scheme):
    game = FakeGame(A, HEADER, some_events(300))
    with FakeDevice([game]) as device, socket.create_server(("127.0.0.1", 0)) as server:
        threading.Thread(target=bridge, args=(server, device.port, scheme == "rfc2217"), daemon=True).start()
        with ports.open_client(f"{scheme}://127.0.0.1:{server.getsockname()[1]}") as client:
            Sync(client, database).run()
    assert held(database, A) == game.events


class Modem:
    """A serial port with modem lines, which a pty does not have."""

    cts = dsr = ri = cd = False

    def __init__(self, port):
        self.__dict__["_port"] = port

    def __getattr__(self, name):
        return getattr(self._port, name)

    def __setattr__(self, name, value):
        if name not in ("dtr", "rts"):
            setattr(self._port, name, value)


def bridge(server, port, telnet):
    """One connection, bytes both ways; with `telnet` by the true server side of RFC 2217."""
    connection, _ = server.accept()
    with connection, serial.serial_for_url(port, timeout=0.02) as line_:

        class Out:
            def write(self, data):
                connection.sendall(data)

        manager = PortManager(Modem(line_), Out()) if telnet else None
        connection.settimeout(0.02)
        while True:
            data = line_.read(4096)
            if data:
                connection.sendall(b"".join(manager.escape(data)) if manager else data)
            try:
                data = connection.recv(4096)
            except TimeoutError:
                continue
            except OSError:
                return
            if not data:
                return
            line_.write(b"".join(manager.filter(data)) if manager else data)
