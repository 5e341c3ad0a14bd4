"""What is the same in all variants, in mm, and the form in which the room of a part is described."""

from dataclasses import dataclass

BRIDGE = 20.0  # the widest gap that is printed over without support
OVERHANG = 45.0  # degrees from upright that print without support

GRID = 2.54
LIP_WALL = 1.8
AIR = 0.5  # between things that must not touch
BOSS = 8.0  # diameter of the lid's pillars
BOSS_INSET = 1.0 + BOSS / 2  # of a pillar's middle from the inner wall
STOP = 2.4  # thickness of what holds the board at its edges
LEDGE = 3.0  # what the board's corners lie on, at most
CELL_AIR = 1.0
FLANGE = (13.6, 5.2, 6.8)  # of a printed cap: diameter, from, to; above the perfboard
CAP_TOP = 12.5  # of a printed cap, above the perfboard
STRIP = (80.0, 40.0, 1.6)  # the keys' perfboard, cut to size
STRIP_DROP = FLANGE[2] + AIR  # its upper face under the lid's lower one

# On the perfboard's grid, from its middle: x, y in holes.
KEYS = {"left": (-13, 0), "right": (-3, 0), "up": (-8, 5), "down": (-8, -5), "a": (13, 2), "b": (7, -2)}
BUZZER = (2, 4)
STRIP_SCREWS = ((-14, 6), (14, 6), (-14, -6), (14, -6), (2, -6))


@dataclass(frozen=True)
class Body:
    """The room that a part takes: a block, or a round one (its x and y sizes are the diameter) along the frame's third axis."""

    name: str
    part: str  # what it belongs to: parts may touch themselves
    frame: str  # "box" or "lid"
    low: tuple[float, float, float]
    high: tuple[float, float, float]
    round: bool = False

    @property
    def size(self) -> tuple[float, float, float]:
        """Its extent along the axes of its frame."""
        return tuple(b - a for a, b in zip(self.low, self.high, strict=True))  # type: ignore[return-value]

    @property
    def middle(self) -> tuple[float, float, float]:
        """Its middle in its frame."""
        return tuple((a + b) / 2 for a, b in zip(self.low, self.high, strict=True))  # type: ignore[return-value]
