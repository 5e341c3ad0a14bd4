"""Which port is taken, and what is said of the others: by USB ids and hello, never by their order."""

import json
import os
from types import SimpleNamespace

import pytest
from clashbox import __main__, i18n
from clashbox.link import ports, registry
from clashbox.trouble import Trouble
from serial.tools import list_ports

from tests.host.fake_device import FakeDevice


def usb(device, vid=None, pid=None, description="n/a"):
    return SimpleNamespace(device=device, vid=vid, pid=pid, description=description)


@pytest.fixture(autouse=True)
def quiet(monkeypatch, tmp_path):
    """No port of this machine, no virtual device of anybody else, and boards that answer fast."""
    i18n.set_language("en")
    monkeypatch.setattr(list_ports, "comports", list)
    monkeypatch.setattr(registry, "folder", lambda: tmp_path / "devices")
    monkeypatch.setattr(ports, "PATIENCE", 1.0)
    monkeypatch.setattr(ports.open_client, "__defaults__", (None, 1.0))
    monkeypatch.setattr(ports.judge, "__defaults__", (1.0,))
    yield
    i18n.set_language(None)


def test_no_port_at_all():
    with pytest.raises(Trouble, match="no clashbox found"):
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
        assert f"{prompt.port}: a MicroPython board without clashbox" in out
        held.close()


def test_a_port_without_permission(monkeypatch):
    monkeypatch.setattr(list_ports, "comports", lambda: [usb("/dev/null", 0x10C4, 0xEA60)])
    monkeypatch.setattr(os, "access", lambda *_: False)
    verdict = ports.judge(ports.candidates()[0])
    assert verdict.verdict == "permission"
    assert "dialout" in verdict.say


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
