"""Sums and lists as people type them: taken where they are clear, refused in one line where they are not."""

import pytest
from clashbox.asking import numbers
from clashbox.trouble import Trouble
from hypothesis import given
from hypothesis import strategies as st


@pytest.mark.parametrize(
    ("text", "terms"),
    [
        ("13", (13,)),
        ("12+2", (12, 2)),
        ("12 + 2 - 1", (12, 2, -1)),
        (" 20 ", (20,)),
        ("２０", (20,)),
        ("１２＋２", (12, 2)),
        ("12−1", (12, -1)),
        ("-3", (-3,)),
        ("- 3 + 5", (-3, 5)),
        ("+4", (4,)),
        ("007", (7,)),
        ("0", (0,)),
        ("5\t+\n1", (5, 1)),
    ],
)
def test_a_sum(text, terms):
    found = numbers.read_sum("--at", text)
    assert found.terms == terms
    assert found.value == sum(terms)


JUNK = [
    "",
    " ",
    "abc",
    "1e3",
    "12.5",
    "12+",
    "12++2",
    "+",
    "-",
    "12 2",
    "1,2",
    "²",
    "12²",
    "١٢",
    "0x10",
    "nan",
]
JUNK += ["1" * 400, "1+" * 200 + "1", "12;rm", "\x00", "\ud800", "12\u200b", "1_000", "9" * 5000]


@pytest.mark.parametrize("text", JUNK)
def test_junk_is_refused(text):
    with pytest.raises(Trouble) as refused:
        numbers.read_sum("--at", text)
    assert refused.value.status == 2
    assert "--at" in str(refused.value)
    assert len(str(refused.value)) < 200


def test_sizes_are_bounded():
    assert numbers.read_sum("--at", "999").value == 999
    for text in ("1000", "999+1", "-1000", "999999999999999999"):
        with pytest.raises(Trouble, match="too big"):
            numbers.read_sum("--at", text)
    with pytest.raises(Trouble, match="more than 30"):
        numbers.read_sum("--at", "+".join("1" * 31))
    assert numbers.read_sum("--at", "+".join("1" * 30)).value == 30


def test_a_breakpoint_is_0_to_99():
    assert numbers.read_number("--breakpoint", "99") == 99
    assert numbers.read_number("--breakpoint", "0") == 0
    for text in ("100", "-5", "9999", "", "1e3"):
        with pytest.raises(Trouble):
            numbers.read_number("--breakpoint", text)


@pytest.mark.parametrize(
    ("text", "values"),
    [
        ("12 9 9 0", [12, 9, 9, 0]),
        ("12,9,9,0", [12, 9, 9, 0]),
        ("12, 9 ,9;0", [12, 9, 9, 0]),
        ("4/2/1", [4, 2, 1]),
        ("12+2 9", [14, 9]),
        ("12 + 2, 9 - 1", [14, 8]),
        ("12 -2 9", [12, -2, 9]),
        ("12 - 2 9", [10, 9]),
        ("-2 9", [-2, 9]),
        ("-2,-3", [-2, -3]),
        ("１２　９", [12, 9]),
    ],
)
def test_a_list(text, values):
    assert [found.value for found in numbers.read_list("--power", text)] == values


@pytest.mark.parametrize("text", ["12,,9", ",12", "12,", "", "a b", "12 x 9", "[12 9]"])
def test_a_bad_list_is_refused(text):
    with pytest.raises(Trouble):
        numbers.read_list("--power", text)


def test_what_can_be_read_in_two_ways_is_asked_about():
    with pytest.raises(Trouble, match=r"12\+2 or 12, 2"):
        numbers.read_list("--power", "12 +2 9")


def test_vp_are_three():
    assert numbers.read_vp("--vp", "4 2 1") == (4, 2, 1)
    for text in ("4", "4,2", "4,2,1,0", "4,2,-1"):
        with pytest.raises(Trouble):
            numbers.read_vp("--vp", text)


ANYTHING = st.one_of(
    st.text(max_size=60),
    st.text(alphabet="0123456789+-−＋ ,;/.eE\n\t２", max_size=40),
    st.text("1+- ,", max_size=30),
)


@given(ANYTHING)
def test_whatever_is_typed_is_a_number_or_trouble(text):
    for read in (numbers.read_sum, numbers.read_list, numbers.read_number, numbers.read_vp):
        try:
            read("--power", text)
        except Trouble as refused:
            assert refused.status == 2
            assert "\n" not in str(refused)


@given(st.lists(st.integers(-999, 999), min_size=1, max_size=12).filter(lambda n: abs(sum(n)) < 1000))
def test_a_sum_reads_back_as_it_is_told(terms):
    told = str(numbers.Sum(tuple(terms)))
    assert numbers.read_sum("--at", told).terms == tuple(terms)


@given(
    st.lists(st.integers(-999, 999), min_size=1, max_size=8), st.sampled_from([" ", ",", ", ", ";", " , "])
)
def test_lists_read_back(values, separator):
    text = separator.join(str(n) for n in values)
    assert [found.value for found in numbers.read_list("--power", text)] == values
