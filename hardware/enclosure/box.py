"""The lower half: walls, the board's and the screws' posts, the plugs' openings, the battery's bay."""

from build123d import Axis, Part

from hardware.enclosure.fixed import AIR, HOOK, STOP
from hardware.enclosure.layout import Layout
from hardware.enclosure.shapes import across, block, cone, lengthwise, prism, rod, slab, softened

SCREW = (3.4, 6.4)  # M3, countersunk, from below: hole and head
POST = (8.6, 5.2)  # diameter and height over the table
LEDGE_ACROSS = 3.0  # what the board's corners lie on, from front to back
BAY = 4.0  # height of the battery's fences


def make(layout: Layout) -> Part:
    """The box, standing as it is used and printed."""
    p = layout.p
    outer = softened(prism(layout, 0, 0, 200), Axis.Z, 0.8, last=False)
    shell = outer - prism(layout, p.wall, p.floor, 300) - slab(layout, -p.top, 400)
    inside = prism(layout, 0.4, 0.4, 200) - slab(layout, -p.top - 1, 400)
    box = shell + [piece & inside for piece in _board_posts(layout)]
    for x, y in layout.bosses:
        box = box + rod(x, y, 0.4, POST[1], POST[0])
    if p.battery:
        box = box + [piece & inside for piece in _bay(layout)]
    for x, y in layout.bosses:
        box = box - rod(x, y, -1, POST[1] + 1, SCREW[0])
        box = box - cone(x, y, -0.01, (SCREW[1] - SCREW[0]) / 2, SCREW[1], SCREW[0])
    box = box - plug_hole(layout)
    if p.battery:
        box = box - _battery_holes(layout)
    return box


def plug_hole(layout: Layout) -> Part:
    """What is cut out for the board's plug, with a sloped roof where it is too wide to be bridged."""
    (y0, z0), (y1, z1), roof = layout.usb_opening()
    outline = [(y0, z0), (y1, z0), (y1, z1)]
    if roof:
        outline += [(y1 - roof, z1 + roof), (y0 + roof, z1 + roof)]
    outline.append((y0, z1))
    left = -layout.width / 2
    return across(outline, left - 1, layout.board_low[0] - layout.board["overhang"]["usb"] + 0.3)


def _board_posts(layout: Layout) -> list[Part]:
    """A post under each corner: at the socket's end with stops, at the other with hooks."""
    (x0, y0), (x1, y1), slack, ledge = layout.board_low, layout.board_high, layout.slack, layout.ledge
    top, z = layout.board_z + layout.thick, layout.board_z
    wall, found, opening = -layout.width / 2 + 1.0, [], layout.usb_opening()
    spans = (
        (y0 - slack - STOP, y0 - slack, y0 + LEDGE_ACROSS),
        (y1 + slack + STOP, y1 + slack, y1 - LEDGE_ACROSS),
    )
    for outer, stop, inner in spans:
        low, high = min(outer, inner), max(outer, inner)
        side = min(outer, stop), max(outer, stop)
        found += [
            block((wall, low, 1.0), (x0 + ledge, high, z)),
            block((wall, side[0], 1.0), (x0 + ledge, side[1], top)),
            block((x1 - ledge, low, 1.0), (x1 + slack + STOP, high, z)),
            block((x1 - ledge, side[0], 1.0), (x1 + slack + STOP, side[1], top)),
            _hook(x1 + slack, top + 0.3, low if outer < inner else inner, high if outer > inner else inner),
        ]
        # a plug as wide as the board leaves no place for a stop: there the pins' plastic ends at the ledges
        if high <= opening[0][0] or low >= opening[1][0]:
            found.append(block((wall, low, 1.0), (x0 - slack, high, top)))
    return found


def _hook(x: float, z: float, low: float, high: float) -> Part:
    outline = [
        (x + STOP, 1.0),
        (x + STOP, z + sum(HOOK)),
        (x - HOOK[0], z + sum(HOOK)),
        (x - HOOK[0], z + HOOK[0]),
        (x, z),
        (x, 1.0),
    ]
    return lengthwise(outline, low, high)


def _corners(low: tuple[float, ...], high: tuple[float, ...], top: float) -> list[Part]:
    """Four angles around a block, AIR/2 away, that keep it in place."""
    found, arm, near = [], 8.0, AIR / 2
    for x, dx in ((low[0] - near, 1), (high[0] + near, -1)):
        for y, dy in ((low[1] - near, 1), (high[1] + near, -1)):
            xs = sorted((x - dx * STOP, x + dx * arm))
            ys = sorted((y - dy * STOP, y))
            found.append(block((xs[0], ys[0], 1.0), (xs[1], ys[1], top)))
            xs, ys = sorted((x - dx * STOP, x)), sorted((y - dy * STOP, y + dy * arm))
            found.append(block((xs[0], ys[0], 1.0), (xs[1], ys[1], top)))
    return found


def _bay(layout: Layout) -> list[Part]:
    floor, (low, high) = layout.p.floor, layout.charger
    found = _corners(*layout.cell, floor + BAY)
    found += _corners(low, high, layout.charger_z + 2.0)
    for x in (low[0], high[0] - 4.0):  # rails that lift the charger, so that its socket clears the floor
        found.append(block((x, low[1], 1.0), (x + 4.0, high[1], layout.charger_z)))
    body, x, z = layout.parts["switch"]["body"], layout.switch_x, layout.switch_z
    half, slack = body[0] / 2, layout.parts["switch"]["tolerance"] / 2 + layout.p.play
    y = layout.depth - layout.p.wall - body[1] - 1.0
    wall = layout.depth - 1.0
    found.append(
        block((x - half - slack - STOP, y, 1.0), (x + half + slack + STOP, wall, z - body[2] / 2 - slack))
    )
    for side in (x - half - slack - STOP, x + half + slack):
        found.append(block((side, y, 1.0), (side + STOP, wall, z + body[2] / 2)))
    return found


def _battery_holes(layout: Layout) -> Part:
    """For the charger's plug and the switch's lever, both in the back."""
    low, high = layout.charger
    usb, lever = layout.parts["charger"]["usb"], layout.parts["switch"]["lever"]
    middle, z = (low[0] + high[0]) / 2, layout.charger_z + usb["z"] + usb["height"] / 2
    wide, tall = (side / 2 + layout.p.plug_gap for side in usb["plug"])
    back = layout.depth
    plug = block((middle - wide, high[1] - 4.0, z - tall), (middle + wide, back + 1, z + tall))
    reach = (lever["size"][0] + lever["travel"]) / 2 + 0.5
    up = lever["size"][1] / 2 + 0.5
    x, z = layout.switch_x, layout.switch_z
    inner = back - layout.p.wall - 0.01
    return plug + block((x - reach, inner, z - up), (x + reach, back + 1, z + up))
