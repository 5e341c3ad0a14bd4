"""What a player of Smash Up may do in Play Cards, each move with the events that it leaves. A move that is
not possible does nothing. (Written for Evening, which calls them with itself.)
"""

from typing import TYPE_CHECKING

from tests.property.table import FACTS, ISLAND

if TYPE_CHECKING:
    from tests.property.evening import Evening

CARDS = [f"{f}/{card.slug}" for f in ("kaiju", "pirates", "aliens") for card in FACTS.cards(f)]
MINIONS = [card for card in CARDS if FACTS.minion_power(card) is not None]
PLAYS = {
    "megabot": "mega-troopers/form-megabot",
    "gorgodzolla": "kaiju/oh-no",
    "rainboroc": "itty-critters/evolution",
}
AIMS = {"titan": "kaiju/oh-no", "buried": "truckers/cab-over-pete"}


def minion(e: "Evening", p: int, b: int, extra: bool | None = None) -> None:
    """p plays a minion at b."""
    card = e.any((None, *MINIONS)) if e.chance(0.3) else None
    printed = FACTS.minion_power(card) if card else None
    power = e.random.randint(0, 5) if printed is None or e.chance(0.3) else None
    e.write("play", p=p, kind="minion", b=b, card=card, power=power, extra=extra)
    e.places[b].minions[p - 1].append([printed if power is None else power, 0])
    e.begin_play()


def regular(e: "Evening") -> None:
    kind = e.any(("minion", "action"))
    if kind in e.used:
        return
    e.used.add(kind)
    if kind == "minion":
        minion(e, e.turn, e.any(e.places))
    else:
        b = e.any(e.places)
        e.write("play", p=e.turn, kind="action", b=e.any((None, b)), on=e.any((None, "base", "minion")))
        e.begin_play()
        if e.chance(0.7):
            power_at(e, b)


def extra(e: "Evening") -> None:
    minion(e, e.any(e.seats), e.any(e.places), True)


def power_at(e: "Evening", b: int) -> None:
    """A card gives or takes power at b, for good or for a while."""
    p, n, until = e.any(e.seats), e.any((-2, -1, 1, 2, 3, 4)), e.any((None, None, "turn", "next"))
    place = e.places[b]
    if place.minions[p - 1] and until != "next" and e.chance(0.5):
        change = e.any(place.minions[p - 1])
        n = max(n, -change[0])
        if not n:
            return
        change[0] += n
        change[1] += n if until else 0
    else:
        place.loose[p - 1][(None, "turn", "next").index(until)] += n
    e.write("power", p=p, b=b, n=n, until=until)


def act(e: "Evening") -> None:
    power_at(e, e.any(e.places))


def each(e: "Evening") -> None:
    b, p, n, until = e.any(e.places), e.any(e.seats), e.any((1, 2, -1)), e.any((None, "turn", "next"))
    key = e.new_id()
    e.write("each", id=key, p=p, b=b, n=n, until=until)
    e.places[b].each[key] = [p, n, until]


def each_out(e: "Evening") -> None:
    there = [(place, key) for place in e.places.values() for key in place.each]
    if there:
        place, key = e.any(there)
        e.write("each.out", id=key)
        del place.each[key]


def breakpoint_(e: "Evening") -> None:
    b, n = e.any(e.places), e.any((-2, -1, 1, 3))
    e.write("breakpoint", b=b, n=n)
    e.places[b].change += n


def base_fix(e: "Evening") -> None:
    b, printed = e.any(e.places), e.random.randint(8, 24)
    e.write("base.fix", b=b, breakpoint=printed)
    e.places[b].breakpoint = printed


def some_minion(e: "Evening") -> tuple[int, int, list[int]] | None:
    """A minion somewhere: whose, where, its power."""
    found = [(p, b, m) for b, place in e.places.items() for p in e.seats for m in place.minions[p - 1]]
    return e.any(found) if found else None


def take_out(e: "Evening", found: tuple[int, int, list[int]]) -> None:
    """That very minion, not one that is like it, leaves its base."""
    p, b, one = found
    e.places[b].minions[p - 1] = [m for m in e.places[b].minions[p - 1] if m is not one]


def lose(e: "Evening") -> None:
    if found := some_minion(e):
        p, b, (power, temp) = found
        e.write("minion", p=p, b=b, n=-1, power=-power or None, temp=-temp or None)
        take_out(e, found)


def move(e: "Evening") -> None:
    if found := some_minion(e):
        p, b, (power, temp) = found
        to = e.any(e.places)
        e.write("move", p=p, b=b, to=to, power=power, temp=temp or None, n=e.any((None, 1)))
        take_out(e, found)
        e.places[to].minions[p - 1].append(found[2])


def control(e: "Evening") -> None:
    if found := some_minion(e):
        p, b, (power, temp) = found
        q = e.any(e.seats)
        e.write("control", p=p, q=q, b=b, power=power, temp=temp or None)
        take_out(e, found)
        e.places[b].minions[q - 1].append(found[2])


# -- titans --


def titan(e: "Evening") -> None:
    """A player plays a titan: instead of a play, by its own Special, or by a card that names it."""
    p = e.any((e.turn, e.turn, *e.seats))
    if e.titan_of(p):
        return
    aside = [slug for slug, t in e.titans.items() if not t["base"]]
    mine = [slug for slug in aside if e.titans[slug]["owner"] == p]
    named = [slug for slug in aside if slug in PLAYS]
    b = e.any(e.places)
    if named and e.chance(0.3):
        play_titan(e, p, e.any(named), b, by=PLAYS)
        return
    if not mine and e.factions is None and len(e.titans) < 5:
        mine = [slug for slug in ("sphinx", "sifu", "megabot", "time-box") if slug not in e.titans]
    if mine:
        kind = e.any(("minion", "action"))
        free = (
            p == e.turn and kind not in e.used and (e.phase == "play" or (e.phase == "start" and not e.told))
        )
        play_titan(e, p, e.any(mine), b, instead=kind if free and e.chance(0.6) else None)


def play_titan(
    e: "Evening", p: int, slug: str, b: int, by: object = None, instead: str | None = None
) -> None:
    by = PLAYS[slug] if by is PLAYS else e.any((None, "special"))
    e.write("titan.play", p=p, titan=slug, b=b, by=by, instead=instead)
    e.paying = False
    if instead:
        e.used.add(instead)
        e.begin_play()
    e.titans.setdefault(slug, {"owner": p, "controller": 0, "base": 0, "counters": 0})["controller"] = p
    e.arrive(slug, b)
    if e.factions and not any(FACTS.titan_faction(slug) in pair for pair in e.factions):
        e.expect("TI-09")  # after that slip, whenever it comes again
    settle(e, slug, b)


def move_titan(e: "Evening") -> None:
    there = [slug for slug, t in e.titans.items() if t["base"]]
    if there:
        slug = e.any(there)
        b = e.any(b for b in e.places if b != e.titans[slug]["base"])
        e.write("titan.move", titan=slug, b=b, p=e.any((None, e.turn)))
        e.paying = False
        e.arrive(slug, b)
        settle(e, slug, b)


def clash(e: "Evening", slug: str, b: int) -> tuple[str, str] | None:
    """The loser and the winner where a titan came to another one's base."""
    other = [t for t in e.places[b].titans if t != slug]
    if not other or e.places[b].card == ISLAND:
        return None
    mine, theirs = (e.power(e.titans[t]["controller"], b) for t in (slug, other[0]))
    return (other[0], slug) if mine > theirs else (slug, other[0])


def settle(e: "Evening", slug: str, b: int) -> None:
    """The clash that is owed, if one is."""
    if clash(e, slug, b) and e.chance(0.3):
        power_at(e, b)
    outcome = clash(e, slug, b)
    if outcome is None:
        return
    free = [to for to, place in e.places.items() if not place.titans]
    if free and e.chance(0.2):
        to = e.any(free)
        e.write("titan.move", titan=slug, b=to)
        e.arrive(slug, to)
        return
    if e.chance(0.6):
        e.write("clash", b=b, out=outcome[0])
    else:
        e.write("titan.out", titan=outcome[0])
    e.aside(outcome[0])


def counter(e: "Evening") -> None:
    there = [slug for slug, t in e.titans.items() if t["base"]]
    if there:
        slug = e.any(there)
        n = e.any((1, 2, 3, -e.titans[slug]["counters"]))
        e.write("counter", titan=slug, n=n)
        e.titans[slug]["counters"] += n


def titan_leaves(e: "Evening") -> None:
    there = [slug for slug, t in e.titans.items() if t["base"]]
    if there and e.chance(0.3):
        slug = e.any(there)
        e.write("titan.out", titan=slug, why=e.any((None, "fix")))
        e.aside(slug)


def aim(e: "Evening") -> None:
    what = e.any(("minion", "action", "base", "titan", "buried"))
    e.write("target", card=AIMS.get(what) or e.any(CARDS), what=what)
