"""A game of Smash Up as one object: the `state` of `clashbox check --json`, the snapshot of checkpoints."""

import json

from clashcore.plays import BURIED, EACH, KAIJU_ISLAND, MONSTER, Base, lists
from clashcore.titans import Titan, worth


def view(s) -> dict:
    """The `state` object; lists by player or slot, None for what is not there."""
    bases = []
    for b in range(1, s.top + 1):
        base = s.bases[b - 1]
        if base is not None:
            breakpoint = s.breakpoint(b)
            powers = s.powers(b)
            base = {
                "card": base.card,
                "breakpoint": breakpoint,
                "power": powers,
                "minions": list(base.mn),
                "titans": list(base.titans),
                "buried": list(base.bu),
                "monsters": base.mons,
                "ready": sum(powers) >= breakpoint,
            }
        bases.append(base)
    titans = {}
    for slug in s.titans:
        t = s.titans[slug]
        titans[slug] = {
            "owner": t.owner,
            "controller": t.controller or None,
            "base": t.base or None,
            "counters": t.counters,
        }
    return {
        "turn": s.turn or None,
        "phase": s.phase or None,
        "vp": list(s.vp),
        "over": s.over,
        "winner": list(s.winner),
        "bases": bases,
        "titans": titans,
        "treasures": list(s.treasures),
        "madness": list(s.madness),
    }


def _thin(counts):
    # most lists are all 0
    return counts if any(counts) else 0


def _pack_base(b, base):
    if base is None:
        return 0
    return [
        b,
        base.card,
        base.printed,
        base.vp,
        base.change,
        _thin(base.pw),
        _thin(base.mn),
        _thin(base.tmp),
        _thin(base.nxt),
        base.titans,
    ]


def pack(s) -> list:
    """The snapshot as nested lists; what follows from the rest is left out."""
    titans = []
    for slug in s.titans:
        t = s.titans[slug]
        titans.append([slug, t.owner, t.controller, t.base, t.counters])
    return [
        [s.turn, s.phase, s.told, s.spent, s.locked, s.fading, s.lasting, s.top, s.over, s.winner],
        s.vp,
        _thin(s.treasures),
        _thin(s.madness),
        [_pack_base(b, s.bases[b - 1]) for b in range(1, 10) if s.bases[b - 1] is not None],
        [_pack_base(b, s.kept[b]) for b in s.kept],
        titans,
        s.owed,
        [[key] + s.debts[key] for key in s.debts],
        s.duel,
        [[key] + s.each[key] for key in s.each],
        [[key] + s.buried[key] for key in s.buried],
        [[key] + s.monsters[key] for key in s.monsters],
    ]


def _full(counts, players):
    if counts == 0:
        return [0] * players
    if len(counts) != players:
        raise ValueError("snapshot")
    return counts


def _unpack_base(entry, players):
    base = Base(players)
    b, base.card, base.printed, base.vp, base.change, pw, mn, tmp, nxt, base.titans = entry
    base.pw = _full(pw, players)
    base.mn = _full(mn, players)
    base.tmp = _full(tmp, players)
    base.nxt = _full(nxt, players)
    base.island = base.card == KAIJU_ISLAND
    return b, base


def unpack(s, data: bytes) -> None:
    """Puts a state back to a snapshot; raises ValueError, with the state to be thrown away then."""
    try:
        _unpack(s, json.loads(data))
    except (AttributeError, IndexError, KeyError, TypeError) as error:
        raise ValueError("snapshot: " + str(error))


def _unpack(s, parts):
    n = s.players
    first, s.vp, treasures, madness, bases, kept, titans, owed, debts, s.duel, each, buried, monsters = parts
    s.turn, s.phase, s.told, s.spent, s.locked, s.fading, s.lasting, s.top, s.over, s.winner = first
    s.vp = _full(s.vp, n)
    s.treasures = _full(treasures, n)
    s.madness = _full(madness, n)
    slots: "list[Base | None]" = [None] * 9
    s.bases = slots
    s.kept = {}
    for entry in bases:
        b, base = _unpack_base(entry, n)
        s.bases[b - 1] = base
    for entry in kept:
        b, base = _unpack_base(entry, n)
        s.kept[b] = base
    s.titans = {}
    for slug, owner, controller, b, counters in titans:
        titan = s.titans[slug] = Titan(owner)
        if b:
            titan.controller = controller
            titan.base = b
            titan.counters = counters
            base = s.bases[b - 1]
            base.tp[controller - 1] += worth(titan, base)
    s.owed = [tuple(entry) for entry in owed]
    s.debts = {}
    for entry in debts:
        s.debts[entry[0]] = entry[1:]
    s.each = {}
    s.fades = [set() for _ in range(n + 1)]
    for entry in each:
        key, p, b, more, until = entry
        s.each[key] = entry[1:]
        base = s.bases[b - 1] or s.kept[b]
        lists(base)[EACH].add(key)
        base.ea[p - 1] += more
        if until:
            s.fades[0 if until == 1 else p].add(key)
    s.buried = {}
    for key, p, b in buried:
        s.buried[key] = [p, b]
        base = s.bases[b - 1]
        lists(base)[BURIED].add(key)
        base.bu[p - 1] += 1
    s.monsters = {}
    for entry in monsters:
        key, b, _, power, controller = entry
        s.monsters[key] = entry[1:]
        base = s.bases[b - 1] or s.kept[b]
        lists(base)[MONSTER].add(key)
        base.mons += 1
        if not controller:
            base.mp += max(0, power)
    s.clamped = []
