"""The Wilson interval against published values and what must hold for all."""

import pytest
from clashbox.stats.wilson import Proportion, interval
from hypothesis import given
from hypothesis import strategies as st

# Newcombe, Two-sided confidence intervals for the single proportion (1998), table I, method 3: the score
# interval without continuity correction, to four places.
PUBLISHED = [
    (81, 263, 0.2553, 0.3662),
    (15, 148, 0.0624, 0.1605),
    (0, 20, 0.0000, 0.1611),
    (1, 29, 0.0061, 0.1718),
]


@pytest.mark.parametrize(("count", "n", "low", "high"), PUBLISHED)
def test_published_values(count, n, low, high):
    assert [round(value, 4) for value in interval(count, n)] == [low, high]


def test_of_nothing_all_is_possible():
    assert interval(0, 0) == (0.0, 1.0)
    assert Proportion(0, 0).rate is None


@pytest.mark.parametrize(("count", "n"), [(-1, 3), (4, 3)])
def test_no_proportion(count, n):
    with pytest.raises(ValueError, match="of 3"):
        interval(count, n)


@st.composite
def proportions(draw):
    n = draw(st.integers(1, 10**9))
    return draw(st.integers(0, n)), n


@given(proportions())
def test_the_rate_lies_within_and_the_interval_is_that_of_the_opposite_turned(found):
    count, n = found
    low, high = interval(count, n)
    assert 0.0 <= low <= count / n <= high <= 1.0
    assert low < high
    other = interval(n - count, n)
    assert other == pytest.approx((1 - high, 1 - low), abs=1e-9)


@given(proportions())
def test_more_games_make_it_narrower(found):
    count, n = found
    low, high = interval(count, n)
    narrow = interval(4 * count, 4 * n)
    assert narrow[1] - narrow[0] < high - low


def test_few():
    assert [Proportion(0, n).few for n in (9, 10)] == [True, False]
