"""MicroPython onto a bare board, through Espressif's esptool as a program of its own.

esptool is an extra (`clashbox[flash]`): it is wanted once for each board, by the one who builds it, brings
half a dozen packages along, and is under the GPL, which does not reach those who only start it.
"""

import importlib.util
import os
import re
import shutil
import sys
from collections.abc import Callable

from clashbox import installing
from clashbox.board import tool
from clashbox.board.image import CHIPS, Chip, Image, by_name
from clashbox.board.tool import SILENT, Failed, Tell
from clashbox.link import ports
from clashbox.link.line import Line, LineTrouble
from clashbox.text import shown
from clashbox.trouble import Trouble

BAUD = 460800
"""What every bridge of these boards manages, and four times as quick as the usual rate."""
SILENCE = 300.0
"""Seconds without a word after which esptool is given up: to erase 16 MB it takes minutes without one."""


def command() -> list[str]:
    """The command that starts esptool: named in ESPTOOL, installed beside clashbox, or on the path. Raises
    Trouble.
    """
    named = os.environ.get("ESPTOOL")
    if named:
        return [named]
    if importlib.util.find_spec("esptool"):
        return [sys.executable, "-m", "esptool"]
    found = shutil.which("esptool")
    if not found:
        raise Trouble("flash.esptool", installing.line("flash"))
    return [found]


def run(arguments: list[str], tell: Tell = lambda _: None) -> list[str]:
    """Runs esptool and returns what it printed. Raises Failed, or Trouble where there is no esptool."""
    return tool.run([*command(), *arguments], tell, SILENCE)


def must_be_new() -> None:
    """Raises Trouble where esptool cannot be started, or is older than 5 (its commands had other names)."""
    try:
        lines = run(["version"])
    except Failed as failed:
        raise Trouble("flash.failed", "", shown(failed.said, 160)) from None
    numbers = re.findall(r"(\d+)\.\d+", lines[-1] if lines else "")
    if not numbers or int(numbers[0]) < 5:
        raise Trouble("flash.esptool.old", shown(lines[-1] if lines else "?", 40), installing.line("flash"))


def _port(port: str) -> list[str]:
    # A port on the network has the rate of whoever serves it.
    return ["--port", port] if "://" in port else ["--port", port, "--baud", str(BAUD)]


def recognise(port: str) -> Chip:
    """Which chip is at the port. Raises Trouble."""
    try:
        lines = run(["--port", port, "chip-id"])
    except Failed as failed:
        raise trouble(port, failed) from None
    name = next((found[1] for line in lines if (found := re.match(r"Connected to (\S+) on ", line))), "")
    chip = by_name(name)
    if chip is None:
        raise Trouble("flash.board", shown(port, 200), shown(name or "?", 40))
    return chip


def write_arguments(port: str, image: Image) -> list[str]:
    """What esptool is told in order to erase the board and write the image."""
    chip = image.chip
    where = [f"0x{chip.offset:x}", str(image.path)]
    return ["--chip", chip.tool, *_port(port), "write-flash", "--erase-all", *where]


def write(port: str, image: Image, progress: Callable[[float], None] = lambda _: None) -> None:
    """Erases the whole flash and writes the image, which esptool verifies. Raises Trouble."""

    def tell(line: str) -> None:
        if found := re.search(r"(\d+(?:\.\d+)?) ?%", line):
            progress(float(found[1]))

    try:
        run(write_arguments(port, image), tell)
    except Failed as failed:
        raise trouble(port, failed) from None


def must_match(port: str, image: Image, chip: Chip) -> None:
    """Raises Trouble where the image is for another chip than the board's."""
    if image.chip != chip:
        raise Trouble("flash.mismatch", shown(port, 200), chip.name, image.chip.name, chip.page)


def started(port: str) -> None:
    """Waits for MicroPython's prompt. Raises Trouble where it does not show itself."""
    verdict = ports.judge(ports.Found(port, "", "", fits=True))
    if verdict.verdict != "board":
        raise Trouble("flash.dumb", shown(port, 200))


def trouble(port: str, failed: Failed) -> Trouble:
    """What a failed run means, in our words."""
    said = failed.said
    if re.search(r"[Cc]ould not open|doesn't exist|[Pp]ort is busy|Permission|No such file", said):
        try:
            Line(port).close()
        except LineTrouble as found:
            return found
    if said == SILENT or re.search(r"Failed to connect|No serial data received|Invalid head of packet", said):
        return Trouble("flash.connect", shown(port, 200))
    words = [line for line in said.splitlines() if "error" in line.lower()] or said.splitlines()
    return Trouble("flash.failed", shown(port, 200), shown(words[-1] if words else "", 160))


def pages() -> str:
    """Where MicroPython for each chip is to be had."""
    return ", ".join(f"{chip.name}: {chip.page}" for chip in CHIPS.values())
