"""Sync over a line that is noisy, cut, slow, foreign, or goes across the network."""

import socket
import threading
import time

import pytest
import serial
from clashbox import pack
from clashbox.link import line, ports
from clashbox.link.client import Client, NotOurs
from clashbox.sync import Sync
from clashbox.trouble import Trouble
from clashcore import frames, wire
from serial.rfc2217 import PortManager

from tests.host.fake_device import FakeDevice, FakeGame, noisy
from tests.host.syncing import HEADER, A, held, some_events, sync

pytestmark = pytest.mark.usefixtures("english")


@pytest.mark.parametrize(("rate", "seed"), [(0.001, 1), (0.01, 2), (0.05, 3)])
def test_a_bad_line_loses_and_doubles_nothing(database, rate, seed, capsys):
    game = FakeGame(A, HEADER, some_events(60))
    with FakeDevice([game]) as device:
        device.put["pack"] = pack.build()
        device.spoil = noisy(rate, seed)
        device.spoil_in = noisy(rate, seed + 100)
        _, client = sync(device, database, patience=10)
        device.spoil = device.spoil_in = noisy(0, 0)
        again, _ = sync(device, database)
    assert held(database, A) == game.events
    assert again.added == 0
    with capsys.disabled():
        print(f"\n{rate:.1%} of bytes spoilt: {vars(client.counters)}")


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
        old = (client._channel.number + 1) % 239 + 1
        device._send(frames.encode(wire.END, old, b'{"games": 99}') * 3)
        assert client.call(wire.GAMES, {"from": 0})[0].startswith(b"[")


class Slow:
    """A line over which half an answer comes, and the other half when the request is sent again."""

    name = "slow"

    def __init__(self):
        self.sent = 0
        self.coming = []

    def send(self, data):
        self.sent += 1
        ((_, number, _),) = frames.Decoder().feed(data)
        answer = frames.encode(wire.END, number, b"{}")
        self.coming.append(answer[:5] if self.sent == 1 else answer[5:] if self.sent == 2 else answer)

    def receive(self, timeout):
        if not self.coming:
            time.sleep(timeout)
        return self.coming.pop() if self.coming else b""


def test_a_late_answer_is_no_quick_one():
    slow = Slow()
    client = Client(slow)
    client.call(wire.STATUS, {})
    assert slow.sent == 2
    assert client.counters.fastest == 0, "it came a moment after the second request, but answers the first"
    client.call(wire.STATUS, {})
    assert client.counters.fastest > 0


@pytest.mark.parametrize("garbage", [bytes(range(256)) * 3, b"\x00\xef\xfe" * 200])
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
                client.hello(0.4)
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
        with pytest.raises(NotOurs, match="MicroPython board"):
            ports.open_client(device.port, patience=0.3)
    with FakeDevice() as device:
        device.deaf = 10**6
        with pytest.raises(NotOurs, match="nothing answers"):
            ports.open_client(device.port, patience=0.3)
    with FakeDevice() as device:
        trace = b'Traceback (most recent call last):\n  File "clashdevice/link.py", line 1\nMemoryError\n'
        device._answer = lambda kind, number, payload: device._send(trace)
        with pytest.raises(NotOurs, match="firmware stumbles"):
            ports.open_client(device.port, patience=0.3)
    with FakeDevice() as device:
        device._answer = lambda kind, number, payload: device._send(b"ok T:210.0\r\n")
        with pytest.raises(NotOurs, match="no clashbox"):
            ports.open_client(device.port, patience=0.3)


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


@pytest.mark.filterwarnings("ignore:set.* is deprecated:DeprecationWarning")
@pytest.mark.parametrize("scheme", ["socket", "rfc2217"])
def test_a_port_across_the_network(database, scheme):
    game = FakeGame(A, HEADER, some_events(300))
    with FakeDevice([game]) as device, socket.create_server(("127.0.0.1", 0)) as server:
        device.put["pack"] = pack.build()
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
