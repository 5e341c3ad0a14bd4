"""What the laptop enters (ENTER) on the real firmware: as a key press would, in the device's order, and never
twice, whatever the line does to it.
"""

import contextlib
import json
from collections.abc import Iterator
from typing import Any

import pytest
from clashbox.link.client import Client, Refused
from clashbox.link.line import Line
from clashbox.virtual import VirtualDevice, VirtualDeviceError
from clashcore import wire

from tests.device.hands import events, live_game, play, settle_in
from tests.whole.test_heap import HEAP, NAMES, START, TITANS, motions, to_the_table

PLAYED = {"ev": "play", "p": 1, "kind": "minion", "card": "kaiju/johnny", "b": 1, "power": 2}


@pytest.fixture(scope="module")
def device() -> Iterator[VirtualDevice]:
    with VirtualDevice(language="en", bounce=False) as device:
        settle_in(device, ["An", "Bình"])
        play(device, "a a a up a up up a")  # a game of two, base 1
        yield device
        assert b"Traceback" not in device.log, device.log[-2000:].decode(errors="replace")


def power(n: int = 3, p: int = 1, b: int = 1) -> dict[str, Any]:
    return {"ev": "power", "p": p, "b": b, "n": n}


def propose(device: VirtualDevice, event: object, number: int | None = None, **other: Any) -> dict[str, Any]:
    """Propose an event (for the next number) over the page's channel; the answer."""
    number = len(events(device)) + 1 if number is None else number
    body = {"id": live_game(device), "number": number, "event": event, **other}
    return device.request(wire.ENTER, body)[0]


def bare(event: dict[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in event.items() if key not in ("t", "m")}


def test_it_is_entered_as_by_a_key(device: VirtualDevice) -> None:
    before = events(device)
    total = device.text()
    assert propose(device, power()) == {"number": len(before) + 1}
    device.settle()
    found = events(device)
    assert found[:-1] == before and bare(found[-1]) == power()
    assert found[-1]["m"] == before[-1]["m"] + 1 and found[-1]["t"] >= before[-1]["t"]
    assert device.text() != total, "the table shows it"
    # It lies in flash, and one undo takes it back.
    device.power_cut()
    device.boot()
    assert events(device) == found
    play(device, "hold:b")
    assert [event["ev"] for event in events(device)[len(found) :]] == ["undo"]


def test_the_same_again_is_done_already_and_another_number_is_told_where_the_game_is(
    device: VirtualDevice,
) -> None:
    number = len(events(device)) + 1
    assert [propose(device, power(5), number) for _ in range(3)] == [{"number": number}] * 3
    assert len(events(device)) == number
    assert propose(device, power(6), number) == {"refused": "number", "next": number + 1}
    assert propose(device, power(5), number + 2) == {"refused": "number", "next": number + 1}
    # Taken back on the box it stays taken back: it has its number in the game.
    play(device, "hold:b")
    assert propose(device, power(5), number) == {"number": number}
    # And what a hand enters meanwhile comes first.
    play(device, "a left")
    assert propose(device, power(6), number + 2) == {"refused": "number", "next": number + 3}
    assert len(events(device)) == number + 2


@pytest.mark.parametrize(
    ("event", "code"),
    [
        ({"ev": "power", "p": 1, "b": 4, "n": 3}, "empty"),
        ({"ev": "power", "p": 3, "b": 1, "n": 3}, "player"),
        ({"ev": "power", "p": 1, "b": 1}, "field"),
        ({"ev": "power", "p": "1", "b": 1, "n": 1}, "player"),
        ({"ev": "power", "p": 1, "b": "1", "n": 1}, "field"),
        ({"ev": "power", "p": 1, "b": 1, "n": 1.5}, "field"),
        ({"ev": "power", "p": 1, "b": 1, "n": 1 << 60}, "field"),
        ({"ev": "power", "p": 1, "b": 1, "n": 1, "until": "ever"}, "field"),
        ({"ev": "note", "text": ["x"]}, "field"),
        ({"ev": "note", "text": "x" * 101}, "field"),
        ({"ev": "power", "p": 1, "b": 1, "n": 1, "card": "Kaiju!"}, "field"),
        ({"ev": "score", "b": 1, "vp": [4, 2, 1]}, "field"),
        ({"ev": "score", "b": 1, "vp": [[4], 2]}, "field"),
        ({"ev": "power", "p": True, "b": 1, "n": 1}, "player"),
        ({"ev": "end", "winner": [0]}, "field"),
        ({"ev": "uncover", "p": 1, "id": 7}, "unknown"),
        ({"ev": "place", "p": 1, "troop": "kwak", "at": "1"}, "event"),
        ({"ev": "undo"}, "event"),
        ({"ev": "redo"}, "event"),
        ({"ev": ["power"]}, "event"),
        ({"ev": "\x00"}, "event"),
        ({}, "event"),
    ],
)
def test_what_is_no_event_of_this_game_changes_nothing(
    device: VirtualDevice, event: dict[str, Any], code: str
) -> None:
    before, screen = events(device), device.screen()
    answer = propose(device, event) if "x" * 101 not in str(event) else in_crumbs(device, event)
    assert answer == {"refused": code, "next": len(before) + 1}
    device.settle()
    assert events(device) == before
    assert device.screen() == screen, "it is the laptop that is told"


def in_crumbs(device: VirtualDevice, event: object) -> dict[str, Any]:
    """The same over the port in crumbs: a request may be longer so."""
    number = len(events(device)) + 1
    body = {"id": live_game(device), "number": number, "event": event}
    with Client(Line(device.port)) as client:
        client.hello()
        client._crumbs.size = 24
        return client.call(wire.ENTER, body)[1]


def test_more_than_an_event_is_left_out(device: VirtualDevice) -> None:
    number = len(events(device)) + 1
    given = {**power(2), "t": -5, "m": 99, "x": {"y": [1]}}
    assert propose(device, given) == {"number": number}
    found = events(device)[-1]
    assert bare(found) == power(2) and found["m"] < 99 and found["t"] > 0


@pytest.mark.parametrize(
    "body", [{"number": 0}, {"number": True}, {"number": "1"}, {"event": 5}, {"event": ["ev"]}]
)
def test_what_is_no_proposal(device: VirtualDevice, body: dict[str, Any]) -> None:
    count = len(events(device))
    whole = {"id": live_game(device), "number": count + 1, "event": power(), **body}
    with pytest.raises(VirtualDeviceError, match="request"):
        device.request(wire.ENTER, whole)
    assert propose(device, power(), None, id="b1" * 8) == {"refused": "id", "next": 0}
    assert len(events(device)) == count


def test_what_is_open_on_the_box_is_not_disturbed(device: VirtualDevice) -> None:
    # An open sum, the pad, the menu, and a screen of the menu's; each also where its code has made room.
    for keys, back in (("up up", "b"), ("a", "b b"), ("hold:a", "b"), ("hold:a a", "b b")):
        play(device, keys)
        before, screen = len(events(device)), device.screen()
        assert propose(device, power(1)) == {"refused": "busy", "next": before + 1}
        device.settle()
        assert (len(events(device)), device.screen()) == (before, screen), keys
        play(device, back)
        assert propose(device, power(1)) == {"number": before + 1}, keys


def test_one_base_shown_large_goes_along(device: VirtualDevice) -> None:
    play(device, "hold:a right")
    number, screen = len(events(device)) + 1, device.screen()
    assert propose(device, power(2), number) == {"number": number}
    device.settle()
    assert device.screen() != screen, "the sum is another one"
    play(device, "up")
    assert propose(device, power(1)) == {"refused": "busy", "next": number + 1}
    play(device, "b b b")
    play(device, "hold:b")
    assert [event["ev"] for event in events(device)[number - 1 :]] == ["power", "undo"]


def test_a_base_that_becomes_ready_is_said(device: VirtualDevice) -> None:
    assert propose(device, power(40)) == {"number": len(events(device))}
    device.settle()
    assert "ready" in device.text()[-1].lower()
    play(device, "hold:b")


def test_nothing_is_entered_twice_on_a_line_that_damages_drops_and_doubles(device: VirtualDevice) -> None:
    said = 0
    for fault in ({"flip": 0.004}, {"drop": 0.004}, {"double": 0.004}, {"flip": 0.02, "drop": 0.01}):
        with Client(Line(device.port), patience=20) as client:
            client.hello()
            live, before = live_game(device), len(events(device))
            device.noise(**fault, seed=said + 3)
            try:
                for n in range(1, 7):
                    body = {"id": live, "number": before + n, "event": power(n)}
                    assert client.call(wire.ENTER, body)[1] == {"number": before + n}
            finally:
                device.noise()
            said += client.counters.repeated
        assert [bare(event) for event in events(device)[before:]] == [power(n) for n in range(1, 7)]
        play(device, "hold:b " * 6)
    assert said >= 8, "the line was good"


@pytest.mark.parametrize(("operation", "torn"), [(1, "before"), (1, "half"), (1, "after"), (2, "after")])
def test_power_that_goes_in_the_middle_enters_it_once(
    device: VirtualDevice, operation: int, torn: str
) -> None:
    number = len(events(device)) + 1
    body = {"id": live_game(device), "number": number, "event": power(number)}
    device.power_cut(after_ops=operation, torn=torn)
    with contextlib.suppress(VirtualDeviceError):  # the answer is lost; the event may be there or not
        device.request(wire.ENTER, body)
    device.power_cut()
    device.boot()
    assert device.request(wire.ENTER, body)[0] == {"number": number}
    assert bare(events(device)[-1]) == power(number) and len(events(device)) == number
    play(device, "hold:b")


def test_the_game_is_over_then_nothing_more_is_entered(device: VirtualDevice) -> None:
    number = len(events(device)) + 1
    assert propose(device, {"ev": "end", "winner": [1]}) == {"number": number}
    assert propose(device, power()) == {"refused": "over", "next": number + 1}
    assert propose(device, {"ev": "end", "winner": [1]}, number) == {"number": number}
    play(device, "hold:b")


def test_a_box_without_a_game(tmp_path) -> None:
    with VirtualDevice(language="en", bounce=False) as device:
        body = {"id": "", "number": 1, "event": power()}
        assert device.request(wire.ENTER, body)[0] == {"refused": "id", "next": 0}
        # Toy Battle: medals, and the board, whose screen offers what the event has brought.
        play(device, "a up a a down down a")
        assert propose(device, {"ev": "medal", "p": 1, "n": 2}) == {"number": 1}
        device.settle()
        assert "2" in "".join(device.text())
        assert bare(events(device)[0]) == {"ev": "medal", "p": 1, "n": 2}
        with Client(Line(device.port)) as client:
            client.hello()
            with pytest.raises(Refused):
                client.call(wire.ENTER, {"id": live_game(device), "number": 2})
        assert json.dumps(device.request(wire.STATUS)[0])


def entered_among(motions_: int, least: int) -> None:
    """Between two motions of a game of four with every module, in a board's heap, the laptop enters too."""
    with VirtualDevice(language="vi", bounce=False, heap=HEAP) as device:
        settle_in(device, NAMES)
        play(device, START)
        entered = refused = 0
        for n, script in enumerate((*TITANS, *motions(motions_))):
            play(device, script)
            to_the_table(device)
            if n % 3 == 0:
                number = len(events(device)) + 1
                kinds = (
                    power(1 - n % 2 * 2, n % 4 + 1),
                    {
                        "ev": "play",
                        "p": n % 4 + 1,
                        "kind": "minion",
                        "card": "kaiju/johnny",
                        "b": 1,
                        "power": 2,
                    },
                    {"ev": "vp", "p": n % 4 + 1, "n": 1, "why": "base"},
                    {"ev": "breakpoint", "b": 1, "n": 1},
                )
                event = kinds[n // 3 % 4]
                answer = propose(device, event, number)
                if answer.get("refused") == "busy":
                    refused += 1
                    continue
                assert answer == {"number": number}
                assert propose(device, event, number) == answer
                assert bare(events(device)[-1]) == event
                entered += 1
        found = events(device)
        assert b"Traceback" not in device.log, device.log[-2000:].decode(errors="replace")
        assert entered >= least, refused
        device.power_cut()
        device.boot()
        assert events(device) == found


def test_in_the_heap_of_a_board() -> None:
    entered_among(4, 2)


@pytest.mark.soak
def test_all_evening_in_the_heap_of_a_board() -> None:
    entered_among(140, 30)
