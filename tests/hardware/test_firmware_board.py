"""The firmware's board file, run with a `machine` that notes what it is asked for."""

import sys
from types import ModuleType, SimpleNamespace
from typing import Any

import pytest

from hardware.design import pins, tables

PINS = pins.load()

# What MicroPython calls its machine on boards that people have.
MACHINES = {
    "Generic ESP32 module with ESP32": "esp32",
    "Generic ESP32 module with SPIRAM with ESP32": "esp32",
    "Generic ESP32 module with OTA with ESP32": "esp32",
    "LILYGO TTGO S3-like with ESP32": "esp32",
    "Generic ESP32S3 module with ESP32S3": "esp32s3",
    "Generic ESP32S3 module with Octal-SPIRAM with ESP32S3": "esp32s3",
    "TinyS3 with ESP32-S3-FN8": "esp32s3",
}


class Pin:
    IN, PULL_UP = "in", "up"

    def __init__(self, number: int, *mode: str) -> None:
        self.number, self.mode = number, mode


def board(monkeypatch: pytest.MonkeyPatch, name: str) -> Any:
    """The board file as a module, on a machine of that name."""
    machine = ModuleType("machine")
    machine.Pin = Pin
    machine.PWM = lambda pin, **how: SimpleNamespace(pin=pin, **how)
    machine.I2C = lambda number, **how: SimpleNamespace(**how)
    monkeypatch.setitem(sys.modules, "machine", machine)
    monkeypatch.setattr(sys.implementation, "_machine", name, raising=False)
    module = ModuleType("board")
    exec(tables.BOARD_PY.read_text(encoding="utf-8"), module.__dict__)
    return module


@pytest.mark.parametrize("name", MACHINES)
def test_each_board_uses_the_pins_of_pins_toml(monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    module = board(monkeypatch, name)
    assert module.name() == MACHINES[name]
    jobs = next(b.jobs for b in PINS.boards.values() if b.chip.machine == module.name())
    bus = module.bus()
    assert (bus.sda.number, bus.scl.number) == (jobs["sda"], jobs["scl"])
    keys = module.keys()
    assert [pin.number for pin in keys] == [jobs[key] for key in pins.KEYS]
    assert all(pin.mode == ("in", "up") for pin in keys)
    assert module.buzzer().pin.number == jobs["buzzer"]


def test_the_order_of_the_keys_is_the_firmware_s() -> None:
    text = (tables.BOARD_PY.parent / "keys.py").read_text(encoding="utf-8")
    assert f"NAMES = {pins.KEYS!r}".replace("'", '"') in text


def test_a_stale_file_is_noticed() -> None:
    text = tables.BOARD_PY.read_text(encoding="utf-8")
    assert tables.board_py(PINS).decode() == text
    changed = pins.read()
    changed["boards"]["devkitc38"]["jobs"]["buzzer"][0] = 23
    assert tables.board_py(pins.load(changed)).decode() == text.replace('"buzzer": 19', '"buzzer": 23')
