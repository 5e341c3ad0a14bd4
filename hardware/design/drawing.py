"""The sheet as a picture (SVG), from the same plan as the KiCad sheet."""

from html import escape
from pathlib import Path

from hardware.design import circuit
from hardware.design.layout import PAPER, Label, Placed, Plan, plan
from hardware.design.pins import HARDWARE, Board, Pins
from hardware.design.symbols import Circle, Line, Point

_STYLE = """
  svg { background: #fff; font-family: 'DejaVu Sans', Verdana, sans-serif; }
  .stroke { fill: none; stroke: #8a2b1d; stroke-width: .35; stroke-linecap: round; stroke-linejoin: round; }
  .body { fill: #fdf6e3; }
  .wire { stroke: #1f6d3a; stroke-width: .35; }
  .flag { fill: #e9f2fb; stroke: #1d4e89; stroke-width: .25; }
  .net { font-size: 2px; fill: #1d4e89; }
  .pin { font-size: 2px; fill: #333; }
  .place { font-size: 1.5px; fill: #888; }
  .ref { font-size: 2.5px; font-weight: bold; fill: #111; }
  .value { font-size: 2.2px; fill: #444; }
  .note { font-size: 3px; font-weight: bold; fill: #555; }
  .title { font-size: 5px; font-weight: bold; fill: #111; }
  .free { stroke: #aaa; stroke-width: .25; }
  .frame { fill: none; stroke: #999; stroke-width: .3; stroke-dasharray: 2 1.5; }
  .sign { fill: none; stroke: #111; stroke-width: .35; }
"""


def _text(at: Point, kind: str, text: str, anchor: str = "start") -> str:
    where = f'x="{at[0]:.2f}" y="{at[1]:.2f}" text-anchor="{anchor}"'
    return f'<text class="{kind}" {where}>{escape(text)}</text>'


def _path(points: tuple[Point, ...], kind: str) -> str:
    steps = " L".join(f"{x:.2f} {y:.2f}" for x, y in points)
    return f'<path class="{kind}" d="M{steps}"/>'


def svg(sheet: Plan) -> str:
    """The picture of a sheet."""
    width, height = PAPER
    out = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:g} {height:g}" '
        f'width="{width * 4:g}" height="{height * 4:g}">',
        f"<style>{_STYLE}</style>",
        f'<rect width="{width:g}" height="{height:g}" fill="#fff"/>',
        _text((25.4, 17.78), "title", sheet.title),
        _text((25.4, 22.5), "value", "Labels of one name are joined. Grey crosses: pins that stay free."),
    ]
    (left, top), (right, bottom) = sheet.frame
    out.append(
        f'<rect class="frame" x="{left}" y="{top}" width="{right - left:g}" height="{bottom - top:g}"/>'
    )
    out += [_text(note.at, "note", note.text) for note in sheet.notes]
    out += [_path((wire.start, wire.end), "wire") for wire in sheet.wires]
    for x, y in sheet.free:
        out.append(_path(((x - 0.7, y - 0.7), (x + 0.7, y + 0.7)), "free"))
        out.append(_path(((x - 0.7, y + 0.7), (x + 0.7, y - 0.7)), "free"))
    for placed in sheet.parts:
        out += _part(placed)
    for label in sheet.labels:
        out += _sign(label) if label.sign else _flag(label)
    return "\n".join([*out, "</svg>"]) + "\n"


def _part(placed: Placed) -> list[str]:
    x, y = placed.at
    drawing = placed.symbol
    out: list[str] = []
    for stroke in drawing.strokes:
        if isinstance(stroke, Line):
            kind = "stroke body" if drawing.boxed else "stroke"
            out.append(_path(tuple((x + px, y + py) for px, py in stroke.points), kind))
        elif isinstance(stroke, Circle):
            cx, cy = stroke.centre
            fill = ' style="fill: #8a2b1d"' if stroke.filled else ""
            where = f'cx="{x + cx:.2f}" cy="{y + cy:.2f}" r="{stroke.radius}"'
            out.append(f'<circle class="stroke" {where}{fill}/>')
        else:
            out.append(_text((x + stroke.at[0], y + stroke.at[1]), "pin", stroke.text, "middle"))
    for leg in drawing.legs:
        end = placed.end(leg)
        root = (end[0] + leg.inward * drawing.leg, end[1])
        out.append(_path((end, root), "stroke"))
        if drawing.boxed:
            anchor = "start" if leg.inward > 0 else "end"
            out.append(_text((root[0] + leg.inward, root[1] + 0.7), "pin", leg.pin.name, anchor))
            middle = ((end[0] + root[0]) / 2, end[1] - 0.4)
            out.append(_text(middle, "place", leg.pin.number, "middle"))
    width, height = drawing.size
    if drawing.boxed:
        out.append(_text((x, y - 1), "ref", placed.part.ref))
        out.append(_text((x, y + height + 3), "value", placed.part.value))
    else:
        told = f"{placed.part.ref}  {placed.part.value}"
        out.append(_text((x + width, y + 4.2), "value", told, "end"))
    return out


def _flag(label: Label) -> list[str]:
    x, y = label.at
    way = label.towards
    long = 2.2 + 1.42 * len(label.net)
    shape = ((x, y), (x + way * 1.2, y - 1.2), (x + way * long, y - 1.2))
    shape += ((x + way * long, y + 1.2), (x + way * 1.2, y + 1.2), (x, y))
    anchor = "start" if way > 0 else "end"
    return [_path(shape, "flag"), _text((x + way * 1.4, y + 0.6), "net", label.net, anchor)]


def _sign(label: Label) -> list[str]:
    x, y = label.at
    if label.net == "GND":
        bars = ((1.6, 1.2), (1.0, 1.9), (0.4, 2.6))
        lines = [_path(((x - half, y + down), (x + half, y + down)), "sign") for half, down in bars]
        return [_path(((x, y), (x, y + 1.2)), "sign"), *lines]
    arrow = ((x, y), (x, y - 1.6), (x - 1.4, y - 1.6), (x, y - 3), (x + 1.4, y - 1.6), (x, y - 1.6))
    return [_path(arrow, "sign"), _text((x, y - 3.6), "net", label.net, "middle")]


def picture(board: Board, wake: str) -> bytes:
    """The schematic around a board."""
    return svg(plan(circuit.build(board, wake))).encode()


def files(pins: Pins) -> dict[Path, bytes]:
    """The pictures of all boards, with what has to stand in them."""
    return {
        HARDWARE / "circuit" / f"{board.key}.svg": picture(board, pins.wake) for board in pins.boards.values()
    }
