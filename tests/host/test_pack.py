"""The pack of reminders: small, of good form, from the card data."""

from clashbox import pack
from clashbox.cards import store


def reminders() -> dict[str, list[list[str]]]:
    found: dict[str, list[list[str]]] = {}
    first, *lines = pack.build().decode().splitlines()
    assert first == pack.FIRST
    faction = ""
    for line in lines:
        assert len(line.encode()) < pack.LONGEST
        if line.startswith("@"):
            faction = line[1:]
            found[faction] = []
        else:
            found[faction].append(line.split("\t"))
    return found


def test_it_fits_and_every_line_has_four_cells() -> None:
    assert len(pack.build()) <= pack.MOST
    assert pack.build().count(b"\n") <= 400
    for faction, entries in reminders().items():
        assert faction in store.factions()
        assert entries
        for when, name, english, vietnamese in entries:
            assert when in "bast" and name and bool(english) == bool(vietnamese)


def test_it_holds_every_card_that_acts_round_a_scoring() -> None:
    found = reminders()
    for faction in store.factions():
        for card in store.cards(faction).values():
            for tag, when in (("before_scoring", "b"), ("after_scoring", "a")):
                if tag in card.tags:
                    assert [when, card.name] in [entry[:2] for entry in found[faction]], card.name


def test_it_is_the_same_each_time() -> None:
    assert pack.build() == pack.build()
