"""How a legal game of Smash Up breaks each rule: rule -> (moment, what is done there). A slip that is not
possible does nothing and waits for the next moment; after it the game goes on by the rules, as the table
played it.
"""

from collections.abc import Callable
from typing import TYPE_CHECKING

from tests.property import modules, moves

if TYPE_CHECKING:
    from tests.property.evening import Evening

Slip = tuple[str, Callable[["Evening"], None]]
SLIPS: dict[str, Slip] = {}
"""By rule, and which of its ways after a space."""
W = "warning"


def slip(name: str, moment: str) -> Callable[[Callable[["Evening"], None]], Callable[["Evening"], None]]:
    def keep(done: Callable[["Evening"], None]) -> Callable[["Evening"], None]:
        SLIPS[name] = (moment, done)
        return done

    return keep


def others(e: "Evening", p: int) -> list[int]:
    return [q for q in e.seats if q != p]


# -- turns and plays --


@slip("SB-02", "play")
def too_many_bases(e):
    e.lay(e.players + 2, None, (20, [4, 2, 1]))


@slip("SB-03", "turn")
def out_of_order(e):
    if e.turn:
        e.new_turn(e.any(p for p in e.seats if p != e.turn % e.players + 1))
        e.expect("SB-03", W)


@slip("SB-04 again", "play")
def second_regular(e):
    for kind in sorted(e.used):
        e.write("play", p=e.turn, kind=kind)
        e.begin_play()
        e.expect("SB-04", W)
        return


@slip("SB-04 other", "play")
def regular_in_anothers_turn(e):
    moves.minion(e, e.any(others(e, e.turn)), e.any(e.places))
    e.expect("SB-04", W)


# -- bases --


@slip("SB-05 start", "play")
def starts_too_early(e):
    early = [b for b in e.places if b not in e.ready()]
    if early:
        b = e.any(early)
        e.write("score.start", b=b)
        e.phase, e.told, e.paying = "score", False, False
        e.expect("SB-05")
        e.score(b, quiet=True)


@slip("SB-05", "score")
def scores_too_early(e):
    early = [b for b in e.places if b not in e.ready()]
    if early:
        b = e.any(early)
        given(e, b, None, "SB-05")
        while e.ready():
            e.score(e.ready()[0])


@slip("SB-06 phase", "score")
def ready_at_draw(e):
    if len(e.ready()) == 1:
        e.enter("draw")
        e.expect("SB-06", W)


@slip("SB-06", "score")
def ready_at_turn(e):
    if len(e.ready()) == 1 and not e.leader() and e.any((0, 1)):
        e.new_turn(e.turn % e.players + 1)
        e.expect("SB-06", W)
        e.used, e.paying = set(), False
        e.one_turn()


def given(e, b, vp, rule):
    """The base scores with these VP, which break that rule."""
    before = len(e.events)
    e.score(b, vp, quiet=True)
    scored = next(n for n, ev in enumerate(e.events, 1) if n > before and ev["ev"] == "score")
    e.expected.append((scored, rule, "violation"))


@slip("SB-07", "scoring")
def vp_for_nothing(e):
    for b in e.ready():
        absent = [p for p in e.seats if not e.power(p, b) and not e.count(p, b)]
        if absent:
            vp = e.due(b)
            vp[e.any(absent) - 1] += 2
            given(e, b, vp, "SB-07")
            return


@slip("SB-08", "scoring")
def wrong_vp(e):
    for b in e.ready():
        there = [p for p in e.seats if e.power(p, b) or e.count(p, b)]
        if there and not e.tied(b):
            vp = e.due(b)
            vp[e.any(there) - 1] += e.any((1, 2))
            given(e, b, vp, "SB-08")
            return


@slip("SB-09", "scoring")
def tie_paid_as_two_places(e):
    for b in e.ready():
        there = [p for p in e.seats if e.power(p, b) or e.count(p, b)]
        if e.tied(b):
            p = next(p for p in there if any(e.power(p, b) == e.power(q, b) for q in there if q != p))
            vp = e.due(b)
            vp[p - 1] += 1
            given(e, b, vp, "SB-09")
            return


@slip("SB-10", "last")
def slot_left_empty(e):
    if e.leader():
        return
    b = e.any(e.places)
    e.write("base.out", b=b, why="destroyed")
    e.take_off(b)
    ready = set(e.ready())
    if ready and e.events[-2]["ev"] != "phase":
        return
    e.new_turn(e.turn % e.players + 1)
    e.expect("SB-10")
    e.new_base(b)
    e.used, e.paying = set(), False
    e.one_turn()


# -- the end --


@slip("SB-12 turn", "end")
def plays_on(e):
    leader = e.leader()
    e.new_turn(e.turn % e.players + 1)
    e.expect("SB-12")
    assert leader == e.leader()
    e.finish(e.winners())


@slip("SB-12 short", "play")
def cut_short(e):
    if not e.leader() and not e.ready():
        e.enter("play")
        e.finish(None)
        e.expect("SB-12", W)


@slip("SB-12 winner", "end")
def wrong_winner(e):
    if max(e.madness) < 2:
        wrong = [p for p in e.seats if p not in e.winners()]
        e.finish([e.any(wrong)])
        e.expect("SB-12")


@slip("SB-13", "end")
def madness_not_counted(e):
    if max(e.madness) >= 2 and e.winners() != [e.leader()]:
        e.finish([e.leader()])
        e.expect("SB-13")


@slip("SB-15 minions", "play")
def too_many_minions_leave(e):
    b, p = e.any(e.places), e.any(e.seats)
    if not any(m["b"] == b and m["p"] == p for m in e.monsters.values()):
        lost = e.places[b].minions[p - 1]
        e.write("minion", p=p, b=b, n=-1 - len(lost))
        e.expect("SB-15")
        e.places[b].loose[p - 1][0] += sum(power - temp for power, temp in lost)
        e.places[b].loose[p - 1][1] += sum(temp for _, temp in lost)
        e.places[b].minions[p - 1] = []


@slip("SB-15 treasures", "play")
def treasures_below_zero(e):
    p = e.any(e.seats)
    e.write("treasure.out", p=p, n=e.treasures[p - 1] + 1)
    e.expect("SB-15")
    e.treasures[p - 1] = 0


@slip("SB-15 madness", "play")
def madness_below_zero(e):
    p = e.any(e.seats)
    e.write("madness", p=p, n=-1 - e.madness[p - 1])
    e.expect("SB-15")
    e.madness[p - 1] = 0


@slip("SB-15 counters", "play")
def counters_below_zero(e):
    for slug, t in e.titans.items():
        if t["base"]:
            e.write("counter", titan=slug, n=-1 - t["counters"])
            e.expect("SB-15")
            t["counters"] = 0
            return


# -- duels --


def duel(e, then, by=None):
    """A duel of the current player with somebody."""
    q = e.any(others(e, e.turn))
    e.write("duel", p=e.turn, q=q, b=e.any(e.places), power=[3, 2], by=by)
    e.paying = False
    then(e, e.turn, q)


def ended(e, p, q):
    modules.end_duel(e, p, q, None)


@slip("DU-01", "play")
def duel_with_oneself(e):
    p = e.turn
    e.write("duel", p=p, q=p, b=e.any(e.places), power=[3, 2])
    e.expect("DU-01")
    e.paying = False
    ended(e, p, p)


@slip("DU-03 order", "play")
def challenged_first(e):
    def then(e, p, q):
        e.write("duel.card", p=q, kind="minion")
        e.expect("DU-03")
        ended(e, p, q)

    duel(e, then)


@slip("DU-03 again", "play")
def second_duel_card(e):
    def then(e, p, q):
        e.write("duel.card", p=p, kind="minion")
        e.write("duel.card", p=p, kind="none")
        e.expect("DU-03")
        ended(e, p, q)

    duel(e, then)


@slip("DU-03 none", "play")
def duel_card_without_duel(e):
    e.write("duel.card", p=e.turn, kind="none")
    e.expect("DU-03")


@slip("DU-04 play", "play")
def regular_play_in_a_duel(e):
    def then(e, p, q):
        e.write("play", p=p, kind="action")
        e.expect("DU-04")
        e.used.add("action")
        e.begin_play()
        ended(e, p, q)

    duel(e, then)


@slip("DU-04 uncover", "start")
def uncover_in_a_duel(e):
    def then(e, p, q):
        key, b, _ = modules.buried(e, p)[0]
        e.write("uncover", p=p, id=key)
        e.expect("DU-04")
        del e.places[b].buried[key]
        ended(e, p, q)

    if modules.buried(e, e.turn):
        duel(e, then)


@slip("DU-05", "play")
def duel_in_a_duel(e):
    def then(e, p, q):
        e.write("duel", p=q, q=p, b=e.any(e.places), power=[1, 1])
        e.expect("DU-05")
        ended(e, p, q)

    duel(e, then)


@slip("DU-07 apart", "play")
def apart_and_won(e):
    def then(e, p, q):
        e.write("duel.end", power=[3, 2], together=False, won="p")
        e.expect("DU-07")

    duel(e, then)


@slip("DU-07 open", "play")
def duel_without_end(e):
    def then(e, p, q):
        e.enter("play")
        e.expect("DU-07")

    duel(e, then)


@slip("DU-07 none", "play")
def end_without_duel(e):
    e.write("duel.end", power=[3, 2], together=True, won="p")
    e.expect("DU-07")


@slip("DU-08", "play")
def weaker_wins(e):
    def then(e, p, q):
        powers, won = e.any((([3, 2], "q"), ([3, 3], "p"), ([3, 2], "both"), ([2, 3], "none")))
        e.write("duel.end", power=powers, together=True, won=won)
        e.expect("DU-08")

    duel(e, then)


@slip("DU-12", "play")
def honor_not_paid(e):
    def then(e, p, q):
        e.write("duel.end", power=[3, 2], together=True, won="p")
        e.enter("play")
        e.expect("DU-12")

    duel(e, then, modules.HONOR)


@slip("DU-12 other", "play")
def honor_paid_to_another(e):
    def then(e, p, q):
        e.write("duel.end", power=[2, 3], together=True, won="q")
        e.write("vp", p=p, n=1)
        e.vp[p - 1] += 1
        e.enter("play")
        e.expect("DU-12")

    duel(e, then, modules.HONOR)
