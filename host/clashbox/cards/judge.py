"""Whether a typed terrain hangs together (rules TB-09, TB-10, TB-20): headquarters, connection, regions that
close, medals and objective. What the lines themselves get wrong typed.py has said.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping

from clashbox.cards.typed import Ring, Typed

NEAR = 4
"""Places nearer than this, in per cent of width and height, lie on top of each other in any drawing."""
_STEPS = 2_000
_LISTED = 8

Near = Mapping[str, Collection[str]]
"""The neighbours of every node."""


def judge(terrain: Typed) -> Typed:
    """Adds what is wrong with the terrain as a whole to its faults, which end up in the order of lines.

    A terrain whose lines are not in order is looked at all the same, but not where that would only repeat it.
    """
    broken = not terrain.sound
    if not terrain.bases:
        return terrain
    for side, name in (("R", "red"), ("B", "blue")):
        if not any(hq.startswith(side) for hq in terrain.hqs):
            terrain.say(terrain.line, f"hq.{name}")
    near = neighbours(terrain.nodes, terrain.paths)
    if not terrain.paths and not broken:
        terrain.say(terrain.line, "path.none")
    elif not broken:
        lost = apart(near)
        if lost:
            terrain.say(terrain.line, "apart", terrain.nodes[0], _listed(lost))
    for ring in terrain.rings:
        _judge_ring(terrain, near, ring, broken)
    total = sum(ring.medals for ring in terrain.rings)
    if not terrain.rings and not broken:
        terrain.say(terrain.line, "region.none", level="warning")
    elif terrain.objective and terrain.objective != total // 2 and not broken:
        terrain.say(terrain.line, "goal", terrain.objective, total // 2, total, level="warning")
    _judge_places(terrain)
    terrain.faults.sort(key=lambda fault: fault.line)
    return terrain


def _judge_ring(terrain: Typed, near: Near, ring: Ring, broken: bool) -> None:
    word = f"{ring.medals}:{','.join(ring.bases)}"
    if ring.medals != len(ring.bases) - 2:
        terrain.say(ring.line, "medals", word, ring.medals, len(ring.bases) - 2, level="warning")
    if broken:
        return
    if ring_of(near, ring.bases, terrain.hqs):
        return
    if any(_cycle(near, [*ring.bases, *pair]) for pair in _pairs(terrain.hqs)):
        terrain.say(ring.line, "region.hqs", word)
        return
    ends = [base for base in ring.bases if sum(n in ring.bases for n in near[base]) < 2]
    if ends:
        terrain.say(ring.line, "region.ends", word, _listed(ends))
    else:
        terrain.say(ring.line, "region.open", word)


def _judge_places(terrain: Typed) -> None:
    nodes = terrain.nodes
    for i, (x, y) in enumerate(terrain.places):
        for j in range(i):
            other = terrain.places[j]
            if abs(other[0] - x) < NEAR and abs(other[1] - y) < NEAR:
                terrain.say(terrain.line, "place.near", nodes[j], nodes[i], level="warning")


def _listed(nodes: list[str]) -> str:
    more = f" +{len(nodes) - _LISTED}" if len(nodes) > _LISTED else ""
    return ", ".join(nodes[:_LISTED]) + more


def _pairs(names: list[str]) -> Iterable[tuple[str, str]]:
    return ((a, b) for i, a in enumerate(names) for b in names[:i])


def neighbours(nodes: Iterable[str], paths: Iterable[tuple[str, str]]) -> dict[str, list[str]]:
    """The neighbours of every node, in the order of the paths."""
    near: dict[str, list[str]] = {node: [] for node in nodes}
    for a, b in paths:
        near[a].append(b)
        near[b].append(a)
    return near


def apart(near: Near) -> list[str]:
    """The nodes that no way of paths joins to the first one, in order."""
    start = next(iter(near))
    seen = {start}
    todo = [start]
    while todo:
        for node in near[todo.pop()]:
            if node not in seen:
                seen.add(node)
                todo.append(node)
    return [node for node in near if node not in seen]


def ring_of(near: Near, bases: Collection[str], hqs: Iterable[str]) -> list[str] | None:
    """The bases of a region in the order in which they ring it, with at most one headquarters among them.

    None: they do not close into a ring. Two bases and a headquarters are one; two bases alone are none.
    """
    for extra in ([], *([hq] for hq in hqs)):
        found = _cycle(near, [*bases, *extra])
        if found:
            return found
    return None


def _cycle(near: Near, nodes: list[str]) -> list[str] | None:
    """A way round through all of these nodes, each once; None: there is none (or it is beyond finding)."""
    if len(nodes) < 3:
        return None
    inside = set(nodes)
    steps = {node: [n for n in near[node] if n in inside] for node in nodes}
    if any(len(ways) < 2 for ways in steps.values()):
        return None
    way = [nodes[0]]
    open_ways = [iter(steps[nodes[0]])]
    on_way = {nodes[0]}
    for _ in range(_STEPS):
        node = next(open_ways[-1], None)
        if node is None:
            on_way.discard(way.pop())
            open_ways.pop()
            if not way:
                return None
        elif node not in on_way:
            way.append(node)
            on_way.add(node)
            open_ways.append(iter(steps[node]))
        elif node == way[0] and len(way) == len(nodes):
            return way
    return None
