"""An evening at the table, motion by motion: what happens, the keys for it, the events that must come of it.

A Smash Up game of three with a titan clash, a three-way tie, an undo across a scoring; then Toy Battle.
Keys as in tests.device.hands; CUT: the plug is pulled, with whatever is open, and the box starts again.
"""

from typing import Any, NamedTuple

CUT = "CUT"


class Motion(NamedTuple):
    """One thing that the hand does."""

    what: str
    keys: str
    events: tuple[dict[str, Any], ...]


def _minion(p: int, b: int, power: int) -> dict[str, Any]:
    return {"ev": "play", "p": p, "kind": "minion", "b": b, "power": power}


def _turn(p: int) -> dict[str, Any]:
    return {"ev": "turn", "p": p}


def _base(b: int, breakpoint_: int, *vp: int) -> dict[str, Any]:
    return {"ev": "base", "b": b, "breakpoint": breakpoint_, "vp": list(vp)}


_UNDO = {"ev": "undo"}
_START_1 = {"ev": "score.start", "b": 1}


def _rounds() -> tuple[Motion, ...]:
    """Two quiet rounds at base 3, two at base 4: each player has a minion of 2, one more power, passes on."""
    motions: list[Motion] = []
    for turn in range(12):
        p, b = turn % 3 + 1, 3 + turn // 6
        way = "right right " if turn == 0 else "right " if turn == 6 else ""
        motions += [
            Motion(f"player {p}: a minion of 2 at base {b}", way + "a left", (_minion(p, b, 2),)),
            Motion("one more there", "up a", ({"ev": "power", "p": p, "b": b, "n": 1},)),
            Motion("next", "hold:right", (_turn(p % 3 + 1),)),
        ]
    return tuple(motions)


SMASHUP = (
    Motion("a new game of three", "a down a a", (_turn(1),)),
    Motion("base 1, by its numbers", "a right up up up up right up up right up a", (_base(1, 20, 4, 2, 1),)),
    Motion("base 2", "right a right up up up right up up right up a", (_base(2, 20, 3, 2, 1),)),
    Motion(
        "base 3, from the list of cards",
        "right a right right right right up a a",
        ({"ev": "base", "b": 3, "card": "agrabah-bazaar"},),
    ),
    Motion("base 4", "right a up up right up up up a", (_base(4, 22, 3, 0, 0),)),
    Motion("An: a minion of 5 at base 1", "left left left a right", (_minion(1, 1, 5),)),
    Motion(
        "An: a titan at base 2",
        "right hold:a up a a a",
        ({"ev": "titan.play", "p": 1, "titan": "ancient-lord", "b": 2},),
    ),
    Motion("next", "hold:right", (_turn(2),)),
    Motion("Bình: a minion of 4 at base 2", "a up", (_minion(2, 2, 4),)),
    Motion(
        "Bình: a titan to the same base; the clash is shown, then settled",
        "hold:a up a a down a a =clash a",
        (
            {"ev": "titan.play", "p": 2, "titan": "arcane-protector", "b": 2},
            {"ev": "clash", "b": 2, "out": "ancient-lord"},
        ),
    ),
    Motion("a counter on it", "hold:a up a up a", ({"ev": "counter", "titan": "arcane-protector", "n": 1},)),
    Motion("next", "hold:right", (_turn(3),)),
    Motion("Chi: a minion of 5 at base 1", "left a right", (_minion(3, 1, 5),)),
    Motion(
        "Chi: +2 there until the end of the turn",
        "up up right",
        ({"ev": "power", "p": 3, "b": 1, "n": 2, "until": "turn"},),
    ),
    Motion("next: the +2 is gone", "hold:right", (_turn(1),)),
    *_rounds(),
    Motion("An: a minion of 2", "left left left a left", (_minion(1, 1, 2),)),
    Motion("the plug, with a sum open", "up up up CUT", ()),
    Motion("next", "hold:right", (_turn(2),)),
    Motion("Bình: a minion of 7 at base 1", "a a right", (_minion(2, 1, 7),)),
    Motion("next", "hold:right", (_turn(3),)),
    Motion("Chi: a minion of 2: base 1 is ready, 7 7 7", "a left", (_minion(3, 1, 2),)),
    Motion(
        "base 1 scores, a three-way tie",
        "hold:left a a =tie a",
        (_START_1, {"ev": "score", "b": 1, "vp": [4, 4, 4]}),
    ),
    Motion("a new base", "a up up a", (_base(1, 22, 0, 0, 0),)),
    Motion("back across the scoring", "hold:b hold:b hold:b", (_UNDO, _UNDO, _UNDO)),
    Motion("the plug again", "CUT", ()),
    Motion("An had one more", "b up a", ({"ev": "power", "p": 1, "b": 1, "n": 1},)),
    Motion("no, that was wrong", "hold:b", (_UNDO,)),
    Motion("base 1 scores again", "hold:left a a a", (_START_1, {"ev": "score", "b": 1, "vp": [4, 4, 4]})),
    Motion(
        "a new base, by its numbers",
        "a up right up up up right up up right up a",
        (_base(1, 21, 3, 2, 1),),
    ),
    Motion("next", "hold:right", (_turn(1),)),
    Motion("An gets 4 VP from a card", "left a right", ({"ev": "vp", "p": 1, "n": 4},)),
    Motion("and 4 more", "a right", ({"ev": "vp", "p": 1, "n": 4},)),
    Motion("and 3 more", "a up", ({"ev": "vp", "p": 1, "n": 3},)),
    Motion(
        "the turn ends at 15: the end is shown, then recorded",
        "hold:right =over a",
        ({"ev": "end", "winner": [1]},),
    ),
)

TOYBATTLE = (
    Motion(
        "while the table clears: Toy Battle, the first terrain of the list",
        "b hold:a down down down a a a",
        (),
    ),
    Motion("red takes a region of 3", "a up", ({"ev": "medal", "p": 1, "n": 3},)),
    Motion("blue takes a region of 2", "right a down", ({"ev": "medal", "p": 2, "n": 2},)),
    Motion("another of 1", "a left", ({"ev": "medal", "p": 2, "n": 1},)),
    Motion("that one was not whole", "hold:b", (_UNDO,)),
    Motion("the plug once more", "CUT", ()),
    Motion(
        "red takes two more regions",
        "left a up a down =race",
        ({"ev": "medal", "p": 1, "n": 3}, {"ev": "medal", "p": 1, "n": 2}),
    ),
)


def _play(p: int, b: int, power: int, **more: Any) -> dict[str, Any]:
    return {**_minion(p, b, power), **more}


# A game of three with every module on; what `clashbox check` says of it has to be nothing.
MODULES = (
    Motion(
        "three players, every module",
        "a down a up a down a down a down a down a down a b down a",
        (_turn(1),),
    ),
    Motion("base 1", "a right up up up up right up up right up a", (_base(1, 20, 4, 2, 1),)),
    Motion("base 2", "right a right up up up right up up right up a", (_base(2, 20, 3, 2, 1),)),
    Motion("base 3", "right a right up up up right up right up a", (_base(3, 20, 3, 1, 1),)),
    Motion("An: 5 at base 1", "left left a right", (_minion(1, 1, 5),)),
    Motion("a card of Bình's: 4 there", "b a up b b", (_play(2, 1, 4, extra=True),)),
    Motion(
        "a duel: An wins",
        "hold:a a up =duel a",
        (
            {"ev": "duel", "p": 1, "q": 2, "b": 1, "power": [5, 4]},
            {"ev": "duel.end", "power": [5, 4], "together": True, "won": "p"},
            {"ev": "minion", "p": 2, "b": 1, "n": -1, "power": -4},
        ),
    ),
    Motion("An: an action", "hold:a a a a", ({"ev": "play", "p": 1, "kind": "action"},)),
    Motion("next", "hold:right", (_turn(2),)),
    Motion("Bình: 3 at base 1", "a down", (_minion(2, 1, 3),)),
    Motion(
        "a card from hand is buried there",
        "hold:a a right a",
        ({"ev": "bury", "p": 2, "b": 1, "id": 1, "from": "hand"},),
    ),
    Motion(
        "an action is played to be buried",
        "hold:a a right down a up a",
        (
            {"ev": "play", "p": 2, "kind": "action"},
            {"ev": "bury", "p": 2, "b": 1, "id": 2, "from": "play", "kind": "action"},
        ),
    ),
    Motion(
        "a monster comes to base 1",
        "hold:a a left a",
        ({"ev": "monster", "b": 1, "id": 1, "treasures": 2, "power": 4, "card": "monsters/bigfoot"},),
    ),
    Motion(
        "another one",
        "hold:a a left down a a",
        ({"ev": "monster", "b": 1, "id": 2, "treasures": 2, "power": 4, "card": "monsters/bigfoot"},),
    ),
    Motion("next", "hold:right", (_turn(3),)),
    Motion(
        "Chi destroys one",
        "hold:a a left a up a",
        (
            {"ev": "monster.out", "id": 2, "why": "destroyed", "p": 3},
            {"ev": "treasure", "p": 3, "n": 2, "why": "destroyed"},
        ),
    ),
    Motion("Chi: 5 at base 1", "a right", (_minion(3, 1, 5),)),
    Motion(
        "+1 for each of Chi's minions there",
        "hold:a right a a a",
        ({"ev": "each", "id": 1, "p": 3, "b": 1, "n": 1},),
    ),
    Motion(
        "+2 until Chi's next turn",
        "hold:a right a down a up a",
        ({"ev": "power", "p": 3, "b": 1, "n": 2, "until": "next"},),
    ),
    Motion("two Madness", "hold:a a down up up a b", ({"ev": "madness", "p": 3, "n": 2},)),
    Motion("next", "hold:right", (_turn(1),)),
    Motion(
        "An: the titan", "hold:a up a a a", ({"ev": "titan.play", "p": 1, "titan": "ancient-lord", "b": 1},)
    ),
    Motion("the plug", "CUT", ()),
    Motion("next: Bình may uncover", "hold:right =uncover", (_turn(2),)),
    Motion(
        "Bình uncovers a minion of 4",
        "hold:a a right a a up",
        ({"ev": "uncover", "p": 2, "id": 2}, _play(2, 1, 4, extra=True)),
    ),
    Motion(
        "the base's breakpoint goes down", "hold:a right down a b", ({"ev": "breakpoint", "b": 1, "n": -1},)
    ),
    Motion("next: Chi's +2 ends", "hold:right", (_turn(3),)),
    Motion("Chi: 4 at base 1", "a up", (_minion(3, 1, 4),)),
    Motion(
        "base 1 scores: Chi 11, Bình 7, An 5",
        "hold:left a a a",
        (_START_1, {"ev": "score", "b": 1, "vp": [1, 2, 4]}),
    ),
    Motion(
        "two treasures",
        "=loot a",
        (
            {"ev": "treasure", "p": 3, "n": 1, "why": "score"},
            {"ev": "treasure", "p": 2, "n": 1, "why": "score"},
        ),
    ),
    Motion("a card gives An 1 VP", "up a", ({"ev": "vp", "p": 1, "n": 1, "why": "after scoring"},)),
    Motion("a new base", "a right up up up up right up up right up a", (_base(1, 20, 4, 2, 1),)),
    Motion("next", "hold:right", (_turn(1),)),
    Motion("An: 3 at base 2", "right a down", (_minion(1, 2, 3),)),
    Motion(
        "the log: the card gave An 2 VP in truth; all after it is recorded anew",
        "hold:a a a down a down down down a up =mend a b",
        (
            *[_UNDO] * 4,
            {"ev": "vp", "p": 1, "n": 2, "why": "after scoring"},
            _base(1, 20, 4, 2, 1),
            _turn(1),
            _minion(1, 2, 3),
        ),
    ),
    Motion(
        "a card destroys base 3",
        "right hold:a right a up a",
        ({"ev": "base.out", "b": 3, "why": "destroyed"},),
    ),
    Motion("a new one", "right up up right up right up a", (_base(3, 20, 2, 1, 1),)),
    Motion(
        "a minion of An's changes sides",
        "b left hold:a right a down down a a down",
        ({"ev": "control", "p": 1, "q": 2, "b": 2, "power": 3},),
    ),
    Motion("An: 12 VP by cards", "left left a right a right a right", ({"ev": "vp", "p": 1, "n": 4},) * 3),
    Motion(
        "Chi had 8 Madness more",
        "hold:a a down right right up up up up up up up up a b",
        ({"ev": "madness", "p": 3, "n": 8},),
    ),
    Motion("the ledger", "a a =ledger b", ()),
    Motion("the turn ends: An wins", "hold:right =over a", ({"ev": "end", "winner": [1]},)),
)
