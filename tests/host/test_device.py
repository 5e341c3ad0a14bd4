"""`clashbox device` and what other commands do with it: the real firmware, found, synced and stopped in good
order.
"""

import json
import os
import signal
import subprocess
import sys

import pytest
from clashbox import __main__, i18n, pack
from clashcore import frames, wire
from serial import serial_for_url

from tests.host.test_cli import one_line
from tests.page.serving import Served


@pytest.fixture
def here(tmp_path, monkeypatch):
    """A runtime folder and a database of this test's own."""
    monkeypatch.setenv("XDG_RUNTIME_DIR", str(tmp_path))
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    monkeypatch.setenv("CLASHBOX_DATABASE", str(tmp_path / "history.db"))
    for name in ("LC_ALL", "LC_MESSAGES", "LANG"):
        monkeypatch.delenv(name, raising=False)
    return tmp_path


def command(*arguments):
    done = subprocess.run([sys.executable, "-m", "clashbox", *arguments], capture_output=True, timeout=60)
    assert b"Traceback" not in done.stderr
    return done.returncode, done.stdout.decode(), done.stderr.decode()


@pytest.fixture
def inside(capsys, monkeypatch):
    """Runs a command in this process: what it loads (half a second of it) is loaded once. The pack that a
    first sync sends is a short one (test_real_sync.py sends the whole one).
    """
    monkeypatch.setattr(pack, "build", lambda: b"#clashbox pack 1\n")

    def run(*arguments):
        status = __main__.run(list(arguments))
        out, error = capsys.readouterr()
        return status, out, error

    yield run
    i18n.set_language(None)


def test_a_device_alone(here, inside):
    flash = here / "flash.img"
    served = Served("clashbox", "device", "--storage", str(flash), "--lang", "vi")
    try:
        ready = json.loads(served.line())
        assert ready["pid"] == served.process.pid
        rows = json.loads(inside("ports", "--json")[1])
        ours = [row for row in rows if row["port"] == ready["port"]]
        assert [(row["verdict"], row["virtual"]) for row in ours] == [("clashbox", True)]
        for _ in range(2):
            status, out, _ = inside("sync", "--json")
            assert status == 0
            assert json.loads(out) == {"device": ours[0]["device"], "games": [], "events": 0, "troubles": []}
        status, _, error = inside("device", "--storage", str(flash))
        assert status == 1
        assert "another virtual device uses this storage" in one_line(error)
        os.kill(ready["pid"], signal.SIGTERM)
        assert served.process.wait(20) == 0
        status, _, error = inside("sync")
        assert status == 1
        assert "no clashbox found" in one_line(error)
    finally:
        served.close()
    # What is in the flash stays: the device comes back as itself.
    served = Served("clashbox", "device", "--storage", str(flash))
    try:
        json.loads(served.line())
        assert json.loads(inside("sync", "--json")[1])["device"] == ours[0]["device"]
        os.kill(served.process.pid, signal.SIGINT)
        assert served.process.wait(20) == 0
    finally:
        served.close()


@pytest.mark.parametrize(("locale", "language"), [("C", "en"), ("vi_VN.UTF-8", "vi")])
def test_the_box_on_the_page_speaks_as_the_page_does(here, monkeypatch, locale, language):
    monkeypatch.setenv("LANG", locale)
    served = Served("clashbox", "play", "--no-browser", "--http-port", "0", "--json")
    try:
        port = json.loads(served.line())["port"]
        with serial_for_url(port, baudrate=115200, timeout=5, exclusive=True) as line:
            line.write(frames.encode(wire.HELLO, 1, b"{}"))
            heard = frames.Decoder(4096)
            told = next(frame for byte in iter(lambda: line.read(1), b"") for frame in heard.feed(byte))
        assert json.loads(told[2])["language"] == language
    finally:
        served.close()


def test_two_devices_must_be_chosen_from(here, inside):
    first, second = Served("clashbox", "device"), Served("clashbox", "device")
    try:
        ports = [json.loads(one.line())["port"] for one in (first, second)]
        status, _, error = inside("sync")
        assert status == 1
        assert "--port" in one_line(error)
        assert all(port in error for port in ports)
        devices = {json.loads(inside("sync", "--json", "--port", port)[1])["device"] for port in ports}
        assert len(devices) == 2
    finally:
        first.close()
        second.close()


def test_a_device_that_dies_leaves_no_trace(here, inside):
    served = Served("clashbox", "device")
    json.loads(served.line())
    served.process.kill()
    served.process.wait(20)
    status, _, error = inside("sync")
    assert status == 1
    assert "no clashbox found" in one_line(error)


@pytest.mark.parametrize("storage", ["no/such/folder/flash.img", "/dev/null/x", "."])
def test_a_storage_that_does_not_serve(here, storage):
    status, _, error = command("device", "--storage", storage)
    assert status in (1, 2)
    one_line(error)


def test_a_storage_that_is_no_plain_file_stays_what_it_is(here):
    # A pipe stands for all of them: what goes wrong here must not cost the machine its device nodes.
    pipe = here / "pipe"
    os.mkfifo(pipe)
    status, _, error = command("device", "--storage", str(pipe))
    assert status == 1
    assert "is no plain file" in one_line(error)
    assert pipe.is_fifo()
    assert not (here / "pipe.lock").exists()


@pytest.mark.parametrize("size", [1, 4097, 3 << 30])
def test_a_storage_of_no_flashs_size(here, size):
    path = here / "odd.img"
    with path.open("wb") as file:
        file.truncate(size)
    status, _, error = command("device", "--storage", str(path))
    assert status == 1
    assert "is no flash image" in one_line(error)
    assert path.stat().st_size == size


def test_a_storage_behind_a_link(here):
    link, flash = here / "link.img", here / "flash.img"
    link.symlink_to(flash)
    served = Served("clashbox", "device", "--storage", str(link))
    try:
        json.loads(served.line())
        assert link.is_symlink()
        assert flash.stat().st_size > 0
        status, _, error = command("device", "--storage", str(flash))
        assert status == 1
        assert "another virtual device uses this storage" in one_line(error)
    finally:
        served.close()


def test_without_micropython(here, monkeypatch):
    monkeypatch.setenv("MICROPYTHON", str(here / "nothing"))
    status, _, error = command("device")
    assert status == 1
    assert "MICROPYTHON" in one_line(error)
