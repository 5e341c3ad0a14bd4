"""What the rules ask the card data."""

import subprocess
import sys

import pytest
from clashbox.cards import Facts

FACTS = Facts()
CURRENT = Facts("current")


def test_numbers_of_bases_by_printing():
    assert FACTS.base("jungle-oasis") == (12, (2, 0, 0))
    assert FACTS.base("the-pits") == (16, (4, 2, 1))
    assert CURRENT.base("the-pits") == (20, (5, 3, 2))
    assert FACTS.base("avengers-tower") is None
    assert FACTS.base("no-such-base") is None


def test_a_base_missing_from_a_printing_keeps_its_numbers():
    assert CURRENT.base("arendelle") == FACTS.base("arendelle") == (20, (3, 2, 1))


def test_power_of_minions():
    assert FACTS.minion_power("kaiju/kaijookey") == 4
    assert FACTS.minion_power("kaiju/oh-no") is None
    assert FACTS.minion_power("kaiju/sleepy") is None
    assert FACTS.minion_power("vampires/heavy-drinker") == 3
    assert CURRENT.minion_power("vampires/heavy-drinker") == 2
    assert FACTS.minion_power("tricksters/pixie") == 2  # only in the current printing
    assert CURRENT.minion_power("super-spies/spy") == 2  # only in the first
    assert FACTS.minion_power("treasures/tiger-steed") == 3
    assert FACTS.minion_power("monsters/ghoul") == 3


def test_titans_and_their_factions():
    assert FACTS.titan_faction("gorgodzolla") == FACTS.titan("gorgodzolla") == "kaiju"
    assert FACTS.titan_of("kaiju") == "gorgodzolla"
    assert FACTS.titan_of("aliens") is None
    assert FACTS.titan("kaiju") is None
    assert [t for t in FACTS.slugs("titan") if FACTS.grants_power(t)] == [
        "arcane-protector",
        "creampuff-man",
        "dagon",
        "helicoprion",
        "megabot",
        "mergacon",
        "the-kraken",
    ]


@pytest.mark.parametrize(
    ("card", "titan", "plays"),
    [
        ("kaiju/oh-no", "gorgodzolla", True),
        ("kaiju/tiny-priestesses", "gorgodzolla", True),  # an enabler that no seed names
        ("kaiju/tiny-priestesses", "megabot", False),
        ("mega-troopers/red-trooper", "megabot", True),
        ("kaiju/they-say-hes-got-to-go", "gorgodzolla", False),  # moves only
        ("kaiju/there-goes-tokyo", "gorgodzolla", False),
        ("aliens/beam-up", "gorgodzolla", False),  # known, and does nothing of the kind
        ("aliens/collector", "gorgodzolla", None),
        ("kaiju-island", "gorgodzolla", None),
    ],
)
def test_which_card_plays_which_titan(card, titan, plays):
    assert FACTS.plays_titan(card, titan) is plays


@pytest.mark.parametrize(
    ("card", "what", "can"),
    [
        ("kaiju/they-say-hes-got-to-go", "titan", True),
        ("kaiju/oh-no", "titan", True),  # by its role
        ("aliens/beam-up", "titan", False),
        ("vikings/ransack", "titan", False),
        ("vikings/ransack", "buried", True),
        ("skeletons/hearse-fleet", "buried", True),
        ("ancient-egyptians/lost-knowledge", "buried", True),  # by its role
        ("aliens/beam-up", "buried", False),
        ("aliens/collector", "buried", None),
        ("aliens/beam-up", "minion", None),
    ],
)
def test_what_a_card_can_be_aimed_at(card, what, can):
    assert FACTS.can_target(card, what) is can


def test_has_by_kind():
    assert FACTS.has("card", "kaiju/oh-no") and FACTS.has("card", "treasures/tiger-steed")
    assert FACTS.has("card", "monsters/ghoul") and FACTS.has("monster", "monsters/ghoul")
    assert FACTS.has("monster", "ghoul") and FACTS.has("treasure", "treasures/tiger-steed")
    assert (
        not FACTS.has("card", "kaiju/sleepy")
        and not FACTS.has("card", "kaiju")
        and not FACTS.has("card", "../x/y")
    )
    assert FACTS.has("terrain", "castle-field") and not FACTS.has("terrain", "yard")
    assert FACTS.has("troop", "xb42") and not FACTS.has("troop", "xb-42")
    with pytest.raises(ValueError, match="no such kind"):
        FACTS.has("planet", "x")


def test_names_and_near_misses():
    assert FACTS.name("card", "kaiju/oh-no") == "Oh, No!"
    assert FACTS.name("base", "unheard-of") == "unheard-of"
    assert FACTS.name("terrain", "castle-field", "vi") == "Lãnh địa Lâu đài"
    assert FACTS.near("base", "jungle-oasi")[0] == "jungle-oasis"
    assert FACTS.near("card", "kaiju/oh-noo")[0] == "kaiju/oh-no"
    assert FACTS.near("card", "nobody/oh-no") == []


def test_a_terrain_with_another_ones_board():
    castle, tournament = FACTS.terrain("castle-field"), FACTS.terrain("tournament")
    assert tournament["edges"] == castle["edges"] and tournament["regions"] == castle["regions"]
    assert {n["effect"] for n in castle["nodes"] if "effect" in n} == {"recall"}
    assert {n["effect"] for n in tournament["nodes"] if "effect" in n} == {"exhume"}
    assert FACTS.terrain("yard") is None


def test_an_unknown_printing_is_refused():
    with pytest.raises(ValueError, match="printing"):
        Facts("first")


def test_a_small_question_reads_few_files():
    script = (
        "import builtins\n"
        "seen = []\n"
        "real = builtins.open\n"
        "def noting(path, *a, **k):\n"
        "    seen.append(str(path))\n"
        "    return real(path, *a, **k)\n"
        "from clashbox.cards import Facts\n"
        "builtins.open = noting\n"
        "facts = Facts()\n"
        "facts.base('jungle-oasis')\n"
        "facts.minion_power('kaiju/kaijookey')\n"
        "print(' '.join(p.replace('\\\\', '/').split('/data/')[1] for p in seen))\n"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert done.stdout.split() == ["bases.json", "factions.json", "cards/kaiju.json"]
