"""The snapshot of a game of Smash Up, as checkpoints hold it; read back by unpacking.py."""


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
