"""The draw: what is never drawn, that it is fair, that it is the same for the same seed."""

from collections import Counter
from itertools import combinations

import pytest
from clashbox.draft.draw import draw
from hypothesis import given
from hypothesis import strategies as st

POOL = [f"faction-{at:02}" for at in range(16)]
NAMES = [f"f{at:02}" for at in range(20)]


@st.composite
def asked(draw_):
    pool = draw_(st.lists(st.sampled_from(NAMES), unique=True, min_size=4))
    pairs = st.frozensets(st.sampled_from(NAMES), min_size=2, max_size=2)
    evenings = draw_(st.lists(st.frozensets(pairs, max_size=12), max_size=3))
    return (
        pool,
        draw_(st.integers(2, 4)),
        draw_(st.sampled_from([2, 3])),
        evenings,
        draw_(st.integers(0, 2**64)),
    )


@given(asked())
def test_no_faction_twice_none_from_elsewhere_no_pair_of_the_evenings_avoided(found):
    pool, players, offer, evenings, seed = found
    drawn = draw(pool, players, offer, evenings, seed)
    if len(pool) < players * offer:
        assert drawn is None
        return
    flat = [faction for factions in drawn.offers for faction in factions]
    assert len(flat) == len(set(flat)) == players * offer
    assert set(flat) <= set(pool)
    assert 1 <= drawn.first <= players
    avoided = frozenset().union(*evenings[: drawn.evenings])
    assert not any(frozenset(pair) in avoided for own in drawn.offers for pair in combinations(own, 2))
    assert draw(list(reversed(pool)), players, offer, evenings, seed) == drawn


def test_evenings_are_let_go_only_where_it_cannot_be_otherwise():
    # Four factions, two players: three ways to split them; two evenings leave one, three leave none.
    ways = [
        {frozenset("ab"), frozenset("cd")},
        {frozenset("ac"), frozenset("bd")},
        {frozenset("ad"), frozenset("bc")},
    ]
    for seed in range(200):
        drawn = draw("abcd", 2, 2, ways[:2], seed)
        assert drawn.evenings == 2
        assert {frozenset(own) for own in drawn.offers} == ways[2]
        drawn = draw("abcd", 2, 2, ways, seed)
        assert drawn.evenings == 2


def test_a_needle_is_found():
    # Of 20 factions every pair but ten disjoint ones was just played: 1 of 654,729,075 splits is left.
    names = [f"n{at:02}" for at in range(20)]
    left = {frozenset(names[at : at + 2]) for at in range(0, 20, 2)}
    played = {frozenset(pair) for pair in combinations(names, 2)} - left
    drawn = draw(names, 4, 2, [played], 7)
    assert drawn.evenings == 1
    assert {frozenset(own) for own in drawn.offers} <= left


def test_the_same_on_every_machine():
    drawn = draw(POOL, 3, 2, [], 4711)
    assert drawn.offers == (
        ("faction-15", "faction-11"),
        ("faction-08", "faction-00"),
        ("faction-05", "faction-14"),
    )
    assert drawn.first == 1


def chi_square(counts, cells, total):
    expected = total / cells
    return sum((n - expected) ** 2 for n in counts.values()) / expected + (cells - len(counts)) * expected


# What chance exceeds once in 1,000 times (chi-square, 0.999), by degrees of freedom.
LIMITS = {3: 16.27, 15: 37.70, 119: 173.62}
SEEDS = 4000


@pytest.fixture(scope="module")
def draws():
    return [draw(POOL, 4, 2, [], seed) for seed in range(SEEDS)]


def test_every_faction_is_drawn_as_often_as_any_other(draws):
    # Eight of sixteen are drawn each time, without putting back, so the counts vary less than chi-square has
    # it: by (16 - 8) / (16 - 1).
    drawn = Counter(faction for one in draws for own in one.offers for faction in own)
    spread = chi_square(drawn, 16, 8 * SEEDS) / (8 / 15)
    assert spread < LIMITS[15]
    assert spread > 2.0  # too even would be no chance either


def test_every_seat_gets_every_faction_as_often(draws):
    for seat in range(4):
        drawn = Counter(faction for one in draws for faction in one.offers[seat])
        assert chi_square(drawn, 16, 2 * SEEDS) / (14 / 15) < LIMITS[15]


def test_every_pair_is_drawn_as_often(draws):
    drawn = Counter(frozenset(own) for one in draws for own in one.offers)
    assert len(drawn) == 120
    assert chi_square(drawn, 120, 4 * SEEDS) < LIMITS[119]


def test_everybody_begins_as_often(draws):
    assert chi_square(Counter(one.first for one in draws), 4, SEEDS) < LIMITS[3]


def test_it_is_fair_among_what_is_allowed():
    # One pair of six factions was just played: of the 15 splits into three pairs 12 are allowed.
    played = [{frozenset("ab")}]
    splits = Counter(
        frozenset(frozenset(own) for own in draw("abcdef", 3, 2, played, seed).offers)
        for seed in range(SEEDS)
    )
    assert len(splits) == 12
    assert chi_square(splits, 12, SEEDS) < 31.26  # 0.999 at 11


def test_of_three_offered_every_one_is_as_likely():
    drawn = Counter(
        faction for seed in range(SEEDS) for own in draw(POOL, 4, 3, [], seed).offers for faction in own
    )
    assert chi_square(drawn, 16, 12 * SEEDS) / (4 / 15) < LIMITS[15]
