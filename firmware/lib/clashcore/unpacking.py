"""A game of Smash Up put back to a snapshot (snapshot.py). Loaded when wanted; a device drops it after."""

import json

from clashcore.plays import BURIED, EACH, KAIJU_ISLAND, MONSTER, Base, lists


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
    # What was goes first: a device has no room for both.
    s.bases = s.kept = s.titans = s.each = s.buried = s.monsters = None
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
    if titans:
        from clashcore.titans import Titan, worth
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
