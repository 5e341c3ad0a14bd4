"""`clashbox flash`: which files and boards it refuses, what it has esptool do, and what it asks before."""

import json
import os
import stat
import subprocess
import sys
from pathlib import Path

import pytest
from clashbox import __main__, i18n
from clashbox.board import flash, image
from clashbox.link import ports, registry
from clashbox.trouble import Trouble

from tests.board.images import loader, whole
from tests.board.rom import Rom
from tests.host.fake_device import FakeDevice

STAND_IN = """#!{python}
import json, os, sys
with open({log!r}, "a") as log:
    log.write(json.dumps(sys.argv[1:]) + "\\n")
answers = json.load(open({answers!r}))
said, status = answers.get(next((word for word in sys.argv if word in answers), ""), ["", 0])
print(said)
sys.exit(status)
"""
CHIP = "esptool v5.6.0\nConnected to {0} on /dev/x:\nChip type:          {0}-D0WD (revision v3.1)"
WRITTEN = (
    "Erasing flash...\nWriting at 0x1000... 12.5% 512/4096 bytes\rWriting... 100.0%\nHash of data verified."
)


class Tool:
    """A program on the path that is called esptool, answers as told, and keeps what it was asked."""

    def __init__(self, folder: Path):
        self.answers = folder / "answers.json"
        self._log = folder / "log"
        self.say(
            **{"version": "esptool v5.6.0\n5.6.0", "chip-id": CHIP.format("ESP32"), "write-flash": WRITTEN}
        )
        self.path = folder / "bin" / "esptool"
        self.path.parent.mkdir()
        self.path.write_text(
            STAND_IN.format(python=sys.executable, log=str(self._log), answers=str(self.answers))
        )
        self.path.chmod(self.path.stat().st_mode | stat.S_IXUSR)

    def say(self, **answers: str | tuple[str, int]) -> None:
        have = json.loads(self.answers.read_text()) if self.answers.exists() else {}
        have.update({word: [said, 0] if isinstance(said, str) else said for word, said in answers.items()})
        self.answers.write_text(json.dumps(have))

    @property
    def calls(self) -> list[list[str]]:
        return [json.loads(line) for line in self._log.read_text().splitlines()] if self._log.exists() else []


@pytest.fixture
def tool(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Tool:
    found = Tool(tmp_path)
    monkeypatch.delenv("ESPTOOL", raising=False)
    monkeypatch.setattr("importlib.util.find_spec", lambda _: None)
    monkeypatch.setenv("PATH", f"{found.path.parent}{os.pathsep}{os.environ['PATH']}")
    return found


@pytest.fixture
def board():
    """A board that shows MicroPython's prompt once it is flashed."""
    with FakeDevice() as device:
        device.prompt = True
        yield device


def file(folder: Path, data: bytes) -> str:
    path = folder / "micropython.bin"
    path.write_bytes(data)
    return str(path)


@pytest.mark.parametrize(
    ("number", "name", "tool_name", "offset"),
    [(0, "ESP32", "esp32", "0x1000"), (9, "ESP32-S3", "esp32s3", "0x0")],
)
def test_the_offset_is_the_chips(
    tool: Tool, board: FakeDevice, tmp_path: Path, capsys, number: int, name: str, tool_name: str, offset: str
) -> None:
    path = file(tmp_path, whole(number, int(offset, 16)))
    tool.say(**{"chip-id": CHIP.format(name)})
    assert __main__.run(["flash", path, "--port", board.port, "--yes"]) == 0
    write = ["write-flash", "--erase-all", offset, path]
    assert tool.calls == [
        ["version"],
        ["--port", board.port, "chip-id"],
        ["--chip", tool_name, "--port", board.port, "--baud", "460800", *write],
    ]
    assert f"clashbox deploy --port {board.port}" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("data", "said"),
    [
        (b"", "is no MicroPython"),
        (b"PK\x03\x04" + bytes(100), "is no MicroPython"),
        (b"\x7fELF" + bytes(100), "is no MicroPython"),
        (whole(0, 0x1000, b"Arduino"), "is no MicroPython"),
        (whole(5, 0), r"another chip \(ESP32-C3\)"),
        (loader(0) + b"MicroPython v1.28.0", "only a part.*ESP32_GENERIC/"),
        (whole(0, 0), "only a part"),
        (whole(9, 0, b"MicroPython v1.24.1 on 2024"), "is MicroPython 1.24.1, the box needs 1.25.*_S3/"),
    ],
)
def test_a_file_that_does_not_serve_is_refused_before_any_board_is_touched(
    tool: Tool, tmp_path: Path, data: bytes, said: str
) -> None:
    with pytest.raises(Trouble, match=said):
        image.read(Path(file(tmp_path, data)))
    with pytest.raises(Trouble, match="cannot be read"):
        image.read(tmp_path / "none.bin")


def test_without_a_file_it_says_where_to_get_one_and_fetches_nothing(tool: Tool, capsys) -> None:
    for lang in i18n.LANGUAGES:
        assert __main__.run(["flash", "--lang", lang]) == 2
        error = capsys.readouterr().err
        assert "https://micropython.org/download/ESP32_GENERIC/" in error
        assert "ESP32_GENERIC_S3/" in error
        assert error.count("\n") == 1
    assert tool.calls == []


def test_nothing_is_erased_unless_somebody_says_yes(
    tool: Tool, board: FakeDevice, tmp_path: Path, capsys
) -> None:
    path = file(tmp_path, whole(0, 0x1000))
    assert __main__.run(["flash", path, "--port", board.port]) == 2
    assert "--yes" in capsys.readouterr().err
    assert not any("write-flash" in call for call in tool.calls)


@pytest.mark.parametrize(
    ("answers", "said"),
    [
        ({"version": "esptool.py v4.8.1\n4.8.1"}, "esptool 5 or newer is needed, this is 4.8.1"),
        (
            {"chip-id": CHIP.format("ESP32-S3")},
            "an ESP32-S3, the file is for an ESP32; nothing was",
        ),
        ({"chip-id": CHIP.format("ESP8266")}, "the chip there (ESP8266) is none"),
        (
            {
                "chip-id": (
                    "ERROR: A fatal error occurred: Failed to connect to ESP32",
                    2,
                )
            },
            "hold BOOT",
        ),
        ({"write-flash": ("ERROR: A fatal error occurred: MD5 of file does not match", 2)}, "MD5 of file"),
    ],
)
def test_what_goes_wrong_is_one_line(
    tool: Tool, board: FakeDevice, tmp_path: Path, capsys, answers: dict[str, str], said: str
) -> None:
    tool.say(**answers)
    path = file(tmp_path, whole(0, 0x1000))
    assert __main__.run(["flash", path, "--port", board.port, "--yes"]) == 1
    error = capsys.readouterr().err
    assert said in error
    assert error.count("\n") == 1
    assert not any("write-flash" in call for call in tool.calls) or "write-flash" in answers


def test_a_board_that_stays_dumb_afterwards_is_told(
    tool: Tool, board: FakeDevice, tmp_path, monkeypatch
) -> None:
    monkeypatch.setattr(ports, "PATIENCE", 0.1)
    board.prompt, board.deaf = False, 10**6
    with pytest.raises(Trouble, match="press EN"):
        flash.started(board.port)


def test_a_virtual_device_is_not_flashed(tool: Tool, tmp_path: Path, capsys) -> None:
    path = file(tmp_path, whole(0, 0x1000))
    with FakeDevice() as device, registry.entry(device.port):
        assert __main__.run(["flash", path, "--port", device.port, "--yes"]) == 1
        assert "is a virtual device" in capsys.readouterr().err
        assert __main__.run(["flash", path, "--yes"]) == 1  # nor taken for the board that is meant
    assert "no USB serial port" in capsys.readouterr().err
    assert tool.calls == []


def test_without_esptool_it_says_how_to_install_it(tool: Tool, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", "/nowhere")
    with pytest.raises(Trouble, match='pip install "esptool'):
        flash.must_be_new()
    monkeypatch.setenv("ESPTOOL", "/nowhere/esptool")
    with pytest.raises(Trouble, match="/nowhere/esptool"):
        flash.must_be_new()
    monkeypatch.setenv("ESPTOOL", str(tool.path))
    flash.must_be_new()


def test_a_port_on_the_network_keeps_its_rate(tmp_path: Path) -> None:
    found = image.read(Path(file(tmp_path, whole(9, 0))))
    assert "--baud" not in flash.write_arguments("rfc2217://bench:4000", found)


TRUE = [sys.executable, "-m", "esptool"]
KINDS = [
    pytest.param("ESP32", 0, 0x1000),
    pytest.param("ESP32-S3", 9, 0, marks=pytest.mark.soak),
]


@pytest.mark.parametrize(("name", "number", "offset"), KINDS)
def test_esptool_itself_takes_these_files_for_images(
    tmp_path: Path, name: str, number: int, offset: int
) -> None:
    path = file(tmp_path, whole(number, offset))
    done = subprocess.run([*TRUE, "image-info", path], capture_output=True, text=True, timeout=60)
    assert done.returncode == 0, done.stdout + done.stderr
    assert f"Detected image type: {name}" in done.stdout
    assert "(valid)" in done.stdout
    assert image.read(Path(path)).chip.name == name


@pytest.mark.parametrize(("name", "number", "offset"), KINDS)
def test_esptool_itself_puts_the_file_where_the_chip_looks_for_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys, name: str, number: int, offset: int
) -> None:
    monkeypatch.delenv("ESPTOOL", raising=False)
    data = whole(number, offset)
    with Rom(name) as rom:
        assert __main__.run(["flash", file(tmp_path, data), "--port", rom.port, "--yes", "--json"]) == 0
        told = json.loads(capsys.readouterr().out)
        assert told == {"port": rom.port, "chip": name, "micropython": "1.28.0", "offset": offset}
        assert rom.erased == 1
        assert rom.flash[offset : offset + len(data)] == data
        assert set(rom.flash[:offset] + rom.flash[offset + 0x10000 :]) == {0xFF}


@pytest.mark.soak
def test_esptool_itself_is_not_let_loose_on_another_chip(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys
) -> None:
    monkeypatch.delenv("ESPTOOL", raising=False)
    with Rom("ESP32-S3") as rom:
        assert __main__.run(["flash", file(tmp_path, whole(0, 0x1000)), "--port", rom.port, "--yes"]) == 1
        assert "the board has an ESP32-S3, the file is for an ESP32" in capsys.readouterr().err
        assert rom.erased == 0


@pytest.mark.soak
def test_esptool_itself_when_nobody_answers(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("ESPTOOL", raising=False)
    (tmp_path / "esptool.cfg").write_text("[esptool]\nconnect_attempts = 1\nsync_timeout = 0.01\n")
    monkeypatch.setenv("ESPTOOL_CFGFILE", str(tmp_path / "esptool.cfg"))
    found = image.read(Path(file(tmp_path, whole(0, 0x1000))))
    with FakeDevice() as silent:
        silent.deaf = 10**6
        with pytest.raises(Trouble, match="hold BOOT"):
            flash.write(silent.port, found)
    with pytest.raises(Trouble, match="there is no such port"):
        flash.recognise("/dev/ttyNOPE9")
    with pytest.raises(flash.Failed, match="No such option"):
        flash.run(["write-flash", "--nothing-of-the-kind", "0x1000", str(found.path)])
