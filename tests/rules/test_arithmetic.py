"""What needs only numbers: the core on both Pythons against answers worked out slowly from the rules."""

import json
import random

from hypothesis import given
from hypothesis import strategies as st

from tests import micropython
from tests.examples import examples
from tests.rules import arithmetic
from tests.toybattle.model import STRENGTH

TROOPS = sorted(STRENGTH, key=lambda troop: STRENGTH[troop])


def rank(powers, minions, vp):
    """SB-07 to SB-09: one place after the other is given away."""
    left = [p for p in range(len(powers)) if powers[p] or minions[p]]
    found, place = [], 1
    while left:
        best = [p for p in left if powers[p] == max(powers[q] for q in left)]
        found += [[p + 1, place, ([*vp, 0])[min(place, 4) - 1]] for p in best]
        place += len(best)
        left = [p for p in left if p not in best]
    return found


def turns(powers, takes, current):
    """MT-06: by place; who is tied, clockwise from the current player."""
    seats = list(range(len(powers)))
    round_ = seats[max(0, current - 1) :] + seats[: max(0, current - 1)]
    return [
        p + 1
        for power in sorted(set(powers), reverse=True)
        for p in round_
        if powers[p] == power and takes[p]
    ]


def deal(powers, takes, treasures, current):
    """MT-06: one each, round and round."""
    order, shares = turns(powers, takes, current), [0] * len(powers)
    for n in range(treasures if order else 0):
        shares[order[n % len(order)] - 1] += 1
    return shares


def leaders(vp, madness):
    """SB-13: every pair of Madness cards costs 1; who is tied with more Madness than another has not won."""
    final = list(vp)
    for p, cards in enumerate(madness):
        while cards > 1:
            cards -= 2
            final[p] -= 1
    best = [p for p in range(len(vp)) if final[p] == max(final)]
    return [p + 1 for p in best if madness[p] == min(madness[q] for q in best)]


def clash(newcomer, defender):
    """TI-13: the newcomer has to have more."""
    return not defender >= newcomer


def duel(mine, theirs, together):
    """DU-07, DU-08."""
    if not together:
        return "none"
    winners = {mine: "p", theirs: "q"} if mine != theirs else {mine: "both"}
    return winners[max(winners)]


def board(header, stacks, p, moves):
    """TB-05, TB-06, TB-18, TB-09, TB-11 with sets of names."""
    terrain = header["terrain"]
    hq = {n["id"]: 1 if n["side"] == "red" else 2 for n in terrain["nodes"] if n["type"] == "hq"}
    on = header["special_bases"]
    gates = {n["id"]: n["allowed"] for n in terrain["nodes"] if n.get("effect") == "gate" and on}
    shielded = {n["id"] for n in terrain["nodes"] if n.get("effect") == "nullify" and on}
    top = {name: divmod(stack[-1], 8) for name, stack in stacks.items()}
    mine = {name for name, (holder, _) in top.items() if holder == p}
    reach = {name for name in hq if hq[name] == p}
    way = set()
    for _ in terrain["nodes"]:
        way = {b for a, b in terrain["edges"] if a in reach} | {a for a, b in terrain["edges"] if b in reach}
        reach |= way & mine

    def forbids(troop, at):
        strength = STRENGTH[troop]
        holder, under = top.get(at, (0, 0))
        if hq.get(at) == p or (holder == 3 - p and strength and strength <= under):
            return "TB-05"
        if at in gates and strength and strength not in gates[at]:
            return "TB-18"
        if troop == "hook" and at not in hq and at not in shielded:
            return None
        return None if at in way else "TB-06"

    medals, taken = [0, 0], []
    for region in terrain["regions"]:
        holders = {top[base][0] if base in top else 0 for base in region["bases"]}
        taken.append(max(holders) if len(holders) == 1 else 0)
        if taken[-1]:
            medals[taken[-1] - 1] += region["medals"]
    winner = next(([q] for q in (p, 3 - p) if medals[q - 1] >= terrain["objective"]), [])
    connected = [node["id"] in way for node in terrain["nodes"]]
    return [
        *[forbids(*move) for move in moves],
        connected,
        medals,
        medals,
        bool(winner),
        winner,
        taken,
    ]


def any_board(r):
    """A board at random with troops on it, and what somebody may want to place."""
    bases = [str(n) for n in range(1, r.randint(3, 9))]
    nodes = [{"id": name, "type": "base"} for name in bases]
    for node in r.sample(nodes, len(nodes) // 3):
        node |= r.choice(
            [
                {"type": "special", "effect": "nullify"},
                {"type": "special", "effect": "draw"},
                {"type": "special", "effect": "gate", "allowed": [*r.sample(range(1, 8), 3), "joker"]},
            ]
        )
    nodes += [{"id": "R", "type": "hq", "side": "red"}, {"id": "B", "type": "hq", "side": "blue"}]
    if r.random() < 0.3:
        nodes.append({"id": "B2", "type": "hq", "side": "blue", "effect": "gate", "allowed": [6, 7]})
    names = [node["id"] for node in nodes]
    edges = {tuple(sorted(r.sample(names, 2))) for _ in range(r.randint(3, 2 * len(names)))}
    regions = [
        {"bases": r.sample(bases, r.randint(1, min(3, len(bases)))), "medals": r.randint(0, 3)}
        for _ in range(r.randint(1, 3))
    ]
    header = {
        "first": 1,
        "special_bases": r.random() < 0.8,
        "terrain": {
            "id": "any",
            "objective": r.randint(1, 4),
            "nodes": nodes,
            "edges": sorted(edges),
            "regions": regions,
        },
    }
    stacks = {
        name: [8 * r.randint(1, 2) + r.randint(0, 7) for _ in range(r.randint(1, 2))]
        for name in bases
        if r.random() < 0.6
    }
    moves = [[r.choice(TROOPS), r.choice(names)] for _ in range(6)]
    return [header, stacks, r.randint(1, 2), moves]


def questions(seed):
    """One question of each kind."""
    r = random.Random(seed)
    n = r.randint(2, 4)
    powers = [r.choice((0, 0, 3, 3, 5, r.randint(0, 20))) for _ in range(n)]
    minions = [r.randint(0, 2) for _ in range(n)]
    takes = [r.random() < 0.7 for _ in range(n)]
    mine, theirs = r.randint(0, 6), r.randint(0, 6)
    asked = [
        ("rank", [powers, minions, [r.randint(0, 6) for _ in range(3)]], rank),
        ("turns", [powers, takes, r.randint(0, n)], turns),
        ("deal", [powers, takes, r.randint(0, 9), r.randint(0, n)], deal),
        ("leaders", [[r.randint(9, 12) for _ in range(n)], [r.randint(0, 5) for _ in range(n)]], leaders),
        ("clash", [mine, theirs], clash),
        ("duel", [mine, theirs, r.random() < 0.7], duel),
        ("board", any_board(r), board),
    ]
    return [(json.dumps([what, told]), slow(*told)) for what, told, slow in asked]


@examples(60)
@given(st.integers(0, 2**32))
def test_the_core_says_what_the_rules_say(seed):
    for line, expected in questions(seed):
        assert json.loads(arithmetic.answer(line)) == expected, line


def test_micropython_says_the_same():
    asked = [question for seed in range(400) for question in questions(seed)]
    script = micropython.ROOT / "tests" / "rules" / "arithmetic.py"
    out = micropython.run(script, stdin="".join(line + "\n" for line, _ in asked).encode())
    for (line, expected), answer in zip(asked, out.splitlines(), strict=True):
        assert json.loads(answer) == expected, line
