"""Hands at the virtual device: plays key scripts, reads back what was recorded, looks at the screen.

A script is words with blanks between: `a` presses a key, `hold:a` holds it (`long:a` for six seconds),
`=name` looks at the screen.
"""

import json
from collections.abc import Callable
from typing import Any

from clashbox.virtual import VirtualDevice
from clashcore import wire
from clashcore.codec import Codec

_HOLD_MS = {"hold": 800, "long": 6000}


def play(device: VirtualDevice, script: str, look: Callable[[str], None] | None = None) -> int:
    """Play a script; returns how many times a key was touched (a hold counts as one)."""
    touched = 0
    for word in script.split():
        if word.startswith("="):
            assert look is not None, "nobody looks"
            look(word[1:])
        elif ":" in word:
            how, key = word.split(":")
            device.hold(key, _HOLD_MS[how])
            touched += 1
        else:
            device.press(word)
            touched += 1
    return touched


def live_game(device: VirtualDevice) -> str:
    """The id of the live game."""
    told, _ = device.request(wire.HELLO)
    return told["live"]


def events(device: VirtualDevice) -> list[dict[str, Any]]:
    """All events of the live game, as the link tells them."""
    game = live_game(device)
    found: list[dict[str, Any]] = []
    crc = 0
    while True:
        wanted = {"id": game, "from": len(found) + 1, "crc": crc, "size": 240, "count": 20}
        told, data = device.request(wire.EVENTS, wanted)
        found += _decode(data)
        crc = told["crc"]
        if told["next"] > told["events"]:
            return found


def _decode(data: bytes) -> list[dict[str, Any]]:
    # Pieces one after the other: number of the first event, t and m before it, a count, the records.
    codec = Codec()
    pos = 0
    found: list[dict[str, Any]] = []
    while pos < len(data):
        _first, pos = _varint(data, pos)
        codec.t, pos = _varint(data, pos)
        codec.m, pos = _varint(data, pos)
        count = data[pos]
        pos += 1
        for _ in range(count):
            event, pos = codec.decode(data, pos)
            found.append(event)
    return found


def _varint(data: bytes, pos: int) -> tuple[int, int]:
    value = shift = 0
    while True:
        byte = data[pos]
        pos += 1
        value |= (byte & 0x7F) << shift
        if byte < 0x80:
            return value, pos
        shift += 7


def bare(event: dict[str, Any]) -> dict[str, Any]:
    """An event without the time and the number of its motion."""
    return {key: value for key, value in event.items() if key not in ("t", "m")}


def settle_in(device: VirtualDevice, names: list[str]) -> None:
    """Send people's names, as the laptop does."""
    device.put("names", json.dumps(names).encode())
    device.settle()
