"""What made newcomers stop: each place where they lost their way, one device after the other's game."""

import json
from collections.abc import Iterator

import pytest
from clashbox.virtual import VirtualDevice
from clashcore import wire

from tests.device.hands import bare, events, live_game, play, settle_in

# Two players, a base of 20 with 4 2 1; the cursor on it.
GAME = "a right up up up up right up up right up a"


@pytest.fixture(scope="module")
def shared() -> Iterator[VirtualDevice]:
    with VirtualDevice(language="en", bounce=False) as found:
        settle_in(found, ["An", "Bo", "Cy"])
        yield found


@pytest.fixture
def device(shared: VirtualDevice) -> Iterator[VirtualDevice]:
    """Each test finds the box freshly started, at its first screen or in the game that is live."""
    shared.reset()
    yield shared
    assert b"Traceback" not in shared.log


@pytest.fixture
def seats(device: VirtualDevice) -> VirtualDevice:
    """A set-up for two."""
    choose(device, 1)
    assert "begins" in said(device)
    return device


def choose(device: VirtualDevice, row: int) -> None:
    """A new game of that row of the list."""
    play(device, "hold:a down" if live_game(device) else "a")
    if not head(device).startswith("New game"):
        play(device, "down a")  # in the long menu of Toy Battle
    while f" {row}/" not in head(device):
        play(device, "down")
    play(device, "a")


@pytest.fixture
def table(seats: VirtualDevice) -> VirtualDevice:
    """Two players and one base."""
    play(seats, "a " + GAME)
    assert seats.text()[-1].endswith("0/20")
    return seats


def said(device: VirtualDevice) -> str:
    return "\n".join(device.text())


def head(device: VirtualDevice) -> str:
    return device.text()[0]


def header(device: VirtualDevice) -> dict:
    return json.loads(device.request(wire.HEADER, {"id": live_game(device)})[1])


@pytest.mark.parametrize(
    ("there", "heads"),
    [
        ("hold:a up", ["Play a titan", "Menu"]),
        ("hold:a right", ["Base 1", "Menu"]),
        ("hold:a right a", ["", "Base 1", "Menu"]),
        ("hold:a a down down down down down down down down down down a", ["Settings", "More", "Menu"]),
        ("hold:a a up a", ["Madness", "More", "Menu"]),
        ("hold:a down a", ["Hold", "New game", "Menu"]),
        ("hold:a down down down down a a", ["Terrain", "Who plays?", "New game", "Menu"]),
    ],
    ids=["titans", "a base", "what befalls it", "settings", "treasures", "seats", "terrains"],
)
def test_b_goes_one_step_back(table: VirtualDevice, there: str, heads: list[str]) -> None:
    before = events(table)
    play(table, there)
    for name in heads:
        assert head(table).startswith(name), table.text()
        play(table, "b")
    assert table.text()[-1].endswith("0/20"), "then the table is there again"
    assert events(table) == before


def test_b_leads_from_a_titan_to_the_list_of_titans(table: VirtualDevice) -> None:
    play(table, "hold:a up a a a  hold:a up")
    assert head(table) == "Titans in play"
    play(table, "a b")
    assert head(table) == "Titans in play"
    play(table, "down a")
    assert head(table).startswith("Play a titan")
    play(table, "b")
    assert head(table) == "Titans in play"


def test_what_was_done_from_a_menu_leads_to_the_table_at_once(table: VirtualDevice) -> None:
    play(table, "a right hold:a right a a a")  # each minion here counts one more
    assert table.text()[-1].endswith("6/20")
    play(table, "hold:a a a")  # an action
    assert table.text()[-1].endswith("6/20")


def test_who_lacks_a_faction_is_named_and_the_others_keep_theirs(seats: VirtualDevice) -> None:
    play(seats, "down hold:right a down a")
    assert "Actio·Adole" in said(seats), "names, not dots"
    before = live_game(seats)
    play(seats, "a")
    assert live_game(seats) == before and "An lacks factions: 2" in said(seats)
    play(seats, "hold:right down down a down down down a")
    assert "Aladd·Alien" in said(seats) and "Actio·Adole" in said(seats)
    play(seats, "a")
    assert [len(seat["factions"]) for seat in header(seats)["players"]] == [2, 2]


def test_a_game_begins_with_a_faction_missing_where_that_is_meant(seats: VirtualDevice) -> None:
    play(seats, "down hold:right a down a  a a")
    assert [seat.get("factions") for seat in header(seats)["players"]] == [
        None,
        ["action-heroes", "adolescent-epic-geckos"],
    ]


def test_modules_that_are_off_do_not_stand_in_the_long_menu(seats: VirtualDevice) -> None:
    play(seats, "down down a down down down right b up up a " + GAME)
    assert header(seats)["modules"] == ["monsters"]
    play(seats, "hold:a a a up")
    assert "Treasures, Madness" in said(seats) and "Monsters" in said(seats)
    assert "Buried" not in said(seats) and head(seats).endswith("14/14")


def test_a_base_from_the_list_lies_on_the_table_at_once(table: VirtualDevice) -> None:
    play(table, "right a left a a")
    assert bare(events(table)[-1]) == {"ev": "base", "b": 2, "card": "agrabah-bazaar"}


def test_no_key_on_the_row_of_the_card_changes_a_number(table: VirtualDevice) -> None:
    play(table, "right a left up up")
    assert "20" in said(table) and "21" not in said(table) and head(table) == "New base 2"
    play(table, "down up")
    assert "21" in said(table), "the cursor stands on the breakpoint"


def test_a_base_that_is_not_ready_is_scored_with_a_warning_and_none_without_bases(
    seats: VirtualDevice,
) -> None:
    play(seats, "a hold:left")
    assert "No base there yet" in said(seats)
    play(seats, GAME + " hold:left a")
    assert "Base 1: 20 missing" in said(seats)


def test_a_minion_that_leaves_can_be_kept(table: VirtualDevice) -> None:
    play(table, "a right a b")
    assert "leaves" in said(table) and "B: back" in said(table)
    before = events(table)
    play(table, "b")
    assert "leaves" not in said(table) and events(table) == before


def test_power_of_this_turn_is_marked_on_the_table(table: VirtualDevice) -> None:
    play(table, "a right up right")
    assert "+1 this turn" in said(table)
    marked = table.pixels()[9:30]
    play(table, "hold:b up a")
    assert "this turn" not in said(table)
    lasting = table.pixels()[9:30]
    assert sum(map(sum, marked)) == sum(map(sum, lasting)) + 5, "a small plus beside the same number"


def test_an_entry_keeps_its_line_in_the_log_when_another_one_is_mended(table: VirtualDevice) -> None:
    play(table, "a left a down a up  hold:a a down a")
    lines = [row.split(" ")[-1] for row in table.text()[:4]]
    assert lines == ["5", "4", "3", "2"]
    play(table, "down a up a")
    assert [row.split(" ")[-1] for row in table.text()[:4]] == lines
    assert "minion 4 4" in said(table)
    play(table, "b")
    assert table.text()[-1].endswith("10/20")


def test_a_finished_game_tells_its_factions_and_its_log(seats: VirtualDevice) -> None:
    play(seats, "hold:right a down a down hold:right down down a down down down a  a " + GAME)
    play(seats, "a left a up hold:b  hold:a a down down down down down down down a a")
    assert head(seats).startswith("Game over")
    play(seats, "b hold:a down a a " + GAME)  # the next one
    play(seats, "hold:a a down down down down down down down down down a  down down")
    while not head(seats).startswith("History"):  # a game that waits may stand before it
        play(seats, "a" if head(seats).startswith("Clashbox") else "b down")
    play(seats, "a right")
    assert seats.text()[0].startswith("An: Action Heroes"), seats.text()
    assert "Aladdin, Aliens" in said(seats) and "Bo B1: minion 2 3" in said(seats), "undone is undone"
    play(seats, "b")
    assert "rematch" in said(seats)


def test_one_medal_is_one(device: VirtualDevice) -> None:
    choose(device, 4)
    play(device, "a a a left hold:b")
    assert "+1 medal" in said(device) and "medals" not in said(device)


def test_marks_and_tails_keep_off_titles_and_the_keys() -> None:
    with VirtualDevice(language="vi", bounce=False) as device:
        play(device, "up a")  # about the box
        assert not any(device.pixels()[51][:64]), "the last line ends above what the keys do"
        play(device, "a")
        assert any(device.pixels()[63][62:]), "the dot below a letter is on the screen"
