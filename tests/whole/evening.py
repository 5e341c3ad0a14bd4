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
