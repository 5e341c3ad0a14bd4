"""The table as values: what the core says, with names; at any moment of a game the same by both ways."""

from pathlib import Path

import pytest
from clashbox import reading
from clashbox.page.hub import Hub, Watcher
from clashbox.page.table import Course, Tables, state_at
from clashbox.page.telling import Followed, whole

DATA = Path(__file__).parent / "data"


def game(name):
    read = reading.read_game(str(DATA / f"{name}.jsonl"))
    return read.header, [event for _, event in read.events]


@pytest.mark.parametrize("name", ["smashup", "toybattle"])
def test_a_game_that_goes_on_is_the_same_as_one_looked_back_at(name):
    header, events = game(name)
    tables = Tables(header, "en")
    course = Course(header, tables.facts)
    for number, event in enumerate(events, 1):
        course.add(event)
        then = tables.of(state_at(header, events[:number], tables.facts))
        assert tables.of(course.state) == then
        assert course.points[-1][1] == then["points"]


def test_what_lies_on_the_table():
    header, events = game("smashup")
    tables = Tables(header, "en")
    table = tables.of(state_at(header, events[:25], tables.facts))
    first = table["bases"][0]
    assert (first["name"], first["power"], first["breakpoint"]) == ("Jungle Oasis", [7, 0, 0, 8], 15)
    assert (first["scoring"], first["ready"], first["missing"]) == (True, True, 0)
    assert first["buried"] == [0, 0, 1, 0]
    assert first["monsters"] == [{"power": 3, "treasures": 2, "p": 0}]
    assert first["titans"] == [{"name": "Gorgodzolla", "p": 1, "counters": 2}]
    assert "Gorgodzolla" not in [titan["name"] for titan in table["titans"]]
    assert (table["turn"], table["phase"], table["goal"]) == (4, "Score Bases", 15)


def test_a_clash_and_a_duel_are_shown_while_they_last():
    header, events = game("smashup")
    titans = [
        {"ev": "titan.play", "p": 2, "titan": "rainboroc", "b": 3, "by": "special"},
        {"ev": "duel", "p": 1, "q": 2, "b": 2, "power": [5, 4]},
    ]
    tables = Tables(header, "en")
    table = tables.of(state_at(header, events + titans, tables.facts))
    assert [(clash["slot"], set(clash["names"])) for clash in table["clashes"]] == [
        (3, {"Rainboroc", "Gorgodzolla"})
    ]
    assert table["duel"] == {"p": 1, "q": 2, "slot": 2}
    over = [*events, *titans, {"ev": "clash", "b": 3, "out": "rainboroc"}]
    assert tables.of(state_at(header, over, tables.facts))["clashes"] == []


def test_a_game_that_cannot_be_judged_is_shown_as_far_as_it_goes():
    header, events = game("smashup")
    broken = [*events[:10], {"ev": "power", "p": 1, "b": 9, "n": 1}, {"ev": "vp", "p": 1, "n": 4}]
    followed = Followed("x", header)
    followed.add(broken)
    view = followed.view("en")
    assert view.head["trouble"] and len(view.rows) == 12
    assert view.head["table"]["points"] == [0, 0, 0, 0]
    assert whole("x", header, broken, "en")["trouble"] == view.head["trouble"]


def test_both_languages_of_one_game():
    header, events = game("toybattle")
    followed = Followed("x", header)
    followed.add(events)
    english, vietnamese = followed.view("en"), followed.view("vi")
    assert english.head["board"]["name"] == "Castle Field"
    assert vietnamese.head["board"]["name"] == "Lãnh địa Lâu đài"
    assert english.head["table"]["points"] == vietnamese.head["table"]["points"]
    assert all(one.text != other.text for one, other in zip(english.rows, vietnamese.rows, strict=True))
    assert followed.view("en") is english, "made once"


@pytest.mark.parametrize(
    ("role", "said", "may"),
    [
        ("watcher", {"key": "a", "down": True}, False),
        ("entry", {"key": "a", "down": True}, True),
        ("owner", {"key": "a", "down": True}, True),
        ("watcher", {"switch": "cut"}, False),
        ("entry", {"switch": "cut"}, False),
        ("owner", {"switch": "cut"}, True),
        ("owner", {"switch": "explode"}, False),
        ("watcher", {"lang": "vi"}, True),
        ("owner", {"lang": "xx"}, False),
        ("owner", {}, False),
    ],
)
def test_who_may_do_what(role, said, may):
    hub = Hub("en", print, print, print)
    assert hub._may(Watcher(1, None, role, "en"), said) is may
