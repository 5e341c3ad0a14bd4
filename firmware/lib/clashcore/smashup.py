"""The state of a game of Smash Up: what lies on the table, and what each event changes.

`SmashUp.apply` takes an event as the table played it; it judges nothing. Where something is taken that is not
there, counts stop at 0 and `clamped` says so (SB-15). Events that cannot be applied at all raise Rejected and
change nothing. Their form is taken as checked (clashcore.events).

Players and slots count from 1 in every call; lists are by player - 1 and slot - 1. What knows
cards is handed in as `facts` (None: events bring their numbers along):
    base(slug) -> (breakpoint, (vp1, vp2, vp3)) or None      minion_power("faction/card") -> int or None
    titan_of(faction) -> its titan's slug or None (it may be missing)
Without it, or where factions are not known, titans are met as they are played.

The common events are in clashcore.plays. Those that come a few times a game (clashcore.seldom), titans, and
duels, buried cards, monsters and the like (clashcore.modules) are loaded when the first such event comes.
"""

import json

from clashcore import places as _places
from clashcore.plays import ACTION, DO, MINION, MONSTER, Base
from clashcore.rejected import Rejected


class SmashUp:
    """A game of Smash Up at one moment. Attributes are for reading; only `apply` and `unpack` change them."""

    def __init__(self, header: dict, facts=None):
        n = len(header["players"])
        self.facts = facts
        self.players = n
        self.goal = header.get("goal") or 15
        self.turn = 0  # 0: before the first turn
        self.phase = ""  # start play score draw end
        self.told = False  # the start phase was recorded, not just implied by `turn`
        self.spent = 0  # bits MINION, ACTION: regular plays used this turn
        self.locked = []  # slots that started to score this turn
        self.fading = False  # something ends with the turn
        self.lasting = False  # something ends when a player's next turn starts
        self.fades = [set() for _ in range(n + 1)]  # numbers of `each` that end with the turn; as p's starts
        self.vp = [0] * n
        self.bases: "list[Base | None]" = [None] * 9
        self.kept = {}  # slot: Base without its card, waiting for the one that replaces it
        self.top = 0
        self.titans = {}
        self.owed = []  # clashes: (slot, newcomer, defender)
        self.treasures = [0] * n
        self.madness = [0] * n
        self.debts = {}  # "destroyed", "score": [owed by player, taken by player]
        self.duel = None  # [p, q, b, by, cards laid: bit 1 p's, bit 2 q's]
        self.each = {}  # id: [p, b, n, until]
        self.buried = {}  # id: [p, b]
        self.monsters = {}  # id: [b, treasures, power, controller]
        self.over = False
        self.winner = []
        self.clamped = []  # (what, player or titan, slot, there, taken); whoever reads it empties it
        factions = [player.get("factions") for player in header["players"]]
        if facts is not None and all(factions) and hasattr(facts, "titan_of"):
            from clashcore.titans import Titan

            for i in range(n):
                for faction in factions[i]:
                    slug = facts.titan_of(faction)
                    if slug and slug not in self.titans:
                        self.titans[slug] = Titan(i + 1)

    # -- what screens and rules ask --

    def used(self, kind: str) -> bool:
        """Whether the regular minion or action play of this turn is used."""
        return bool(self.spent & (MINION if kind == "minion" else ACTION))

    @property
    def scoring(self) -> int:
        """The slot locked in by the newest score.start, or 0."""
        return self.locked[-1] if self.locked else 0

    def slots(self) -> int:
        """The highest slot that ever held a base."""
        return self.top

    def base(self, b: int) -> Base:
        """The base in slot b; raises Rejected where there is none."""
        base = self.bases[b - 1]
        if base is None:
            raise Rejected("empty")
        return base

    def power(self, p: int, b: int) -> int:
        """The whole power of player p at base b, 0 at least."""
        base = self.base(b)
        i = p - 1
        return max(0, base.pw[i] + base.ea[i] * base.mn[i] + base.tp[i])

    def powers(self, b: int) -> list[int]:
        """The whole powers of all players at base b."""
        base = self.base(b)
        pw, ea, mn, tp = base.pw, base.ea, base.mn, base.tp
        return [max(0, pw[i] + ea[i] * mn[i] + tp[i]) for i in range(self.players)]

    def total(self, b: int) -> int:
        """The sum of the players' whole powers at base b."""
        return sum(self.powers(b))

    def breakpoint(self, b: int) -> int:
        """What it takes at base b: printed + changes + monsters that nobody controls, 0 at least (MT-10)."""
        base = self.base(b)
        return max(0, base.printed + base.change + base.mp)

    def missing(self, b: int) -> int:
        """The power that is missing at base b until it is ready to score."""
        return max(0, self.breakpoint(b) - self.total(b))

    def minions(self, p: int, b: int) -> int:
        """The minions of player p at base b."""
        return self.base(b).mn[p - 1]

    def temp(self, p: int, b: int) -> int:
        """The part of player p's power at base b that ends with this turn (`each` apart)."""
        return self.base(b).tmp[p - 1]

    def ready(self) -> list[int]:
        """The slots whose bases are ready to score (SB-05)."""
        return [b for b in range(1, self.top + 1) if self.bases[b - 1] is not None and not self.missing(b)]

    def places(self, b: int) -> list[tuple[int, int, int]]:
        """Eligible players at base b, best first: (player, place, VP) (SB-07 to SB-09)."""
        base = self.base(b)
        return _places.rank(self.powers(b), base.mn, base.vp)

    def loot(self, b: int) -> int:
        """The treasures that the monsters at base b are worth, all together."""
        base = self.base(b)
        return sum([self.monsters[key][1] for key in base.ids[MONSTER]]) if base.ids is not None else 0

    def shares(self, b: int) -> list[int]:
        """The treasures due to each player if base b scored now (MT-06)."""
        mn = self.base(b).mn
        return _places.deal(self.powers(b), [n > 0 for n in mn], self.loot(b), self.turn)

    def takers(self, b: int) -> list[int]:
        """The players who take treasures if base b scored now, in the order in which they do (MT-06)."""
        return _places.turns(self.powers(b), [n > 0 for n in self.base(b).mn], self.turn)

    def clash(self, titan: str, b: int, p: int = 0):
        """How a clash would end if that titan stood at or came to base b now (TI-13, TI-14).

        Returns (defender, newcomer's power, defender's power, loser), or None: nothing to clash with.
        `p` controls a titan that is out of play (its owner where 0).
        """
        from clashcore.titans import clash

        return clash(self, titan, b, p)

    def leader(self) -> int:
        """The player who alone leads with at least the goal: the game ends with the turn (SB-12). Else 0."""
        best = max(self.vp)
        return self.vp.index(best) + 1 if best >= self.goal and self.vp.count(best) == 1 else 0

    def leaders(self) -> list[int]:
        """Who would win if the game ended now (SB-12, SB-13)."""
        return _places.leaders(self.vp, self.madness)

    # -- changing --

    def apply(self, ev: dict) -> None:
        """What the event changes, as the table played it. Raises Rejected, with nothing changed then."""
        do = DO.get(ev["ev"])
        if do is None:
            do = _load(ev["ev"])
        do(self, ev)

    def view(self) -> dict:
        """The `state` object of `clashbox check --json`."""
        from clashcore.views import view

        return view(self)

    def pack(self) -> bytes:
        """An exact snapshot."""
        from clashcore.snapshot import pack

        return json.dumps(pack(self), separators=(",", ":")).encode()

    def unpack(self, data: bytes) -> None:
        """Goes back to a snapshot of a game with the same header. Raises ValueError where it is none."""
        from clashcore.unpacking import unpack

        unpack(self, data)


# One text, because a tuple takes three times the memory.
_SELDOM = " base.fix base.out breakpoint move control note end "


def _load(kind: str):
    if kind[:5] == "titan" or kind in ("counter", "clash"):
        from clashcore.titans import DO as more
    elif " " + kind + " " in _SELDOM:
        from clashcore.seldom import DO as more
    else:
        from clashcore.modules import DO as more
    for name in more:
        DO[name] = more[name]
    if kind not in DO:
        raise Rejected("event", kind)
    return DO[kind]
