"""The room that everything in the case takes, in place; from it follow the case's height and what meets."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hardware.enclosure.fixed import (
    BAR,
    BAR_AIR,
    BUZZER,
    CAP_TOP,
    FLANGE,
    GRID,
    HOOK,
    KEYS,
    RAIL,
    STOP,
    STRIP,
    Body,
)

if TYPE_CHECKING:
    from hardware.enclosure.layout import Layout

PLUG_OUT = 25.0  # how much of a plug is looked at outside the wall
MODULE_WIDTH = 18.0  # of the ESP32's module, whose antenna may stick out past the board


def all_of(layout: Layout) -> list[Body]:
    """All parts of a variant; what has a tolerance is as large as it may be."""
    found = _board(layout) + _display(layout) + _keys(layout)
    return found + (_battery(layout) if layout.p.battery else [])


def _board(layout: Layout) -> list[Body]:
    board, z, half = layout.board, layout.board_z, layout.board["tolerance"] / 2
    (x0, y0), (x1, y1) = layout.board_low, layout.board_high
    top, middle = z + layout.thick, (y0 + y1) / 2
    rows, long = board["rows"] / 2, layout.row_pins * GRID / 2
    found = [
        Body("board", "board", "box", (x0 - half, y0 - half, z), (x1 + half, y1 + half, top)),
        Body(
            "board's parts",
            "board",
            "box",
            (x0 + layout.ledge, y0, top),
            (x1 - layout.ledge, y1, top + board["above"]),
        ),
    ]
    for name, side in (("front", -rows), ("back", rows)):
        y = middle + side
        low = ((x0 + x1) / 2 - long, y - GRID / 2, z - board["below"])
        found.append(Body(f"pins, {name} row", "board", "box", low, (low[0] + 2 * long, y + GRID / 2, z)))
    usb, out = board["usb"], board["overhang"]
    socket = (x0 - out["usb"], middle - usb["width"] / 2, z + usb["z"])
    found.append(
        Body(
            "USB socket", "board", "box", socket, (x0 + 6, -socket[1] + 2 * middle, socket[2] + usb["height"])
        )
    )
    if out["antenna"]:
        low = (x1 - 12.0, middle - MODULE_WIDTH / 2, top)
        high = (x1 + out["antenna"] + half, middle + MODULE_WIDTH / 2, top + board["above"])
        found.append(Body("antenna", "board", "box", low, high))
    wide, high_ = usb["plug"]
    _, usb_z = layout.usb_middle()
    found.append(
        Body(
            "USB plug",
            "plug",
            "box",
            (-layout.width / 2 - PLUG_OUT, middle - wide / 2, usb_z - high_ / 2),
            (x0 - out["usb"], middle + wide / 2, usb_z + high_ / 2),
        )
    )
    return found


def _display(layout: Layout) -> list[Body]:
    display, half = layout.display, layout.display["tolerance"] / 2
    (x0, v0), (x1, v1), back = layout.display_low, layout.display_high, layout.display_back
    face = back + display["board"][2]
    (gx, gv), (gw, gh) = display["glass"]["at"], display["glass"]["size"]
    header = display["header"]
    hx, hv, reach = x0 + header["at"][0], v0 + header["at"][1], header["pins"] * header["pitch"] / 2
    return [
        Body("display", "display", "lid", (x0 - half, v0 - half, back), (x1 + half, v1 + half, face)),
        Body(
            "glass",
            "display",
            "lid",
            (x0 + gx, v0 + gv, face),
            (x0 + gx + gw, v0 + gv + gh, layout.glass),
        ),
        Body(
            "display's pins",
            "display",
            "lid",
            (hx - reach, hv - GRID / 2, back - display["below"]),
            (hx + reach, hv + GRID / 2, back),
        ),
    ]


def _keys(layout: Layout) -> list[Body]:
    key, buzzer, top = layout.parts["key"], layout.parts["buzzer"], layout.strip_top
    x, v = layout.strip_at
    found = [
        Body(
            "perfboard",
            "keys",
            "lid",
            (x - STRIP[0] / 2, v - STRIP[1] / 2, top - STRIP[2]),
            (x + STRIP[0] / 2, v + STRIP[1] / 2, top),
        )
    ]
    half, legs = key["body"][0] / 2 + key["tolerance"] / 2, key["legs"][0] / 2 + 0.5
    under = top - STRIP[2] - key["below"]
    for name, hole in KEYS.items():
        x, v = layout.on_strip(hole)
        found.append(
            Body(
                f"key {name}",
                "keys",
                "lid",
                (x - half, v - half, top),
                (x + half, v + half, top + key["body"][2]),
            )
        )
        found.append(
            Body(
                f"legs of {name}",
                "keys",
                "lid",
                (x - legs, v - legs, under),
                (x + legs, v + legs, top - STRIP[2]),
            )
        )
    x, v = layout.on_strip(BUZZER)
    half = buzzer["diameter"] / 2 + buzzer["tolerance"] / 2
    found.append(
        Body(
            "buzzer",
            "keys",
            "lid",
            (x - half, v - half, top),
            (x + half, v + half, top + buzzer["height"]),
            True,
        )
    )
    reach = buzzer["pitch"] / 2 + 1
    low = (x - reach, v - reach, top - STRIP[2] - buzzer["below"])
    found.append(Body("legs of buzzer", "keys", "lid", low, (x + reach, v + reach, top - STRIP[2])))
    return found


def caps(layout: Layout) -> list[Body]:
    """The caps at rest, as round bodies in the lid's frame; a printed one with its flange."""
    cap, found = layout.parts["key"]["cap"], []
    for name, hole in KEYS.items():
        x, v = layout.on_strip(hole)
        printed = layout.p.caps == "printed"
        spans = [(cap["diameter"], cap["bottom"], cap["top"])]
        if printed:
            spans = [FLANGE, (cap["diameter"], FLANGE[2], CAP_TOP)]
        for wide, low, high in spans:
            found.append(
                Body(
                    f"cap {name}",
                    f"cap {name}",
                    "lid",
                    (x - wide / 2, v - wide / 2, layout.strip_top + low),
                    (x + wide / 2, v + wide / 2, layout.strip_top + high),
                    True,
                )
            )
    return found


def fixtures(layout: Layout) -> list[Body]:
    """What the case itself puts in the way, where that decides its height: bars and posts."""
    (x0, v0), (x1, v1), back = layout.display_low, layout.display_high, layout.display_back - BAR_AIR
    middle, over = (v0 + v1) / 2, BAR[0] - RAIL[0]
    found = []
    for low in (x0 - layout.display_slack - RAIL[0], x1 + layout.display_slack - over):
        span = (low, middle - BAR[1] / 2, back - BAR[2]), (low + BAR[0], middle + BAR[1] / 2, back)
        found.append(Body("bar", "bars", "lid", *span))
    (_, y0), (x1, y1), slack = layout.board_low, layout.board_high, layout.slack
    top = layout.board_z + layout.thick + 0.3 + sum(HOOK)
    posts = (x1 - layout.ledge, y0 - slack - STOP, 0.0), (x1 + slack + STOP, y1 + slack + STOP, top)
    found.append(Body("posts", "posts", "box", *posts))
    if layout.p.battery:
        body = layout.parts["switch"]["body"]
        half, back = body[0] / 2 + slack + STOP, layout.depth
        low = (layout.switch_x - half, back - layout.p.wall - body[1] - 1.0, 0.0)
        high = (layout.switch_x + half, back, layout.switch_z + body[2] / 2)
        found.append(Body("switch's posts", "posts", "box", low, high))
    return found


def _battery(layout: Layout) -> list[Body]:
    usb = layout.parts["charger"]["usb"]
    low, high = layout.charger
    middle, z = (low[0] + high[0]) / 2, layout.charger_z + usb["z"] + usb["height"] / 2
    wide, tall = usb["plug"]
    switch = layout.parts["switch"]
    return [
        Body("cell", "cell", "box", *layout.cell),
        Body("charger", "charger", "box", low, high),
        Body(
            "charger's plug",
            "plug",
            "box",
            (middle - wide / 2, high[1], z - tall / 2),
            (middle + wide / 2, layout.depth + PLUG_OUT, z + tall / 2),
        ),
        Body(
            "switch",
            "switch",
            "box",
            (
                layout.switch_x - switch["body"][0] / 2,
                layout.depth - layout.p.wall - switch["body"][1],
                layout.switch_z - switch["body"][2] / 2,
            ),
            (
                layout.switch_x + switch["body"][0] / 2,
                layout.depth - layout.p.wall,
                layout.switch_z + switch["body"][2] / 2,
            ),
        ),
    ]
