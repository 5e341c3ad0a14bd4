"""What hardware/README.md tells a maker to type and to press is there: its commands are run as they stand."""

import hashlib
import re
import shlex
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from clashbox.virtual import VirtualDevice

from hardware.design.pins import HARDWARE

ROOT = HARDWARE.parent
LICENCE = "c1a64d226f82d2dc0769b74bccb20ab01053aaed19faacb3aa17a7bfab6cdd25"  # CERN-OHL-P-2.0 in SPDX's list
TEXT = (HARDWARE / "README.md").read_text(encoding="utf-8")
WORDS = [
    line.split("\t")
    for line in (ROOT / "firmware" / "data" / "words.tsv").read_text(encoding="utf-8").splitlines()
]


def commands(having: str) -> list[str]:
    """The lines of the README that are typed, with that in them."""
    lines = [line.strip() for line in re.findall(r"^ {4,}\S.*$", TEXT, re.MULTILINE)]
    return [line for line in lines if having in line]


def typed(line: str, port: str, build: Path) -> subprocess.CompletedProcess[str]:
    """Run a line of the README against a device."""
    words = shlex.split(line.replace("PORT", port))
    assert words[0] == ".venv/bin/python"
    words = [sys.executable, *(word.replace("build/firmware", str(build)) for word in words[1:])]
    return subprocess.run(words, capture_output=True, text=True, timeout=90, check=False)


@pytest.fixture(scope="module")
def build(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """What `make firmware` makes."""
    folder = tmp_path_factory.mktemp("build") / "firmware"
    subprocess.run([sys.executable, "-m", "clashbox.firmware", str(folder)], check=True, capture_output=True)
    return folder


@pytest.fixture
def bare(tmp_path: Path) -> Iterator[VirtualDevice]:
    """A board with MicroPython and nothing of ours but the fonts, by which the tests read the screen."""
    shutil.copytree(ROOT / "firmware" / "data", tmp_path / "bare" / "data")
    (tmp_path / "bare" / "main.py").write_text("print('bare')\n")
    with VirtualDevice(firmware=tmp_path / "bare", storage=tmp_path / "image", bounce=False) as device:
        yield device


def test_the_commands_bring_a_bare_board_to_life(bare: VirtualDevice, build: Path) -> None:
    copy = [line for line in commands("mpremote") if "fs cp" in line and "rfc2217" not in line]
    assert len(copy) == 1
    done = typed(copy[0], bare.port, build)
    assert done.returncode == 0, done.stdout + done.stderr
    bare.settle()
    assert {"Ván mới", "Lịch sử", "Cài đặt"} <= set(bare.text())


def test_the_display_can_be_mended_without_a_picture(build: Path) -> None:
    keys = re.findall(r"`((?:(?:left|right|up|down|a|b) ?)+)`", TEXT)
    assert len(keys) == 1
    with VirtualDevice(chip="sh1106", bounce=False) as device:
        before = device.text()
        device.press(*keys[0].split())
        assert "SH1106" in " ".join(device.text()) and "SSD1306" not in " ".join(before)
        device.press("b")
        assert "Cài đặt" in device.text()


def test_the_bus_tells_who_is_there(build: Path) -> None:
    lines = commands(".scan()")
    assert len(lines) == 2  # one a chip; the virtual board has the pins of neither
    for line in lines:
        with VirtualDevice(bounce=False) as device:
            assert typed(line, device.port, build).stdout.strip() == "[60]"
        with VirtualDevice(display=False, bounce=False) as device:
            assert typed(line, device.port, build).stdout.strip() == "[]"


def test_every_word_of_the_box_is_on_the_box() -> None:
    english, vietnamese = {row[1] for row in WORDS}, {row[2] for row in WORDS}
    for pair in re.findall(r"\*([^*\n]+)\*(?:, \*([^*\n]+)\*)? \(\*([^*\n]+)\*(?:, \*([^*\n]+)\*)?\)", TEXT):
        assert {word for word in pair[:2] if word} <= vietnamese, pair
        assert {word for word in pair[2:] if word} <= english, pair


def test_every_link_leads_somewhere() -> None:
    anchors = {
        re.sub(r"[^\w\- ]", "", line.lower()).replace(" ", "-")
        for line in re.findall(r"^#+ (.*)$", TEXT, re.MULTILINE)
    }
    for link in re.findall(r"\]\(([^)]+)\)", TEXT):
        if link.startswith("#"):
            assert link[1:] in anchors, link
        elif "://" not in link:
            assert (HARDWARE / link).exists(), link


def test_every_target_of_make_is_there() -> None:
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    for target in re.findall(r"`make ([a-z]+)`", TEXT):
        assert re.search(rf"^{target}:", makefile, re.MULTILINE), target


def test_the_licence_is_spdx_s_text_word_for_word() -> None:
    words = " ".join((HARDWARE / "LICENSE").read_text(encoding="utf-8").split())
    assert words.startswith("CERN Open Hardware Licence Version 2 - Permissive Preamble")
    assert hashlib.sha256(words.encode()).hexdigest() == LICENCE
