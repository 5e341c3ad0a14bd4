"""Names found as people type them: without accents, with slips and gaps; nonsense finds nothing."""

import random

import pytest
from clashbox.cards import search

ALL = search.everything()


def first(query):
    hits = search.find(query, ALL)
    return hits[0].entry.slug if hits else None


SLIPS = {
    # letters left out, doubled, swapped, wrong
    "gorgodzila": "gorgodzolla",
    "gorgodzola": "gorgodzolla",
    "gorgodzzolla": "gorgodzolla",
    "gorgozdolla": "gorgodzolla",
    "megabto": "megabot",
    "krakne": "the-kraken",
    "ctulhu": "cthulhu",
    "cthullu": "cthulhu",
    "invisble ninja": "invisible-ninja",
    "big funy gaint": "big-funny-giant",
    "sphynx": "sphinx",
    "rainborok": "rainboroc",
    "kaiju iland": "kaiju-island",
    "kaju island": "kaiju-island",
    "jungle oais": "jungle-oasis",
    "jungel oasis": "jungle-oasis",
    "shoguns palce": "shoguns-palace",
    "temple of gojo": "temple-of-goju",
    "castel blood": "castle-blood",
    "haunted hose": "evans-city-cemetery",
    "akihabra high": "akihabara-high",
    "ninjsa": "ninjas",
    "robtos": "robots",
    "dinosuars": "dinosaurs",
    "trikcsters": "tricksters",
    "steampunsk": "steampunks",
    "mega tropers": "mega-troopers",
    "bear calvary": "bear-cavalry",
    "miskatonic univercity": "miskatonic-university",
    "ancient egyptains": "ancient-egyptians",
    "kung fu figthers": "kung-fu-fighters",
    "itty criters": "itty-critters",
    "adolecent epic geckos": "adolescent-epic-geckos",
    "they say hes gotta go": "kaiju/they-say-hes-got-to-go",
    "purge teh demon": "magical-girls/purge-the-demon",
    "into the timeslip": "time-travelers/into-the-time-slip",
    "stage coach": "cowboys/stagecoach",
    "gunfigther": "cowboys/gunfighter",
    "hihg noon": "cowboys/high-noon",
    "honourable combat": "samurai/honorable-combat",
    "ransak": "vikings/ransack",
    "hearse flet": "skeletons/hearse-fleet",
    "complete the ritaul": "minions-of-cthulhu/complete-the-ritual",
    "teraforming": "aliens/terraforming",
    "pyramid enginer": "ancient-egyptians/pyramid-engineer",
    "red troper": "mega-troopers/red-trooper",
    "form megabott": "mega-troopers/form-megabot",
    "plutonium dargon": "monsters/plutonium-dragon",
    "big foot": "monsters/bigfoot",
    "poltrygeist": "monsters/poultrygeist",
    "boots of but kicking": "treasures/boots-of-butt-kicking",
    "chainsaw of bloody dismemberement": "treasures/chainsaw-of-bloody-dismemberment",
    "kwack": "kwak",
    "castle feild": "castle-field",
    "volcanik jungle": "volcanic-jungle",
    # accents, marks and joints
    "señor muchoslam": "luchadors/senor-muchoslam",
    "senor muchoslam": "luchadors/senor-muchoslam",
    "doppelganger": "shapeshifters/doppelganger",
    "DOPPELGÄNGER": "shapeshifters/doppelganger",
    "oh no": "kaiju/oh-no",
    "shield base": "s-h-i-e-l-d-base",
    "kaijuisland": "kaiju-island",
    "jungle-oasis": "jungle-oasis",
    "kaiju/oh-no": "kaiju/oh-no",
    "kaiju oh no": "kaiju/oh-no",
    "you can take it with you": "ancient-egyptians/you-can-take-it-with-you",
    # Vietnamese, and its keyboard left on
    "rừng núi lửa": "volcanic-jungle",
    "rung nui lua": "volcanic-jungle",
    "nghia trang bi nguyen rua": "cursed-cemetery",
    "thanh pho tren may": "city-of-clouds",
    "kraken": "the-kraken",
    "dinơsaurs": "dinosaurs",
    "rôbots": "robots",
}


@pytest.mark.parametrize("typed", SLIPS)
def test_a_slip_finds_its_card_first(typed):
    assert first(typed) == SLIPS[typed]


NONSENSE = [
    "zzzqq",
    "asdfgh",
    "qwertyuiop",
    "nhiem vu",
    "xin chao cac ban",
    "12345678",
    "💥",
    "-",
    "'",
    "   ",
    "",
    "\x00",
]
NONSENSE += ["\u202e\u200b", "\ud800", "supercalifragilisticexpialidocious", "x" * 10000, "a b " * 5000]


@pytest.mark.parametrize("typed", NONSENSE)
def test_nonsense_finds_nothing(typed):
    assert search.find(typed, ALL) == []


def test_every_name_finds_itself_exactly():
    for at, entry in enumerate(ALL[::9]):
        typed = (entry.name, entry.slug, entry.name.upper())[at % 3]
        hits = search.find(typed, ALL)
        assert entry in [hit.entry for hit in hits if hit.tier == search.EXACT], typed


def test_one_slip_in_a_long_name_is_forgiven():
    chance = random.Random(1)
    missed = []
    for entry in chance.sample([entry for entry in ALL if len(entry.names[0]) >= 7], 40):
        name = list(entry.names[0])
        at = chance.randrange(1, len(name) - 1)
        if chance.random() < 0.5:
            del name[at]
        else:
            name[at], name[at + 1] = name[at + 1], name[at]
        best = search.find("".join(name), ALL)[:3]
        if entry.name not in [hit.entry.name for hit in best]:
            missed.append("".join(name))
    assert len(missed) <= 1, missed


def test_whole_name_then_beginning_then_all_words_then_slips():
    def tiers(query):
        return [hit.tier for hit in search.find(query, ALL)]

    for query in ("kaiju", "ninja", "temple", "dragon", "robot", "night", "the"):
        found = tiers(query)
        assert found == sorted(found)
        assert search.TYPO not in found, "what looks alike is noise where something fits"
    assert [hit.entry.slug for hit in search.find("kaiju", ALL)][:2] == ["kaiju", "kaiju-island"]
    assert search.find("oasis jungle", ALL)[0].tier == search.WORDS
    assert set(tiers("gorgodzila")) == {search.TYPO}


def test_the_same_name_in_two_factions_is_found_twice():
    hits = search.find("king rex", ALL)
    assert {hit.entry.slug for hit in hits if hit.tier == search.EXACT} == {
        "dinosaurs/king-rex",
        "smash-up-all-stars/king-rex",
    }
    assert first("dinosaurs king rex") == "dinosaurs/king-rex"


def test_the_order_does_not_hang_on_chance():
    shuffled = list(ALL)
    random.Random(2).shuffle(shuffled)
    for query in ("temple", "kaiju", "ninja", "gorgodzila", "nijna"):
        assert search.find(query, shuffled) == search.find(query, ALL)


def test_all_kinds_are_there():
    counts = {kind: sum(entry.kind == kind for entry in ALL) for kind in search.KINDS}
    assert (counts["faction"], counts["titan"], counts["base"]) == (106, 32, 213)
    assert counts["minion"] + counts["action"] + counts["fusion"] == 1402
    assert (counts["monster"], counts["treasure"], counts["troop"], counts["terrain"]) == (8, 22, 8, 11)
    assert len({(entry.kind, entry.slug) for entry in ALL}) == len(ALL)
