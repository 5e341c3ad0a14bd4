"""The one table of the boards' pins (what is soldered where: hardware/README.md)."""

import sys

from machine import PWM, Pin

# Keys in the order of keys.NAMES: left right up down a b.
_BOARDS = {
    "esp32": {"sda": 21, "scl": 22, "keys": (25, 26, 32, 33, 27, 13), "buzzer": 19},
    "esp32s3": {"sda": 8, "scl": 9, "keys": (7, 15, 5, 6, 4, 16), "buzzer": 17},
}


def name() -> str:
    """The board's name in the table, from what MicroPython says about its machine."""
    machine = getattr(sys.implementation, "_machine", "").lower()
    return "esp32s3" if "s3" in machine else "esp32"


def bus():
    """The display's I2C bus, None where it cannot be had."""
    from machine import I2C

    pins = _BOARDS[name()]
    try:
        return I2C(0, scl=Pin(pins["scl"]), sda=Pin(pins["sda"]), freq=400_000)
    except (OSError, ValueError) as error:
        print("display bus:", error)
        return None


def keys() -> list:
    """The six keys' pins, to ground when pressed."""
    return [Pin(number, Pin.IN, Pin.PULL_UP) for number in _BOARDS[name()]["keys"]]


def buzzer():
    """The passive buzzer as a silent PWM, None where it cannot be had."""
    try:
        return PWM(Pin(_BOARDS[name()]["buzzer"]), freq=2000, duty_u16=0)
    except (OSError, ValueError) as error:
        print("buzzer:", error)
        return None
