"""A game of Smash Up as the `state` of `clashbox check --json`."""


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
