"""Answers about one base: what the core says, whatever the seats, and what the rules say in slow words."""

from clashbox.asking import table
from clashcore import places, titans
from hypothesis import given
from hypothesis import strategies as st

POWER = st.integers(-20, 40)
SEATS = st.integers(2, 4).flatmap(
    lambda n: st.lists(st.tuples(POWER, st.integers(0, 3)), min_size=n, max_size=n)
)
VP = st.tuples(st.integers(0, 6), st.integers(0, 6), st.integers(0, 6))
MONSTERS = st.lists(st.tuples(st.integers(0, 5), st.integers(0, 4)), max_size=4)


def asked(seats, breakpoint=20, vp=(4, 2, 1), monsters=(), current=0):
    return table.score(breakpoint, vp, [p for p, _ in seats], [m for _, m in seats], monsters, current)


@given(SEATS, st.integers(0, 99), VP, MONSTERS, st.integers(0, 4))
def test_the_answer_is_the_core_s(seats, breakpoint, vp, monsters, current):
    current = min(current, len(seats))
    found = asked(seats, breakpoint, vp, monsters, current)
    whole = [max(0, power) for power, _ in seats]
    minions = [n for _, n in seats]
    ranked = {p: (place, n) for p, place, n in places.rank(whole, minions, list(vp))}
    loot = sum(treasures for _, treasures in monsters)
    shares = places.deal(whole, [n > 0 for n in minions], loot, current)
    for seat in found.seats:
        assert seat.power == whole[seat.player - 1]
        assert seat.minions == minions[seat.player - 1]
        assert (seat.place, seat.vp) == ranked.get(seat.player, (None, 0))
        assert seat.treasures == shares[seat.player - 1]
        assert [found.order.count(p) for p in range(1, len(seats) + 1)] == shares
    assert found.total == sum(whole)
    assert found.breakpoint == breakpoint + sum(power for power, _ in monsters)
    assert found.missing == max(0, found.breakpoint - found.total)


@given(SEATS, VP, MONSTERS, st.randoms(use_true_random=False))
def test_other_seats_other_order_same_answer(seats, vp, monsters, random):
    order = list(range(len(seats)))
    random.shuffle(order)
    one = asked(seats, vp=vp, monsters=monsters)
    other = asked([seats[i] for i in order], vp=vp, monsters=monsters)
    facts = [(s.power, s.minions, s.place, s.tied, s.vp) for s in one.seats]
    assert [(s.power, s.minions, s.place, s.tied, s.vp) for s in other.seats] == [facts[i] for i in order]
    assert (other.total, other.missing, other.treasures) == (one.total, one.missing, one.treasures)


@given(SEATS, MONSTERS, st.integers(1, 4), st.integers(0, 3))
def test_turning_the_table_turns_the_treasures(seats, monsters, current, by):
    n = len(seats)
    current = min(current, n)
    one = asked(seats, monsters=monsters, current=current)
    turned = asked(seats[by % n :] + seats[: by % n], monsters=monsters, current=(current - 1 - by) % n + 1)
    assert [(p - 1 + by) % n + 1 for p in turned.order] == one.order


@given(SEATS, MONSTERS, st.integers(1, 4))
def test_unsure_means_that_the_current_player_matters(seats, monsters, current):
    found = asked(seats, monsters=monsters)
    known = asked(seats, monsters=monsters, current=min(current, len(seats)))
    assert not known.unsure
    if not found.unsure:
        assert [s.treasures for s in found.seats] == [s.treasures for s in known.seats]


@given(POWER, POWER)
def test_a_clash_is_the_core_s(at, arrives):
    found = table.clash(at, arrives)
    wins = titans.outcome(max(0, arrives), max(0, at))
    assert found.leaves == ("at" if wins else "arrives")
    assert (found.at, found.arrives) == (max(0, at), max(0, arrives))
    assert found.tie == (found.at == found.arrives)


@given(POWER, POWER)
def test_no_clash_at_kaiju_island(at, arrives):
    assert table.clash(at, arrives, "kaiju-island").leaves is None
    assert table.clash(at, arrives, "tokyo").leaves is not None


def test_known_cases():
    def told(powers, vp=(4, 2, 1)):
        return [(s.place, s.vp) for s in table.score(20, vp, powers, None).seats]

    assert told([10, 10, 5]) == [(1, 4), (1, 4), (3, 1)]
    assert told([10, 5, 5]) == [(1, 4), (2, 2), (2, 2)]
    assert told([7, 7, 7]) == [(1, 4), (1, 4), (1, 4)]
    assert told([12, 4, 4, 4], (5, 3, 2)) == [(1, 5), (2, 3), (2, 3), (2, 3)]
    assert told([12, 3]) == [(1, 4), (2, 2)], "3 power from an action and no minion is eligible"
    assert told([12, 0]) == [(1, 4), (None, 0)]


def test_treasures_for_a_destroyed_monster():
    assert table.destroyed(3, 2) == 3
    assert table.destroyed(3, 0) == 0
    assert table.destroyed(0, 1) == 0
