"""What the box is sent: the drawn set-up, which it offers when a new game begins (firmware/README.md,
draft).
"""

import json
from collections.abc import Sequence

MOST = 1200
"""Bytes that the box takes."""
_NAME = 40


def file(names: Sequence[str], factions: Sequence[Sequence[str]], first: int) -> bytes:
    """The file: people (an empty name is nobody's), two factions each, and who begins (from 1)."""
    players: list[dict[str, object]] = []
    for name, own in zip(names, factions, strict=True):
        named: dict[str, object] = {"name": name[:_NAME]} if name else {}
        players.append({**named, "factions": list(own)})
    value = {"players": players, "first": first}
    data = json.dumps(value, ensure_ascii=False, separators=(",", ":")).encode()
    if len(data) > MOST:
        raise ValueError(f"a set-up of {len(data)} bytes")
    return data
