"""Pictures of statistics as SVG, drawn by Vega-Lite without a browser (the extra `plots`).

A picture depends on what it shows alone: no date, no random name, so the same numbers give the same bytes.
Text is text (the reader's fonts show it, Vietnamese included), escaped by the library; names are values,
never expressions.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from clashbox import installing
from clashbox.i18n import t
from clashbox.stats.wilson import Proportion
from clashbox.text import shown
from clashbox.trouble import Trouble

MOST = 60
"""Rows that one picture shows at most."""
_LABEL = 90
"""Letters of a row's name: two people's whole."""
_WIDTH = 420
_STEP = 24
_FONT = "DejaVu Sans, Noto Sans, Segoe UI, Helvetica Neue, Arial, sans-serif"
_INK, _PALE, _BLUE = "#222222", "#8a8a8a", "#0072b2"
_COLOURS = ("#0072b2", "#d55e00", "#009e73", "#cc79a7")
"""Of Okabe and Ito: told apart by the colour-blind as well."""
_SHAPES = ("circle", "square", "triangle-up", "diamond")
_WIDTHS, _SIZES = (6.5, 4.5, 3, 1.5), (130, 90, 60, 30)
_TURNS = 11
"""Up to so many turns (the start is one) each has its number; beyond, the library chooses."""

Spec = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Row:
    """A line of a picture of rates."""

    label: str
    part: Proportion
    fair: float | None = None


def _frame(title: str, notes: Sequence[str], width: int = _WIDTH) -> Spec:
    return {
        "$schema": "https://vega.github.io/schema/vega-lite/v5.json",
        "background": "white",
        "padding": 12,
        "width": width,
        "title": {"text": title, "subtitle": list(notes), "anchor": "start", "frame": "bounds", "offset": 14},
        "config": {
            "font": _FONT,
            "aria": False,
            "title": {
                "fontSize": 16,
                "subtitleFontSize": 11,
                "subtitleColor": "#555555",
                "subtitlePadding": 5,
            },
            "axis": {
                "labelFontSize": 12,
                "labelFlush": False,
                "titleFontSize": 12,
                "titleFontWeight": "normal",
                "labelColor": _INK,
                "gridColor": "#e4e4e4",
                "domainColor": "#bbbbbb",
                "tickColor": "#bbbbbb",
            },
            "legend": {"labelFontSize": 12, "titleFontSize": 12, "labelLimit": 420, "symbolSize": 80},
            "view": {"stroke": None},
        },
    }


def _percent(value: float) -> str:
    return f"{value * 100:.0f}%"


def spread(part: Proportion) -> str:
    """A rate and its interval in a few letters."""
    low, high = part.interval
    rate = part.rate
    return f"{_percent(rate)}  ({_percent(low)}–{_percent(high)})" if rate is not None else "–"


def _rows_axis(sort: str = "row") -> Spec:
    # Rows are placed by number: two of the same name stay two rows.
    return {"field": sort, "type": "ordinal", "axis": None}


def _label_layer() -> Spec:
    mark = {
        "type": "text",
        "align": "right",
        "baseline": "middle",
        "fontSize": 12,
        "color": _INK,
        "limit": 620,
    }
    return {"mark": mark, "encoding": {"x": {"value": -10}, "text": {"field": "label"}}}


def intervals(title: str, axis: str, rows: Sequence[Row], chance: bool = False) -> Spec:
    """A dot for each rate with its interval as a line; a tick (`chance`) where chance alone would put it."""
    values: list[Spec] = []
    for at, row in enumerate(rows):
        low, high = row.part.interval
        value: Spec = {
            "row": at,
            "label": shown(row.label, _LABEL),
            "rate": row.part.rate,
            "low": low,
            "high": high,
        }
        value |= {"fair": row.fair, "few": row.part.few, "told": f"{spread(row.part)}   n = {row.part.n}"}
        values.append(value)
    scale = {"domain": [0, 1], "nice": False}
    x: Spec = {"type": "quantitative", "scale": scale}
    format_ = {"format": ".0%", "title": axis, "values": [0, 0.25, 0.5, 0.75, 1]}
    colour = {"condition": {"test": "datum.few", "value": _PALE}, "value": _BLUE}
    fill = {"condition": {"test": "datum.few", "value": "white"}, "value": _BLUE}
    rule = {"type": "rule", "strokeWidth": 2.5, "strokeCap": "round"}
    told = {"type": "text", "align": "left", "baseline": "middle", "fontSize": 11, "color": "#555555"}
    point = {"type": "point", "size": 75, "opacity": 1, "strokeWidth": 2}
    layers: list[Spec] = [
        {
            "mark": rule,
            "encoding": {
                "x": {**x, "field": "low", "axis": format_},
                "x2": {"field": "high"},
                "color": colour,
            },
        },
        {"mark": point, "encoding": {"x": {**x, "field": "rate"}, "stroke": colour, "fill": fill}},
        {"mark": told, "encoding": {"x": {"value": _WIDTH + 12}, "text": {"field": "told"}}},
        _label_layer(),
    ]
    notes = [t("stats.plot.interval")]
    if chance and any(row.fair is not None for row in rows):
        tick = {"type": "tick", "thickness": 2, "size": 14, "color": "#d55e00"}
        layers.insert(0, {"mark": tick, "encoding": {"x": {**x, "field": "fair"}}})
        notes.append(t("stats.plot.fair"))
    if any(row.part.few for row in rows):
        notes.append(t("stats.plot.few"))
    spec = _frame(title, notes)
    spec |= {
        "height": {"step": _STEP},
        "data": {"values": values},
        "encoding": {"y": _rows_axis()},
        "layer": layers,
    }
    return spec


def bars(title: str, axis: str, rows: Sequence[tuple[str, int, float, bool]]) -> Spec:
    """A bar for each (label, how many, part of all, whether it is a part of the one before: then paler)."""
    values = [
        {"row": at, "label": shown(label, _LABEL), "n": n, "told": f"{n}  ({_percent(part)})", "pale": pale}
        for at, (label, n, part, pale) in enumerate(rows)
    ]
    x: Spec = {"field": "n", "type": "quantitative", "axis": {"title": axis, "tickMinStep": 1}}
    told = {
        "type": "text",
        "align": "left",
        "baseline": "middle",
        "fontSize": 11,
        "dx": 5,
        "color": "#555555",
    }
    spec = _frame(title, [t("stats.plot.pale")] if any(row[3] for row in rows) else [])
    colour = {"condition": {"test": "datum.pale", "value": "#9fc6e0"}, "value": _BLUE}
    spec |= {
        "height": {"step": _STEP},
        "data": {"values": values},
        "encoding": {"y": _rows_axis()},
        "layer": [
            {
                "mark": {"type": "bar", "height": {"band": 0.62}},
                "encoding": {"x": x, "color": colour},
            },
            {"mark": told, "encoding": {"x": x, "text": {"field": "told"}}},
            _label_layer(),
        ],
    }
    return spec


def course(
    title: str,
    notes: Sequence[str],
    axis: tuple[str, str],
    names: Sequence[str],
    points: Sequence[Sequence[int]],
    goal: int,
) -> Spec:
    """A line for each player: points at the end of each turn (`points` by turn, then by player); the goal is
    dashed.
    """
    labels = [f"{place} {shown(name, _LABEL)}" for place, name in enumerate(names, 1)]
    rows = [[0] * len(names), *points]
    values = [
        # A dot where something changed, and at both ends.
        {
            "turn": turn,
            "points": value,
            "who": labels[place],
            "dot": turn in (0, len(points)) or value != rows[turn - 1][place],
        }
        for turn, row in enumerate(rows)
        for place, value in enumerate(row)
    ]
    few: Spec = {"values": list(range(len(rows)))} if len(rows) <= _TURNS else {}
    x: Spec = {
        "field": "turn",
        "type": "quantitative",
        "axis": {"title": axis[0], "tickMinStep": 1, "format": "d", **few},
    }
    y: Spec = {
        "field": "points",
        "type": "quantitative",
        "axis": {"title": axis[1], "tickMinStep": 1, "format": "d"},
    }
    who: Spec = {"field": "who", "type": "nominal", "sort": labels, "title": None}
    colour = {**who, "scale": {"domain": labels, "range": list(_COLOURS[: len(labels)])}}
    shape = {**who, "scale": {"domain": labels, "range": list(_SHAPES[: len(labels)])}}
    # Those who are level lie one on the other: the later ones are thinner, so that all are seen.
    width = {**who, "scale": {"domain": labels, "range": list(_WIDTHS[: len(labels)])}}
    size = {**who, "scale": {"domain": labels, "range": list(_SIZES[: len(labels)])}}
    line = {"type": "line", "interpolate": "step-after"}
    point = {"type": "point", "filled": True, "opacity": 1}
    dashes = {"type": "rule", "strokeDash": [5, 4], "color": _PALE}
    spec = _frame(title, notes, 520)
    spec |= {
        "height": 260,
        "layer": [
            {"data": {"values": [{"goal": goal}]}, "mark": dashes, "encoding": {"y": {**y, "field": "goal"}}},
            {
                "data": {"values": values},
                "mark": line,
                "encoding": {"x": x, "y": y, "color": colour, "strokeWidth": width},
            },
            {
                "data": {"values": [value for value in values if value["dot"]]},
                "mark": point,
                "encoding": {"x": x, "y": y, "color": colour, "shape": shape, "size": size},
            },
        ],
    }
    return spec


def svg(spec: Spec) -> str:
    """The picture as SVG text. Raises Trouble where the library is not installed."""
    try:
        import vl_convert
    except ImportError:
        raise Trouble("stats.plots", installing.line("plots"), status=1) from None
    return str(vl_convert.vegalite_to_svg(spec)) + "\n"
