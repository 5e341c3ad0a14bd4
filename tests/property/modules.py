"""More of what a player may do: buried cards, monsters and treasures, duels, Madness; see moves.py."""

from typing import TYPE_CHECKING

from tests.property import moves

if TYPE_CHECKING:
    from tests.property.evening import Evening

HONOR = "samurai/honorable-combat"


# -- buried cards --


def bury(e: "Evening") -> None:
    p, b, key = e.any(e.seats), e.any(e.places), e.new_id()
    e.write("bury", p=p, b=b, id=key, **{"from": e.any(("hand", "play"))})
    e.places[b].buried[key] = p


def buried(e: "Evening", p: int | None = None) -> list[tuple[int, int, int]]:
    """Buried cards: number, base, whose."""
    found = [(key, b, q) for b, place in e.places.items() for key, q in place.buried.items()]
    return [card for card in found if p in (None, card[2])]


def open_buried(e: "Evening") -> None:
    """The card that may be uncovered as the turn starts."""
    mine = buried(e, e.turn)
    if mine and e.chance(0.6):
        key, b, p = e.any(mine)
        e.write("uncover", p=p, id=key)
        del e.places[b].buried[key]
        if e.chance(0.8):
            moves.minion(e, p, b, True)


def uncover(e: "Evening") -> None:
    if there := buried(e):
        key, b, p = e.any(there)
        e.write("uncover", p=p, id=key, by="truckers/cab-over-pete")
        e.begin_play()
        del e.places[b].buried[key]


def unbury(e: "Evening") -> None:
    if there := buried(e):
        key, b, p = e.any(there)
        del e.places[b].buried[key]
        if e.chance(0.5):
            e.write("bury.out", id=key, to=e.any(("discard", "hand")))
            return
        to, q = e.any(e.places), e.any((p, *e.seats))
        e.write("bury.out", id=key, to="moved", b=to, p=q)
        e.places[to].buried[key] = q


# -- monsters and treasures --


def monster_comes(e: "Evening", b: int | None = None) -> None:
    b, key = b or e.any(e.places), e.new_id()
    treasures, power = e.random.randint(0, 4), e.random.randint(1, 6)
    e.write("monster", b=b, id=key, treasures=treasures, power=power)
    e.monsters[key] = {"b": b, "treasures": treasures, "power": power, "p": 0}


def monster_changes(e: "Evening") -> None:
    if not e.monsters:
        return
    key = e.any(e.monsters)
    monster = e.monsters[key]
    what = e.any(("control", "move", "power"))
    if what == "control":
        monster["p"] = e.any((0, *e.seats))
        e.write("monster.control", id=key, p=monster["p"])
    elif what == "move":
        monster["b"] = e.any(e.places)
        e.write("monster.move", id=key, b=monster["b"])
    else:
        n = e.any((-3, 1, 2))
        monster["power"] += n
        e.write("monster.power", id=key, n=n)


def monster_out(e: "Evening") -> None:
    if not e.monsters or e.chance(0.3):
        return
    key = e.any(e.monsters)
    n = e.monsters[key]["treasures"]
    p = e.any((0, e.turn, e.turn, *e.seats))
    if e.chance(0.2):
        e.write("monster.out", id=key, why="other")
        n = 0
    else:
        room_for(e, n)
        e.write("monster.out", id=key, why="destroyed", p=p)
    del e.monsters[key]
    if p and n:
        parts = [n] if e.chance(0.7) else [1] * n
        for part in parts:
            e.write("treasure", p=p, n=part, why="destroyed")
        e.treasures[p - 1] += n


def room_for(e: "Evening", n: int) -> None:
    """So many treasures can be taken: else others go first."""
    while sum(e.treasures) + n > 22:
        p = e.treasures.index(max(e.treasures)) + 1
        e.write("treasure.out", p=p, n=e.treasures[p - 1])
        e.treasures[p - 1] = 0


def treasure(e: "Evening") -> None:
    p, n = e.any(e.seats), e.random.randint(1, 3)
    if e.treasures[p - 1] and e.chance(0.5):
        e.write("treasure.out", p=p, n=1)
        e.treasures[p - 1] -= 1
    else:
        room_for(e, n)
        e.write("treasure", p=p, n=n, why="card")
        e.treasures[p - 1] += n


# -- the rest --


def madness(e: "Evening") -> None:
    p = e.any(e.seats)
    n = e.any((1, 2, -min(1, e.madness[p - 1])))
    e.write("madness", p=p, n=n)
    e.madness[p - 1] += n


def gain(e: "Evening") -> None:
    if not e.paying:
        p, n = e.any(e.seats), e.any((1, 1, 2, -min(1, e.vp[e.turn - 1]) if e.turn else 1))
        e.write("vp", p=p, n=n, why=e.any((None, "fix")))
        e.vp[p - 1] += n


def duel(e: "Evening") -> None:
    p = e.turn
    q = e.any(q for q in e.seats if q != p)
    by = e.any((None, HONOR))
    e.write("duel", p=p, q=q, b=e.any(e.places), power=[3, 2], by=by)
    e.paying = False
    for who in (p, q)[: e.random.randint(0, 2)]:
        kind = e.any(("action", "minion", "none"))
        e.write("duel.card", p=who, kind=kind)
        if kind == "action":
            e.write("play", p=who, kind="action", extra=True)
            e.begin_play()
            moves.act(e)
    end_duel(e, p, q, by)


def end_duel(e: "Evening", p: int, q: int, by: str | None) -> None:
    powers, together = [e.random.randint(1, 6), e.random.randint(1, 6)], e.chance(0.8)
    won = "none"
    if together:
        won = "both" if powers[0] == powers[1] else "p" if powers[0] > powers[1] else "q"
    control = e.any((None, [p, q], [q, q]))
    e.write("duel.end", power=powers, together=together, won=won, control=control)
    if by == HONOR:
        whose = control or [p, q]
        for side, name in enumerate("pq"):
            if won in (name, "both"):
                e.write("vp", p=whose[side], n=1)
                e.vp[whose[side] - 1] += 1
        e.paying = True


def base_leaves(e: "Evening") -> None:
    if e.chance(0.6):
        return
    b = e.any(e.places)
    stay = e.chance(0.5)
    e.write("base.out", b=b, why="replaced" if stay else "destroyed")
    e.take_off(b, stay)
    e.new_base(b)


def note(e: "Evening") -> None:
    e.write("note", text='Bình ơi \\ "\u202e"')
