"""A game of Smash Up played by the rules, by chance, with every module; and one planned slip in it, if asked.

`Evening(seed).play()` leaves the events of a legal game in `events`. With `slip` (see slips.py) one breach is
worked in at the first chance for it; `expected` says which finding has to come of it, and where.
"""

import random
from collections.abc import Callable
from typing import Any

from tests.property import modules, moves
from tests.property.table import FACTS, ISLAND, Table

NAMES = ("An", "Bình", "Chi", "Dũng")
# Three factions with titans that cards are known to play, and others with and without titans.
FACTIONS = [
    *("kaiju", "mega-troopers", "itty-critters", "pirates", "ghosts", "wizards"),
    *("dinosaurs", "robots", "aliens", "ninjas", "zombies", "vampires"),
]
BASES = [base.slug for base in FACTS.bases() if FACTS.base(base.slug) and base.slug != ISLAND]
TURNS = 40
MOVES = [
    *[moves.regular] * 6,
    *[moves.extra, moves.act, moves.titan] * 3,
    *[
        moves.each,
        moves.each_out,
        moves.breakpoint_,
        moves.lose,
        moves.move,
        moves.control,
        moves.counter,
        moves.move_titan,
        moves.titan_leaves,
        moves.aim,
    ]
    * 2,
    *[
        modules.bury,
        modules.uncover,
        modules.unbury,
        modules.monster_comes,
        modules.monster_changes,
        modules.monster_out,
        modules.treasure,
        modules.madness,
        modules.gain,
        modules.duel,
    ]
    * 2,
    *[modules.base_leaves, moves.base_fix, modules.note],
]


class Evening(Table):
    """A game and the player of all its seats."""

    def __init__(self, seed: int, slip: tuple[str, Callable[["Evening"], None]] | None = None):
        self.random = random.Random(seed)
        players = self.random.randint(2, 4)
        self.factions: list[list[str]] | None = None
        if self.random.random() < 0.85:
            chosen = ["kaiju", "mega-troopers", *self.random.sample(FACTIONS[2:], 2 * players - 2)]
            if self.random.random() < 0.7:
                self.random.shuffle(chosen)
            self.factions = [chosen[2 * i : 2 * i + 2] for i in range(players)]
        super().__init__(players, self.factions, self.random.choice((6, 10, 15, 15)))
        self.used: set[str] = set()
        self.paying = False  # Honorable Combat is being paid: other VP wait
        self.slip = slip
        self.expected: list[tuple[int, str, str]] = []  # number of the event from 1, rule, level
        self.slipped = 0  # events before the slip

    @property
    def header(self) -> dict[str, Any]:
        return {
            "clashbox": 1,
            "game": "smashup",
            "goal": self.goal,
            "players": [
                {"name": NAMES[i], "factions": self.factions[i] if self.factions else []}
                for i in range(self.players)
            ],
        }

    def chance(self, share: float) -> bool:
        return self.random.random() < share

    def any(self, choices: Any) -> Any:
        return self.random.choice(list(choices))

    def expect(self, rule: str, level: str = "violation") -> None:
        """The event just written is where the finding comes."""
        self.expected.append((len(self.events), rule, level))

    def may_slip(self, moment: str) -> bool:
        """Whether the planned slip happened here and now."""
        if self.slip and not self.expected and self.slip[0] == moment:
            self.slipped = len(self.events)
            self.slip[1](self)
            return bool(self.expected)
        return False

    # -- the course of a game --

    def play(self) -> "Evening":
        for b in range(1, self.players + 2):
            self.new_base(b)
        p = self.any(self.seats)
        for _ in range(TURNS):
            if not self.may_slip("turn"):
                self.new_turn(p)
            self.used = set()
            self.paying = False
            self.one_turn()
            if self.over or self.ending():
                break
            p = self.turn % self.players + 1
        else:
            if not self.over:
                self.enter("end")
                self.write("vp", p=p, n=100)
                self.vp[p - 1] += 100
                self.ending()
        return self

    def one_turn(self) -> None:
        if self.chance(0.3):
            self.enter("start")
        if not self.may_slip("start"):
            modules.open_buried(self)
        if self.told or self.chance(0.3):
            self.enter("play")
        slips = self.random.randint(0, 5)
        for n in range(self.random.randint(2, 9)):
            if n == slips:
                self.may_slip("play")
                if self.over:
                    return
            self.any(MOVES)(self)
        self.may_slip("play")
        if self.over:
            return
        self.score_bases()
        if self.chance(0.5):
            self.enter(self.any(("draw", "end")))
            if self.chance(0.3):
                moves.act(self)
        self.may_slip("last")

    def ending(self) -> bool:
        """Ends the game if it is over."""
        if not self.leader():
            return False
        if not self.may_slip("end"):
            self.finish(self.any((None, self.winners())))
        return self.over

    def lay(self, b: int, card: str | None = None, numbers: tuple[int, list[int]] | None = None) -> None:
        super().lay(b, card, numbers)
        if b > self.players + 1:  # after that slip, whatever takes the place of this base as well
            self.expect("SB-02", "warning")

    def new_base(self, b: int) -> None:
        if self.chance(0.25):
            card = ISLAND if all(place.card != ISLAND for place in self.places.values()) else None
            numbers = (self.random.randint(8, 24), sorted(self.random.choices(range(6), k=3), reverse=True))
            self.lay(b, card, numbers)
        else:
            self.lay(b, self.any(BASES))
        if self.chance(0.3):
            modules.monster_comes(self, b)

    def score_bases(self) -> None:
        if self.may_slip("score"):
            return
        ready = self.ready()
        if ready and self.chance(0.3):
            self.enter("score")
        while ready := self.ready():
            b = self.any(ready)
            if not self.may_slip("scoring"):
                self.score(b)

    def score(self, b: int, vp: list[int] | None = None, quiet: bool | None = None) -> None:
        """A base scores, with all that follows; `vp` as the table gives it, `quiet` without `score.start`."""
        if not (self.chance(0.4) if quiet is None else quiet):
            self.write("score.start", b=b)
            self.phase, self.told = "score", False
            self.paying = False
            if self.chance(0.4):  # before it scores; it is locked in
                moves.power_at(self, b)
        loot = self.loot(b)
        modules.room_for(self, sum(loot))
        self.score_alone(b, vp)
        late = self.chance(0.5)
        if not late:
            self.new_base(b)
        self.share(loot)
        if late:
            self.new_base(b)

    def score_alone(self, b: int, vp: list[int] | None = None) -> None:
        """The base scores and leaves; what follows is left to do."""
        given = self.due(b) if vp is None else vp
        self.write("score", b=b, vp=given if vp is not None or self.chance(0.6) else None)
        self.phase, self.told = "score", False
        self.paying = False
        self.vp = [had + max(0, n) for had, n in zip(self.vp, given, strict=True)]
        self.take_off(b)

    def share(self, loot: list[int]) -> None:
        """The treasures of a scored base are taken."""
        for p, n in enumerate(loot, 1):
            if n:
                self.write("treasure", p=p, n=n, why="score")
                self.treasures[p - 1] += n
