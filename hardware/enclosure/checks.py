"""Judges a case put together: nothing meets, the lid closes as stated, all is reached."""

import math
from itertools import combinations

from build123d import Part, Pos

from hardware.enclosure import lid, meshes
from hardware.enclosure.bodies import caps as cap_bodies
from hardware.enclosure.box import POST
from hardware.enclosure.build import Case
from hardware.enclosure.fixed import KEYS
from hardware.enclosure.shapes import block, lid_frame, rod, solid

MEETS = 0.05  # mm3: less is the arithmetic's
FINGER = 15.0  # mm between the middles of neighbouring keys
CAP_STEM = 9.0  # mm above the perfboard: what reaches higher is what the finger meets
PROUD = 0.8  # mm that a pressed cap still stands out of the lid, at least


def common(one: Part, other: Part) -> float:
    """The volume that two solids share, in mm3."""
    if not _near(one, other):
        return 0.0
    shared = one & other
    return float(shared.volume) if shared else 0.0


def _near(one: Part, other: Part) -> bool:
    a, b = one.bounding_box(), other.bounding_box()
    return all(
        getattr(a.min, axis) < getattr(b.max, axis) and getattr(b.min, axis) < getattr(a.max, axis)
        for axis in ("X", "Y", "Z")
    )


def printable(case: Case) -> list[str]:
    """What is wrong with the parts as they are printed."""
    found = []
    for name, part in case.printed.items():
        surface = meshes.mesh(part)
        if faults := meshes.closed(name, part, surface):
            found += faults
            continue
        found += meshes.walls(name, surface) + meshes.overhangs(name, surface)
    return found


def things(case: Case) -> dict[str, tuple[str, Part]]:
    """All that is in the closed box, by name: what it belongs to, and its solid in place."""
    found = {body.name: (body.part, solid(case.layout, body)) for body in case.bodies}
    found |= {f"cap {key}": ("caps", cap) for key, cap in case.caps.items()}
    for number, bar in enumerate(lid.bar_places(case.layout), 1):
        found[f"bar {number}"] = ("bars", bar)
    return found


def meetings(case: Case) -> list[str]:
    """What shares room in the closed box: printed parts with each other and with all that is put in."""
    inside = things(case)
    printed = {"box": ("box", case.box), "lid": ("lid", case.lid)}
    everything = list({**printed, **inside}.items())
    found = []
    for number, (name, (part, one)) in enumerate(everything):
        for other_name, (other_part, other) in everything[number + 1 :]:
            if part != other_part and (volume := common(one, other)) > MEETS:
                found.append(f"{name} meets {other_name}: {volume:.1f} mm3")
    return found


def closing(case: Case) -> list[str]:
    """The lid goes on from above with all that hangs in it, and sits with the stated air around its lip."""
    found = []
    hanging = [solid(case.layout, body) for body in case.bodies if body.frame == "lid"]
    resting = [
        solid(case.layout, body) for body in case.bodies if body.frame == "box" and body.part != "plug"
    ]
    for lift in (2.0, 6.0, 12.0, 20.0):
        for moved in (Pos(0, 0, lift) * part for part in (case.lid, *hanging)):
            for below in (case.box, *resting):
                if (volume := common(moved, below)) > MEETS:
                    found.append(f"the lid is stopped {lift:g} mm before it is closed: {volume:.1f} mm3")
    fit = case.layout.p.fit
    for axis, (x, y) in {"to the side": (1, 0), "to the back": (0, 1)}.items():
        for sign in (1, -1):
            near, far = (
                Pos(sign * x * way, sign * y * way, 0.3) * case.lid for way in (fit - 0.02, fit + 0.1)
            )
            if common(near, case.box) > MEETS:
                found.append(f"the lid has less than {fit:g} mm of air {axis}")
            if common(far, case.box) <= MEETS:
                found.append(f"the lid has more than {fit:g} mm of air {axis}")
    return found


def reaching(case: Case) -> list[str]:
    """Keys move and stand out of the lid, fingers fit between, caps stay in, screws are reached."""
    return _travel(case) + _held(case) + _fingers(case) + _screws(case) + _sight(case)


def _travel(case: Case) -> list[str]:
    layout, frame, found = case.layout, lid_frame(case.layout), []
    travel = layout.parts["key"]["plunger"]["travel"]
    around = {body.name: solid(layout, body) for body in case.bodies if body.part == "keys"}
    for body in cap_bodies(layout):
        out = body.high[2] - travel
        if body.high[2] > layout.strip_top + CAP_STEM and out < PROUD:
            found.append(f"{body.name}: pressed it stands {out:.1f} mm out of the lid; at least {PROUD}")
        pressed = frame * (Pos(0, 0, -travel - 0.1) * (frame.inverse() * solid(layout, body)))
        for name, other in {"the lid": case.lid, **around}.items():
            if (volume := common(pressed, other)) > MEETS:
                found.append(f"{body.name} meets {name} when pressed: {volume:.1f} mm3")
    return found


def _held(case: Case) -> list[str]:
    frame, found = lid_frame(case.layout), []
    for name, cap in case.caps.items():
        pulled = frame * (Pos(0, 0, 3.0) * (frame.inverse() * cap))
        if common(pulled, case.lid) <= MEETS:
            found.append(f"cap {name} falls out of its hole")
    return found


def _fingers(case: Case) -> list[str]:
    places = {name: case.layout.on_strip(hole) for name, hole in KEYS.items()}
    return [
        f"keys {one} and {other} are too close for a finger"
        for one, other in combinations(places, 2)
        if math.dist(places[one], places[other]) < FINGER
    ]


def _screws(case: Case) -> list[str]:
    found = []
    for x, y in case.layout.bosses:
        shaft = rod(x, y, -20, POST[1] + 8.0, 2.5)
        if common(shaft, case.box) > MEETS or common(shaft, case.lid) > MEETS:
            found.append(f"the screw at ({x:.0f}, {y:.0f}) has no free way")
        thread = rod(x, y, POST[1] + 0.4, POST[1] + 6.0, 3.0)
        if common(thread, case.lid) < 5.0:
            found.append(f"the screw at ({x:.0f}, {y:.0f}) finds nothing to hold in")
    return found


def _sight(case: Case) -> list[str]:
    """The display's lit area is seen whole."""
    layout = case.layout
    (x, v), (wide, high) = layout.window_at, layout.display["window"]["size"]
    frame, half = lid_frame(layout), (wide / 2, high / 2)
    view = frame * block((x - half[0], v - half[1], layout.glass), (x + half[0], v + half[1], 30))
    return ["the lid covers a part of the picture"] if common(view, case.lid) > MEETS else []


def all_of(case: Case) -> list[str]:
    """Everything that is wrong with a case; none where it can be built."""
    return printable(case) + meetings(case) + closing(case) + reaching(case)
