"""Printed caps with marks: an arrow (four times, turned as needed), a, b; they sit on the keys' plungers."""

from build123d import Axis, Circle, Part, Polygon, Pos, Rectangle, Rot, Sketch, chamfer, extrude

from hardware.enclosure.fixed import CAP_TOP, FLANGE, KEYS
from hardware.enclosure.layout import Layout
from hardware.enclosure.shapes import block, lid_frame, rod

ENGRAVED = 0.6  # depth of the marks
SOCKET = 0.15  # wider than the plunger, in all
TURNS = {"right": 0, "up": 90, "left": 180, "down": 270}


def _mark(name: str) -> Sketch:
    if name == "arrow":
        return Polygon((-1.8, -2.6), (2.7, 0), (-1.8, 2.6), align=None)
    bowl = Circle(2.2) - Circle(1.1)
    if name == "a":
        return Pos(-0.3, 0) * (bowl + Pos(1.75, 0) * Rectangle(1.1, 4.4))
    return Pos(0.3, -1.0) * (bowl + Pos(-1.75, 1.2) * Rectangle(1.1, 6.8))


def make(layout: Layout, name: str) -> Part:
    """A cap ("arrow", "a" or "b") as it is printed, the flange on the bed; x to the right as one reads it."""
    key = layout.parts["key"]
    low, (wide, bottom, shelf) = 0.0, FLANGE
    stem = rod(0, 0, 0, CAP_TOP - bottom, key["cap"]["diameter"])
    stem = chamfer(stem.edges().sort_by(Axis.Z)[-1], 0.8)
    cap = stem + rod(0, 0, low, shelf - bottom, wide)
    half = (key["plunger"]["size"][0] + SOCKET) / 2
    cap = cap - block((-half, -half, -1), (half, half, key["plunger"]["top"] - bottom))
    return cap - Pos(0, 0, CAP_TOP - bottom - ENGRAVED) * extrude(_mark(name), ENGRAVED + 1)


def places(layout: Layout, lift: float = 0.0) -> dict[str, Part]:
    """All six caps in the box's frame, lifted along w (pressed: below zero)."""
    frame, found = lid_frame(layout), {}
    shapes = {name: make(layout, name) for name in ("arrow", "a", "b")}
    for key, hole in KEYS.items():
        x, v = layout.on_strip(hole)
        shape = shapes["arrow"] if key in TURNS else shapes[key]
        at = Pos(x, v, layout.strip_top + FLANGE[1] + lift) * Rot(Z=TURNS.get(key, 0))
        found[key] = frame * (at * shape)
    return found
