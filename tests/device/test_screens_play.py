"""What the dialogues record: scoring, clashes, the end of a game, the medal race; played by keys alone."""

from collections.abc import Iterator

import pytest
from clashbox.virtual import VirtualDevice
from clashcore import wire

from tests.device.hands import bare, events, live_game, play

# Two players and three bases of 10; base 1 is worth 4 2 1, the others' VP are unknown.
TABLE = (
    "a a a  a long:down up up up up up up up up up up right up up up up right up up right up a"
    "  right a long:down up up up up up up up up up up a"
    "  right a long:down up up up up up up up up up up a left left"
)


@pytest.fixture
def device() -> Iterator[VirtualDevice]:
    with VirtualDevice(language="en", bounce=False) as found:
        play(found, TABLE)
        assert [event["breakpoint"] for event in events(found) if event["ev"] == "base"] == [10, 10, 10]
        yield found


def recorded(device: VirtualDevice, since: int) -> list[dict[str, object]]:
    return [bare(event) for event in events(device)[since:]]


def test_several_ready_bases_are_scored_in_any_order_and_each_once(device: VirtualDevice) -> None:
    for _ in range(3):
        play(device, "a right a right right")
    play(device, "right")
    before = len(events(device))
    play(device, "hold:left down down a")  # base 3 first
    play(device, "a up up up right up a a a  a a")  # its VP are asked for: 3 1 0; given; a new base
    play(device, "a a a a a")  # base 1 was offered next: places, given; a new base; base 2
    play(device, "a up a a")  # base 2 was picked: its VP are asked for: 1 0 0
    found = recorded(device, before)
    assert [event["b"] for event in found if event["ev"] == "score.start"] == [3, 1, 2]
    scores = [(event["b"], event["vp"]) for event in found if event["ev"] == "score"]
    assert scores == [(3, [3, 0]), (1, [4, 0]), (2, [1, 0])]
    assert [event["vp"] for event in found if event["ev"] == "base.fix"] == [[3, 1, 0], [1, 0, 0]]


def test_totals_are_put_right_before_a_scoring(device: VirtualDevice) -> None:
    play(device, "a right a up")
    before = len(events(device))
    play(device, "hold:left a a")  # 9 of 10: not ready, refused
    assert recorded(device, before) == []
    play(device, "up a a a")
    assert recorded(device, before) == [
        {"ev": "power", "p": 1, "b": 1, "n": 1, "why": "fix"},
        {"ev": "score.start", "b": 1},
        {"ev": "score", "b": 1, "vp": [4, 0]},
    ]


def test_a_base_that_falls_below_its_breakpoint_goes_on_scoring(device: VirtualDevice) -> None:
    play(device, "a right a right")
    before = len(events(device))
    play(device, "hold:left a down down a a a")
    assert [event["ev"] for event in recorded(device, before)] == ["score.start", "power", "score"]


def test_points_of_a_card_at_scoring_are_a_vp_of_its_own(device: VirtualDevice) -> None:
    play(device, "a right a right hold:left a a a")
    before = len(events(device))
    play(device, "right up a")
    assert recorded(device, before) == [{"ev": "vp", "p": 2, "n": 1, "why": "after scoring"}]


def test_points_that_a_card_gives_on_the_page_of_places_are_recorded_apart(device: VirtualDevice) -> None:
    play(device, "a right a right hold:left a a")
    before = len(events(device))
    play(device, "right up up a")
    assert "- +2" in "\n".join(device.text())
    play(device, "left down b a")  # a sum that is dropped; the VP of the places
    assert recorded(device, before) == [
        {"ev": "vp", "p": 2, "n": 2, "why": "scoring"},
        {"ev": "score", "b": 1, "vp": [4, 0]},
    ]
    play(device, "b left a a")
    assert "at scoring +2" in "\n".join(device.text())


def test_a_scoring_waits_however_long(device: VirtualDevice) -> None:
    play(device, "a right a right hold:left a")
    before = len(events(device))
    device.advance(600_000)
    assert recorded(device, before) == []
    play(device, "a a")
    assert recorded(device, before)[-1]["ev"] == "score"


def test_powers_are_put_right_before_a_clash_and_all_is_one_motion(device: VirtualDevice) -> None:
    play(device, "a left hold:a up a a a")  # An's titan with 2 there
    play(device, "b a left hold:a up a a down a")  # the other one's meets it with 2
    before = len(events(device))
    play(device, "a right up a a")  # it has 3 in truth: the defender leaves
    found = events(device)[before:]
    assert [event["ev"] for event in found] == ["power", "titan.play", "clash"]
    assert bare(found[0]) == {"ev": "power", "p": 2, "b": 1, "n": 1, "why": "fix"}
    assert found[2]["out"] == "ancient-lord"
    assert len({event["m"] for event in found}) == 1
    play(device, "hold:b")
    assert events(device)[-1]["ev"] == "undo"


@pytest.mark.parametrize("language", ["vi", "en"])
def test_two_titans_stand_on_kaiju_island_without_a_clash_each_with_three(language: str) -> None:
    with VirtualDevice(language=language, bounce=False) as device:
        play(device, "a a a  a left a" + " right" * 10 + " a")  # the tenth initial is K
        play(device, "hold:a up a a a")
        play(device, "b hold:a up a a down a")  # the second player's, before it is recorded
        assert ("Không va chạm" if language == "vi" else "No clash") in "\n".join(device.text())
        play(device, "a")
        assert [event["ev"] for event in events(device)] == ["turn", "base", "titan.play", "titan.play"]
        assert events(device)[1]["card"] == "kaiju-island"
        play(device, "hold:a right")
        text = "\n".join(device.text())
        assert "6/22" in text and "3 ×0 3 ×0" in text


def test_a_titan_moves_gains_counters_and_leaves(device: VirtualDevice) -> None:
    play(device, "hold:a up a a a")
    before = len(events(device))
    play(device, "hold:a up a up up a hold:a up a right a hold:a up a left a")
    assert recorded(device, before) == [
        {"ev": "counter", "titan": "ancient-lord", "n": 2},
        {"ev": "titan.move", "titan": "ancient-lord", "b": 2},
        {"ev": "titan.out", "titan": "ancient-lord"},
    ]


def test_the_end_is_shown_at_the_end_of_the_turn_and_recorded_when_confirmed(device: VirtualDevice) -> None:
    play(device, "left long:up a right")
    before = len(events(device))
    play(device, "hold:right")
    assert recorded(device, before) == []
    play(device, "a")
    assert recorded(device, before) == [{"ev": "end", "winner": [1]}]
    play(device, "b a up")  # the game is over: nothing more is recorded
    assert len(events(device)) == before + 1
    play(device, "hold:b a right")
    assert [event["ev"] for event in recorded(device, before)] == ["end", "undo", "play"]


def test_an_undo_reaches_back_across_a_scoring(device: VirtualDevice) -> None:
    play(device, "a right a right hold:left a a a a a b")
    play(device, "hold:b hold:b hold:b hold:b a left")
    *_, first, _ = [event["ev"] for event in events(device)]
    assert first == "undo"
    assert recorded(device, len(events(device)) - 1)[0]["power"] == 2, "the old base lies there again"


def test_a_base_is_replaced_and_its_number_put_right(device: VirtualDevice) -> None:
    before = len(events(device))
    play(device, "hold:a right a down down down a up a")  # printed breakpoint 11
    play(device, "up up a a up up a a")  # breakpoint +2; replaced; a new base of 20
    assert recorded(device, before) == [
        {"ev": "base.fix", "b": 1, "breakpoint": 11},
        {"ev": "breakpoint", "b": 1, "n": 2},
        {"ev": "base.out", "b": 1, "why": "replaced"},
        {"ev": "base", "b": 1, "breakpoint": 20, "vp": [0, 0, 0]},
    ]


def test_the_medal_race_to_its_end_and_a_rematch() -> None:
    with VirtualDevice(language="vi", bounce=False) as device:
        play(device, "a up a down a down a")  # the second player begins, on the second terrain: 5 medals
        play(device, "a up left a left right a down")
        assert [bare(event) for event in events(device)] == [
            {"ev": "medal", "p": 2, "n": 3},
            {"ev": "medal", "p": 1, "n": 1},
            {"ev": "medal", "p": 2, "n": 2},
        ]
        before = len(events(device))
        play(device, "up left b")  # it is over: nothing more is counted
        assert len(events(device)) == before
        play(device, "a a a a left")  # rematch: seats and terrain are those of before
        assert [bare(event) for event in events(device)] == [{"ev": "medal", "p": 1, "n": 1}]


def test_seats_without_names_follow_the_language_and_get_no_name_from_it() -> None:
    with VirtualDevice(language="en", bounce=False) as device:
        play(device, "a a a")
        device.put("settings", b'{"language": "vi"}')
        play(device, "hold:a down a a")  # again two players, now called otherwise
        parts = device.request(wire.HEADER, {"id": live_game(device)})[1]
        assert b'"name"' not in parts


def test_no_more_medals_are_counted_than_the_terrain_has() -> None:
    with VirtualDevice(language="en", bounce=False) as device:
        play(device, "a up a a a")  # the first terrain: 16 medals, objective 8
        play(device, "long:up a")
        assert events(device) == []
        play(device, "a up")
        assert [bare(event) for event in events(device)] == [{"ev": "medal", "p": 1, "n": 3}]


@pytest.mark.parametrize(("script", "event"), [("a right", "hq"), ("hold:a a", "stuck")])
def test_a_game_of_toy_battle_ends_by_headquarters_or_when_stuck(script: str, event: str) -> None:
    with VirtualDevice(language="en", bounce=False) as device:
        play(device, f"a up a a a right {script}")
        assert [bare(found) for found in events(device)] == [{"ev": event, "p": 2}]


@pytest.mark.parametrize(("language", "start"), [("vi", "a a a"), ("vi", "a down a a"), ("en", "a down a a")])
def test_unnamed_players_are_shortened_alike(language: str, start: str) -> None:
    with VirtualDevice(language=language, bounce=False) as device:
        play(device, start)
        rows = [line for line in device.text() if line[:1] in "NP"][: start.count("down") + 2]
    assert len({row.split()[0].rstrip("0123456789") for row in rows}) == 1, rows
