"""The device's id: 64 random bits, bound to the chip, so that a copied flash becomes another device."""

import os
from binascii import hexlify

import machine

from clashdevice import files

_PATH = files.SAVE + "/device"


def random_id() -> str:
    """64 random bits as 16 hexadecimal digits."""
    return hexlify(os.urandom(8)).decode()


def device_id() -> str:
    """This device's id, made on the first start and on a start on another chip."""
    chip = machine.unique_id()
    raw = files.load(_PATH)
    if raw is not None and len(raw) >= 8 and raw[8:] == chip:
        return hexlify(raw[:8]).decode()
    made = os.urandom(8)
    try:
        files.save(_PATH, made + chip)
    except OSError as error:
        print("device id not saved:", error)
    return hexlify(made).decode()
