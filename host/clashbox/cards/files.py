"""Terrains by what a user names: a slug of the card data, or a file of typed terrains."""

from __future__ import annotations

from clashbox import reading
from clashbox.cards import store
from clashbox.cards.facts import Facts
from clashbox.cards.forms import Terrain, as_object
from clashbox.cards.judge import judge
from clashbox.cards.typed import Typed, parse
from clashbox.i18n import t
from clashbox.sources import opened
from clashbox.text import shown
from clashbox.trouble import Trouble

MAX_LINES = 5_000
"""Lines of a file of terrains at most."""


def read(source: str) -> list[Typed]:
    """The typed terrains of a file (`-`: standard input), judged. Raises reading.Unreadable or Trouble, both
    with status 2, where it cannot be read or holds none.
    """
    lines: list[tuple[int, str]] = []
    with opened(source) as stream:
        for line in reading.lines(stream, source):
            if len(lines) == MAX_LINES:
                raise reading.Unreadable(source, line[0], t("terrain.many", MAX_LINES))
            lines.append(line)
    found = parse(lines)
    if not found:
        raise reading.Unreadable(source, 1, t("terrain.empty.file"))
    return [judge(terrain) for terrain in found]


def sound(source: str) -> list[Typed]:
    """The same, where all of them can be used. Raises reading.Unreadable with the first fault else."""
    found = read(source)
    for terrain in found:
        for fault in terrain.faults:
            if fault.level == "fault":
                text = t("terrain.broken", fault.text(), shown(source, 200))
                raise reading.Unreadable(source, fault.line, text)
    return found


def find(named: str, wanted: str | None = None) -> Terrain:
    """The terrain of that slug, else the one of that file; `wanted`: which of several. Raises Trouble."""
    if named in store.terrains():
        known = Facts().terrain(named)
        assert known is not None
        return known
    try:
        found = sound(named)
    except Trouble as trouble:
        if trouble.key == "file.missing":
            raise Trouble("terrain.unknown", shown(named, 200), status=2) from None
        raise
    ids = ", ".join(terrain.id for terrain in found)
    if wanted is not None:
        found = [terrain for terrain in found if terrain.id == wanted]
        if not found:
            raise Trouble("terrain.which.none", shown(named, 200), shown(wanted), ids, status=2)
    if len(found) > 1:
        raise Trouble("terrain.which", shown(named, 200), ids, status=2)
    return as_object(found[0])
