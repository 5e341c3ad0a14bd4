"""Hypothesis strategies for events, drawn from the table itself: a new event is tested by being there."""

from typing import Any

from clashcore import table
from clashcore.events import event_names
from hypothesis import strategies as st

PLAYERS = {"smashup": 4, "toybattle": 2}

_letters = "abcdefghijklmnopqrstuvwxyz0123456789"
numbers = st.one_of(st.integers(-20, 20), st.integers(-table.LIMIT, table.LIMIT))
slugs = st.one_of(
    st.sampled_from([word for word in table.WORDS if word]),
    st.from_regex(rf"\A[{_letters}]{{1,12}}(-[{_letters}]{{1,8}}){{0,2}}\Z"),
)
cards = st.one_of(slugs, st.tuples(slugs, slugs).map("/".join))
texts = st.one_of(
    st.sampled_from(["fix", "Bình ơi", 'a "b" \\ \n\t\x01', "", "ế" * 70]),
    st.text(st.characters(exclude_categories=["Cs"])),
)
nodes = st.one_of(
    st.sampled_from(["1", "12", "0", "007", "999", "1000", "R1", "B", "²"]),
    st.text(st.characters(exclude_categories=["Cs"]), min_size=1, max_size=16),
)


def values(kind: int, players: int) -> st.SearchStrategy[Any]:
    """Values of a type of the table."""
    seat = st.integers(1, players)
    if kind >= table.ENUM:
        return st.sampled_from(table.ENUMS[kind - table.ENUM])
    return {
        table.INT: numbers,
        table.PLAYER: seat,
        table.ANYONE: st.integers(0, players),
        table.SLOT: st.integers(1, 9),
        table.FLAG: st.booleans(),
        table.TEXT: texts,
        table.SLUG: slugs,
        table.CARD: cards,
        table.NODE: nodes,
        table.TWO: st.lists(numbers, min_size=2, max_size=2),
        table.THREE: st.lists(numbers, min_size=3, max_size=3),
        table.EACH: st.lists(numbers, min_size=players, max_size=players),
        table.PLAYERS: st.lists(seat, max_size=players, unique=True),
        table.PAIR: st.lists(seat, min_size=2, max_size=2),
    }[kind]


def _complete(ev: dict[str, Any]) -> dict[str, Any]:
    """Add what an event asks for besides the table."""
    if ev["ev"] == "base" and "card" not in ev:
        ev.setdefault("breakpoint", 20)
        ev.setdefault("vp", [4, 2, 1])
    if ev["ev"] == "base.fix" and "vp" not in ev:
        ev.setdefault("breakpoint", 20)
    if ev["ev"] == "monster.out":
        ev.setdefault("p", 0)
    if ev["ev"] == "effect":
        for field, value in (("n", 1), ("at", "3"), ("to", "4"), ("troop", "kwak")):
            ev.setdefault(field, value)
    return ev


def event(name: str, players: int) -> st.SearchStrategy[dict[str, Any]]:
    """Events of that name with any combination of optional fields."""
    form = table.form(name)
    required: dict[str, Any] = {"ev": st.just(name)}
    optional: dict[str, Any] = {"t": numbers, "m": numbers}
    for field, kind in zip(form[table.FIELDS :: 2], form[table.FIELDS + 1 :: 2], strict=True):
        if kind >= table.OPTIONAL:
            optional[field] = values(kind - table.OPTIONAL, players)
        else:
            required[field] = values(kind, players)
    return st.fixed_dictionaries(required, optional=optional).map(_complete)


def events(game: str) -> st.SearchStrategy[dict[str, Any]]:
    """Events of a game."""
    return st.one_of([event(name, PLAYERS[game]) for name in event_names(game)])
