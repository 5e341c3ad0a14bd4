"""The card data: every file fits its schema, every reference resolves, the sums come out."""

import json
import time
from pathlib import Path

import pytest
from clashbox import i18n
from clashbox.cards import Facts, model, store
from clashcore.board import Board

FACTS = Facts()
DATA = Path(store.__file__).parent / "data"
GOALS = {
    "castle-field": 7,
    "tropical-pool": 6,
    "city-of-clouds": 8,
    "volcanic-jungle": 7,
    "cursed-cemetery": 7,
    "caribbean-sea": 5,
    "station-metal-x": 7,
    "battlefield": 8,
}


def test_counts_of_everything():
    expected = {
        "faction": 106,
        "base": 213,
        "titan": 32,
        "monster": 8,
        "treasure": 22,
        "troop": 8,
        "terrain": 11,
    }
    assert {kind: len(FACTS.slugs(kind)) for kind in expected} == expected
    assert len(FACTS.slugs("card")) == 1402
    assert len(list(DATA.glob("cards/*.json"))) == 106


@pytest.mark.parametrize("path", sorted(DATA.glob("*.json")), ids=lambda p: p.name)
def test_no_slug_stands_twice(path):
    rows = next(
        v
        for k, v in json.loads(path.read_text(encoding="utf-8")).items()
        if isinstance(v, list) and k != "opening"
    )
    slugs = [row.get("slug") or row.get("id") or row.get("card") or row.get("base") for row in rows]
    assert len(set(slugs)) == len(slugs)
    assert None not in slugs


def test_twenty_cards_a_faction_in_both_printings():
    for faction in FACTS.factions():
        rows = json.loads((DATA / "cards" / f"{faction.slug}.json").read_text(encoding="utf-8"))
        assert rows["faction"] == faction.slug
        assert len({row["slug"] for row in rows["cards"]}) == len(rows["cards"])
        cards = FACTS.cards(faction.slug)
        for printing in (0, 1):
            assert sum(card.count[printing] or 0 for card in cards) == 20, (faction.slug, printing)


def test_what_has_power_and_what_has_not():
    for faction in FACTS.factions():
        for card in FACTS.cards(faction.slug):
            power = FACTS.minion_power(f"{faction.slug}/{card.slug}")
            if card.type == "action":
                assert card.power is None and power is None
            else:
                assert power is not None and 0 <= power <= 12, card.slug


def test_every_reference_resolves():
    for faction in FACTS.factions():
        assert faction.set in store.sets()
        assert faction.titan is None or store.titans()[faction.titan].faction == faction.slug
    for titan in FACTS.titans():
        assert store.factions()[titan.faction].titan == titan.slug
        assert titan.released_with in store.sets()
        for enabler in titan.enablers:
            assert FACTS.has("card", enabler.card), enabler.card
    for base in FACTS.bases():
        assert base.faction in store.factions() and base.set in store.sets(), base.slug
    for card, role in store.roles().items():
        assert FACTS.has("card", card), card
        assert role.titan is None or role.titan in store.titans()
        assert ("plays_titan" in role.roles) == (role.titan is not None)
    for box in FACTS.sets():
        assert all(faction in store.factions() for faction in box.factions), box.slug


def test_bases_without_numbers_are_those_of_marvel():
    unknown = {base.slug for base in FACTS.bases() if FACTS.base(base.slug) is None}
    assert unknown == {base.slug for base in FACTS.bases() if base.set == "marvel"}
    for base in FACTS.bases():
        for numbers in (base.original, base.current):
            assert numbers is None or (5 <= numbers[0] <= 30 and all(0 <= n <= 6 for n in numbers[1:]))


def test_decks_have_their_size():
    assert sum(treasure.count for treasure in FACTS.treasures()) == 22
    assert sum(monster.count for monster in FACTS.monsters()) == 20
    assert all((t.power is not None) == (t.type == "minion") for t in FACTS.treasures())


def test_what_is_disputed_or_from_one_source_alone_says_so():
    noted = {terrain.id for terrain in FACTS.terrains() if terrain.note}
    assert noted == {"castle-field", "cursed-cemetery", "station-metal-x", "tournament"}
    for faction in FACTS.factions():
        for card in FACTS.cards(faction.slug):
            # A power that one printing does not know, though it has the card, is in dispute.
            unknown = card.power and any(n and p is None for n, p in zip(card.count, card.power, strict=True))
            assert not unknown or card.conflict, card.slug
    for base in FACTS.bases():
        revised = store.factions()[base.faction].revised or base.set == "munchkin"
        if base.original and base.current and base.original != base.current:
            assert base.conflict or revised, base.slug
    for titan in FACTS.titans():
        assert titan.confidence != "low" or titan.note, titan.slug


def test_tags_are_a_closed_list_with_words_in_both_languages():
    tags = {tag for base in FACTS.bases() for tag in base.tags}
    for faction in FACTS.factions():
        tags.update(faction.mechanics)
        for card in FACTS.cards(faction.slug):
            tags.update(card.tags + (card.tags_current or []))
    assert len(tags) > 20
    assert {f"tag.{tag}" for tag in tags} <= set(i18n.table())


def test_every_file_is_decoded_in_a_blink():
    # All of it, 1,402 cards in 106 files: what a check needs of it is two or three files.
    for cached in (getattr(store, name) for name in ("factions", "bases", "titans", "roles", "terrains")):
        cached.cache_clear()
    store.cards.cache_clear()
    before = time.process_time()
    assert len(FACTS.slugs("card")) == 1402
    assert len(FACTS.slugs("base")) + len(FACTS.slugs("titan")) + len(FACTS.slugs("terrain")) == 256
    assert time.process_time() - before < 0.5


def test_troops_are_three_of_each_strength_and_a_joker():
    assert [troop.strength for troop in FACTS.troops()] == [None, 1, 2, 3, 4, 5, 6, 7]
    assert all(troop.copies == 3 for troop in FACTS.troops())


def _reached(near, start, banned=frozenset()):
    seen, todo = {start}, [start]
    while todo:
        for j in near[todo.pop()]:
            if j not in seen and j not in banned:
                seen.add(j)
                todo.append(j)
    return seen


@pytest.mark.parametrize("slug", sorted(store.terrains()))
def test_terrains_keep_the_pattern(slug):
    board = Board(FACTS.terrain(slug))
    assert board.id == slug
    assert board.goal == board.total // 2
    assert slug not in GOALS or board.goal == GOALS[slug]
    assert len(_reached(board.near, 0)) == len(board.ids)
    assert sorted(set(board.hq)) == [0, 1, 2]
    for ring, medals in zip(board.regions, board.medals, strict=True):
        assert medals == len(ring) - 2
        _closes(board, ring)


def _closes(board, ring):
    # The bases form a ring, or a row whose two ends meet in one headquarters.
    inside = {i: [j for j in board.near[i] if j in ring] for i in ring}
    assert len(_reached(inside, ring[0])) == len(ring)
    ends = [i for i in ring if len(inside[i]) < 2]
    if ends:
        assert len(ends) == 2
        assert any(board.hq[j] and j in board.near[ends[1]] for j in board.near[ends[0]])


def test_the_eight_terrains_of_the_box_have_vietnamese_names():
    for slug in GOALS:
        terrain = store.terrains()[slug]
        assert terrain.name_vi and not terrain.expansion
        assert FACTS.name("terrain", slug, "vi") == terrain.name_vi != FACTS.name("terrain", slug)


def test_a_record_that_does_not_fit_is_refused(tmp_path, monkeypatch):
    (tmp_path / "factions.json").write_text('{"factions": [{"slug": "Kaiju", "name": "Kaiju", "set": "x"}]}')
    monkeypatch.setattr(store, "_DATA", str(tmp_path))
    with pytest.raises(store.CardDataError, match=r"factions.json.*install clashbox again"):
        store._read("factions.json", model.FactionsFile)
    with pytest.raises(store.CardDataError, match=r"titans\.json"):
        store._read("titans.json", model.TitansFile)
