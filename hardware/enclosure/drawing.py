"""Line drawings of solids as SVG: build123d finds the lines seen; groups lie over those behind them."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from html import escape

from build123d import Compound, Edge, GeomType, Part, Vector
from shapely.geometry import Polygon
from shapely.ops import unary_union

Point = tuple[float, float]
LINE = {"ink": "#1f2933", "cap": "#5a3a00", "part": "#1f6d3a", "ghost": "#9aa5b1"}
FILL = {
    "box": "#e3e8ee",
    "lid": "#f6f7f9",
    "cap": "#f5c26b",
    "part": "#d5ecdc",
    "glass": "#243040",
    "cut": "#e8a33d",
}
LABEL_STEP = 5.5
LABEL_ROOM = 74.0


@dataclass
class Group:
    """Solids whose lines hide each other; the fills lie one over the other in their order."""

    solids: list[tuple[str, Part]]  # what it is filled as, "" for lines only
    line: str = "ink"
    width: float = 0.28
    label: tuple[Vector, str] | None = None


@dataclass
class Camera:
    """Looks along a direction (to the eye), without perspective."""

    eye: Vector
    up: Vector = field(default_factory=lambda: Vector(0, 0, 1))

    def __post_init__(self) -> None:
        self.out = self.eye.normalized()
        self.right = self.up.cross(self.out).normalized()
        self.above = self.out.cross(self.right)

    def see(self, point: Vector) -> Point:
        """The place of a point in the picture, y down."""
        return point.dot(self.right), -point.dot(self.above)


def _lines(camera: Camera, solids: list[Part]) -> Iterable[list[Point]]:
    compound = Compound(children=[Compound(solid.wrapped) for solid in solids])
    seen, _ = compound.project_to_viewport(camera.out * 1000, camera.up, (0, 0, 0))
    for edge in seen:
        yield [(point.X, -point.Y) for point in _along(edge)]


def _along(edge: Edge) -> list[Vector]:
    steps = 1 if edge.geom_type == GeomType.LINE else max(4, min(24, round(edge.length / 0.8)))
    return [edge.position_at(n / steps) for n in range(steps + 1)]


def _shadow(camera: Camera, solid: Part) -> list[Polygon]:
    points, faces = solid.tessellate(0.1, 0.3)
    flat = [camera.see(point) for point in points]
    triangles = [Polygon([flat[n] for n in face]) for face in faces]
    joined = unary_union([shape.buffer(0.005) for shape in triangles if shape.area > 1e-6]).simplify(0.02)
    return list(getattr(joined, "geoms", [joined]))


def _d(points: Iterable[Point], close: bool = False) -> str:
    text = "L".join(f"{x:.2f} {y:.2f}" for x, y in points)
    return "M" + text + ("Z" if close else "")


def _group(camera: Camera, group: Group, bounds: list[tuple[float, ...]]) -> list[str]:
    color, body = LINE[group.line], []
    for fill, solid in group.solids:
        outlines = _shadow(camera, solid)
        bounds += [shape.bounds for shape in outlines]
        if fill:
            rings = (ring for shape in outlines for ring in (shape.exterior, *shape.interiors))
            path = "".join(_d(ring.coords, True) for ring in rings)
            body.append(f'<path d="{path}" fill="{FILL[fill]}" fill-rule="evenodd"/>')
    lines = sorted(_d(points) for points in _lines(camera, [solid for _, solid in group.solids]))
    body.append(f'<path d="{"".join(lines)}" fill="none" stroke="{color}" stroke-width="{group.width:g}"/>')
    return body


def _labels(camera: Camera, groups: list[Group], right: float) -> list[str]:
    places = sorted((camera.see(group.label[0])[::-1], group.label[1]) for group in groups if group.label)
    body, last = [], -1e9
    for (y, x), text in places:
        at = max(y, last + LABEL_STEP)
        last = at
        body.append(f'<circle cx="{x:.2f}" cy="{y:.2f}" r=".8" fill="#b3261e"/>')
        way = f"M{x:.2f} {y:.2f}L{right - 8:.2f} {at:.2f}H{right - 1:.2f}"
        body.append(f'<path d="{way}" fill="none" stroke="#b3261e" stroke-width=".25"/>')
        body.append(f'<text x="{right:.2f}" y="{at + 1.3:.2f}">{escape(text)}</text>')
    return body


def draw(camera: Camera, groups: list[Group], title: str, margin: float = 6.0) -> str:
    """The picture of the groups, the first one at the back."""
    bounds: list[tuple[float, ...]] = []
    body = [line for group in groups for line in _group(camera, group, bounds)]
    left, top = (min(bound[n] for bound in bounds) - margin for n in (0, 1))
    right, bottom = (max(bound[n] for bound in bounds) + margin for n in (2, 3))
    if labels := _labels(camera, groups, right):
        body, right = body + labels, right + LABEL_ROOM
    wide, high = right - left, bottom - top
    size = f'width="{wide * 6:.0f}" height="{high * 6:.0f}"'
    view = f"{left:.2f} {top:.2f} {wide:.2f} {high:.2f}"
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{view}" {size} '
        'font-family="DejaVu Sans, Verdana, sans-serif" font-size="4" stroke-linecap="round" '
        f'stroke-linejoin="round"><title>{escape(title)}</title>\n'
        f'<rect x="{left:.2f}" y="{top:.2f}" width="{wide:.2f}" height="{high:.2f}" fill="#fff"/>\n'
        + "\n".join(body)
        + "\n</svg>\n"
    )
