"""The upper half: window, holes of keys and sound, seats of display and keys, the screws' pillars."""

import math

from build123d import Axis, Part, Pos, RectangleRounded, Rot, chamfer, extrude

from hardware.enclosure.box import POST, plug_hole
from hardware.enclosure.fixed import BAR, BAR_AIR, BOSS, BUZZER, KEYS, RAIL, STRIP_SCREWS
from hardware.enclosure.layout import Layout
from hardware.enclosure.parameters import MIN_WALL
from hardware.enclosure.shapes import block, cone, lid_frame, prism, rod, slab, softened

PILOT_M3 = (2.6, 9.0)  # diameter and depth
PILOT_M25 = 2.1
STRIP_POST = 6.8
BAR_HOLE = 2.9
LAND = 1.0  # the straight part of the window's edge
SOFT = 0.8  # 45 degrees around the key holes
SOUND = (2.2, 4.2)  # diameter of the buzzer's holes and their distance


def make(layout: Layout) -> Part:
    """The lid in place on the box."""
    p = layout.p
    plate = _plate(layout)
    ring = prism(layout, p.wall + p.fit, -50, 200) - prism(layout, layout.inset, -60, 300)
    lid = plate + (ring & slab(layout, -p.top - p.lip, -p.top + 0.5))
    below = slab(layout, -200, -p.top + 0.5)
    for x, y in layout.bosses:
        lid = lid + (rod(x, y, POST[1] + 0.3, 200, BOSS) & below)
    for finger in _fingers(layout):
        lid = lid + (finger & below)
    frame = lid_frame(layout)
    lid = lid + [frame * piece for piece in _display_seat(layout) + _strip_posts(layout)]
    for x, y in layout.bosses:
        lid = lid - rod(x, y, 0, POST[1] + 0.3 + PILOT_M3[1], PILOT_M3[0])
    for piece in _openings(layout) + _pilots(layout):
        lid = lid - frame * piece
    return lid - plug_hole(layout)


def _plate(layout: Layout) -> Part:
    plate = prism(layout, 0, -50, 200) & slab(layout, -layout.p.top, 0)
    normal = Axis((0, 0, 0), (0, -layout.sin, layout.cos))
    return softened(plate, normal, 1.0)


def _fingers(layout: Layout) -> list[Part]:
    """What keeps the board down at its socket's end; the hooks do at the other."""
    (x0, y0), (_, y1) = layout.board_low, layout.board_high
    left, top = x0 - 0.6, layout.board_z + layout.thick + 0.3  # clear of plugs and of the pins' solder
    return [block((left, y, top), (x0 + layout.ledge - 0.4, y + 3.5, 200)) for y in (y0 - 1.5, y1 - 2.0)]


def _display_seat(layout: Layout) -> list[Part]:
    """Rails at both sides with the screws' holes, and ribs before and behind."""
    (x0, v0), (x1, v1), slack = layout.display_low, layout.display_high, layout.display_slack
    middle, back, inside = (v0 + v1) / 2, layout.display_back - BAR_AIR, -layout.p.top + 0.5
    half, found = RAIL[1] / 2, []
    for low in (x0 - slack - RAIL[0], x1 + slack):
        found.append(block((low, middle - half, back), (low + RAIL[0], middle + half, inside)))
    for low in (v0 - slack - 2.0, v1 + slack):
        for x in (x0 + 1.0, x1 - 8.0):
            found.append(block((x, low, back + 0.4), (x + 7.0, low + 2.0, inside)))
    return found


def rail_screws(layout: Layout) -> list[tuple[float, float]]:
    """The four screws of the bars that clamp the display, in the lid's frame."""
    (x0, v0), (x1, v1), slack = layout.display_low, layout.display_high, layout.display_slack
    middle = (v0 + v1) / 2
    return [
        (x, middle + side * (RAIL[1] / 2 - RAIL[0] / 2))
        for x in (x0 - slack - RAIL[0] / 2, x1 + slack + RAIL[0] / 2)
        for side in (-1, 1)
    ]


def _strip_posts(layout: Layout) -> list[Part]:
    inside = -layout.p.top + 0.5
    return [rod(*layout.on_strip(hole), layout.strip_top, inside, STRIP_POST) for hole in STRIP_SCREWS]


def _pilots(layout: Layout) -> list[Part]:
    end, back = -MIN_WALL - 0.2, layout.display_back - BAR_AIR
    found = [rod(x, v, back - 1, end, PILOT_M25) for x, v in rail_screws(layout)]
    for hole in STRIP_SCREWS:
        x, v = layout.on_strip(hole)
        found.append(rod(x, v, layout.strip_top - 1, end, PILOT_M25))
    return found


def _openings(layout: Layout) -> list[Part]:
    p, (x, v), (wide, high) = layout.p, layout.window_at, layout.window
    found = [block((x - wide / 2, v - high / 2, -p.top - 1), (x + wide / 2, v + high / 2, 1)), _bevel(layout)]
    hole = layout.parts["key"]["cap"]["diameter"] + 2 * p.cap_gap
    for name in KEYS:
        x, v = layout.on_strip(KEYS[name])
        found += [rod(x, v, -p.top - 1, 1, hole), cone(x, v, -SOFT, 0.01, hole, hole + 2 * SOFT + 0.02)]
    x, v = layout.on_strip(BUZZER)
    around = [(0.0, 0.0)] + [
        (SOUND[1] * math.cos(math.radians(60 * n)), SOUND[1] * math.sin(math.radians(60 * n)))
        for n in range(6)
    ]
    return found + [rod(x + dx, v + dv, -p.top - 1, 1, SOUND[0]) for dx, dv in around]


def _bevel(layout: Layout) -> Part:
    """The window's slope, at 45 degrees: nothing shades the picture, and it prints without support."""
    (x, v), (wide, high), grow = layout.window_at, layout.window, layout.p.top - LAND
    extra = grow + 0.2
    upper = extrude(RectangleRounded(wide + 2 * extra, high + 2 * extra, 1.0 + extra), -extra)
    bottom = upper.faces().sort_by(Axis.Z)[0]
    upper = chamfer(bottom.outer_wire().edges(), extra - 0.001)
    return Pos(x, v, 0.2) * upper


def bar(layout: Layout) -> Part:
    """One of the two bars that clamp the display by its sides, flat as it is printed."""
    wide, long, thick = BAR
    plate = block((-wide / 2, -long / 2, 0), (wide / 2, long / 2, thick))
    x = wide / 2 - RAIL[0] / 2
    for side in (-1, 1):
        plate = plate - rod(x, side * (RAIL[1] / 2 - RAIL[0] / 2), -1, thick + 1, BAR_HOLE)
    return plate


def bar_places(layout: Layout) -> list[Part]:
    """Both bars in place."""
    frame, back, found = lid_frame(layout), layout.display_back - BAR_AIR, []
    (x0, v0), (x1, v1), slack = layout.display_low, layout.display_high, layout.display_slack
    middle = (v0 + v1) / 2
    shift = BAR[0] / 2 - RAIL[0]
    right = Pos(x1 + slack - shift, middle, back - BAR[2]) * bar(layout)
    left = Pos(x0 - slack + shift, middle, back - BAR[2]) * Rot(Z=180) * bar(layout)
    for made in (left, right):
        found.append(frame * made)
    return found
