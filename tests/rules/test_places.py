"""Places, dealing and leaders against slow, plain models, and whatever the seats."""

from clashcore import places
from hypothesis import given
from hypothesis import strategies as st

SEATS = st.integers(2, 4).flatmap(
    lambda n: st.lists(st.tuples(st.integers(0, 9), st.integers(0, 2)), min_size=n, max_size=n)
)
VP = st.lists(st.integers(0, 6), min_size=3, max_size=3)


def model(seats: list[tuple[int, int]], vp: list[int]) -> list[int]:
    """VP by player, written down as the rules say it: place after place, ties filling places up."""
    due = [0] * len(seats)
    left = [i for i, (power, minions) in enumerate(seats) if power or minions]
    place = 0
    while left and place < 3:
        best = max(seats[i][0] for i in left)
        tied = [i for i in left if seats[i][0] == best]
        for i in tied:
            due[i] = vp[place]
        place += len(tied)
        left = [i for i in left if i not in tied]
    return due


def ranked(seats: list[tuple[int, int]], vp: list[int]) -> list[int]:
    due = [0] * len(seats)
    for p, _, n in places.rank([power for power, _ in seats], [minions for _, minions in seats], vp):
        due[p - 1] = n
    return due


@given(SEATS, VP)
def test_places_as_the_rules_say(seats, vp):
    assert ranked(seats, vp) == model(seats, vp)


@given(SEATS, VP, st.randoms(use_true_random=False))
def test_seats_make_no_difference(seats, vp, random):
    order = list(range(len(seats)))
    random.shuffle(order)
    due = ranked(seats, vp)
    assert ranked([seats[i] for i in order], vp) == [due[i] for i in order]


@given(SEATS, VP)
def test_the_first_stands_first(seats, vp):
    found = places.rank([power for power, _ in seats], [minions for _, minions in seats], vp)
    assert [place for _, place, _ in found] == sorted(place for _, place, _ in found)
    if found:
        assert found[0][1] == 1


def test_a_modest_base():
    assert places.rank([10, 10, 5], [1, 1, 1], [4, 2, 1]) == [(1, 1, 4), (2, 1, 4), (3, 3, 1)]
    assert places.rank([12, 4, 4, 4], [1, 1, 1, 1], [5, 3, 2]) == [(1, 1, 5), (2, 2, 3), (3, 2, 3), (4, 2, 3)]
    assert places.rank([8, 6, 4, 3], [1, 1, 1, 1], [4, 2, 1])[3] == (4, 4, 0)
    assert places.rank([0, 0], [0, 0], [4, 2, 1]) == []


def one_by_one(powers: list[int], takes: list[bool], treasures: int, current: int) -> list[int]:
    n = len(powers)
    clockwise = [(max(current, 1) - 1 + k) % n for k in range(n)]
    order = [
        i for power in sorted(set(powers), reverse=True) for i in clockwise if powers[i] == power and takes[i]
    ]
    shares = [0] * n
    while treasures and order:
        for i in order:
            if treasures:
                shares[i] += 1
                treasures -= 1
    return shares


@given(SEATS, st.integers(0, 12), st.integers(0, 4))
def test_treasures_go_round_and_round(seats, treasures, current):
    powers = [power for power, _ in seats]
    takes = [minions > 0 for _, minions in seats]
    current = min(current, len(seats))
    assert places.deal(powers, takes, treasures, current) == one_by_one(powers, takes, treasures, current)


def test_leaders():
    assert places.leaders([15, 12], [0, 0]) == [1]
    assert places.leaders([16, 15], [4, 0]) == [2]
    assert places.leaders([17, 16], [3, 1]) == [2]
    assert places.leaders([9, 9, 3], [0, 0, 0]) == [1, 2]
