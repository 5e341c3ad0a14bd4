"""What is said on the page as the event that the box is asked for; and why it is not asked."""

import threading
from concurrent.futures import ThreadPoolExecutor

import pytest
from clashbox.page.entering import Clash, Entering, Play, Power
from clashbox.page.telling import Followed
from clashbox.trouble import Trouble
from starlette.datastructures import QueryParams

pytestmark = pytest.mark.usefixtures("english")

HEADER = {
    "clashbox": 1,
    "game": "smashup",
    "players": [
        {"name": "An", "factions": ["kaiju", "dragons"]},
        {"name": "Bình", "factions": ["robots", "mega-troopers"]},
    ],
}
STARS = "smash-up-all-stars"
EVENTS = [
    {"ev": "turn", "p": 1},
    {"ev": "base", "b": 1, "card": "jungle-oasis"},
    {"ev": "play", "p": 1, "kind": "minion", "card": "robots/zapbot", "b": 1, "power": 2},
]


class Box:
    """Answers as it is told to, and remembers what it was asked."""

    def __init__(self, events=EVENTS, header=HEADER):
        self.game = Followed("a0" * 8, header)
        self.game.add(events)
        self.answer = None
        self.asked = []
        self.wait = threading.Event()
        self.wait.set()

    def enter(self, number, event):
        self.asked.append((number, event))
        assert self.wait.wait(10)
        return {"number": number} if self.answer is None else self.answer


def entered(said, box=None, number=4, **more):
    """The event that the box is asked for."""
    box = box or Box()
    Entering(box).enter(said(id="a0" * 8, number=number, **more))
    assert box.asked[0][0] == number
    return box.asked[0][1]


def test_power_and_cards_as_a_key_would_have_them():
    assert entered(Power, p=2, b=1, n=3) == {"ev": "power", "p": 2, "b": 1, "n": 3}
    assert entered(Power, p=1, b=1, n=-2, until="turn")["until"] == "turn"
    # The regular minion is used; a regular action is not; the other player's turn it is not.
    johnny = {"ev": "play", "p": 1, "kind": "minion", "card": "kaiju/johnny", "b": 1, "power": 2}
    assert entered(Play, p=1, card="kaiju/johnny", b=1) == {**johnny, "extra": True}
    assert entered(Play, p=1, card="kaiju/johnny", b=1, power=5)["power"] == 5
    assert entered(Play, p=1, card="kaiju/johnny", b=1, number=3) == johnny, "on the table as it was then"
    action = entered(Play, p=1, card="dinosaurs/augmentation")
    assert action == {"ev": "play", "p": 1, "kind": "action", "card": "dinosaurs/augmentation"}
    assert entered(Play, p=2, card="dinosaurs/augmentation")["extra"] is True
    assert entered(Play, p=1, card="dinosaurs/upgrade", b=1)["on"] == "minion"
    assert entered(Play, p=2, card="megabot", b=1) == {"ev": "titan.play", "p": 2, "titan": "megabot", "b": 1}


def test_a_clash_that_waits_and_only_that():
    titans = [
        {"ev": "titan.play", "p": 1, "titan": "gorgodzolla", "b": 1},
        {"ev": "titan.play", "p": 2, "titan": "megabot", "b": 1},
    ]
    box = Box([*EVENTS, *titans])
    assert box.game.view("en").head["table"]["clashes"] == [
        {
            "slot": 1,
            "titans": ("megabot", "gorgodzolla"),
            "names": ["Megabot", "Gorgodzolla"],
            "powers": [0, 2],
            "out": "megabot",
        }
    ]
    assert entered(Clash, box, 6, b=1, out="megabot") == {"ev": "clash", "b": 1, "out": "megabot"}
    for wrong in ({"b": 2, "out": "megabot"}, {"b": 1, "out": "rainboroc"}):
        with pytest.raises(Trouble, match="no clash waits"):
            entered(Clash, box, 6, **wrong)


@pytest.mark.parametrize(
    ("said", "more", "why"),
    [
        (Power, {"p": 2, "b": 1, "n": -1}, "only 0"),
        (Power, {"p": 1, "b": 1, "n": 0}, "1 to 99"),
        (Power, {"p": 1, "b": 0, "n": 1}, "choose a base"),
        (Power, {"p": 0, "b": 1, "n": 1}, "no such player"),
        (Power, {"p": 1, "b": -1, "n": 1}, "no base there"),
        (Play, {"p": 1, "card": "kaiju/johnny"}, "choose a base"),
        (Play, {"p": 1, "card": "kaiju/johnny", "b": 1, "power": 100}, "0 to 99"),
        (Play, {"p": 1, "card": "kaiju/\x1b[2J", "b": 1}, "there is no card"),
        (Play, {"p": 1, "card": "jungle-oasis", "b": 1}, "there is no card"),
        (Power, {"p": 1, "b": 1, "n": 1, "number": 5}, "event 3"),
        (Power, {"p": 1, "b": 1, "n": 1, "number": 0}, "event 3"),
        (Power, {"p": 1, "b": 1, "n": 1, "id": "b1" * 8}, "another game"),
    ],
)
def test_what_makes_no_sense_is_told_in_a_line_and_not_asked(english, said, more, why):
    box = Box()
    with pytest.raises(Trouble, match=why) as raised:
        Entering(box).enter(said(**{"id": "a0" * 8, "number": 4, **more}))
    assert box.asked == []
    assert str(raised.value).isprintable()


@pytest.mark.parametrize(
    ("answer", "why"),
    [
        ({"refused": "number", "next": 9}, "gone on to event 8"),
        ({"refused": "busy", "next": 4}, "something is open"),
        ({"refused": "over", "next": 4}, "game is over"),
        ({"refused": "full", "next": 4}, "no room"),
        ({"refused": "id", "next": 0}, "another game"),
        ({"refused": "empty", "next": 4}, "There is no base there"),
        ({"refused": "from a newer box"}, "does not take it"),
        ({"number": 7}, "does not take it"),
        ({}, "does not take it"),
    ],
)
def test_why_the_box_does_not_take_it(english, answer, why):
    box = Box()
    box.answer = answer
    with pytest.raises(Trouble, match=why):
        entered(Power, box, p=1, b=1, n=1)


def test_entries_that_wait_hold_up_nobody_else(english):
    box = Box()
    box.wait.clear()
    entering = Entering(box)
    said = Power(id="a0" * 8, number=4, p=1, b=1, n=1)
    with ThreadPoolExecutor(2) as pool:
        both = [pool.submit(entering.enter, said) for _ in range(2)]
        while len(box.asked) < 2:
            pass
        with pytest.raises(Trouble, match="under way"):
            entering.enter(said)
        box.wait.set()
        assert [one.result(10)["number"] for one in both] == [4, 4]
    assert entering.enter(said)["number"] == 4


def test_cards_are_found_without_accents_and_with_slips_one_s_own_first(english):
    def found(query, p="1", box=None):
        return Entering(box or Box()).cards(QueryParams({"q": query, "p": p}))

    assert (found("jonny")[0]["slug"], found("jonny")[0]["power"]) == ("kaiju/johnny", 2)
    assert found("tiny preistesses")[0]["slug"] == "kaiju/tiny-priestesses"
    assert found("senor muchoslam")[0]["name"] == "Señor Muchoslam"
    assert found("ueberserum")[0]["name"] == found("uberserum")[0]["name"] == "Überserum"
    assert found("imperial dragon")[0]["slug"].startswith("dragons/")
    stars = {**HEADER, "players": [*HEADER["players"][:1], {"name": "B", "factions": [STARS]}]}
    assert found("imperial dragon", "2", Box([], stars))[0]["slug"] == f"{STARS}/imperial-dragon"
    assert found("", "9") == found("q" * 500, "x") == []
    assert len(found("a", "0")) <= 8
    # A titan comes with what it would meet.
    titans = [*EVENTS, {"ev": "titan.play", "p": 1, "titan": "gorgodzolla", "b": 1}]
    (megabot, *_) = found("megabot", "2", Box(titans))
    assert megabot["meets"] == {1: "Meets Gorgodzolla: 0 against 2, Megabot must leave."}
    assert found("megabot", "2")[0]["meets"] == {}
