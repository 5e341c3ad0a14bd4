"""The state of a game of Toy Battle: medals by hand, or the whole board (rules.md, TB).

`apply` plays what the table played. Where that breaks a rule the arithmetic says which one: `legal` for a
placement, `sequence` for whose action it is, `drawable` for a draw, `effect_fault` for an effect, `late` for
what comes after the end. The board's arithmetic (placing.py, effects.py) is loaded when a troop is placed: a
medal race does without.
"""

import json

from clashcore.board import KINDS, MAX_NODES, Board
from clashcore.rejected import Rejected

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

TROOPS = ("kwak", "skully", "capn", "jumbo", "hook", "xb42", "star", "roxy")
"""Kinds of troops by strength; the joker has none."""
RACK = 8
COPIES = 3
UNKNOWN = 8
"""Column of the discards for troops that nobody named."""
_RULE_OF_END = {"hq": "TB-10", "medals": "TB-11", "stuck": "TB-12"}
_NEEDS = {"discard": ("at",), "recall": ("at",), "shove": ("at", "to"), "exhume": ("troop",)}


# The terrain read last, as text, and its board, which never changes: an undo builds the state anew.
_last: "list[Any]" = ["", None]


def _board(terrain: "Any") -> Board:
    if not isinstance(terrain, str):
        return Board(terrain)
    if _last[0] != terrain:
        _last[0] = ""  # where the new one cannot be read, or there is no room for it, none was
        _last[1] = None  # not both at once
        _last[1] = Board(terrain)
        _last[0] = terrain
    return _last[1]


class ToyBattle:
    """`medals`, `rack`, `reserve` by player - 1; `turn`, `goal`, `over`, `winner` (players), `why`; `board`.

    `stacks[node]` bottom first, a troop as player * 8 + strength; `out[troop]` how many of them lie on the
    board and in the discards; `taken[region]` the player whose medals they became; `won`
    the medals of the regions that were entered by hand; `gain` by player - 1: the
    medals of the newest draw, placement or effect.
    """

    players = 2

    def __init__(self, header: "dict[str, Any]", facts: "Any" = None) -> None:
        """Raises Rejected("terrain")."""
        terrain: "Any" = header.get("terrain")
        if isinstance(terrain, str):
            found = facts.terrain(terrain) if facts is not None else None
            if found is None:
                raise Rejected("terrain", terrain)
            terrain = found
        self.board = _board(terrain)
        self.goal = self.board.goal
        self.special = header.get("special_bases") is not False
        self.turn: int = header["first"]
        self.medals: list[int] = [0, 0]
        self.over = False
        self.winner: list[int] = []
        self.why: "str | None" = None
        self.rack: list[int] = [4, 4]
        self.reserve: list[int] = [16, 16]
        self.rack[self.turn - 1] = 3
        self.reserve[self.turn - 1] = 17
        self.placed = False
        self.stacks: list[list[int]] = [[] for _ in self.board.ids]
        self.out = [0] * 24
        self.taken = bytearray(len(self.board.regions))
        self.won: list[int] = []
        self.discards = [bytearray(UNKNOWN + 1), bytearray(UNKNOWN + 1)]
        self.gain: list[int] = [0, 0]
        self.new_chain(0)

    def new_chain(self, p: int) -> None:
        """Forgets the placements of the action before; p placed last (0: nobody, or that action is over)."""
        self.who = p
        self.troop = -1
        self.node = -1
        self.used = False  # the troop's effect
        # "capn": one more placement is due; "shut": Cap'n stands on a nullifying base and has none to give.
        self.more = ""
        self.fired = False  # a special base
        self.waiting: list[list[int]] = []  # [node, used] of each special base taken, in order
        self.next = 0  # the first of them that may still fire

    # --- looking at the game ---

    def kind(self, node: int) -> str:
        """The special kind of a base ("" for none, and for all where special bases are off)."""
        return KINDS[self.board.kind[node]] if self.special else ""

    def holder(self, node: int) -> int:
        """Who occupies the base: 1, 2 or 0."""
        stack = self.stacks[node]
        return stack[-1] >> 3 if stack else 0

    def top(self, node: int) -> int:
        """The strength of the visible troop (0: the joker), -1 where there is none."""
        stack = self.stacks[node]
        return stack[-1] & 7 if stack else -1

    def visible(self, p: int, node: int) -> bool:
        """Whether a troop of p's is the visible one on that base (a headquarters is none)."""
        return not self.board.hq[node] and self.holder(node) == p

    def drawable(self, p: int) -> int:
        """How many troops p can draw as an action: 0, 1 or 2 (TB-04)."""
        return max(0, min(2, RACK - self.rack[p - 1], self.reserve[p - 1]))

    def connected(self, p: int, node: int) -> bool:
        """Whether a path leads from p's headquarters to the node over bases that p occupies (TB-06)."""
        from clashcore.placing import connected

        return connected(self, p, node)

    def legal(self, p: int, troop: str, at: str) -> "str | None":
        """The rule that forbids p to place that troop there: the first of TB-05, TB-18, TB-06, or None."""
        from clashcore.placing import legal

        return legal(self, p, TROOPS.index(troop), self.board.index(at))

    def seen(self, p: int, troop: str) -> int:
        """How many of p's troops of that kind lie on the board and in the discard (TB-02)."""
        return self.out[p * 8 + TROOPS.index(troop)]

    def sequence(self, p: int, draw: bool = False) -> "tuple[str, bool]":
        """(rule that forbids p to act now or "", whether a placement belongs to the action before)."""
        if p == self.turn:
            return "", False
        if draw or self.who != p or not self.more:
            return "TB-03", False
        if self.more == "shut":
            return "TB-19", True
        return "TB-08" if self.fired else "", True

    def effect_fault(self, ev: "dict[str, Any]") -> "tuple[str, str] | None":
        """(rule, key) that an `effect` breaks, or None; the keys are those of effects.py."""
        from clashcore.effects import judge

        rule, key, _ = judge(self, ev)
        return (rule, key) if rule else None

    def late(self, ev: "dict[str, Any]") -> str:
        """The rule (TB-10, 11, 12) by which the game was over before the event, "" where it may come."""
        what = ev["ev"]
        if not self.over or what in ("note", "end"):
            return ""
        if what == "medal" and ev["n"] == self.gain[ev["p"] - 1]:
            return ""
        return _RULE_OF_END.get(self.why or "", "")

    # --- playing ---

    def apply(self, ev: "dict[str, Any]") -> None:
        """Plays an event as the table did; raises Rejected where it cannot be, with nothing changed."""
        self.need(ev)
        what = ev["ev"]
        if what == "note":
            return
        if what == "end":
            if not self.over:
                self.over = True
                self.winner = sorted(ev.get("winner") or [])
            return
        p = ev["p"]
        if what == "place":
            self._place(p, TROOPS.index(ev["troop"]), self.board.index(ev["at"]))
        elif what == "draw":
            self._draw(p, ev["n"])
        elif what == "medal":
            self._medal(p, ev["n"])
        elif self.over:
            return
        elif what == "effect":
            from clashcore.effects import play

            play(self, ev)
        elif what == "hq":
            self.finish("hq", p)
        else:
            self.finish("stuck", p if self.medals[p - 1] > self.medals[2 - p] else 3 - p)

    def need(self, ev: "dict[str, Any]") -> None:
        """Raises Rejected where the event cannot be applied at all: what it names is missing or unknown."""
        what = ev["ev"]
        if what == "note" or what == "end":
            return
        if what not in ("draw", "place", "effect", "medal", "hq", "stuck"):
            raise Rejected("event", what)
        if ev.get("p") != 1 and ev.get("p") != 2:
            raise Rejected("player")
        needs = ("troop", "at") if what == "place" else ()
        if what == "effect":
            needs = _NEEDS.get(ev["kind"], ())
        for field in needs:
            if ev.get(field) is None:
                raise Rejected("field", field)
        if what == "place" or what == "effect":
            for field in ("at", "to"):
                if ev.get(field) is not None and self.board.index(ev[field]) < 0:
                    raise Rejected("node", str(ev[field]))
            if ev.get("troop") is not None and ev["troop"] not in TROOPS:
                raise Rejected("troop", str(ev["troop"]))

    def finish(self, why: str, winner: int) -> None:
        """The game is over by a rule."""
        self.over = True
        self.why = why
        self.winner = [winner]

    def objective(self, active: int) -> None:
        """Ends the game where the objective is reached (TB-11); by both at once: the active player wins."""
        for p in (active, 3 - active):
            if self.goal and self.medals[p - 1] >= self.goal:
                self.finish("medals", p)
                return

    def take(self, p: int, n: int) -> None:
        """Moves n troops from p's reserve to the rack as the table counted them, neither below 0."""
        self.rack[p - 1] = max(0, self.rack[p - 1] + n)
        self.reserve[p - 1] = max(0, self.reserve[p - 1] - n)

    def _draw(self, p: int, n: int) -> None:
        self.turn = 3 - p
        if self.over or not self.drawable(p):
            return
        self.gain = [0, 0]
        self.new_chain(0)
        self.take(p, n)

    def _medal(self, p: int, n: int) -> None:
        if self.placed or self.over:
            # It repeats what was worked out, once, and adds nothing.
            if n == self.gain[p - 1]:
                self.gain[p - 1] = 0
            return
        self.medals[p - 1] = max(0, self.medals[p - 1] + n)
        if -n in self.won:
            self.won.remove(-n)
        elif len(self.won) < MAX_NODES:  # what cannot be a region makes `left` say that it is not known
            self.won.append(n)
        self.objective(p)

    def left(self) -> "list[int] | None":
        """The medals of each region that nobody has yet; None where what was entered does not tell."""
        board = self.board
        if self.placed:
            return [board.medals[i] for i in range(len(board.medals)) if not self.taken[i]]
        left = list(board.medals)
        for n in self.won:
            if n not in left:
                return None
            left.remove(n)
        return left if sum(left) + sum(self.medals) == board.total else None

    def _place(self, p: int, t: int, node: int) -> None:
        _, further = self.sequence(p)
        self.turn = 3 - p
        if self.over or self.board.hq[node] == p:
            return
        self.gain = [0, 0]
        if not further:
            self.new_chain(p)
        from clashcore.placing import place

        place(self, p, t, node)

    # --- state in and out ---

    def view(self) -> "dict[str, Any]":
        """The state of interfaces.md: occupied bases only."""
        bases = {}
        for i in range(len(self.stacks)):
            if self.stacks[i]:
                bases[self.board.ids[i]] = {"holder": self.holder(i), "troop": TROOPS[self.top(i)]}
        return {
            "turn": self.turn,
            "medals": list(self.medals),
            "goal": self.goal,
            "over": self.over,
            "winner": list(self.winner),
            "why": self.why,
            "bases": bases,
            "rack": list(self.rack),
            "reserve": list(self.reserve),
        }

    def pack(self) -> bytes:
        """The whole state but for the terrain, which the header brings, as JSON text."""
        return json.dumps(
            [
                [self.turn, self.medals, int(self.over), self.winner, self.why, self.rack, self.reserve],
                [int(self.placed), self.stacks, list(self.taken), self.won],
                [list(d) for d in self.discards],
                [self.gain, self.who, self.troop, self.node, int(self.used), self.more, int(self.fired)],
                [self.waiting, self.next],
            ],
            separators=(",", ":"),
        ).encode()

    def unpack(self, data: bytes) -> None:
        """Puts the state back as `pack` had it; raises ValueError for anything else."""
        try:
            game, table, discards, chain, bases = json.loads(bytes(data).decode())
            if len(table[1]) != len(self.stacks) or len(table[2]) != len(self.taken):
                raise ValueError("another terrain")
            self.turn, self.medals, over, self.winner, self.why, self.rack, self.reserve = game
            self.over = bool(over)
            self.placed = bool(table[0])
            self.stacks = table[1]
            self.taken = bytearray(table[2])
            self.won = table[3] if len(table) > 3 else []  # kept by an older version: not known
            self.discards = [bytearray(d) for d in discards]
            self.out = [0] * 8 + list(self.discards[0][:8]) + list(self.discards[1][:8])
            for stack in self.stacks:
                for code in stack:
                    self.out[code] += 1
            self.gain, self.who, self.troop, self.node, used, self.more, fired = chain
            self.used = bool(used)
            self.fired = bool(fired)
            self.waiting, self.next = bases
        except (TypeError, IndexError, KeyError, AttributeError) as error:
            raise ValueError("no packed state: %s" % error)
