"""Puts typed terrains onto a box, where they stand in its list after those of the card data."""

from __future__ import annotations

import zlib
from collections.abc import Iterable, Sequence

from clashcore.board import OWN_BYTES, OWN_MOST

from clashbox.cards import files
from clashbox.cards.forms import Terrain, as_object, compact
from clashbox.i18n import t
from clashbox.reading import Unreadable
from clashbox.text import shown
from clashbox.trouble import Trouble


def gather(sources: Iterable[str]) -> list[Terrain]:
    """The terrains of these files, each sound and small enough for a box. Raises Trouble."""
    found: list[Terrain] = []
    for source in sources:
        for typed in files.sound(source):
            if any(terrain["id"] == typed.id for terrain in found):
                raise Unreadable(source, typed.line, t("terrain.send.twice", typed.id))
            terrain = as_object(typed)
            size = len(_line(terrain))
            if size > OWN_BYTES:
                raise Unreadable(source, typed.line, t("terrain.send.large", typed.id, size, OWN_BYTES))
            found.append(terrain)
    if len(found) > OWN_MOST:
        raise Trouble("terrain.send.many", len(found), OWN_MOST, status=2)
    return found


def _line(terrain: Terrain) -> bytes:
    text = compact(terrain).encode()
    return b"%s;#%08x\n" % (text, zlib.crc32(text))


def data(terrains: Iterable[Terrain]) -> bytes:
    """The file as the box keeps it: a compact line each, with the CRC-32 of what stands before it."""
    return b"".join(map(_line, terrains))


def send(port: str, terrains: Sequence[Terrain]) -> None:
    """Sends them to the box on that port; they take the place of those sent before. Raises Trouble."""
    from clashbox.link import ports
    from clashbox.link.client import Refused

    with ports.connect(port) as client:
        try:
            client.put("terrains", data(terrains))
        except Refused as refused:
            if refused.code == "name":
                raise Trouble("terrain.send.old") from None
            raise Trouble("terrain.send.refused", shown(refused.code)) from None
