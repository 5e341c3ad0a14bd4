"""Places at a base that scores (SB-07 to SB-09) and the order in which treasures are dealt (MT-06).

Plain arithmetic over lists; nothing here knows a game or keeps anything.
"""


def rank(powers: list[int], minions: list[int], vp: list[int]) -> list[tuple[int, int, int]]:
    """Who shares the VP of a base, best first: (player from 1, place from 1, VP).

    `powers` are the players' whole powers there (0 at least), `minions` their minions, `vp` the awards.
    Only players with a minion or at least 1 power take part (SB-07); tied players share the highest of the
    places that they fill, and use all of them up (SB-09). Tied players stand in seat order.
    """
    found = []
    for i in range(len(powers)):
        power = powers[i]
        if power > 0 or minions[i] > 0:
            place = 1
            for j in range(len(powers)):
                if powers[j] > power:  # more power than somebody eligible: eligible too
                    place += 1
            found.append((place, i + 1))
    found.sort()  # pairs: no two are equal, so that an unstable sort will do
    return [(p, place, max(0, vp[place - 1]) if place <= 3 else 0) for place, p in found]


def turns(powers: list[int], takes: list[bool], current: int) -> list[int]:
    """The players (from 1) who take treasures, in the order in which they do (MT-06).

    `takes` says who takes part: the winner first; ties go clockwise from the `current` player (0: nobody's
    turn has begun).
    """
    n = len(powers)
    order = []
    for i in range(n):
        if takes[i]:
            order.append((-powers[i], (i + 1 - current) % n if current else i, i + 1))
    order.sort()
    return [entry[2] for entry in order]


def deal(powers: list[int], takes: list[bool], treasures: int, current: int) -> list[int]:
    """How many treasures each player gets: one each in turn, from the winner down and round again (MT-06)."""
    order = turns(powers, takes, current)
    shares = [0] * len(powers)
    for k in range(len(order)):
        more = k < treasures % len(order)
        shares[order[k] - 1] = treasures // len(order) + (1 if more else 0)
    return shares


def leaders(vp: list[int], madness: list[int]) -> list[int]:
    """Who would win now: most VP, 1 lost for every two Madness cards; a tie goes to fewer Madness (SB-13)."""
    best = None
    for i in range(len(vp)):
        key = (vp[i] - madness[i] // 2, -madness[i])
        if best is None or key > best:
            best = key
    return [i + 1 for i in range(len(vp)) if (vp[i] - madness[i] // 2, -madness[i]) == best]
