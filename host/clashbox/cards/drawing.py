"""A terrain as an SVG picture: bases with their numbers, paths, regions with their medals, headquarters,
special bases and gates, with a legend. Whatever comes from outside is escaped.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import Any
from xml.sax.saxutils import escape

from clashbox.cards import layout
from clashbox.cards.forms import laid_out
from clashbox.cards.judge import neighbours, ring_of
from clashbox.cards.layout import beside, within
from clashbox.i18n import t
from clashbox.text import NAME_LIMIT, shown

Point = tuple[float, float]

_WIDTH, _HEIGHT, _TITLE, _ROW = 420, 600, 64, 22
_BASE, _HQ = 17, 22
"""Half the width of a base and of a headquarters."""
_GRID = 24
_FILL = {
    "recall": "#d7f0d0",
    "draw": "#cfe8ff",
    "shove": "#ffd9b8",
    "exhume": "#e4d6f5",
    "nullify": "#d9d9d9",
    "suppress": "#ffd3e0",
    "gate": "#fff3b0",
}
_SIDE = {"red": "#c8372d", "blue": "#2d5fc8"}
_STYLE = (
    "text{font-family:sans-serif;fill:#222}.n{font-size:15px;font-weight:bold;text-anchor:middle}"
    ".hq{fill:#fff}.m{font-size:14px;text-anchor:middle}.tag{font-size:11px;text-anchor:middle}"
    ".name{font-size:22px;font-weight:bold}.small{font-size:13px}"
)


def places(terrain: Mapping[str, Any]) -> dict[str, Point]:
    """Where each node lies, in per cent of width and height; worked out where the terrain does not say."""
    nodes = terrain["nodes"]
    if all(_is_place(node.get("pos")) for node in nodes):
        return {node["id"]: (node["pos"][0], node["pos"][1]) for node in nodes}
    bases = [node["id"] for node in nodes if node["type"] != "hq"]
    hqs = [node["id"] for node in nodes if node["type"] == "hq"]
    regions = [region["bases"] for region in terrain["regions"]]
    return dict(zip(bases + hqs, laid_out(bases + hqs, len(bases), terrain["edges"], regions), strict=True))


def _is_place(pos: object) -> bool:
    return (
        isinstance(pos, list)
        and len(pos) == 2  # pyright: ignore[reportUnknownArgumentType]
        and all(isinstance(value, int) and 0 <= value <= 100 for value in pos)  # pyright: ignore[reportUnknownVariableType]
    )


def crossing(terrain: Mapping[str, Any]) -> list[str]:
    """The paths that cross in the picture, as `1-4 / 2-3`: on a real board none do."""
    at = places(terrain)
    names = list(at)
    paths = [(names.index(a), names.index(b)) for a, b in terrain["edges"]]
    return [
        " / ".join(f"{names[a]}-{names[b]}" for a, b in sorted(pair))
        for pair in layout.crossing(list(at.values()), paths)
    ]


def svg(terrain: Mapping[str, Any], lang: str | None = None) -> str:
    """The picture of a terrain (the object of forms.py) as the text of an SVG file."""
    at = {name: (_WIDTH * x / 100, _TITLE + _HEIGHT * y / 100) for name, (x, y) in places(terrain).items()}
    kinds = sorted({node["effect"] for node in terrain["nodes"] if node.get("effect") not in (None, "gate")})
    letters = {kind: "abcdefg"[i] for i, kind in enumerate(kinds)}
    legend = _legend(terrain, letters, lang)
    height = _TITLE + _HEIGHT + 16 + _ROW * len(legend)
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {_WIDTH} {height}" width="{_WIDTH}" '
        f'height="{height}">',
        f"<style>{_STYLE}</style>",
        f'<rect width="{_WIDTH}" height="{height}" fill="#fff"/>',
        *_title(terrain, lang),
        *_regions(terrain, at),
        *(_path(at[a], at[b]) for a, b in terrain["edges"]),
        *_medals(terrain, at),
        *(_node(node, at[node["id"]], letters) for node in terrain["nodes"]),
        *_rows(legend),
        "</svg>",
    ]
    return "\n".join(part for part in parts if part) + "\n"


def board(terrain: Mapping[str, Any], special: bool = True, lang: str | None = None) -> dict[str, Any]:
    """The same picture as values, for who draws it elsewhere: `width`, `height`, name, `nodes` (id, x, y,
    side or "", effect or "", what a gate admits), `edges` (pairs of ids), `regions` (their bases, corners,
    medals and where these lie) and the `legend` of the effects. Without `special` bases have no effect.
    """
    at = {name: (_WIDTH * x / 100, _HEIGHT * y / 100) for name, (x, y) in places(terrain).items()}
    vi = (lang or "") == "vi" and terrain.get("name_vi")
    regions: list[dict[str, Any]] = []
    for region, ring in zip(terrain["regions"], _rings(terrain), strict=True):
        corners = [at[name] for name in ring or region["bases"]]
        spot = _roomiest(corners, list(at.values()))
        regions.append(
            {"bases": region["bases"], "corners": corners, "spot": spot, "medals": region["medals"]}
        )
    nodes: list[dict[str, Any]] = []
    for node in terrain["nodes"]:
        effect = (node.get("effect") or "") if special or node.get("effect") == "gate" else ""
        side = node["side"] if node["type"] == "hq" else ""
        admits = [str(one) for one in node.get("allowed") or () if one != "joker"]
        x, y = at[node["id"]]
        nodes.append({"id": node["id"], "x": x, "y": y, "side": side, "effect": effect, "admits": admits})
    kinds = sorted({node["effect"] for node in nodes} - {"", "gate"})
    return {
        "name": shown(terrain["name_vi"] if vi else terrain.get("name") or terrain["id"], NAME_LIMIT),
        "width": _WIDTH,
        "height": _HEIGHT,
        "nodes": nodes,
        "edges": [list(edge) for edge in terrain["edges"]],
        "regions": regions,
        "legend": [{"effect": kind, "text": t(f"terrain.kind.{kind}", lang=lang)} for kind in kinds],
    }


def _title(terrain: Mapping[str, Any], lang: str | None) -> list[str]:
    vi = (lang or "") == "vi" and terrain.get("name_vi")
    name = shown(terrain["name_vi"] if vi else terrain.get("name") or terrain["id"], NAME_LIMIT)
    total = sum(region["medals"] for region in terrain["regions"])
    goal = t("terrain.draw.goal", terrain["objective"], total, lang=lang)
    return [_text(14, 26, name, "name"), _text(14, 48, goal, "small")]


def _rings(terrain: Mapping[str, Any]) -> list[list[str]]:
    near = neighbours((node["id"] for node in terrain["nodes"]), terrain["edges"])
    hqs = [node["id"] for node in terrain["nodes"] if node["type"] == "hq"]
    return [ring_of(near, region["bases"], hqs) or [] for region in terrain["regions"]]


def _regions(terrain: Mapping[str, Any], at: Mapping[str, Point]) -> list[str]:
    return [
        f'<polygon points="{" ".join(f"{x:.0f},{y:.0f}" for x, y in (at[n] for n in ring))}" '
        'fill="#f6efe0" stroke="none"/>'
        for ring in _rings(terrain)
        if ring
    ]


def _medals(terrain: Mapping[str, Any], at: Mapping[str, Point]) -> list[str]:
    out: list[str] = []
    for region, ring in zip(terrain["regions"], _rings(terrain), strict=True):
        x, y = _roomiest([at[name] for name in ring or region["bases"]], list(at.values()))
        out.append(f'<circle cx="{x:.0f}" cy="{y:.0f}" r="10" fill="#f2c230" stroke="#8a6d10"/>')
        out.append(_text(x, y + 5, str(region["medals"]), "m"))
    return out


def _roomiest(corners: Sequence[Point], nodes: Sequence[Point]) -> Point:
    """The spot within an area that lies furthest from its borders and from any node."""
    xs, ys = [x for x, _ in corners], [y for _, y in corners]
    best = (sum(xs) / len(xs), sum(ys) / len(ys))
    most = 0.0
    for i in range(1, _GRID):
        for j in range(1, _GRID):
            spot = (
                min(xs) + (max(xs) - min(xs)) * i / _GRID,
                min(ys) + (max(ys) - min(ys)) * j / _GRID,
            )
            if not within(spot, corners):
                continue
            borders = min(
                beside(spot, a, b) for a, b in zip(corners, [*corners[1:], corners[0]], strict=True)
            )
            room = min(borders, min(math.dist(spot, (x, y - 4)) for x, y in nodes) - _BASE - 6)
            if room > most:
                best, most = spot, room
    return best


def _path(a: Point, b: Point) -> str:
    return (
        f'<line x1="{a[0]:.0f}" y1="{a[1]:.0f}" x2="{b[0]:.0f}" y2="{b[1]:.0f}" stroke="#8a7a60" '
        'stroke-width="4"/>'
    )


def _node(node: Mapping[str, Any], at: Point, letters: Mapping[str, str]) -> str:
    x, y = at
    effect = str(node.get("effect") or "")
    name = shown(node["id"], 8)
    if node["type"] == "hq":
        shape = (
            f'<rect x="{x - _HQ:.0f}" y="{y - _HQ:.0f}" width="{2 * _HQ}" height="{2 * _HQ}" rx="5" '
            f'fill="{_SIDE[node["side"]]}"/>'
        )
        out = shape + _text(x, y + 5, name, "n hq")
    else:
        fill = _FILL.get(effect, "#fff")
        out = f'<circle cx="{x:.0f}" cy="{y:.0f}" r="{_BASE}" fill="{fill}" stroke="#222" stroke-width="2"/>'
        out += _text(x, y + 5, name, "n")
    if not effect:
        return out
    tag = letters.get(effect) or "".join(str(a) for a in node["allowed"] if a != "joker") + "*"
    wide = 8 * len(tag) + 8
    left = x + _BASE - 6 if x + _BASE + wide < _WIDTH else x - _BASE - wide + 6
    return (
        f'{out}<rect x="{left:.0f}" y="{y - _BASE - 8:.0f}" width="{wide}" height="16" rx="4" '
        f'fill="{_FILL[effect]}" stroke="#222"/>{_text(left + wide / 2, y - _BASE + 4, tag, "tag")}'
    )


def _legend(
    terrain: Mapping[str, Any], letters: Mapping[str, str], lang: str | None
) -> list[tuple[str, str, str]]:
    """Rows of colour, tag and words."""
    rows = [(_FILL[kind], letter, t(f"terrain.kind.{kind}", lang=lang)) for kind, letter in letters.items()]
    gates: dict[str, str] = {}
    for node in terrain["nodes"]:
        if node.get("effect") == "gate":
            strengths = [str(a) for a in node["allowed"] if a != "joker"]
            gates["".join(strengths) + "*"] = ", ".join(strengths)
    for tag, strengths in sorted(gates.items()):
        key = "terrain.draw.gate" if strengths else "terrain.draw.joker"
        rows.append((_FILL["gate"], tag, t(key, strengths, lang=lang)))
    return rows


def _rows(legend: Sequence[tuple[str, str, str]]) -> list[str]:
    out: list[str] = []
    wide = 8 * max((len(tag) for _, tag, _ in legend), default=0) + 8
    for i, (fill, tag, words) in enumerate(legend):
        y = _TITLE + _HEIGHT + 8 + _ROW * i
        out.append(f'<rect x="14" y="{y}" width="{wide}" height="16" rx="4" fill="{fill}" stroke="#222"/>')
        out.append(_text(14 + wide / 2, y + 12, tag, "tag"))
        out.append(_text(22 + wide, y + 13, words, "small"))
    return out


def _text(x: float, y: float, words: str, kind: str) -> str:
    return f'<text x="{math.floor(x)}" y="{math.floor(y)}" class="{kind}">{escape(words)}</text>'
