"""Few shapes that the case is made of, over build123d; lengths in mm."""

from build123d import (
    Axis,
    Box,
    Cone,
    Cylinder,
    Location,
    Part,
    Plane,
    Polygon,
    Pos,
    RectangleRounded,
    Rot,
    chamfer,
    extrude,
)

from hardware.enclosure.fixed import Body
from hardware.enclosure.layout import Layout

FAR = 400.0


def block(low: tuple[float, float, float], high: tuple[float, float, float]) -> Part:
    """A block from corner to corner."""
    size = [b - a for a, b in zip(low, high, strict=True)]
    return Pos(*((a + b) / 2 for a, b in zip(low, high, strict=True))) * Box(*size)


def rod(x: float, y: float, low: float, high: float, diameter: float) -> Part:
    """An upright round rod."""
    return Pos(x, y, (low + high) / 2) * Cylinder(diameter / 2, high - low)


def cone(x: float, y: float, low: float, high: float, diameter_low: float, diameter_high: float) -> Part:
    """An upright cone without its tip."""
    return Pos(x, y, (low + high) / 2) * Cone(diameter_low / 2, diameter_high / 2, high - low)


def prism(layout: Layout, inset: float, low: float, high: float) -> Part:
    """The outline of the case, smaller by the inset, drawn up from low to high."""
    p = layout.p
    width, depth, radius = layout.width - 2 * inset, layout.depth - 2 * inset, max(p.radius - inset, 0.5)
    return Pos(0, layout.depth / 2, low) * extrude(RectangleRounded(width, depth, radius), high - low)


def lid_frame(layout: Layout) -> Location:
    """The lid's frame within the box's."""
    return Plane(origin=(0, 0, layout.front), x_dir=(1, 0, 0), z_dir=(0, -layout.sin, layout.cos)).location


def slab(layout: Layout, low: float, high: float) -> Part:
    """All between two planes along the lid, by w; in the box's frame."""
    return lid_frame(layout) * block((-FAR, -FAR, low), (FAR, FAR, high))


def tapered(outline: list[tuple[float, float]], low: float, high: float, grow: float) -> Part:
    """A polygon drawn up from low to high that grows outward on the way by so much on each side."""
    from math import atan2, degrees

    amount = high - low
    return Pos(0, 0, low) * extrude(
        Polygon(*outline, align=None), amount, taper=-degrees(atan2(grow, amount))
    )


def across(outline: list[tuple[float, float]], low: float, high: float) -> Part:
    """A polygon of y and z, drawn along x from low to high."""
    plane = Plane(origin=(low, 0, 0), x_dir=(0, 1, 0), z_dir=(1, 0, 0))
    return extrude(plane * Polygon(*outline, align=None), high - low)


def lengthwise(outline: list[tuple[float, float]], low: float, high: float) -> Part:
    """A polygon of x and z, drawn along y from low to high."""
    plane = Plane(origin=(0, high, 0), x_dir=(1, 0, 0), z_dir=(0, -1, 0))
    return extrude(plane * Polygon(*outline, align=None), high - low)


def softened(part: Part, face_axis: Axis, length: float, last: bool = True) -> Part:
    """The part with the outer edges of its last (or first) face along an axis cut off at 45 degrees."""
    faces = part.faces().sort_by(face_axis)
    face = faces[-1] if last else faces[0]
    return chamfer(face.outer_wire().edges(), length)


def solid(layout: Layout, body: Body, grow: float = 0.0) -> Part:
    """The room of a part, in the box's frame."""
    low = tuple(value - grow for value in body.low)
    high = tuple(value + grow for value in body.high)
    if body.round:
        made = rod(body.middle[0], body.middle[1], low[2], high[2], body.size[0] + 2 * grow)
    else:
        made = block(low, high)  # type: ignore[arg-type]
    return lid_frame(layout) * made if body.frame == "lid" else made


def printed_lid(layout: Layout, lid: Part) -> Part:
    """The lid as it is printed: its outer face on the bed."""
    return Rot(X=180) * (lid_frame(layout).inverse() * lid)
