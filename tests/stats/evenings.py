"""Eight games whose statistics were worked out by hand (test_by_hand.py says how)."""

from datetime import datetime, timedelta

from tests.stats.putting import put

FIRST = datetime(2026, 3, 6, 18, 0)
"""When the first one began; the others follow a week apart each."""
MINUTE = 60_000


def smash_up(names, vp, factions=None, *, end=None, madness=None, minutes=0, before=()):
    """Everybody has a turn in which they get all their VP (from a card, the first player's from nowhere
    known).
    """
    events = [*before]
    for p, points in enumerate(vp, 1):
        events.append({"ev": "turn", "p": p})
        card = {"card": "ghosts/haunting"} if p > 1 else {}
        if points:
            events.append({"ev": "vp", "p": p, "n": points, **card})
    for p, n in enumerate(madness or [], 1):
        if n:
            events.append({"ev": "madness", "p": p, "n": n})
    if end is not False:
        events.append({"ev": "end", **({} if end is None else {"winner": end})})
    if minutes:
        events = [{**ev, "t": minutes * MINUTE * at // (len(events) - 1)} for at, ev in enumerate(events)]
    players = [
        {"name": name, "factions": own}
        for name, own in zip(names, factions or [[] for _ in names], strict=True)
    ]
    return {"clashbox": 1, "game": "smashup", "players": players}, events


def toy_battle(names, events, terrain="castle-field", first=1):
    players = [{"name": name} for name in names]
    return {
        "clashbox": 1,
        "game": "toybattle",
        "terrain": terrain,
        "first": first,
        "players": players,
    }, events


# A clash that the defender wins (5 to 1), one that the attacker wins (6 to 5); then the base scores, 6 power
# each, a tie for first (4 VP each).
CLASHES = [
    {"ev": "base", "b": 1, "breakpoint": 12, "vp": [4, 2, 1], "card": "the-hill"},
    {"ev": "base", "b": 2, "breakpoint": 20, "vp": [4, 2, 1]},
    {"ev": "turn", "p": 1},
    {"ev": "play", "p": 1, "kind": "minion", "b": 1, "power": 5},
    {"ev": "titan.play", "p": 1, "titan": "gorgodzolla", "b": 1, "by": "special"},
    {"ev": "turn", "p": 2},
    {"ev": "play", "p": 2, "kind": "minion", "b": 1, "power": 1},
    {"ev": "titan.play", "p": 2, "titan": "ancient-lord", "b": 1, "by": "special"},
    {"ev": "clash", "b": 1, "out": "ancient-lord"},
    {"ev": "turn", "p": 1},
    {"ev": "play", "p": 1, "kind": "minion", "b": 2, "power": 2},
    {"ev": "turn", "p": 2},
    {"ev": "play", "p": 2, "kind": "minion", "b": 1, "power": 5},
    {"ev": "titan.play", "p": 2, "titan": "ancient-lord", "b": 1, "by": "special"},
    {"ev": "clash", "b": 1, "out": "gorgodzolla"},
    {"ev": "power", "p": 1, "b": 1, "n": 1},
    {"ev": "score", "b": 1},
]

GAMES = [
    # 1: An wins.
    smash_up(("An", "Bình"), (15, 10), (["kaiju", "mega-troopers"], ["aliens", "ghosts"]), minutes=60),
    # 2: An and Bình share, for the table says so.
    smash_up(
        ("An", "Bình", "Chi"),
        (15, 15, 3),
        (["kaiju", "mega-troopers"], ["aliens", "ninjas"], ["robots", "pirates"]),
        end=[1, 2],
        minutes=90,
    ),
    # 3: Madness: Chi wins with 14 VP against Bình's 16, of which 3 go.
    smash_up(
        ("Bình", "Chi"), (16, 14), (["aliens", "ghosts"], ["kaiju", "robots"]), madness=(6, 0), minutes=40
    ),
    # 4: Chi takes the headquarters with fewer medals.
    toy_battle(
        ("An", "Chi"),
        [{"ev": "medal", "p": 1, "n": 6}, {"ev": "medal", "p": 2, "n": 1}, {"ev": "hq", "p": 2}],
    ),
    # 5: given up: nobody won.
    smash_up(("An", "Bình"), (3, 1), end=[]),
    # 6: was played wrongly and is void.
    smash_up(("Chi", "An"), (20, 1), (["kaiju", "mega-troopers"], ["aliens", "ghosts"])),
    # 7: still being played.
    smash_up(("An", "Bình"), (14, 2), end=False),
    # 8: two clashes, a tied base; An wins 4 + 15 to 4 + 0.
    smash_up(
        ("An", "Bình"),
        (15, 0),
        (["itty-critters", "kaiju"], ["aliens", "vampires"]),
        before=CLASHES,
        minutes=50,
    ),
]
VOID = 6


def fill(session, order=range(1, 9)):
    """Stores them in that order; their dates stay theirs. Gives them by number."""
    from clashbox.db import care

    found = {}
    for number in order:
        header, events = GAMES[number - 1]
        found[number] = put(session, header, events, FIRST + timedelta(weeks=number - 1), number)
    care.void(session, found[VOID], gone=True, why="the wrong decks")
    return found
