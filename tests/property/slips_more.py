"""Slips with titans, monsters and buried cards; see slips.py."""

from tests.property import modules, moves
from tests.property.slips import W, duel, ended, others, slip
from tests.property.table import FACTS, ISLAND


def aside(e, p=None):
    """Titans out of play, of that owner if one is named."""
    return [slug for slug, t in e.titans.items() if not t["base"] and p in (None, t["owner"])]


def in_play(e):
    return [slug for slug, t in e.titans.items() if t["base"]]


def comes(e, p, slug, b, **fields):
    """p plays the titan; what clash it causes is settled after."""
    e.write("titan.play", p=p, titan=slug, b=b, **fields)
    e.paying = False
    e.titans[slug]["controller"] = p
    e.arrive(slug, b)


def plain(e):
    """A base without a titan."""
    return next((b for b, place in e.places.items() if not place.titans), None)


@slip("TI-02", "play")
def by_a_card_that_does_not(e):
    free = [p for p in e.seats if not e.titan_of(p) and aside(e, p)]
    if free:
        p, b = e.any(free), e.any(e.places)
        slug = e.any(aside(e, p))
        by = "aliens/terraforming"
        assert FACTS.plays_titan(by, slug) is False
        comes(e, p, slug, b, by=by)
        e.expect("TI-02")
        moves.settle(e, slug, b)


@slip("TI-04", "play")
def a_second_titan(e):
    for p in e.seats:
        if e.titan_of(p) and aside(e, p):
            slug, b = e.any(aside(e, p)), e.any(e.places)
            comes(e, p, slug, b, by="special")
            e.expect("TI-04")
            moves.settle(e, slug, b)
            return


def instead(e, p, kind):
    slugs = aside(e, p)
    if slugs and not e.titan_of(p):
        slug, b = e.any(slugs), e.any(e.places)
        comes(e, p, slug, b, instead=kind)
        e.expect("TI-06")
        e.begin_play()
        moves.settle(e, slug, b)


@slip("TI-06 used", "play")
def instead_of_a_used_play(e):
    if e.used and e.phase == "play":
        instead(e, e.turn, e.any(sorted(e.used)))


@slip("TI-06 turn", "play")
def instead_in_anothers_turn(e):
    instead(e, e.any(others(e, e.turn)), "action")


@slip("TI-06 phase", "last")
def instead_after_play_cards(e):
    if e.phase in ("draw", "end") and not e.titan_of(e.turn) and aside(e, e.turn):
        slug, b = e.any(aside(e, e.turn)), plain(e)
        if b:
            comes(e, e.turn, slug, b, instead="minion")
            e.expect("TI-06")


@slip("DU-04 titan", "play")
def titan_instead_in_a_duel(e):
    def then(e, p, q):
        slug, b = e.any(aside(e, p)), plain(e)
        comes(e, p, slug, b, instead="minion")
        e.expect("DU-04")
        e.used.add("minion")
        e.begin_play()
        ended(e, p, q)

    if plain(e) and aside(e, e.turn) and not e.titan_of(e.turn):
        duel(e, then)


@slip("TI-09", "play")
def titan_of_nobodys_faction(e):
    p, b = e.turn, plain(e)
    if e.factions and b and not e.titan_of(p):
        e.titans["sphinx"] = {"owner": p, "controller": 0, "base": 0, "counters": 0}
        moves.play_titan(e, p, "sphinx", b)


def strangers(e):
    """(player, titan) where the titan is another's and could come."""
    return [(p, s) for p in e.seats if not e.titan_of(p) for s in aside(e) if e.titans[s]["owner"] != p]


@slip("TI-10", "play")
def anothers_titan(e):
    if strangers(e):
        (p, slug), b = e.any(strangers(e)), e.any(e.places)
        comes(e, p, slug, b, by=e.any((None, "pirates/cannon")))
        e.expect("TI-10", W)
        moves.settle(e, slug, b)


@slip("TI-22", "play")
def anothers_special(e):
    if strangers(e):
        (p, slug), b = e.any(strangers(e)), e.any(e.places)
        comes(e, p, slug, b, by="special")
        e.expect("TI-22")
        moves.settle(e, slug, b)


@slip("TI-21", "play")
def titan_in_play_is_played(e):
    if in_play(e):
        slug = e.any(in_play(e))
        e.write("titan.play", p=e.any(e.seats), titan=slug, b=e.any(e.places), by="special")
        e.expect("TI-21")
        e.paying = False


@slip("TI-11 out", "play")
def moves_from_nowhere(e):
    if aside(e):
        e.write("titan.move", titan=e.any(aside(e)), b=e.any(e.places))
        e.expect("TI-11")
        e.paying = False


@slip("TI-11 same", "play")
def moves_where_it_is(e):
    if in_play(e):
        slug = e.any(in_play(e))
        e.write("titan.move", titan=slug, b=e.titans[slug]["base"])
        e.expect("TI-11")
        e.paying = False


def meets(e):
    """A titan moves to another one's base: (base, loser, winner)."""
    for slug in in_play(e):
        for b, place in e.places.items():
            if place.card != ISLAND and len(place.titans) == 1 and place.titans != [slug]:
                e.write("titan.move", titan=slug, b=b)
                e.paying = False
                e.arrive(slug, b)
                return b, *moves.clash(e, slug, b)
    return None


@slip("TI-13 wrong", "play")
def winner_leaves(e):
    if found := meets(e):
        b, loser, winner = found
        e.write("clash", b=b, out=winner)
        e.expect("TI-13", W if FACTS.grants_power(loser) or FACTS.grants_power(winner) else "violation")
        e.aside(winner)


@slip("TI-13 owed", "play")
def clash_left_open(e):
    if found := meets(e):
        b, loser, _ = found
        e.enter("play")
        e.expect("TI-13")
        e.write("clash", b=b, out=loser)
        e.aside(loser)


@slip("TI-13 none", "play")
def clash_without_cause(e):
    for slug in in_play(e):
        b = e.titans[slug]["base"]
        if e.places[b].card != ISLAND:
            e.write("clash", b=b, out=slug)
            e.expect("TI-13")
            e.aside(slug)
            return


@slip("TI-14", "play")
def clash_at_kaiju_island(e):
    for b, place in e.places.items():
        if place.card == ISLAND and place.titans:
            slug = place.titans[0]
            e.write("clash", b=b, out=slug)
            e.expect("TI-14")
            e.aside(slug)
            return


@slip("TI-15", "play")
def aimed_at_a_titan(e):
    e.write("target", card="aliens/terraforming", what="titan")
    e.expect("TI-15")


@slip("TI-17", "play")
def counter_out_of_play(e):
    if aside(e):
        e.write("counter", titan=e.any(aside(e)), n=1)
        e.expect("TI-17")


@slip("TI-17 out", "play")
def leaves_twice(e):
    if aside(e):
        e.write("titan.out", titan=e.any(aside(e)))
        e.expect("TI-17", W)


@slip("TI-23", "play")
def action_on_a_titan(e):
    if in_play(e):
        e.write("play", p=e.turn, kind="action", on="titan", extra=True)
        e.begin_play()
        e.expect("TI-23")


# -- monsters and treasures --


def takes(e, p, n, why):
    modules.room_for(e, n)
    e.write("treasure", p=p, n=n, why=why)
    e.treasures[p - 1] += n


@slip("MT-01", "play")
def more_than_the_deck(e):
    p = e.any(e.seats)
    e.write("treasure", p=p, n=23 - sum(e.treasures), why="card")
    e.treasures[p - 1] += 23 - sum(e.treasures)
    e.expect("MT-01")
    modules.room_for(e, 0)


@slip("MT-02 destroyed", "play")
def loot_of_nothing(e):
    e.enter("play")
    takes(e, e.turn, 1, "destroyed")
    e.expect("MT-02")


@slip("MT-02 score", "play")
def share_of_nothing(e):
    e.enter("play")
    takes(e, e.turn, 1, "score")
    e.expect("MT-02")


def worthy(e):
    return [key for key, m in e.monsters.items() if m["treasures"]]


@slip("MT-03", "play")
def loot_left(e):
    if worthy(e):
        key = e.any(worthy(e))
        e.enter("play")
        e.write("monster.out", id=key, why="destroyed", p=e.turn)
        n = e.monsters.pop(key)["treasures"] - 1
        if n:
            takes(e, e.turn, n, "destroyed")
        e.enter("play")
        e.expect("MT-03")


@slip("MT-03 other", "play")
def anothers_loot(e):
    if worthy(e):
        key = e.any(worthy(e))
        e.enter("play")
        e.write("monster.out", id=key, why="destroyed", p=e.turn)
        takes(e, e.any(others(e, e.turn)), e.monsters.pop(key)["treasures"], "destroyed")
        e.enter("play")
        e.expect("MT-03")


@slip("MT-04", "play")
def loot_of_a_monsters_kill(e):
    if worthy(e):
        key = e.any(worthy(e))
        e.enter("play")
        e.write("monster.out", id=key, why="destroyed", p=0)
        del e.monsters[key]
        takes(e, e.turn, 1, "destroyed")
        e.expect("MT-04")


def scored(e, b, shares, level="violation"):
    """The base scores by the rules, but for the treasures, which go like this."""
    modules.room_for(e, sum(shares))
    e.score_alone(b)
    e.share(shares)
    e.new_base(b)
    e.enter("score")
    e.expect("MT-06", level)


@slip("MT-06", "scoring")
def unfair_shares(e):
    for b in e.ready():
        due, loose = e.loot(b), loose_shares(e, b)
        wrong = due[1:] + due[:1]
        if len(e.ready()) == 1 and sum(due) and wrong not in (due, loose):
            scored(e, b, wrong)
            return


def loose_shares(e, b):
    return e.loot(b, [p for p in e.seats if e.power(p, b) or e.count(p, b)])


@slip("MT-06 power", "scoring")
def power_takes_part(e):
    for b in e.ready():
        if len(e.ready()) == 1 and loose_shares(e, b) != e.loot(b):
            scored(e, b, loose_shares(e, b), W)
            return


# -- buried cards --


@slip("BU-04", "play")
def anothers_buried_card(e):
    foreign = [card for card in modules.buried(e) if card[2] != e.turn]
    if foreign:
        key, b, _ = foreign[0]
        e.write("uncover", p=e.turn, id=key, by="truckers/cab-over-pete")
        e.expect("BU-04")
        e.begin_play()
        del e.places[b].buried[key]


@slip("BU-06", "play")
def aimed_at_a_buried_card(e):
    e.write("target", card="kaiju/oh-no", what="buried")
    e.expect("BU-06")


def opens(e, card, rule="BU-07"):
    key, b, p = card
    e.write("uncover", p=p, id=key)
    e.expect(rule)
    del e.places[b].buried[key]


@slip("BU-07 turn", "start")
def uncovers_in_anothers_turn(e):
    foreign = [card for card in modules.buried(e) if card[2] != e.turn]
    if foreign:
        opens(e, foreign[0])


@slip("BU-07 second", "start")
def uncovers_twice(e):
    mine = modules.buried(e, e.turn)
    if len(mine) > 1:
        e.write("uncover", p=e.turn, id=mine[0][0])
        del e.places[mine[0][1]].buried[mine[0][0]]
        opens(e, mine[1])


@slip("BU-07 late", "play")
def uncovers_late(e):
    mine = modules.buried(e, e.turn)
    if mine:
        e.enter("play")
        opens(e, mine[0])
