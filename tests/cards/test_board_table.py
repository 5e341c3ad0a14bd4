"""firmware/data/cards.tsv and its reader on the device, under MicroPython."""

import json

import pytest
from clashbox.cards import Facts, board_table
from clashbox.fonts import vietnamese
from clashcore.board import Board

from tests.micropython import ROOT, run

TABLE = ROOT / "firmware" / "data" / "cards.tsv"

DUMP = """
import json, sys
from clashdevice import deck
from clashdevice.cards import Cards
cards = Cards(sys.argv[1])
for kind in ("base", "faction", "monster", "terrain", "titan"):
    slugs = deck.Slugs(cards, kind)
    for i in range(len(slugs)):
        slug = slugs[i]
        row = {"name": cards.name(kind, slug), "find": deck.find(cards, kind, slug)}
        if kind == "base":
            row["original"] = cards.base(slug)
            cards.printing = "current"
            row["current"] = cards.base(slug)
            cards.printing = "original"
        elif kind == "faction":
            row["titan"] = cards.titan_of(slug)
        elif kind == "monster":
            row["numbers"] = deck.monster(cards, "monsters/" + slug)
        elif kind == "terrain":
            row["board"] = cards.terrain(slug)
            row["goal"] = deck.goal(cards, slug)
            cards.language = "vi"
            row["vi"] = cards.name(kind, slug)
            cards.language = "en"
        else:
            row["faction"] = deck.titan(cards, slug)
        print(json.dumps([kind, slug, row]))
    print(json.dumps([kind, "listed", [slug for slug, name in deck.lines(cards, kind)]]))
    print(json.dumps([kind, "backwards", [slugs[i] for i in range(len(slugs) - 1, -1, -1)]]))
"""

MISSES = """
import json, sys
from clashdevice import deck
from clashdevice.cards import Cards
cards = Cards(sys.argv[1])
slugs = json.loads(sys.stdin.read())
found = []
for kind in ("base", "faction", "monster", "terrain", "titan", "planet"):
    for slug in slugs:
        if cards.line(kind, slug) is not None:
            found.append([kind, slug])
answer = [found, deck.count(cards, "base"), deck.count(cards, "planet"), cards.base("x")]
answer.append(deck.titan(cards, "x"))
answer += [deck.goal(cards, "x"), cards.titan_of("x"), deck.monster(cards, "x"), cards.terrain("x")]
answer += [cards.name("base", "the-x-of-y")]
answer.append(deck.find(cards, "base", "zz"))
answer += [cards.minion_power("kaiju/oh-no"), cards.minion_power("monsters/ghoul")]
answer += [deck.find(cards, "base", "k"), len(deck.Slugs(cards, "x"))]
print(json.dumps(answer))
"""


@pytest.fixture(scope="module")
def on_board():
    found = {}
    for line in run(DUMP, str(TABLE)).splitlines():
        kind, slug, row = json.loads(line)
        found.setdefault(kind, {})[slug] = row
    return {kind: (rows.pop("listed"), rows.pop("backwards"), rows) for kind, rows in found.items()}


def test_it_is_up_to_date():
    assert TABLE.read_bytes() == board_table.build(), "run python -m clashbox.cards.board_table"
    assert board_table.main(["--check"]) == 0


def test_a_stale_table_is_noticed(tmp_path, monkeypatch, capsys):
    old = tmp_path / "cards.tsv"
    old.write_bytes(TABLE.read_bytes()[:-1])
    monkeypatch.setattr(board_table, "TARGET", old)
    assert board_table.main(["--check"]) == 1
    assert "out of date" in capsys.readouterr().err
    assert board_table.main([]) == 0
    assert old.read_bytes() == TABLE.read_bytes()


def test_the_fonts_have_every_letter():
    letters = set(TABLE.read_text(encoding="utf-8")) - {"\n", "\t"}
    assert letters <= {chr(c) for c in range(32, 127)} | set(vietnamese())


def test_it_stays_small():
    assert len(TABLE.read_bytes()) < 12_000


@pytest.mark.parametrize("kind", ["base", "faction", "monster", "terrain", "titan"])
def test_every_slug_is_found_in_order(on_board, kind):
    facts = Facts()
    listed, backwards, found = on_board[kind]
    assert listed == facts.slugs(kind) == sorted(found)
    assert backwards == listed[::-1]
    for i, slug in enumerate(listed):
        assert found[slug]["name"] == board_table.drawable(facts.name(kind, slug))
        assert found[slug]["find"] == i


def test_numbers_are_those_of_the_card_data(on_board):
    original, current = Facts(), Facts("current")

    def plain(value):
        return json.loads(json.dumps(value))

    for slug, row in on_board["base"][2].items():
        assert row["original"] == plain(original.base(slug))
        assert row["current"] == plain(current.base(slug))
    for slug, row in on_board["faction"][2].items():
        assert row["titan"] == original.titan_of(slug)
    for slug, row in on_board["titan"][2].items():
        assert row["faction"] == original.titan(slug)
    for slug, row in on_board["monster"][2].items():
        assert row["numbers"] == plain(original.monster(slug))


def test_boards_are_those_of_the_card_data(on_board):
    facts = Facts()
    for slug, row in on_board["terrain"][2].items():
        text, known = Board(row["board"]), Board(facts.terrain(slug))
        assert row["goal"] == text.goal == known.goal
        assert row["vi"] == facts.name("terrain", slug, "vi")
        assert _shape(text) == _shape(known)


def _shape(board):
    ids = board.ids
    return (
        board.id,
        board.total,
        {
            n: (board.hq[i], board.kind[i], board.gate[i], sorted(ids[j] for j in board.near[i]))
            for i, n in enumerate(ids)
        },
        [(sorted(ids[i] for i in ring), m) for ring, m in zip(board.regions, board.medals, strict=True)],
    )


def test_what_is_not_there_is_not_found():
    facts = Facts()
    known = {
        slug for kind in ("base", "faction", "monster", "terrain", "titan") for slug in facts.slugs(kind)
    }
    near = (
        {s + "a" for s in known}
        | {s[:-1] for s in known}
        | {"-" + s for s in known}
        | {"", "a", "zzz", "\t", "ß"}
    )
    answer = json.loads(run(MISSES, str(TABLE), heap="4m", stdin=json.dumps(sorted(near - known)).encode()))
    assert answer[:8] == [[], 213, 0, None, None, 0, None, None]
    assert answer[8:] == [None, "The X of Y", 213, None, 3, facts.slugs("base").index("kaiju-island"), 0]


@pytest.mark.parametrize(
    "content", [None, b"", b"#cards 9\nbase 1 00010 00020\n", b"#cards 1\nbase x\n", b"\xff" * 300]
)
def test_a_broken_table_knows_nothing(tmp_path, content):
    path = tmp_path / "cards.tsv"
    if content is not None:
        path.write_bytes(content)
    answer = json.loads(run(MISSES, str(path), stdin=b'["kaiju-island"]'))
    assert answer == [[], 0, 0, None, None, 0, None, None, None, "The X of Y", 0, None, None, 0, 0]


def test_the_modules_of_the_factions_in_play_are_suggested() -> None:
    asked = {
        "kaiju": ["titans"],
        "cowboys": ["titans", "duels"],
        "clerics": ["monsters"],
        "vikings": ["buried"],
        "innsmouth": ["titans", "madness"],
        "world-champs": ["duels", "buried"],
        "aladdin": [],
        "no-such-faction": [],
    }
    found = run(
        "import json\nfrom clashdevice import deck\nfrom clashdevice.cards import Cards\n"
        f"cards = Cards({str(board_table.TARGET)!r})\n"
        f"print(json.dumps([deck.modules(cards, slug) for slug in {list(asked)!r}]))"
    )
    assert json.loads(found) == list(asked.values())
