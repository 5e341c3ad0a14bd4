"""A small firmware that says hello and is quick to copy, on a device of each test's own."""

from pathlib import Path

import pytest
from clashbox import firmware, i18n
from clashbox.link import registry
from clashbox.virtual import VirtualDevice
from clashcore import frames

CORE = Path(frames.__file__).parent
BOOT = firmware.directory() / "boot.py"
MAIN = "from clashdevice.app import main\n\nmain()\n"
APP = """import json
import os
import select
import sys
import time

from clashcore import frames, wire
from clashdevice import other


class App:
    VERSION = "{0}"


def main():
    poll = select.poll()
    poll.register(sys.stdin, select.POLLIN)
    decoder = frames.Decoder(200, 0)
    try:
        while True:
            while poll.poll(0):
                for kind, number, _ in decoder.feed(sys.stdin.buffer.read(1)):
                    told = {{"protocol": wire.PROTOCOL, "firmware": App.VERSION, "name": "clashbox"}}
                    told["device"] = "0123456789abcdef"
                    told["board"] = other.SAID
                    sys.stdout.buffer.write(frames.encode(wire.END, number, json.dumps(told).encode()))
            time.sleep_ms(5)
    except KeyboardInterrupt:
        pass
"""


def make(folder: Path, version: str, *, extra: str = "") -> Path:
    """A firmware of that version: two files differ from version to version, and must fit together."""
    device = folder / "lib" / "clashdevice"
    core = folder / "lib" / "clashcore"
    for path in (device, core, folder / "data"):
        path.mkdir(parents=True)
    for name in ("__init__.py", "frames.py", "wire.py"):
        (core / name).write_bytes((CORE / name).read_bytes())
    (device / "__init__.py").write_text("")
    (device / "app.py").write_text(APP.format(version))
    (device / "other.py").write_text(f'SAID = "{version}"\n')
    (folder / "data" / "words.tsv").write_text(f"version\t{version}\n")
    (folder / "main.py").write_text(MAIN)
    (folder / "boot.py").write_bytes(BOOT.read_bytes())
    if extra:
        (device / extra).write_text("X = 1\n")
    return folder


@pytest.fixture(scope="session")
def old(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Version 1, with a file that version 2 has not."""
    return make(tmp_path_factory.mktemp("old") / "firmware", "1.0.0", extra="gone.py")


@pytest.fixture(scope="session")
def new(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Version 2, with a file that version 1 has not."""
    return make(tmp_path_factory.mktemp("new") / "firmware", "2.0.0", extra="more.py")


@pytest.fixture(autouse=True)
def quiet(monkeypatch: pytest.MonkeyPatch, tmp_path: Path):
    """English, no port of this machine, no virtual device of anybody else."""
    from serial.tools import list_ports

    i18n.set_language("en")
    monkeypatch.setattr(list_ports, "comports", list)
    monkeypatch.setattr(registry, "folder", lambda: tmp_path / "devices")
    yield
    i18n.set_language(None)


@pytest.fixture
def device(old: Path, tmp_path: Path):
    """A box with the old firmware, and something saved."""
    with VirtualDevice(firmware=old, storage=tmp_path / "flash.img") as running:
        yield running
