"""Events of Smash Up that not every game sees: duels, buried cards, monsters, treasures, Madness, `each`."""

from clashcore.plays import BURIED, EACH, MONSTER, end_each, lists, take
from clashcore.rejected import Rejected


def _each(s, ev):
    base = s.base(ev["b"])
    if ev["id"] in s.each:
        raise Rejected("used")
    until = ev.get("until")
    until = 0 if until is None else 1 if until == "turn" else 2
    s.each[ev["id"]] = [ev["p"], ev["b"], ev["n"], until]
    base.ea[ev["p"] - 1] += ev["n"]
    lists(base)[EACH].add(ev["id"])
    if until == 1:
        s.fading = True
        s.fades[0].add(ev["id"])
    elif until:
        s.lasting = True
        s.fades[ev["p"]].add(ev["id"])


def _each_out(s, ev):
    if ev["id"] not in s.each:
        raise Rejected("unknown")
    end_each(s, ev["id"])


def _target(s, ev):
    if ev["what"] == "buried" and ev.get("id") is not None and ev["id"] not in s.buried:
        raise Rejected("unknown")


def _madness(s, ev):
    take(s, s.madness, ev["p"] - 1, ev["n"], "madness")


# -- duels --


def _duel(s, ev):
    s.base(ev["b"])
    if s.debts:
        s.debts = {}
    if s.duel is None:  # else skipped (DU-05)
        s.duel = [ev["p"], ev["q"], ev["b"], ev.get("by"), 0]


def _duel_card(s, ev):
    if s.duel is not None:
        if ev["p"] == s.duel[0]:
            s.duel[4] |= 1
        if ev["p"] == s.duel[1]:
            s.duel[4] |= 2


def won(mine: int, theirs: int, together: bool) -> str:
    """Whose minion wins a duel with the powers at its end: "p" (the challenger's), "q", "both" or "none".

    None where the two are not `together` on one base (DU-07); a tie has two winners (DU-08).
    """
    if not together:
        return "none"
    return "p" if mine > theirs else "q" if theirs > mine else "both"


def _duel_end(s, ev):
    s.duel = None


# -- buried cards --


def _bury(s, ev):
    base = s.base(ev["b"])
    if ev["id"] in s.buried:
        raise Rejected("used")
    s.buried[ev["id"]] = [ev["p"], ev["b"]]
    base.bu[ev["p"] - 1] += 1
    lists(base)[BURIED].add(ev["id"])


def _unbury(s, key):
    card = s.buried.pop(key, None)
    if card is None:
        raise Rejected("unknown")
    base = s.bases[card[1] - 1]
    base.bu[card[0] - 1] -= 1
    base.ids[BURIED].remove(key)
    return card


def _uncover(s, ev):
    _unbury(s, ev["id"])
    if ev.get("by") and s.phase == "start":
        s.phase = "play"


def _bury_out(s, ev):
    b = ev.get("b")
    if b is not None:
        s.base(b)
    card = _unbury(s, ev["id"])
    if ev["to"] != "moved":
        return
    p = ev.get("p") or card[0]
    b = b or card[1]
    s.buried[ev["id"]] = [p, b]
    base = s.bases[b - 1]
    base.bu[p - 1] += 1
    lists(base)[BURIED].add(ev["id"])


# -- monsters and treasures --


def _at(s, m):
    # the base where a monster is, one that waits for its card included
    return s.bases[m[0] - 1] or s.kept[m[0]]


def _lift(s, m, sign, counts=True):
    # a monster's power and, with `counts`, its presence: on to its base (sign 1) or off it (-1)
    b, _, power, p = m
    base = _at(s, m)
    power = max(0, power)
    if counts:
        base.mons += sign
    if p:
        base.pw[p - 1] += sign * power
        if counts:
            take(s, base.mn, p - 1, sign, "minion", b)
    else:
        base.mp += sign * power


def _find(s, key):
    m = s.monsters.get(key)
    if m is None:
        raise Rejected("unknown")
    return m


def _monster(s, ev):
    base = s.base(ev["b"])
    if ev["id"] in s.monsters:
        raise Rejected("used")
    m = s.monsters[ev["id"]] = [ev["b"], ev["treasures"], ev["power"], 0]
    lists(base)[MONSTER].add(ev["id"])
    _lift(s, m, 1)


def _monster_control(s, ev):
    m = _find(s, ev["id"])
    if m[3] != ev["p"]:
        _lift(s, m, -1)
        m[3] = ev["p"]
        _lift(s, m, 1)


def _monster_move(s, ev):
    m = _find(s, ev["id"])
    base = s.base(ev["b"])
    if m[0] != ev["b"]:
        _lift(s, m, -1)
        _at(s, m).ids[MONSTER].remove(ev["id"])
        m[0] = ev["b"]
        lists(base)[MONSTER].add(ev["id"])
        _lift(s, m, 1)


def _monster_power(s, ev):
    m = _find(s, ev["id"])
    _lift(s, m, -1, False)
    m[2] += ev["n"]
    _lift(s, m, 1, False)


def _monster_out(s, ev):
    m = _find(s, ev["id"])
    p = ev.get("p")
    destroyed = ev["why"] == "destroyed"
    if destroyed and p is None:
        raise Rejected("field", "p")
    _lift(s, m, -1)
    _at(s, m).ids[MONSTER].remove(ev["id"])
    del s.monsters[ev["id"]]
    if destroyed and p and m[1] > 0:
        debt = s.debts.get("destroyed")
        if debt is None:
            debt = s.debts["destroyed"] = [[0] * s.players, [0] * s.players]
        debt[0][p - 1] += m[1]


def _treasure(s, ev):
    i = ev["p"] - 1
    take(s, s.treasures, i, ev["n"], "treasure")
    debt = s.debts.get(ev["why"])
    if debt is not None:
        debt[1][i] += ev["n"]


def _treasure_out(s, ev):
    take(s, s.treasures, ev["p"] - 1, -ev["n"], "treasure")


DO = {
    "each": _each,
    "each.out": _each_out,
    "target": _target,
    "madness": _madness,
    "duel": _duel,
    "duel.card": _duel_card,
    "duel.end": _duel_end,
    "bury": _bury,
    "uncover": _uncover,
    "bury.out": _bury_out,
    "monster": _monster,
    "monster.control": _monster_control,
    "monster.move": _monster_move,
    "monster.power": _monster_power,
    "monster.out": _monster_out,
    "treasure": _treasure,
    "treasure.out": _treasure_out,
}
