"""The forms of a terrain: typed lines, the object that stands in game files, one compact line for the box.

The object is that of the card data: `{"id", "name", "objective", "nodes": [{"id", "type", "pos", "side",
"effect", "allowed"}], "edges": [[a, b]], "regions": [{"bases", "medals"}]}`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, cast

from clashbox.cards.judge import neighbours, ring_of
from clashbox.cards.typed import Typed, parse
from clashbox.text import NAME_LIMIT, shown

Terrain = dict[str, Any]
_SMALL = ("a", "and", "for", "in", "no", "of", "on", "that", "the", "to")


def capitals(slug: str) -> str:
    """The name that most slugs stand for: `school-of-wizardry` is School of Wizardry."""
    words = slug.split("-")
    return " ".join(w if i and w in _SMALL else w[:1].upper() + w[1:] for i, w in enumerate(words))


def as_object(typed: Typed) -> Terrain:
    """The object of a typed terrain that is sound; where it says nothing about places they are worked out."""
    nodes: list[dict[str, Any]] = []
    order = {name: at for at, name in enumerate(typed.nodes)}
    places = typed.places or laid_out(
        typed.nodes, typed.bases, list(typed.paths), [ring.bases for ring in typed.rings]
    )
    for name, pos in zip(typed.nodes, places, strict=True):
        node: dict[str, Any] = {"id": name, "type": "base", "pos": list(pos)}
        if name in typed.hqs:
            node["type"] = "hq"
            node["side"] = "red" if name.startswith("R") else "blue"
        if name in typed.effects:
            node |= {"type": "special", "effect": typed.effects[name]}
        elif name in typed.gates:
            node |= {"effect": "gate", "allowed": [*typed.gates[name], "joker"]}
            if node["type"] == "base":
                node["type"] = "special"
        nodes.append(node)
    return {
        "id": typed.id,
        "name": typed.name or capitals(typed.id),
        "objective": typed.objective,
        "nodes": nodes,
        "edges": [list(path) for path in sorted(typed.paths, key=lambda p: [*map(order.get, p)])],
        "regions": [{"bases": list(ring.bases), "medals": ring.medals} for ring in typed.rings],
    }


def laid_out(
    nodes: Sequence[str],
    bases: int,
    paths: Sequence[Sequence[str]],
    regions: Iterable[Sequence[str]],
) -> list[tuple[int, int]]:
    """Places for the nodes of a terrain that has none: the bases, then the headquarters."""
    from clashbox.cards import layout

    number = {name: at for at, name in enumerate(nodes)}
    near = neighbours(nodes, [(a, b) for a, b in paths])
    rings = [ring_of(near, region, nodes[bases:]) or [] for region in regions]
    return layout.places(
        bases,
        ["red" if name.startswith("R") else "blue" for name in nodes[bases:]],
        [(number[a], number[b]) for a, b in paths],
        [[number[name] for name in ring] for ring in rings if ring],
    )


def lines_of(terrain: Mapping[str, Any]) -> list[str]:
    """The typed lines of a terrain whose bases are numbered 1 to n. Raises ValueError for another."""
    nodes = {node["id"]: node for node in terrain["nodes"]}
    hqs = sorted((n for n in nodes if nodes[n]["type"] == "hq"), key=lambda n: (nodes[n]["side"] != "red", n))
    bases = [n for n in nodes if nodes[n]["type"] != "hq"]
    if bases != [str(n + 1) for n in range(len(bases))]:
        raise ValueError(f"{terrain['id']}: bases are not numbered 1 to {len(bases)}")
    lines = [f"T {terrain['id']} {terrain['objective']} {len(bases)}"]
    name = shown(str(terrain.get("name") or "").replace(";", ",").replace("#", ""), NAME_LIMIT)
    if name and name != capitals(terrain["id"]):
        lines.append(f"N {name}")
    lines.append("H " + " ".join(hqs))
    if all("pos" in node for node in nodes.values()):
        lines.append("X " + " ".join("{},{}".format(*nodes[n]["pos"]) for n in bases + hqs))
    special: dict[str, list[str]] = {}
    for node in (nodes[name] for name in bases + hqs):
        if node.get("effect") == "gate":
            admitted = "".join(str(a) for a in node["allowed"] if a != "joker")
            special.setdefault(f"G {admitted}*", []).append(node["id"])
        elif node.get("effect"):
            special.setdefault(f"S {node['effect']}", []).append(node["id"])
    lines += [f"{head} {' '.join(ids)}" for head, ids in sorted(special.items())]
    paths: dict[str, list[str]] = {}
    for a, b in terrain["edges"]:
        paths.setdefault(a, []).append(b)
    lines.append("P " + " ".join(f"{a}-{','.join(ends)}" for a, ends in paths.items()))
    if terrain["regions"]:
        lines.append("Z " + " ".join(f"{r['medals']}:{','.join(r['bases'])}" for r in terrain["regions"]))
    return lines


def compact(terrain: Mapping[str, Any]) -> str:
    """The terrain as one line, as the box keeps it (firmware/lib/clashcore/board.py)."""
    return ";".join(lines_of(terrain))


def expand(header: object) -> object:
    """The header of a game on a box: a terrain of one's own lies there as a compact line, in game files as an
    object. Raises ValueError where it is no terrain; whatever else is in the header stays as it is.
    """
    if not isinstance(header, dict):
        return header
    found = cast(dict[str, Any], header)
    terrain = found.get("terrain")
    if not isinstance(terrain, str) or ";" not in terrain:
        return found
    return {**found, "terrain": from_compact(terrain)}


def from_compact(text: str) -> Terrain:
    """The object of such a line. Raises ValueError where it is no sound terrain."""
    found = parse([(1, text)])
    if len(found) != 1 or not found[0].sound or not found[0].hqs or not found[0].paths:
        raise ValueError("not a terrain")
    return as_object(found[0])
