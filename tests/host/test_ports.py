"""Which port is taken, and what is said of the others: by USB ids and hello, never by their order."""

import errno
import json
import os
import select
import socket
import termios
import threading
from types import SimpleNamespace

import pytest
import serial
from clashbox import __main__, i18n
from clashbox.link import advice, line, ports, registry
from clashbox.link.client import NotOurs
from clashbox.trouble import Trouble
from serial.tools import list_ports

from tests.board.images import whole
from tests.host.fake_device import FakeDevice


def usb(device, vid=None, pid=None, description="n/a"):
    return SimpleNamespace(device=device, vid=vid, pid=pid, description=description)


@pytest.fixture(autouse=True)
def quiet(monkeypatch, tmp_path):
    """No port of this machine, no virtual device of anybody else, and boards that answer fast."""
    i18n.set_language("en")
    monkeypatch.setattr(list_ports, "comports", list)
    monkeypatch.setattr(registry, "folder", lambda: tmp_path / "devices")
    monkeypatch.setattr(ports, "PATIENCE", 0.7)
    monkeypatch.setattr(ports, "SECOND", 0.1)
    yield
    i18n.set_language(None)


@pytest.mark.parametrize("lang", ["en", "vi"])
@pytest.mark.parametrize(
    ("system", "word"), [("linux", "dmesg"), ("macos", "System Information"), ("windows", "CH340")]
)
def test_no_usb_port_at_all_may_be_a_cable_that_only_charges(monkeypatch, capsys, system, word, lang):
    monkeypatch.setattr(advice, "system", lambda: system)
    i18n.set_language(lang)
    # A machine's own ports are not the box: they do not come by USB.
    monkeypatch.setattr(list_ports, "comports", lambda: [usb("/dev/null")])
    with pytest.raises(Trouble) as caught:
        ports.connect("auto")
    said = str(caught.value)
    assert word in said
    assert ("only charge" if lang == "en" else "chỉ để sạc") in said
    __main__.run(["ports", "--lang", lang])
    assert word in capsys.readouterr().out


def test_a_usb_port_that_no_board_has_is_named(monkeypatch):
    monkeypatch.setattr(list_ports, "comports", lambda: [usb("/dev/null", 0x1546, 0x01A8, "u-blox")])
    with pytest.raises(Trouble, match=r"/dev/null.*--port"):
        ports.connect("auto")


def test_the_one_that_answers_is_taken_wherever_it_stands(monkeypatch):
    with FakeDevice() as prompt, FakeDevice() as device:
        prompt.prompt = True
        found = [
            usb("/dev/cu.Bluetooth-Incoming-Port"),
            usb(prompt.port, 0x10C4, 0xEA60),
            usb(device.port, 0x1A86, 0x7523),
            usb("/dev/ttyGPS0", 0x1546, 0x01A8, "u-blox"),
        ]
        for order in (found, found[::-1]):
            monkeypatch.setattr(list_ports, "comports", lambda order=order: order)
            with ports.connect("auto") as client:
                assert client.line.name == device.port


def test_two_that_answer_must_be_chosen_from(monkeypatch):
    with FakeDevice() as one, FakeDevice() as two:
        monkeypatch.setattr(
            list_ports, "comports", lambda: [usb(one.port, 0x10C4, 0xEA60), usb(two.port, 0x10C4, 0xEA60)]
        )
        with pytest.raises(Trouble, match=f"2 clashboxes.*{one.port}.*{two.port}.*--port"):
            ports.connect("auto")
        with ports.connect(two.port) as client:
            assert client.line.name == two.port


@pytest.mark.parametrize("lang", ["en", "vi"])
def test_every_command_says_how_to_choose_of_two(monkeypatch, tmp_path, capsys, lang):
    monkeypatch.setenv("CLASHBOX_DATABASE", str(tmp_path / "history.db"))
    monkeypatch.delenv("CLASHBOX_PORT", raising=False)
    (tmp_path / "micropython.bin").write_bytes(whole(0, 0x1000))
    with FakeDevice() as one, FakeDevice() as two:
        listed = [usb(one.port, 0x10C4, 0xEA60), usb(two.port, 0x10C4, 0xEA60)]
        monkeypatch.setattr(list_ports, "comports", lambda: listed)
        flash = ["flash", str(tmp_path / "micropython.bin"), "--yes"]
        for words in (["sync"], ["watch", "--no-page"], ["doctor"], ["deploy"], flash):
            assert __main__.run([*words, "--lang", lang]) == 1
            said = capsys.readouterr()
            said = next(line for line in (said.out + said.err).splitlines() if one.port in line)
            assert all(word in said for word in (one.port, two.port, "--port", "CLASHBOX_PORT"))
        assert __main__.run(["ports", "--json"]) == 0
        verdicts = {row["port"]: row["verdict"] for row in json.loads(capsys.readouterr().out)}
        assert verdicts == {one.port: "clashbox", two.port: "clashbox"}


def test_a_verdict_for_each(monkeypatch, tmp_path, capsys):
    plain = tmp_path / "plain"
    plain.write_text("")
    with (
        FakeDevice() as device,
        FakeDevice() as prompt,
        FakeDevice() as deaf,
        FakeDevice(protocol=9) as newer,
    ):
        prompt.prompt = True
        deaf.deaf = 10**6
        expected = {
            device.port: "clashbox",
            prompt.port: "board",
            deaf.port: "silent",
            newer.port: "newer",
            str(plain): "notserial",
            "/dev/ttyNOPE9": "missing",
        }
        monkeypatch.setattr(list_ports, "comports", lambda: [usb(port, 0x303A, 0x1001) for port in expected])
        assert __main__.run(["ports", "--json"]) == 0
        rows = json.loads(capsys.readouterr().out)
        assert {row["port"]: row["verdict"] for row in rows} == expected
        assert all(row["text"] or row["verdict"] == "clashbox" for row in rows)
        held = ports.open_client(device.port)
        assert __main__.run(["ports"]) == 0
        out = capsys.readouterr().out
        assert f"{device.port}: another program holds the port" in out
        assert f"{prompt.port}: a MicroPython board on which no clashbox runs" in out
        held.close()


def test_silent_ports_are_waited_for_once_and_not_at_all_once_a_box_has_answered(monkeypatch):
    clock = iter(range(10_000))
    race = ports._Race.__new__(ports._Race)
    monkeypatch.setattr(ports, "now", lambda: next(clock))
    race.__init__()
    assert not race.over()
    race.answered()
    assert not race.over()
    assert [race.over() for _ in range(9)][-1]
    monkeypatch.undo()
    busy = []

    def slow(found):
        busy.append(found)
        gate.wait(5)
        return found

    gate = threading.Barrier(8)  # opens only where all eight are under way together
    assert ports._at_once(slow, list(range(8))) == list(range(8))


def test_a_port_without_permission(monkeypatch):
    monkeypatch.setattr(list_ports, "comports", lambda: [usb("/dev/null", 0x10C4, 0xEA60)])
    monkeypatch.setattr(os, "access", lambda *_: False)
    monkeypatch.setattr(advice, "system", lambda: "linux")
    monkeypatch.setattr(advice, "group", lambda _: "uucp")
    verdict = ports.judge(ports.candidates()[0])
    assert verdict.verdict == "permission"
    assert "usermod -aG uucp" in verdict.say
    monkeypatch.setattr(advice, "group", lambda _: "")
    assert "chmod a+rw /dev/null" in ports.judge(ports.candidates()[0]).say


def test_the_group_of_a_port_is_its_own(tmp_path):
    port = tmp_path / "port"
    port.write_text("")
    os.chmod(port, 0o600)
    assert advice.group(str(port)) == ""
    assert advice.group(str(tmp_path / "none")) == "dialout"


class Broken:
    """What pySerial hands out, with an opening that goes as told; keeps what was set, in order."""

    def __init__(self, error=None):
        object.__setattr__(self, "error", error)
        object.__setattr__(self, "done", [])

    def __setattr__(self, name, value):
        self.done.append((name, value))

    def open(self):
        self.done.append(("open", self.error))
        if self.error:
            raise self.error

    def close(self):
        self.done.append(("close", None))


WINDOWS = "could not open port 'COM7': "
TROUBLES = {
    "missing": (serial.SerialException(errno.ENOENT, "No such file or directory"), "no such port"),
    "missing-unplugged": (OSError(errno.ENXIO, "No such device or address"), "no such port"),
    "missing-windows": (serial.SerialException(WINDOWS + "FileNotFoundError(2, 'x')"), "no such port"),
    "busy": (serial.SerialException(errno.EBUSY, "Device or resource busy"), "another program"),
    "busy-locked": (
        serial.SerialException(errno.EAGAIN, "Could not exclusively lock port"),
        "another program",
    ),
    "busy-windows": (
        serial.SerialException(WINDOWS + "PermissionError(13, 'Access is denied.', None, 5)"),
        "another program",
    ),
    "permission": (serial.SerialException(errno.EACCES, "Permission denied"), "no permission"),
    "notserial": (termios.error(errno.ENOTTY, "Inappropriate ioctl for device"), "is no serial port"),
    "refused": (serial.SerialException("the moon is full"), "cannot be opened (the moon is full)"),
}
MENDS = {
    ("missing", "linux"): "brltty",
    ("missing", "macos"): "/dev/cu.",
    ("missing", "windows"): "Device Manager",
    ("busy", "linux"): "fuser -v THE-PORT",
    ("busy", "macos"): "lsof THE-PORT",
    ("busy", "windows"): "PuTTY",
    ("permission", "linux"): "usermod -aG",
    ("permission", "macos"): "System Settings",
    ("permission", "windows"): "administrator",
    ("notserial", ""): "clashbox ports",
    ("refused", ""): "clashbox ports",
}


@pytest.mark.parametrize("system", advice.SYSTEMS)
@pytest.mark.parametrize("case", TROUBLES)
def test_every_way_in_which_a_port_does_not_open_says_what_to_do(monkeypatch, capsys, case, system):
    error, said = TROUBLES[case]
    kind = case.partition("-")[0]
    if case.endswith("-windows"):
        system = "windows"  # nobody else says it so
    port = Broken(error)
    monkeypatch.setattr(line.serial, "serial_for_url", lambda *_, **__: port)
    monkeypatch.setattr(line, "os", SimpleNamespace(name="nt" if system == "windows" else "posix"))
    monkeypatch.setattr(advice, "system", lambda: system)
    texts = []
    for lang in i18n.LANGUAGES:
        assert __main__.run(["sync", "--port", "THE-PORT", "--lang", lang]) == 1
        text = capsys.readouterr().err
        assert text.count("\n") == 1
        assert text.startswith("clashbox: THE-PORT: ")
        assert MENDS.get((kind, system), MENDS.get((kind, ""))) in text
        texts.append(text)
    assert said in texts[0]
    assert texts[0] != texts[1]
    assert ("exclusive", True) in port.done


@pytest.mark.parametrize(
    ("name", "order"),
    [
        ("posix", ["open", "rts", "dtr", "close"]),
        ("nt", ["dtr", "rts", "open", "dtr", "rts", "rts", "dtr", "close"]),
    ],
)
def test_dtr_and_rts_never_pass_through_what_resets_a_board(monkeypatch, name, order):
    port = Broken()
    monkeypatch.setattr(line.serial, "serial_for_url", lambda *_, **__: port)
    monkeypatch.setattr(line, "os", SimpleNamespace(name=name))
    line.Line("COM7").close()
    assert [done for done, _ in port.done if done in ("open", "close", "dtr", "rts")] == order
    # RTS on while DTR is off holds the chip in reset.
    dtr = rts = name == "posix"
    for done, value in port.done:
        dtr, rts = (value if done == "dtr" else dtr), (value if done == "rts" else rts)
        assert dtr or not rts, port.done


@pytest.mark.parametrize(
    ("protocol", "key", "mend"), [(0, "older", "clashbox deploy"), (9, "newer", "pipx install --force")]
)
def test_an_older_and_a_newer_box_say_which_side_to_update(protocol, key, mend):
    with FakeDevice(protocol=protocol) as device:
        with pytest.raises(Trouble, match=mend) as caught:
            ports.connect(device.port)
        assert caught.value.key == f"hello.{key}"


def test_a_board_without_clashbox_is_told_the_command_with_its_port():
    with FakeDevice() as prompt:
        prompt.prompt = True
        with pytest.raises(NotOurs, match=f"clashbox deploy --port {prompt.port}"):
            ports.connect(prompt.port)


def test_any_url_of_pyserial_is_a_port(monkeypatch, capsys):
    with FakeDevice() as device, Bridge(device.port) as bridge, ports.connect(bridge.url) as client:
        assert client.hello_data.device == device.device
    assert __main__.run(["sync", "--port", bridge.url]) == 1  # nobody listens there any more
    assert f"{bridge.url}: the port cannot be opened" in capsys.readouterr().err
    with pytest.raises(NotOurs, match="something answers, but it is no clashbox"):
        ports.connect("loop://")  # our own words come back
    assert __main__.run(["sync", "--port", "nonsense://x"]) == 1
    assert "is no port or URL that pySerial takes" in capsys.readouterr().err
    monkeypatch.setenv("CLASHBOX_PORT", "nonsense://y")
    assert __main__.run(["sync"]) == 1
    assert "nonsense://y" in capsys.readouterr().err


class Bridge:
    """A serial port on the network: `socket://` leads to a pty."""

    def __init__(self, port):
        self._server = socket.create_server(("127.0.0.1", 0))
        self.url = f"socket://127.0.0.1:{self._server.getsockname()[1]}"
        self._port = os.open(port, os.O_RDWR | os.O_NOCTTY)
        threading.Thread(target=self._run, daemon=True).start()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self._server.close()

    def _run(self):
        client, _ = self._server.accept()
        while True:
            for end in select.select([client, self._port], [], [])[0]:
                data = client.recv(4096) if end is client else os.read(self._port, 4096)
                if not data:
                    client.close()
                    os.close(self._port)
                    return
                if end is client:
                    os.write(self._port, data)
                else:
                    client.sendall(data)


def test_a_virtual_device_of_this_machine_is_found():
    with FakeDevice() as device:
        with registry.entry(device.port):
            assert registry.devices() == [device.port]
            with ports.connect("auto") as client:
                assert client.hello_data.device == device.device
        assert registry.devices() == []


def test_entries_that_are_stale_or_broken_are_passed_over():
    folder = registry.folder()
    folder.mkdir(parents=True)
    gone = 2**22 - 3
    (folder / "gone.json").write_text(json.dumps({"pid": gone, "port": "/dev/null"}))
    (folder / "unplugged.json").write_text(json.dumps({"pid": os.getpid(), "port": "/dev/pts/none"}))
    (folder / "broken.json").write_text('{"pid": ')
    (folder / "other.json").write_text("[1]")
    (folder / "odd.json").write_text(json.dumps({"pid": "1", "port": 2}))
    (folder / "bytes.json").write_bytes(b"\xff\xfe")
    assert registry.devices() == []
    assert not (folder / "gone.json").exists()
