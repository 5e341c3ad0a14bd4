"""Judges what is printed by its mesh: closed, as large as the solid, thick enough, no support needed."""

import math

import numpy as np
import shapely
import trimesh
from build123d import Part
from shapely.geometry import MultiPolygon, Point, Polygon
from shapely.geometry.base import BaseGeometry

from hardware.enclosure.fixed import BRIDGE, OVERHANG
from hardware.enclosure.parameters import MIN_WALL

LAYER = 0.25  # mm: the height of the layers that overhangs are looked for with
SAMPLES = 6000  # points that walls are measured from
OPPOSITE = (
    -0.85
)  # faces count as the two sides of a wall from this on (cosine): what tapers to an edge is none
LOOSE = 0.35  # mm that a layer may stick out with nothing under it, beyond the overhang
TOLERANCE = 0.03  # mm, of the mesh


def mesh(part: Part) -> trimesh.Trimesh:
    """The part's surface as triangles; what is exported, too."""
    points, faces = part.tessellate(0.03, 0.2)
    corners = np.round(np.array([(p.X, p.Y, p.Z) for p in points]), 5)
    made = trimesh.Trimesh(corners, faces, process=True)
    made.update_faces(made.nondegenerate_faces())
    return made


def closed(name: str, part: Part, surface: trimesh.Trimesh) -> list[str]:
    """What is wrong with the solid and its mesh as such."""
    found = []
    if not part.is_valid:
        found.append(f"{name}: the solid is not valid")
    if len(part.solids()) != 1:
        found.append(f"{name}: {len(part.solids())} pieces where one is wanted")
    if not (surface.is_watertight and surface.is_winding_consistent):
        return [*found, f"{name}: the mesh is not closed"]
    if abs(surface.volume - part.volume) > 0.005 * part.volume:
        found.append(f"{name}: the mesh holds {surface.volume:.0f} mm3, the solid {part.volume:.0f}")
    return found


def thinnest(surface: trimesh.Trimesh, samples: int = SAMPLES) -> tuple[float, tuple[float, float, float]]:
    """The thinnest wall in mm and where: rays from points of the surface inwards, to the face opposite."""
    # evenly over the area, and from the middle of each larger face, which may be small beside the whole
    points, faces = trimesh.sample.sample_surface(surface, samples, seed=1)
    large = np.flatnonzero(surface.area_faces > 0.2)
    points = np.vstack([points, surface.triangles_center[large]])
    normals = surface.face_normals[np.concatenate([faces, large])]
    start = points - normals * 1e-3
    hits, rays, triangles = surface.ray.intersects_location(start, -normals, multiple_hits=False)
    opposite = np.einsum("ij,ij->i", normals[rays], surface.face_normals[triangles]) < OPPOSITE
    lengths = np.linalg.norm(hits - points[rays], axis=1)
    lengths = np.where(opposite, lengths, np.inf)
    least = int(np.argmin(lengths))
    return float(lengths[least]), tuple(float(value) for value in points[rays[least]].round(1))


def walls(name: str, surface: trimesh.Trimesh) -> list[str]:
    """A line where a wall is thinner than it may be."""
    thin, where = thinnest(surface)
    if thin < MIN_WALL - TOLERANCE:
        return [f"{name}: a wall of {thin:.2f} mm at {where}; at least {MIN_WALL:g} mm"]
    return []


def _layers(surface: trimesh.Trimesh) -> tuple[np.ndarray, list[BaseGeometry]]:
    low, high = surface.bounds[0][2], surface.bounds[1][2]
    heights = np.arange(LAYER / 2, high - low, LAYER)
    sections = surface.section_multiplane((0, 0, low), (0, 0, 1), heights)
    return heights, [_polygon(section) for section in sections]


def _polygon(section: trimesh.path.Path2D | None) -> BaseGeometry:
    if section is None:
        return MultiPolygon()
    to_3d = section.metadata["to_3D"]
    shape = shapely.union_all([polygon.buffer(0) for polygon in section.polygons_full])
    return shapely.affinity.affine_transform(shape, [*to_3d[0, :2], *to_3d[1, :2], to_3d[0, 3], to_3d[1, 3]])


def overhangs(name: str, surface: trimesh.Trimesh) -> list[str]:
    """Lines where the part, z up from the bed, would need support: layer by layer, as it is printed."""
    found = []
    heights, layers = _layers(surface)
    grow = LAYER * math.tan(math.radians(OVERHANG)) + TOLERANCE
    for height, below, layer in zip(heights[1:], layers[:-1], layers[1:], strict=True):
        for piece in _pieces(layer.difference(below.buffer(grow))):
            if why := _hangs(piece, below, grow):
                x, y = piece.representative_point().coords[0]
                found.append(f"{name}: {why} at ({x:.1f}, {y:.1f}), {height:.1f} mm over the bed")
    return found


def _pieces(shape: BaseGeometry) -> list[Polygon]:
    parts = getattr(shape, "geoms", [shape])
    return [part for part in parts if isinstance(part, Polygon) and part.area > 0.05]


def _hangs(piece: Polygon, below: BaseGeometry, grow: float) -> str:
    if piece.buffer(-LOOSE / 2).is_empty:
        return ""
    held = below.intersection(piece.buffer(grow + 0.1))
    if held.is_empty:
        return "an island that begins in the air"
    between = held.convex_hull
    loose = [part for part in _pieces(piece.difference(between)) if not part.buffer(-LOOSE / 2).is_empty]
    if loose:
        return "an overhang that is held on one side only"
    span = 2 * max(below.distance(point) for point in _points(piece))
    return f"a bridge of {span:.1f} mm" if span > BRIDGE else ""


def _points(piece: Polygon) -> list[Point]:
    """Points all over a piece, 1 mm apart: the one farthest from what holds tells the bridge's length."""
    low_x, low_y, high_x, high_y = piece.bounds
    grid = (Point(x, y) for x in np.arange(low_x, high_x, 1.0) for y in np.arange(low_y, high_y, 1.0))
    edge = shapely.segmentize(piece.exterior, 1.0).coords
    return [point for point in grid if piece.contains(point)] + [Point(corner) for corner in edge]
