"""How a legal game of Toy Battle breaks each rule at its next event: rule -> what is written then, or None
where the board gives no chance for it.
"""

from collections.abc import Callable
from typing import Any

from tests.toybattle.model import STRENGTH, Game

Event = dict[str, Any]
SLIPS: dict[str, Callable[[Game, int], list[Event] | None]] = {}
"""By rule, and which of its ways after a space; each gets the game and whose turn it is."""


def slip(name: str) -> Callable[[Callable[[Game, int], list[Event] | None]], Any]:
    def keep(make: Callable[[Game, int], list[Event] | None]) -> Any:
        SLIPS[name] = make
        return make

    return keep


def draws(g: Game, p: int) -> int:
    return max(0, min(2, 8 - len(g.rack[p]), len(g.reserve[p])))


def seen(g: Game, p: int, troop: str) -> int:
    return g.discard[p].count(troop) + sum(stack.count((p, troop)) for stack in g.stacks.values())


def place(p: int, troop: str, at: str) -> Event:
    return {"ev": "place", "p": p, "troop": troop, "at": at}


def forbidden(g: Game, p: int, troop: str, at: str) -> str:
    """The rule that forbids it, "" where none does."""
    if g.may(p, troop, at):
        return ""
    if g.hq.get(at) == p:
        return "TB-05"
    if at not in g.hq and g.owner(at) == 3 - p:
        under = g.stacks[at][-1][1]
        if "kwak" not in (troop, under) and STRENGTH[troop] <= STRENGTH[under]:
            return "TB-05"
    gate = g.allowed.get(at)
    return "TB-18" if gate and troop != "kwak" and STRENGTH[troop] not in gate else "TB-06"


def placements(g: Game, p: int, rule: str, copies: bool = True) -> list[tuple[str, str]]:
    """Placements that break just that rule; with `copies`, of troops of which p has more."""
    if not g.rack[p]:
        return []
    return [
        (troop, at)
        for troop in STRENGTH
        for at in g.places
        if (seen(g, p, troop) < 3) == copies and forbidden(g, p, troop, at) == rule
    ]


def misplaced(rule: str) -> Callable[[Game, int], list[Event] | None]:
    def make(g: Game, p: int) -> list[Event] | None:
        found = placements(g, p, rule)
        return [place(p, *g.random.choice(found))] if found else None

    return make


for _rule in ("TB-05", "TB-06", "TB-18"):
    SLIPS[_rule] = misplaced(_rule)


@slip("TB-02")
def fourth_of_a_kind(g, p):
    found = placements(g, p, "", copies=False)
    return [place(p, *g.random.choice(found))] if found else None


@slip("TB-03 draw")
def draws_out_of_turn(g, p):
    return [{"ev": "draw", "p": 3 - p, "n": draws(g, 3 - p)}] if draws(g, 3 - p) else None


@slip("TB-03 place")
def places_out_of_turn(g, p):
    if g.events and g.events[-1]["ev"] != "draw":
        return None  # a Cap'n may have more to place
    found = placements(g, 3 - p, "")
    return [place(3 - p, *g.random.choice(found))] if found else None


@slip("TB-04 count")
def draws_too_few(g, p):
    return [{"ev": "draw", "p": p, "n": draws(g, p) - 1}] if draws(g, p) == 2 else None


@slip("TB-04 none")
def draws_though_full(g, p):
    return None if draws(g, p) else [{"ev": "draw", "p": p, "n": 1}]


@slip("TB-12 early")
def not_stuck(g, p):
    return [{"ev": "stuck", "p": p}] if draws(g, p) and any(e["ev"] == "place" for e in g.events) else None


def quiet(g: Game, p: int, troop: str) -> str | None:
    """An ordinary base where p may place the troop and nothing else comes of it."""
    found = [at for at in g.places if at not in g.hq and at not in g.effect and g.may(p, troop, at)]
    found = [at for at in found if not any(at in ring for ring, _ in g.regions)]
    return found[0] if found and g.rack[p] and seen(g, p, troop) < 3 else None


@slip("TB-08")
def effect_of_another_troop(g, p):
    at = quiet(g, p, "roxy")
    return [place(p, "roxy", at), {"ev": "effect", "p": p, "kind": "draw", "n": 1}] if at else None


@slip("TB-08 again")
def effect_twice(g, p):
    at = quiet(g, p, "star")
    if not at or len(g.rack[p]) > 6 or len(g.reserve[p]) < 2:
        return None
    return [place(p, "star", at), *[{"ev": "effect", "p": p, "kind": "draw", "n": 1}] * 2]


@slip("TB-08 other")
def effect_of_the_other_player(g, p):
    at = quiet(g, p, "star")
    return [place(p, "star", at), {"ev": "effect", "p": 3 - p, "kind": "draw", "n": 1}] if at else None


@slip("TB-14")
def aimed_at_nothing(g, p):
    at = quiet(g, p, "jumbo")
    if not at:
        return None
    far = [
        b for b in g.places if b not in g.hq and b != at and (g.owner(b) != 3 - p or b not in g.beside(at))
    ]
    return [place(p, "jumbo", at), {"ev": "effect", "p": p, "kind": "discard", "at": g.random.choice(far)}]


@slip("TB-17")
def draws_three(g, p):
    at = quiet(g, p, "skully")
    if not at or len(g.rack[p]) > 6 or len(g.reserve[p]) < 3:
        return None
    return [place(p, "skully", at), {"ev": "effect", "p": p, "kind": "draw", "n": 3}]


@slip("TB-19")
def recalls_itself(g, p):
    for at, kind in g.effect.items():
        if kind == "recall" and g.may(p, "roxy", at) and len(g.rack[p]) > 0 and seen(g, p, "roxy") < 3:
            if any(at in ring and all(b == at or g.owner(b) == p for b in ring) for ring, _ in g.regions):
                continue
            return [place(p, "roxy", at), {"ev": "effect", "p": p, "kind": "recall", "at": at}]
    return None


@slip("TB-09")
def medals_that_were_not_won(g, p):
    if not any(e["ev"] == "place" for e in g.events):
        return None
    at = quiet(g, p, "roxy")
    return [place(p, "roxy", at), {"ev": "medal", "p": p, "n": 2}] if at else None
