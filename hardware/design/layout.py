"""Where things lie on the sheet: one plan for the KiCad sheet and for its picture.

Every pin ends in a label with its net's name (ground and 3.3 V in their signs), so that no line crosses
another and a wire that is missing is seen at its pin.
"""

from dataclasses import dataclass

from hardware.design.circuit import Circuit, Node, Part
from hardware.design.symbols import Leg, Point, Symbol, symbol

PAPER = (297.0, 210.0)  # A4, mm
SIGNS = ("GND", "3V3")  # nets that are drawn as a sign at the end of a row


@dataclass(frozen=True)
class Placed:
    """A part on the sheet; `at` is where its drawing's (0, 0) lies."""

    part: Part
    symbol: Symbol
    at: Point

    def end(self, leg: Leg) -> Point:
        """Where a pin's free end lies."""
        return _grid(self.at[0] + leg.at[0]), _grid(self.at[1] + leg.at[1])


@dataclass(frozen=True)
class Label:
    """A net's name at the end of a wire; `towards` is where the name lies from there (1 right, -1 left)."""

    net: str
    at: Point
    towards: int
    sign: bool


@dataclass(frozen=True)
class Wire:
    """A straight wire."""

    start: Point
    end: Point


@dataclass(frozen=True)
class Note:
    """A heading, at its left lower corner."""

    text: str
    at: Point


@dataclass
class Plan:
    """The whole sheet."""

    title: str
    parts: list[Placed]
    wires: list[Wire]
    labels: list[Label]
    free: list[Point]  # pins that are left open on purpose
    notes: list[Note]
    frame: tuple[Point, Point]  # around the battery option


def _grid(mm: float) -> float:
    return round(mm, 2)


# Headings with the parts below them, row by row: (heading, x, y of the heading, references).
_COLUMNS = (
    ("Keys: to ground when pressed", 38.1, 30.48, ("SW1", "SW2", "SW3", "SW4", "SW5", "SW6")),
    ("Pull-up of the key that wakes", 38.1, 101.6, ("R1",)),
    ("Sound", 213.36, 63.5, ("R2", "BZ1")),
    ("", 60.96, 142.24, ("BT1",)),
    ("", 60.96, 157.48, ("R3", "R4", "C1")),
    ("", 213.36, 142.24, ("SW7",)),
)
_ROW = 10.16
_BOXES = {"U1": (116.84, 30.48), "U2": (218.44, 35.56), "U3": (132.08, 147.32)}
_STUB = 2.54


def plan(circuit: Circuit) -> Plan:
    """Lay the circuit out; KeyError for a part that has no place."""
    sheet = Plan(
        title=f"clashbox with {circuit.board.name}",
        parts=[],
        wires=[],
        labels=[],
        free=[],
        notes=[
            Note("Display", (200.66, 30.48)),
            Note("Battery option: all or nothing", (27.94, 134.62)),
        ],
        frame=((25.4, 129.54), (261.62, 193.04)),
    )
    places = dict(_BOXES)
    for heading, x, y, refs in _COLUMNS:
        if heading:
            sheet.notes.append(Note(heading, (x - 12.7, y)))
        places |= {ref: (x, y + _ROW * (i + 1) - 2.54) for i, ref in enumerate(refs)}
    for ref, part in circuit.parts.items():
        placed = Placed(part, symbol(part, circuit.board), places[ref])
        sheet.parts.append(placed)
        for leg in placed.symbol.legs:
            _end(sheet, circuit.net_of((ref, leg.pin.number)), placed, leg)
    return sheet


def _end(sheet: Plan, net: str | None, placed: Placed, leg: Leg) -> None:
    """What a pin ends in: a short wire and its net's label, or the mark of a free pin."""
    start = placed.end(leg)
    if net is None:
        # A board has pins to spare; of any other part a free pin is a fault that shall be seen.
        if placed.part.part == "board":
            sheet.free.append(start)
        return
    end = (_grid(start[0] - leg.inward * _STUB), start[1])
    sheet.wires.append(Wire(start, end))
    sheet.labels.append(Label(net, end, -leg.inward, net in SIGNS and not placed.symbol.boxed))


def nodes(sheet: Plan) -> dict[Point, Node]:
    """The pins' free ends with the pins that they belong to."""
    return {
        placed.end(leg): (placed.part.ref, leg.pin.number)
        for placed in sheet.parts
        for leg in placed.symbol.legs
    }
