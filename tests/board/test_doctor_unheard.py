"""`clashbox doctor` where no firmware says hello, with the true mpremote: what is there, what mends it."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from clashbox import firmware
from clashbox.board import mpremote
from clashbox.virtual import VirtualDevice

from tests.board.test_doctor import examined


@pytest.fixture(autouse=True)
def here(new: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """This clashbox brings version 2."""
    monkeypatch.setattr(firmware, "directory", lambda: new)
    monkeypatch.setenv("CLASHBOX_DATABASE", str(tmp_path / "history.db"))


@pytest.fixture
def bare(tmp_path: Path) -> Iterator[VirtualDevice]:
    """MicroPython as it comes, with the boot.py that it makes at its first start."""
    (tmp_path / "bare").mkdir()
    (tmp_path / "bare" / "boot.py").write_text("# This file is executed on every boot\n")
    with VirtualDevice(firmware=tmp_path / "bare", storage=tmp_path / "image") as device:
        yield device


def do(device: VirtualDevice, *lines: str) -> None:
    mpremote.run(device.port, [["exec", "\n".join(lines)]])
    mpremote.reset(device.port)
    device.settle()  # it has started anew


def looked_at(device: VirtualDevice, capsys: pytest.CaptureFixture[str]) -> dict[str, dict[str, Any]]:
    device.settle()
    status, found = examined(device.port, capsys)
    assert status == 1
    assert not found["port"]["ok"]
    assert found["micropython"]["ok"]
    assert found["micropython"]["values"]["version"].startswith("1.")
    assert found["flash"]["values"]["free"] > 1_000_000
    assert not found["firmware"]["ok"]
    assert f"clashbox deploy --port {device.port}" in found["firmware"]["text"] + found["port"]["text"]
    return found


def test_a_bare_board(bare: VirtualDevice, capsys: pytest.CaptureFixture[str]) -> None:
    found = looked_at(bare, capsys)
    assert found["port"]["values"]["kind"] == "hello.board"
    assert "none of the box's firmware" in found["firmware"]["text"]
    assert {"/main.py", "/lib/clashdevice/app.mpy"} < set(found["firmware"]["values"]["missing"])
    do(bare, "with open('/main.py', 'w') as file: file.write('mine = 1')")
    found = looked_at(bare, capsys)
    assert "another program is on this board" in found["firmware"]["text"]
    said = mpremote.run(bare.port, [["exec", "import os\nprint(sorted(os.listdir('/')))"]])
    assert said[-1] == "['boot.py', 'data', 'main.py']", "nothing was written"


def test_a_firmware_that_is_spoilt(new: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with VirtualDevice(firmware=new, storage=tmp_path / "image") as device:
        do(
            device,
            "import os",
            "os.remove('/lib/clashdevice/other.mpy')",
            "with open('/data/words.tsv', 'w') as file: file.write('spoilt')",
            "with open('/lib/clashdevice/more.py', 'w') as file: file.write('')",
        )
        found = looked_at(device, capsys)
        assert found["firmware"]["values"] == {
            "missing": ["/lib/clashdevice/other.mpy"],
            "stale": ["/data/words.tsv"],
            "left_over": ["/lib/clashdevice/more.py"],
        }
        do(device, "with open('/switch.py', 'w') as file: file.write('raise OSError')")
        assert "cut off half way" in looked_at(device, capsys)["firmware"]["text"]


def test_a_firmware_that_was_stopped(new: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with VirtualDevice(firmware=new, storage=tmp_path / "image") as device:
        mpremote.run(device.port, [["exec", "pass"]])  # it waits at its prompt now
        assert "2.0.0" in examined(device.port, capsys)[1]["firmware"]["text"]  # hello has started it
        do(device, "with open('/clashdevice.py', 'w') as file: file.write('raise OSError')")
        found = examined(device.port, capsys)[1]
        assert "started anew" in found["firmware"]["text"]


def test_a_board_that_lets_nobody_in(
    bare: VirtualDevice, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuses(*_: object, **__: object) -> list[str]:
        raise mpremote.Failed("mpremote: could not enter raw repl")

    monkeypatch.setattr(mpremote, "run", refuses)
    monkeypatch.setattr(mpremote, "PAUSE", 0.0)
    found = examined(bare.port, capsys)[1]
    assert "press EN" in found["micropython"]["text"]
    assert list(found)[-1] == "micropython"
