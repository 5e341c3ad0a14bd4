"""Writes what is printed: STEP, STL and 3MF; reads them back to compare them by their geometry."""

from pathlib import Path

import trimesh
from build123d import Mesher, Part, export_step, import_step

from hardware.enclosure import meshes
from hardware.enclosure.build import Case

DATE = (
    "2026-01-01T00:00:00"  # STEP files carry one; always the same, so that the same case gives the same bytes
)
NEAR = 0.002  # of the volume, and of each side, that two writings of one part may differ by
FORMATS = ("step", "stl", "3mf")


def stl(part: Part) -> bytes:
    """A part's STL file (binary); the same part gives the same bytes."""
    return bytes(trimesh.exchange.stl.export_stl(meshes.mesh(part)))


def write(case: Case, folder: Path) -> list[Path]:
    """Write every part that is printed in every format; the files, each written whole or not at all."""
    folder.mkdir(parents=True, exist_ok=True)
    written = []
    for name, part in case.printed.items():
        for ending in FORMATS:
            path, half = folder / f"{name}.{ending}", folder / f".half.{name}.{ending}"
            if ending == "stl":
                half.write_bytes(stl(part))
            elif ending == "step":
                export_step(part, half, timestamp=DATE)
            else:
                mesher = Mesher()
                mesher.add_shape(part)
                mesher.write(half)
            half.replace(path)
            written.append(path)
    return written


def measures(path: Path) -> tuple[float, tuple[float, float, float]]:
    """Volume in mm3 and the sides of the box around what a file holds."""
    if path.suffix == ".stl":
        surface = trimesh.load_mesh(path)
        return float(surface.volume), tuple(float(side) for side in surface.extents)
    shape = import_step(path) if path.suffix == ".step" else Mesher().read(path)[0]
    size = shape.bounding_box().size
    return float(shape.volume), (size.X, size.Y, size.Z)


def differs(path: Path, part: Part) -> str:
    """How what a file holds differs from a part; empty where it does not."""
    volume, sides = measures(path)
    size = part.bounding_box().size
    pairs = zip((volume, *sides), (part.volume, size.X, size.Y, size.Z), strict=True)
    if all(abs(read - made) <= NEAR * made + 0.01 for read, made in pairs):
        return ""
    held = " x ".join(f"{side:.1f}" for side in sides)
    return f"{path.name}: holds {volume:.0f} mm3 in {held} mm, other than the part"
