"""What can be chosen about the case, and in which bounds; everything else follows (layout.py)."""

import math
from dataclasses import dataclass, fields, replace
from typing import Any

from hardware.design import circuit, pins

MIN_WALL = 1.6  # mm: two lines of a 0.4 mm nozzle on each side
CAPS = ("printed", "bought")


class BadParameters(ValueError):
    """A choice that cannot be built: one line that says which, why, and what would do."""


@dataclass(frozen=True)
class Parameters:
    """One variant of the case; lengths in mm, the angle in degrees. None: as much as is needed."""

    board: str = "devkitc38"  # as in pins.toml
    display: str = "oled13"  # as in parts.toml
    caps: str = "printed"  # printed ones carry marks and cannot fall out; bought ones come with the keys
    battery: bool = False  # a bay for the cell, one for the charger with its socket, a slot for the switch
    wall: float = 2.4
    floor: float = 2.4
    top: float = 3.0  # thickness of the lid
    radius: float = 9.0  # of the upright edges
    tilt: float = 12.0  # of the lid, towards the player
    wiring: float = 3.0  # room for wires under the pins of board and keys; plugged wires (Dupont) want 20
    lip: float = 4.0  # how far the lid reaches into the box
    fit: float = 0.25  # air between lip and box, on each side
    play: float = 0.2  # air around parts, beyond their makers' tolerance, on each side
    cap_gap: float = 0.4  # air around the caps
    plug_gap: float = 0.5  # air around a USB plug's body
    front: float | None = None  # outer height at the front
    width: float | None = None
    depth: float | None = None


# name: least, most, what goes wrong outside
BOUNDS = {
    "wall": (MIN_WALL, 4.0, "thinner breaks, thicker leaves the plug too short"),
    "floor": (2.0, 5.0, "the heads of the screws sink into it"),
    "top": (2.8, 4.0, "the screws of the display hold in it, and the caps must reach through it"),
    "radius": (5.0, 16.0, "sharper edges hurt, rounder ones cut into the screws"),
    "tilt": (0.0, 20.0, "steeper prints need support inside"),
    "wiring": (2.0, 25.0, "wires need room, and the box should not become a tower"),
    "lip": (2.5, 6.0, "shorter holds nothing, longer meets the keys"),
    "fit": (0.1, 0.5, "tighter cannot be closed, looser rattles"),
    "play": (0.1, 1.0, "tighter does not take what is sold, looser rattles"),
    "cap_gap": (0.25, 0.6, "tighter sticks, looser lets the caps slip through"),
    "plug_gap": (0.3, 2.0, "plugs differ, but the opening must keep its walls"),
    "front": (10.0, 60.0, "it must stand on a table"),
    "width": (60.0, 180.0, "it must lie on a printer"),
    "depth": (60.0, 180.0, "it must lie on a printer"),
}


def boards() -> tuple[str, ...]:
    """The boards that a case can be made for."""
    return tuple(pins.load().boards)


def displays() -> tuple[str, ...]:
    """The displays that a case can be made for."""
    return tuple(name for name, body in circuit.read()["bodies"].items() if "window" in body)


def check(parameters: Parameters) -> Parameters:
    """The same parameters; BadParameters where one is out of its bounds."""
    for name, choices in (("board", boards()), ("display", displays()), ("caps", CAPS)):
        if getattr(parameters, name) not in choices:
            raise BadParameters(
                f"{name}: {getattr(parameters, name)!r} is not known: one of {', '.join(choices)}"
            )
    for name, (least, most, why) in BOUNDS.items():
        value = getattr(parameters, name)
        if value is not None and not (math.isfinite(value) and least <= value <= most):
            unit = "degrees" if name == "tilt" else "mm"
            raise BadParameters(f"{name}: {value:g} {unit} is not between {least:g} and {most:g}: {why}")
    return parameters


def changed(parameters: Parameters, texts: dict[str, str]) -> Parameters:
    """The parameters with what was typed (name, value); BadParameters where either makes no sense."""
    known = {field.name: field for field in fields(Parameters)}
    values: dict[str, Any] = {}
    for name, text in texts.items():
        if name not in known:
            raise BadParameters(f"{name!r} is no parameter: one of {', '.join(known)}")
        if name in ("board", "display", "caps"):
            values[name] = text
        elif name == "battery":
            if text not in ("yes", "no"):
                raise BadParameters(f"battery: {text!r} is neither yes nor no")
            values[name] = text == "yes"
        else:
            values[name] = _number(name, text)
    return check(replace(parameters, **values))


def _number(name: str, text: str) -> float:
    try:
        return float(text)
    except ValueError:
        raise BadParameters(f"{name}: {text!r} is no number of mm or degrees") from None
