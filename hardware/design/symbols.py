"""How each kind of part is drawn, for the KiCad sheet and for the picture.

Lengths are mm, y points down. A part with two ends lies from (0, 0) to (WIDTH, 0), pins included; a box has
its corner at (0, 0) and its pins at the sides, PITCH apart.
"""

from dataclasses import dataclass

from hardware.design.circuit import Part, Pin
from hardware.design.pins import Board

PITCH = 2.54
LEG = 2.54
BOX_LEG = 5.08
WIDTH = 10.16

Point = tuple[float, float]


@dataclass(frozen=True)
class Line:
    """A row of straight strokes."""

    points: tuple[Point, ...]


@dataclass(frozen=True)
class Circle:
    """A circle, open or filled."""

    centre: Point
    radius: float
    filled: bool = False


@dataclass(frozen=True)
class Text:
    """A word in the drawing, centred on its point."""

    at: Point
    text: str


@dataclass(frozen=True)
class Leg:
    """A pin: `at` is its free end, `inward` the direction from there to the body (1 right, -1 left)."""

    pin: Pin
    at: Point
    inward: int


@dataclass(frozen=True)
class Symbol:
    """A part's drawing: strokes and pins; a box shows the names of its pins."""

    name: str
    strokes: tuple[Line | Circle | Text, ...]
    legs: tuple[Leg, ...]
    boxed: bool
    size: Point  # width and height of the body

    @property
    def leg(self) -> float:
        """How long its pins are."""
        return BOX_LEG if self.boxed else LEG


def _line(*points: Point) -> Line:
    return Line(points)


_LEFT, _RIGHT, _MIDDLE = LEG, WIDTH - LEG, WIDTH / 2

_BODIES: dict[str, tuple[Line | Circle | Text, ...]] = {
    "resistor": (_line((_LEFT, -1.02), (_RIGHT, -1.02), (_RIGHT, 1.02), (_LEFT, 1.02), (_LEFT, -1.02)),),
    "capacitor": (
        _line((_LEFT, 0), (_MIDDLE - 0.5, 0)),
        _line((_MIDDLE - 0.5, -1.6), (_MIDDLE - 0.5, 1.6)),
        _line((_MIDDLE + 0.5, -1.6), (_MIDDLE + 0.5, 1.6)),
        _line((_MIDDLE + 0.5, 0), (_RIGHT, 0)),
    ),
    "key": (
        Circle((_LEFT + 0.4, 0), 0.4),
        Circle((_RIGHT - 0.4, 0), 0.4),
        _line((_LEFT, -1.2), (_RIGHT, -1.2)),
        _line((_MIDDLE, -1.2), (_MIDDLE, -2.4)),
        _line((_MIDDLE - 1, -2.4), (_MIDDLE + 1, -2.4)),
    ),
    "switch": (
        Circle((_LEFT + 0.4, 0), 0.4),
        Circle((_RIGHT - 0.4, 0), 0.4),
        _line((_LEFT + 0.8, -0.2), (_RIGHT - 0.4, -1.9)),
    ),
    "buzzer": (
        Circle((_MIDDLE, 0), 2.2),
        Circle((_MIDDLE, 0), 0.4, True),
        _line((_LEFT, 0), (_MIDDLE - 2.2, 0)),
        _line((_MIDDLE + 2.2, 0), (_RIGHT, 0)),
    ),
    "cell": (
        _line((_LEFT, 0), (_MIDDLE - 0.5, 0)),
        _line((_MIDDLE - 0.5, -2), (_MIDDLE - 0.5, 2)),
        _line((_MIDDLE + 0.5, -1), (_MIDDLE + 0.5, 1)),
        _line((_MIDDLE + 0.5, 0), (_RIGHT, 0)),
        Text((_MIDDLE - 1.6, -1.6), "+"),
    ),
}


def symbol(part: Part, board: Board) -> Symbol:
    """The drawing of a part."""
    if part.part == "board":
        left = [pin for pin in part.pins if pin.number.startswith("L")]
        right = [pin for pin in part.pins if pin.number.startswith("R")]
        return _box(f"{part.part}_{board.key}", left, right, 30.48)
    if part.part == "display":
        return _box(part.part, list(part.pins), [], 20.32)
    if part.part == "charger":
        return _box(part.part, list(part.pins[:2]), list(part.pins[2:]), 20.32)
    legs = (Leg(part.pins[0], (0, 0), 1), Leg(part.pins[1], (WIDTH, 0), -1))
    return Symbol(part.part, _BODIES[part.part], legs, False, (WIDTH, 0))


def _box(name: str, left: list[Pin], right: list[Pin], width: float) -> Symbol:
    height = (max(len(left), len(right)) + 1) * PITCH
    frame = _line((0, 0), (width, 0), (width, height), (0, height), (0, 0))
    legs = [Leg(pin, (-BOX_LEG, (i + 1) * PITCH), 1) for i, pin in enumerate(left)]
    legs += [Leg(pin, (width + BOX_LEG, (i + 1) * PITCH), -1) for i, pin in enumerate(right)]
    return Symbol(name, (frame,), tuple(legs), True, (width, height))
