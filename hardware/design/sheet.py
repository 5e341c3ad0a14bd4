"""The sheet for KiCad 6 and newer, from the plan of the picture; ids come from names: the same bytes ever."""

import uuid
from pathlib import Path

from hardware.design import circuit
from hardware.design.layout import Label, Placed, Plan, plan
from hardware.design.pins import HARDWARE, Pins
from hardware.design.symbols import Circle, Line, Point, Symbol, Text

_SPACE = uuid.UUID("6f1c1f5e-7a42-5b0e-9d5b-3a6f1f0c7b11")
_FONT = "(effects (font (size 1.27 1.27)){})"
_HIDDEN = _FONT.format(" hide")
_STROKE = "(stroke (width {}) (type default) (color 0 0 0 0))"

# How KiCad calls the kinds of pins. Ground pins of modules need a net that is fed: power inputs.
_KINDS = {
    "power-out": "power_out",
    "power-in": "power_in",
    "ground": "power_in",
    "bidirectional": "bidirectional",
    "input": "input",
    "output": "output",
    "passive": "passive",
}


def _id(*names: object) -> str:
    return str(uuid.uuid5(_SPACE, "/".join(map(str, names))))


def _quoted(text: str) -> str:
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'


def _property(name: str, value: str, number: int, x: float, y: float, effects: str) -> str:
    return f"(property {_quoted(name)} {_quoted(value)} (id {number}) (at {x:g} {y:g} 0) {effects})"


def _library_strokes(symbol: Symbol) -> list[str]:
    out: list[str] = []
    fill = "background" if symbol.boxed else "none"
    for stroke in symbol.strokes:
        if isinstance(stroke, Line):
            points = " ".join(f"(xy {x:g} {-y:g})" for x, y in stroke.points)
            out.append(f"(polyline (pts {points}) {_STROKE.format(0.25)} (fill (type {fill})))")
        elif isinstance(stroke, Circle):
            x, y = stroke.centre
            inside = "outline" if stroke.filled else "none"
            where = f"(circle (center {x:g} {-y:g}) (radius {stroke.radius:g})"
            out.append(f"{where} {_STROKE.format(0.25)} (fill (type {inside})))")
        elif isinstance(stroke, Text):
            x, y = stroke.at
            out.append(f"(text {_quoted(stroke.text)} (at {x:g} {-y:g} 0) {_FONT.format('')})")
    return out


def _library(placed: Placed) -> str:
    symbol = placed.symbol
    hide = "" if symbol.boxed else "(pin_numbers hide) (pin_names (offset 0) hide) "
    letters = placed.part.ref.rstrip("0123456789")
    legs = [
        f"(pin {_KINDS[leg.pin.kind]} line (at {leg.at[0]:g} {-leg.at[1]:g} {0 if leg.inward > 0 else 180}) "
        f"(length {symbol.leg:g}) (name {_quoted(leg.pin.name)} {_FONT.format('')}) "
        f"(number {_quoted(leg.pin.number)} {_FONT.format('')}))"
        for leg in symbol.legs
    ]
    lines = [
        f'(symbol "clashbox:{symbol.name}" {hide}(in_bom yes) (on_board yes)',
        "  " + _property("Reference", letters, 0, 0, 5.08, _FONT.format("")),
        "  " + _property("Value", placed.part.part, 1, 0, 2.54, _FONT.format("")),
        "  " + _property("Footprint", "", 2, 0, 0, _HIDDEN),
        "  " + _property("Datasheet", "", 3, 0, 0, _HIDDEN),
        f'  (symbol "{symbol.name}_0_1"',
        *(f"    {stroke}" for stroke in _library_strokes(symbol)),
        "  )",
        f'  (symbol "{symbol.name}_1_1"',
        *(f"    {leg}" for leg in legs),
        "  )",
        ")",
    ]
    return "\n".join(f"    {line}" for line in lines)


_SIGN_STROKES = {
    "GND": ((0, 0, 0, -1.2), (-1.6, -1.2, 1.6, -1.2), (-1, -1.9, 1, -1.9), (-0.4, -2.6, 0.4, -2.6)),
    "3V3": ((0, 0, 0, 1.6), (-1.4, 1.6, 1.4, 1.6), (-1.4, 1.6, 0, 3), (0, 3, 1.4, 1.6)),
}


def _sign_library(net: str) -> str:
    angle = 270 if net == "GND" else 90
    strokes = [
        f"(polyline (pts (xy {a:g} {b:g}) (xy {c:g} {d:g})) {_STROKE.format(0.25)} (fill (type none)))"
        for a, b, c, d in _SIGN_STROKES[net]
    ]
    lines = [
        f'(symbol "clashbox:{net}" (power) (pin_names (offset 0)) (in_bom no) (on_board yes)',
        "  " + _property("Reference", "#PWR", 0, 0, 0, _HIDDEN),
        "  " + _property("Value", net, 1, 0, -4 if net == "GND" else 4, _FONT.format("")),
        "  " + _property("Footprint", "", 2, 0, 0, _HIDDEN),
        "  " + _property("Datasheet", "", 3, 0, 0, _HIDDEN),
        f'  (symbol "{net}_0_1"',
        *(f"    {stroke}" for stroke in strokes),
        "  )",
        f'  (symbol "{net}_1_1"',
        f"    (pin power_in line (at 0 0 {angle}) (length 0) hide (name {_quoted(net)} {_FONT.format('')}) "
        f'(number "1" {_FONT.format("")}))',
        "  )",
        ")",
    ]
    return "\n".join(f"    {line}" for line in lines)


def _instance(
    lib: str,
    ref: str,
    value: str,
    at: Point,
    texts: tuple[float, float, float],
    pins: list[str],
) -> str:
    x, y = at
    shift, ref_y, value_y = texts
    ref_effects = _HIDDEN if ref.startswith("#") else _FONT.format("")
    joined = " ".join(f"(pin {_quoted(pin)} (uuid {_id('pin', ref, pin)}))" for pin in pins)
    flags = f"(unit 1) (in_bom {'no' if ref.startswith('#') else 'yes'}) (on_board yes)"
    lines = [
        f'(symbol (lib_id "clashbox:{lib}") (at {x:g} {y:g} 0) {flags}',
        f"  (uuid {_id('symbol', ref)})",
        "  " + _property("Reference", ref, 0, round(x + shift, 2), round(y + ref_y, 2), ref_effects),
        "  " + _property("Value", value, 1, round(x + shift, 2), round(y + value_y, 2), _FONT.format("")),
        "  " + _property("Footprint", "", 2, x, y, _HIDDEN),
        "  " + _property("Datasheet", "", 3, x, y, _HIDDEN),
        f"  {joined}",
        ")",
    ]
    return "\n".join(f"  {line}" for line in lines)


def _part(placed: Placed) -> str:
    width, height = placed.symbol.size
    texts = (width / 2, -2.54, height + 2.54) if placed.symbol.boxed else (width / 2, -3.81, 3.81)
    pins = [leg.pin.number for leg in placed.symbol.legs]
    return _instance(placed.symbol.name, placed.part.ref, placed.part.value, placed.at, texts, pins)


def _label(label: Label) -> str:
    x, y = label.at
    angle, side = (0, "left") if label.towards > 0 else (180, "right")
    effects = _FONT.format(f" (justify {side})")
    sheets = _property("Intersheet References", "${INTERSHEET_REFS}", 0, x, y, _HIDDEN)
    return (
        f"  (global_label {_quoted(label.net)} (shape passive) (at {x:g} {y:g} {angle}) (fields_autoplaced)\n"
        f"    {effects}\n    (uuid {_id('label', label.net, x, y)})\n    {sheets}\n  )"
    )


def text(sheet: Plan) -> str:
    """The sheet's file."""
    signs = [label for label in sheet.labels if label.sign]
    named = {f"#PWR{number:02}": label for number, label in enumerate(signs, 1)}
    library = {placed.symbol.name: _library(placed) for placed in sheet.parts}
    library |= {label.net: _sign_library(label.net) for label in signs}
    out = [
        "(kicad_sch (version 20211123) (generator clashbox)",
        f"  (uuid {_id('sheet', sheet.title)})",
        '  (paper "A4")',
        f"  (title_block (title {_quoted(sheet.title)}) (comment 1 {_quoted('CERN-OHL-P-2.0')}))",
        "  (lib_symbols",
        *library.values(),
        "  )",
        *(f"  (no_connect (at {x:g} {y:g}) (uuid {_id('free', x, y)}))" for x, y in sheet.free),
    ]
    for wire in sheet.wires:
        (a, b), (c, d) = wire.start, wire.end
        points = f"(pts (xy {a:g} {b:g}) (xy {c:g} {d:g}))"
        out.append(f"  (wire {points} {_STROKE.format(0)} (uuid {_id('wire', a, b, c, d)}))")
    for note in sheet.notes:
        x, y = note.at
        size = "(effects (font (size 2 2)) (justify left bottom))"
        out.append(f"  (text {_quoted(note.text)} (at {x:g} {y:g} 0) {size} (uuid {_id('note', note.text)}))")
    out += [_label(label) for label in sheet.labels if not label.sign]
    out += [_part(placed) for placed in sheet.parts]
    for ref, label in named.items():
        below = 4 if label.net == "GND" else -4
        out.append(_instance(label.net, ref, label.net, label.at, (0, 0, below), ["1"]))
    values = {placed.part.ref: placed.part.value for placed in sheet.parts}
    values |= {ref: label.net for ref, label in named.items()}
    out += ['  (sheet_instances (path "/" (page "1")))', "  (symbol_instances"]
    for ref, value in values.items():
        where = f"(path {_quoted('/' + _id('symbol', ref))}"
        out.append(
            f'    {where} (reference {_quoted(ref)}) (unit 1) (value {_quoted(value)}) (footprint ""))'
        )
    return "\n".join([*out, "  )", ")"]) + "\n"


def files(pins: Pins) -> dict[Path, bytes]:
    """The sheets of all boards, with what has to stand in them."""
    return {
        HARDWARE / "circuit" / f"{board.key}.kicad_sch": text(plan(circuit.build(board, pins.wake))).encode()
        for board in pins.boards.values()
    }
