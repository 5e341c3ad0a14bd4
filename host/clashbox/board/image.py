"""A MicroPython .bin for an ESP32, told from other files before anything is erased.

What micropython.org offers for a first installation is an image of the whole flash from the boot loader on:
the boot loader's header (Espressif's "Firmware Image Format": 0xE9, and the chip's id at byte 12), the
partition table (0xAA 0x50, always at 0x8000 of the flash), the application with its banner.
"""

import re
from dataclasses import dataclass
from pathlib import Path

from clashbox.board.plan import LEAST
from clashbox.i18n import reason
from clashbox.text import shown
from clashbox.trouble import Trouble

_MAGIC = 0xE9
_TABLE = 0x8000
_BANNER = re.compile(rb"MicroPython v(\d{1,3})\.(\d{1,3})(?:\.(\d{1,3}))?")
LARGEST = 16 * 1024 * 1024
"""Bytes of flash that boards have at most."""


@dataclass(frozen=True, slots=True)
class Chip:
    """A chip that the box can be built with: what people and esptool call it, where its boot loader lies, and
    where its MicroPython is to be had.
    """

    name: str
    tool: str
    offset: int
    page: str


CHIPS = {
    0: Chip("ESP32", "esp32", 0x1000, "https://micropython.org/download/ESP32_GENERIC/"),
    9: Chip("ESP32-S3", "esp32s3", 0x0, "https://micropython.org/download/ESP32_GENERIC_S3/"),
}
"""By the id in an image's header."""
OTHERS = {
    2: "ESP32-S2",
    5: "ESP32-C3",
    12: "ESP32-C2",
    13: "ESP32-C6",
    16: "ESP32-H2",
    18: "ESP32-P4",
    23: "ESP32-C5",
}
"""Chips that MicroPython runs on and the box does not."""


@dataclass(frozen=True, slots=True)
class Image:
    """A file that can be written: for which chip, and which MicroPython."""

    path: Path
    chip: Chip
    version: str


def by_name(name: str) -> Chip | None:
    """The chip of that name, None where the box is not built with it."""
    return next((chip for chip in CHIPS.values() if chip.name == name), None)


def read(path: Path) -> Image:
    """Looks at the file. Raises Trouble where it is no whole MicroPython for a chip that the box may have."""
    name = shown(path, 200)
    try:
        with path.open("rb") as file:
            data = file.read(LARGEST + 1)
    except OSError as error:
        raise Trouble("flash.file", name, shown(reason(error), 120)) from None
    if len(data) < 24 or data[0] != _MAGIC:
        raise Trouble("flash.other", name)
    number = int.from_bytes(data[12:14], "little")
    chip = CHIPS.get(number)
    if chip is None:
        raise Trouble("flash.chip", name, OTHERS.get(number, f"#{number}"))
    if len(data) > LARGEST or data[_TABLE - chip.offset :][:2] != b"\xaa\x50":
        raise Trouble("flash.part", name, chip.page)
    found = _BANNER.search(data)
    if not found:
        raise Trouble("flash.other", name)
    version = tuple(int(part or 0) for part in found.groups())
    if version[:2] < LEAST:
        raise Trouble("flash.old", name, ".".join(map(str, version)), ".".join(map(str, LEAST)), chip.page)
    return Image(path, chip, ".".join(map(str, version)))
