"""What is kept of the default case: STL files to print at once, pictures, the table of weights."""

import re
from pathlib import Path

import numpy as np
import trimesh
from shapely import MultiLineString

from hardware.design import tables
from hardware.design.pins import HARDWARE
from hardware.enclosure import export, pictures, template
from hardware.enclosure.build import COPIES, Case

EXPORTS = HARDWARE / "enclosure" / "exports"
PICTURES = HARDWARE / "enclosure" / "pictures"
README = HARDWARE / "README.md"
PLA = 1.24  # g/cm3
MOVED = 0.03  # mm that a corner of a picture's line may move from one version of the tools to the next


def stale(case: Case, rewrite: bool) -> list[Path]:
    """The kept files that are not what the case gives; written anew where that is wished."""
    wanted = {EXPORTS / f"{name}.stl": export.stl(part) for name, part in case.printed.items()}
    wanted |= {PICTURES / f"{name}.svg": text.encode() for name, text in pictures.all_of(case).items()}
    wanted[PICTURES / "perfboard.svg"] = template.perfboard(case.layout).encode()
    text = README.read_text(encoding="utf-8")
    wanted[README] = tables.between(text, "printed", table(case), ("<!--", "-->")).encode()
    found = [path for path, data in wanted.items() if not path.is_file() or not same(path, data)]
    found += [
        path for folder in (EXPORTS, PICTURES) for path in sorted(folder.glob("*.*")) if path not in wanted
    ]
    for path in found if rewrite else ():
        if path not in wanted:
            path.unlink()
            continue
        path.parent.mkdir(exist_ok=True)
        path.write_bytes(wanted[path])
    return found


def same(path: Path, data: bytes) -> bool:
    """The same bytes; STL files and pictures may differ by what arithmetic does from machine to machine."""
    old = path.read_bytes()
    if old == data:
        return True
    if path.suffix == ".stl":
        one, other = (
            trimesh.load_mesh(trimesh.util.wrap_as_stream(each), file_type="stl") for each in (old, data)
        )
        return bool(
            abs(one.volume - other.volume) < export.NEAR * other.volume
            and np.allclose(one.bounds, other.bounds, atol=0.01)
        )
    return path.suffix == ".svg" and _alike(old.decode(), data.decode())


def _alike(one: str, other: str) -> bool:
    """The same drawing: outlines may begin at another corner and come in another order, all else may not."""
    number = r"-?\d+\.\d\d"
    (rest, outlines), (rest2, outlines2) = _parts(one), _parts(other)
    if re.sub(number, "#", rest) != re.sub(number, "#", rest2) or outlines.keys() != outlines2.keys():
        return False
    pairs = zip(re.findall(number, rest), re.findall(number, rest2), strict=True)
    if any(abs(float(a) - float(b)) > MOVED for a, b in pairs):
        return False
    return all(_near(drawn, outlines2[style]) for style, drawn in outlines.items())


def _near(one: str, other: str) -> bool:
    """Every corner of one near an outline of the other, and as much outline: curves may be cut otherwise."""
    if one == other:
        return True
    drawn, again = _lines(one), _lines(other)
    return drawn.hausdorff_distance(again) <= MOVED and abs(drawn.length - again.length) < 0.01 * again.length


def _lines(data: str) -> MultiLineString:
    parts = [re.findall(r"(-?[\d.]+) (-?[\d.]+)", part) for part in data.split("M") if "L" in part]
    return MultiLineString([np.array(part, float) for part in parts])


def _parts(svg: str) -> tuple[str, dict[str, str]]:
    """All but the outlines, and the outlines' data by how they are drawn."""
    outlines: dict[str, str] = {}
    rest: list[str] = []
    for line in svg.splitlines():
        found = re.fullmatch(r'<path d="([^"]*)"(.*)', line)
        if found:
            outlines[found[2]] = outlines.get(found[2], "") + found[1]
        else:
            rest.append(line)
    return "\n".join(rest), outlines


def table(case: Case) -> str:
    """What is printed, how often, how large and how heavy, for README.md."""
    lines = ["\n| part | how many | size on the bed, mm | weight of one, PLA |\n| --- | --- | --- | --- |\n"]
    for name, part in case.printed.items():
        size = part.bounding_box().size
        sides = " x ".join(f"{side:.0f}" for side in (size.X, size.Y, size.Z))
        weight = max(1, round(part.volume / 1000 * PLA))
        lines.append(f"| {name} | {COPIES.get(name, 1)} | {sides} | {weight} g |\n")
    return "".join(lines) + "\n"
