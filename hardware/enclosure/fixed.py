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
HOOK = (1.2, 1.6)  # of what keeps the board down: how far it reaches over it, its thickness
RAIL = (6.2, 24.0)  # beside the display: width, length
BAR = (8.4, 24.0, 2.4)  # what clamps the display
BAR_AIR = 0.2  # from the bars to the back of a display of the usual thickness
LEDGE = 3.0  # what the board's corners lie on, at most
CELL_AIR = 1.0
FLANGE = (13.6, 5.2, 6.8)  # of a printed cap: diameter, from, to; above the perfboard
CAP_TOP = 12.5  # of a printed cap, above the perfboard
STRIP = (80.0, 40.0, 1.6)  # the keys' perfboard, cut to size
STRIP_DROP = FLANGE[2] + AIR  # its upper face under the lid's lower one

# On the perfboard's grid, from its middle: x, y in holes. The keys' middles lie between two holes, so that
# their legs meet holes.
KEYS = {
    "left": (-12.5, 0),
    "right": (-2.5, 0),
    "up": (-7.5, 5),
    "down": (-7.5, -5),
    "a": (12.5, 2),
    "b": (6.5, -2),
}
KEY_LEGS = ((-2.5, -1), (-2.5, 1), (2.5, -1), (2.5, 1))  # from the key's middle, in holes
BUZZER = (2, 4)
BUZZER_LEGS = ((-1, 0), (1, 0))
STRIP_SCREWS = ((-14, 6), (14, 6), (-14, -6), (14, -6), (2, -6))


@dataclass(frozen=True)
class Body:
    """The room of a part: a block, or a round one along the frame's third axis (x and y: diameter)."""

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
