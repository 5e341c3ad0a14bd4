"""The pictures of the case: from the front, above, behind, below, open, taken apart, cut in two places."""

from build123d import Part, Pos, Vector

from hardware.design import pins
from hardware.enclosure import lid as lids
from hardware.enclosure.build import Case
from hardware.enclosure.drawing import Camera, Group, draw
from hardware.enclosure.fixed import KEYS
from hardware.enclosure.shapes import block, slab, solid

FRONT = Camera(Vector(-0.55, -1.0, 0.95))
BACK = Camera(Vector(-0.9, 1.0, 0.75))
BELOW = Camera(Vector(-0.4, -0.9, -1.1))
OPEN = Camera(Vector(0.35, -0.5, 1.2))
TOP = Camera(Vector(0, -0.25, 1.0))
SIDE = Camera(Vector(1, 0, 0))


def _shown(case: Case, *names: str) -> list[tuple[str, Part]]:
    found = [("part", solid(case.layout, body)) for body in case.bodies if body.part in names]
    return [(fill if "plug" not in names else "", made) for fill, made in found]


def _closed(case: Case) -> list[Group]:
    """The closed box; of what is inside only that which can be seen."""
    glass = solid(case.layout, next(body for body in case.bodies if body.name == "glass"))
    plate = case.lid & slab(case.layout, -case.layout.p.top, 1.0)
    caps = [("cap", cap & slab(case.layout, 0.0, 50.0)) for cap in case.caps.values()]
    found = [Group([("box", case.box)]), Group([("glass", glass)]), Group([("lid", plate)])]
    return [*found, Group(caps, "cap")] if caps else found


def exploded(case: Case) -> str:
    """Everything above each other, in the order in which it is put together."""
    layout = case.layout
    board = pins.load().boards[layout.p.board].name
    order = [  # what, how far it is lifted, how it is called
        ([("box", case.box)], 0, "ink", "box"),
        (_shown(case, "board"), 48, "part", board),
        (_shown(case, "cell", "charger", "switch"), 30, "part", "cell, charger, switch"),
        (_shown(case, "keys"), 120, "part", "keys and buzzer on perfboard"),
        ([("lid", one) for one in lids.bar_places(layout)], 142, "ink", "two bars clamp the display"),
        (_shown(case, "display"), 168, "part", "display"),
        ([("cap", one) for one in case.caps.values()], 160, "cap", "caps, from below through the lid"),
        ([("lid", case.lid)], 256, "ink", "lid"),
    ]
    groups = []
    for solids, lift, line, label in order:
        if not solids:
            continue
        moved = [(fill, Pos(0, 0, lift) * one) for fill, one in solids]
        last = max((one for _, one in moved), key=lambda one: one.bounding_box().max.X).bounding_box()
        at = Vector(last.max.X - 1.0, (last.min.Y + last.max.Y) / 2, last.max.Z)
        groups.append(Group(moved, line, label=(at, label)))
    return draw(FRONT, groups, "clashbox, taken apart")


def section(case: Case, x: float) -> str:
    """Cut through at x, seen from the right."""
    keep, thin = (block((low, -300, -300), (x, 300, 300)) for low in (-300, x - 0.05))
    solids = [("box", case.box), ("lid", case.lid)] + [("cap", cap) for cap in case.caps.values()]
    solids += [("lid", bar) for bar in lids.bar_places(case.layout)]
    parts = [
        (fill, one & keep)
        for fill, one in _shown(case, "board", "display", "keys", "cell", "charger", "switch")
    ]
    halves = [(fill, one & keep) for fill, one in solids]
    cut = [("cut", one & thin) for _, one in solids]
    # what is nearer is filled later; the lid's pillars are farthest, its posts are few
    kept = [pair for pair in halves[:2] + parts + halves[2:] + cut if pair[1] and pair[1].volume > 1e-3]
    return draw(SIDE, [Group(kept, width=0.2)], f"clashbox, cut at x = {x:g} mm")


def all_of(case: Case) -> dict[str, str]:
    """Name and SVG of each picture."""
    closed = _closed(case)
    plug = Group(_shown(case, "plug"), "ghost")
    inside = Group([("box", case.box), *_shown(case, "board", "cell", "charger", "switch")])
    return {
        "front": draw(FRONT, closed, "clashbox from the front"),
        "top": draw(TOP, closed, "clashbox as the player sees it"),
        "back": draw(BACK, [*closed, plug], "clashbox from behind, with the room for its plug"),
        "below": draw(BELOW, closed[:1], "clashbox from below"),
        "inside": draw(OPEN, [inside], "the box without its lid"),
        "lid": draw(Camera(Vector(-0.5, 1.0, -1.1)), [Group([("lid", case.lid)])], "the lid from below"),
        "exploded": exploded(case),
        "section-keys": section(case, case.layout.on_strip(KEYS["up"])[0]),
        "section-display": section(case, 0.0),
    }
