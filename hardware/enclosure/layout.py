"""Where everything sits, from the parameters and the parts' outsides (parts.toml).

Two frames, in mm. *box*: x to the right, y from the outside of the front to the back, z up from the table.
*lid*: x as before, v up the slope of the lid's outer face from its front edge, w out of that face. Display
and keys hang in the lid, the board lies in the box.
"""

import math
from typing import Any

from hardware.design import circuit, pins
from hardware.enclosure import bodies
from hardware.enclosure.fixed import (
    AIR,
    BOSS,
    BOSS_INSET,
    BRIDGE,
    CELL_AIR,
    GRID,
    LEDGE,
    LIP_WALL,
    STOP,
    STRIP,
    STRIP_DROP,
    Body,
)
from hardware.enclosure.parameters import BadParameters, Parameters, check


def up(value: float, step: float = 0.5) -> float:
    """The next multiple of the step."""
    return math.ceil(value / step - 1e-9) * step


class Layout:
    """All places of one variant; BadParameters where it cannot be built."""

    def __init__(self, parameters: Parameters, data: dict[str, Any] | None = None) -> None:
        self.p = p = check(parameters)
        self.parts: dict[str, Any] = (data or circuit.read())["bodies"]
        board = pins.load().boards[p.board]
        self.board = self.parts[board.body]
        self.display = self.parts[p.display]
        self.row_pins = sum(pin.place.startswith("L") for pin in board.header)
        self.sin, self.cos = math.sin(math.radians(p.tilt)), math.cos(math.radians(p.tilt))
        self.length, self.across, self.thick = self.board["board"]
        self.slack = self.board["tolerance"] / 2 + p.play  # around the board
        self.ledge = min(LEDGE, (self.length - self.row_pins * GRID) / 2 - 0.4)
        self.inset = p.wall + p.fit + LIP_WALL  # to the inner face of the lip
        self._lid_places()
        self._box_places()
        self._front()

    # -- the lid's frame

    def _lid_places(self) -> None:
        p, (width, height, thick) = self.p, self.display["board"]
        self.strip_top = -(p.top + STRIP_DROP)
        front = up((self.inset + AIR) / self.cos)
        self.strip_at = (0.0, front + STRIP[1] / 2)
        slack = self.display["tolerance"] / 2 + p.play
        self.display_slack = slack
        window, at = self.display["window"]["size"], self.display["window"]["at"]
        self.display_low = (-(at[0] + window[0] / 2), front + STRIP[1] + AIR + 2.0 + slack)
        self.display_high = (self.display_low[0] + width, self.display_low[1] + height)
        self.window_at = (0.0, self.display_low[1] + at[1] + window[1] / 2)
        self.window = (window[0] + 2 * 0.6, window[1] + 2 * 0.6)
        self.glass = -p.top
        self.display_back = self.glass - self.display["above"] - thick

    def on_strip(self, hole: tuple[float, float]) -> tuple[float, float]:
        """A hole of the perfboard in the lid's frame."""
        return self.strip_at[0] + hole[0] * GRID, self.strip_at[1] + hole[1] * GRID

    def y(self, v: float, w: float) -> float:
        """How far back a point of the lid's frame lies."""
        return v * self.cos - w * self.sin

    def z(self, v: float, w: float) -> float:
        """How high a point of the lid's frame lies over the front edge of the lid."""
        return v * self.sin + w * self.cos

    def under_lid(self, y: float) -> float:
        """The height of the lid's lower face over the table, at a place from the front."""
        return self.front + y * self.sin / self.cos - self.p.top / self.cos

    # -- the box's frame

    def _box_places(self) -> None:
        p = self.p
        overhang = self.board["overhang"]
        strip_back = self.y(self.strip_at[1] + STRIP[1] / 2, self.strip_top - STRIP[2])
        behind = p.wall + BOSS_INSET + BOSS / 2 + AIR + STOP + self.slack
        upper = self.y(self.display_high[1] + self.display_slack + 2.0, self.display_back) + AIR + self.inset
        self.depth = self._chosen(
            "depth", max(upper, strip_back + AIR + STOP + self.slack + self.across + behind)
        )
        self.width = self._chosen("width", 2 * max(self._half_widths()))
        low = -self.width / 2 + p.wall + overhang["usb"] + self.slack + AIR
        self.board_low = (low, self.depth - behind - self.across)
        self.board_high = (low + self.length, self.depth - behind)
        self.board_z = p.floor + p.wiring + self.board["below"]
        self.bosses = [
            (x * (self.width / 2 - p.wall - BOSS_INSET), y)
            for x in (-1, 1)
            for y in (p.wall + BOSS_INSET, self.depth - p.wall - BOSS_INSET)
        ]
        self._battery_places()

    def _half_widths(self) -> list[float]:
        p, overhang = self.p, self.board["overhang"]
        beside = p.wall + BOSS_INSET + BOSS / 2 + AIR
        board = p.wall + overhang["usb"] + self.slack + AIR + self.length
        board += max(overhang["antenna"] + AIR, self.slack + STOP)
        if p.battery:
            charger = self.parts["charger"]
            board += AIR + 2 * STOP + charger["size"][1] + charger["tolerance"] + beside
        else:
            board += p.wall + AIR
        return [STRIP[0] / 2 + beside, board / 2]

    def _battery_places(self) -> None:
        """The cell under the keys, the charger behind it with its socket in the back, the switch beside."""
        p, cell, charger = self.p, self.parts["cell"], self.parts["charger"]
        size = [side + cell["tolerance"] for side in cell["size"]]
        front = p.wall + AIR + STOP
        self.cell = ((-size[0] / 2, front, p.floor), (size[0] / 2, front + size[1], p.floor + size[2]))
        long, short, thick = (side + charger["tolerance"] for side in charger["size"])
        right = self.width / 2 - p.wall - BOSS_INSET - BOSS / 2 - AIR - STOP
        self.charger_z = p.floor + 3.0
        back = self.depth - p.wall - AIR
        self.charger = (
            (right - short, back - long, self.charger_z),
            (right, back, self.charger_z + thick),
        )
        self.switch_x = self.charger[0][0] - STOP - AIR - 9.0
        self.switch_z = self.board_z

    def _chosen(self, name: str, needed: float) -> float:
        value = getattr(self.p, name)
        if value is None:
            return up(needed, 1.0 if name != "front" else 0.5)
        if value < needed:
            raise BadParameters(
                f"{name}: {value:g} mm is too small for {self.p.board} and the rest: at least {up(needed):g}"
            )
        return value

    # -- the height

    def _front(self) -> None:
        """The least height at the front: nothing of the lid comes too close to what lies in the box."""
        needed = [0.0]
        self.front = 0.0
        everything = bodies.all_of(self) + bodies.fixtures(self)
        lower = [body for body in everything if body.frame == "box" and body.part != "plug"]
        for body in (body for body in everything if body.frame == "lid"):
            bottom = self.z(body.low[1], body.low[2])
            needed.append(self.p.floor + self.p.wiring - bottom)
            for other in lower:
                if self._above(body, other):
                    # the lid's part is lowest at its front: judged there, which is on the safe side
                    gap = CELL_AIR if other.part == "cell" else AIR
                    needed.append(other.high[2] + gap - bottom)
        opening = self.usb_opening()
        y = opening[0][0] - AIR
        under = opening[1][1] + opening[2] + 1.6
        needed.append(under - y * self.sin / self.cos + self.p.top / self.cos)
        self.front = self._chosen("front", max(needed))

    def _above(self, body: Body, other: Body) -> bool:
        near, far = self.y(body.low[1], body.high[2]), self.y(body.high[1], body.low[2])
        return (
            body.low[0] < other.high[0]
            and other.low[0] < body.high[0]
            and near < other.high[1]
            and other.low[1] < far
        )

    @property
    def back(self) -> float:
        """The outer height at the back."""
        return self.front + self.depth * self.sin / self.cos

    # -- openings

    def usb_middle(self) -> tuple[float, float]:
        """y and z of the middle of the board's socket."""
        usb = self.board["usb"]
        return (self.board_low[1] + self.board_high[1]) / 2, self.board_z + usb["z"] + usb["height"] / 2

    def usb_opening(self) -> tuple[tuple[float, float], tuple[float, float], float]:
        """Opening for the plug in the left wall: lowest and highest y and z, height of the sloped roof."""
        (y, z), (wide, high) = self.usb_middle(), self.board["usb"]["plug"]
        wide, high = wide + 2 * self.p.plug_gap, high + 2 * self.p.plug_gap
        roof = max(0.0, (wide - BRIDGE * 0.9) / 2)
        return (y - wide / 2, z - high / 2), (y + wide / 2, z + high / 2), roof
