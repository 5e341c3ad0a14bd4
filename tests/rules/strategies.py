"""Random courses of a game of Smash Up for property tests: events that make sense more often than not."""

import random
from typing import Any

from clashcore.rejected import Rejected
from clashcore.smashup import SmashUp

TITANS = ["gorgodzolla", "megabot", "rainboroc", "the-kraken"]


def one(r: random.Random, players: int) -> dict[str, Any]:
    """An event of good form, whether it can be applied or not."""
    p, q, b = r.randint(1, players), r.randint(1, players), r.randint(1, 4)
    until = r.choice([{}, {}, {"until": "turn"}, {"until": "next"}])
    titan, key = r.choice(TITANS), r.randint(1, 4)
    n = r.randint(-3, 5)
    kind = r.choice(["minion", "action"])
    told: list[dict[str, Any]] = [
        {"ev": "turn", "p": p},
        {"ev": "phase", "name": r.choice(["start", "play", "score", "draw", "end"])},
        {"ev": "base", "b": b, "breakpoint": r.randint(8, 25), "vp": [4, 2, 1]},
        {"ev": "base", "b": b, "breakpoint": 22, "vp": [4, 3, 2], "card": "kaiju-island"},
        {"ev": "base.fix", "b": b, "breakpoint": r.randint(5, 25)},
        {"ev": "base.out", "b": b, "why": r.choice(["replaced", "destroyed"])},
        {"ev": "breakpoint", "b": b, "n": n},
        {"ev": "play", "p": p, "kind": kind, "b": b, "power": r.randint(0, 5), "extra": r.random() < 0.3},
        {"ev": "play", "p": p, "kind": kind},
        {"ev": "minion", "p": p, "b": b, "n": n, "power": n, "temp": r.randint(-1, 1)},
        {
            "ev": "move",
            "p": p,
            "b": b,
            "to": r.randint(1, 4),
            "power": r.randint(0, 4),
            "temp": r.randint(0, 1),
        },
        {"ev": "control", "p": p, "q": q, "b": b, "power": r.randint(0, 4), "n": r.randint(0, 2)},
        {"ev": "power", "p": p, "b": b, "n": n, **until},
        {"ev": "power", "p": p, "b": b, "n": r.randint(1, 9)},
        {"ev": "each", "id": key, "p": p, "b": b, "n": n, **until},
        {"ev": "each.out", "id": key},
        {"ev": "titan.play", "p": p, "titan": titan, "b": b, **r.choice([{}, {"instead": kind}])},
        {"ev": "titan.move", "titan": titan, "b": b},
        {"ev": "counter", "titan": titan, "n": n},
        {"ev": "titan.out", "titan": titan},
        {"ev": "clash", "b": b, "out": titan},
        {"ev": "target", "card": "aliens/beam-up", "what": "titan", "titan": titan},
        {"ev": "score.start", "b": b},
        {"ev": "score", "b": b},
        {"ev": "score", "b": b, "vp": [r.randint(0, 4) for _ in range(players)]},
        {"ev": "vp", "p": p, "n": n},
        {"ev": "madness", "p": p, "n": n},
        {"ev": "duel", "p": p, "q": q, "b": b, "power": [3, 4], "by": "samurai/honorable-combat"},
        {"ev": "duel.card", "p": p, "kind": r.choice(["action", "minion", "none"])},
        {"ev": "duel.end", "power": [3, 4], "together": True, "won": r.choice(["p", "q", "both", "none"])},
        {"ev": "bury", "p": p, "b": b, "id": key, "from": "hand"},
        {"ev": "uncover", "p": p, "id": key, **r.choice([{}, {"by": "ancient-egyptians/pharaoh"}])},
        {"ev": "bury.out", "id": key, "to": r.choice(["discard", "moved"]), "b": b},
        {"ev": "monster", "b": b, "id": key, "treasures": r.randint(0, 3), "power": r.randint(1, 5)},
        {"ev": "monster.control", "id": key, "p": r.randint(0, players)},
        {"ev": "monster.move", "id": key, "b": b},
        {"ev": "monster.power", "id": key, "n": n},
        {"ev": "monster.out", "id": key, "why": r.choice(["destroyed", "other"]), "p": r.randint(0, players)},
        {"ev": "treasure", "p": p, "n": r.randint(1, 3), "why": r.choice(["destroyed", "score", "card"])},
        {"ev": "treasure.out", "p": p, "n": 1},
        {"ev": "note", "text": "…"},
        {"ev": "end"},
    ]
    return r.choice(told)


def header(players: int) -> dict[str, Any]:
    return {
        "clashbox": 1,
        "game": "smashup",
        "players": [{"name": str(n), "factions": []} for n in range(players)],
    }


def course(seed: int, length: int) -> tuple[dict[str, Any], list[dict[str, Any]]]:
    """A header and events that can all be applied one after the other."""
    r = random.Random(seed)
    head = header(r.randint(2, 4))
    state = SmashUp(head)
    told: list[dict[str, Any]] = []
    while len(told) < length:
        event = one(r, state.players)
        try:
            state.apply(event)
        except Rejected:
            continue
        told.append(event)
    return head, told
