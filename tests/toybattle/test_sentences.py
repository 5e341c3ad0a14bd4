"""What the referee says of an effect that goes wrong: who, which troop, where, how many."""

import pytest
from clashbox.cards import Facts
from clashbox.rules import check
from clashcore import events, gamefile

FACTS = Facts()


def place(p, troop, at):
    return {"ev": "place", "p": p, "troop": troop, "at": at}


def effect(p, kind, **more):
    return {"ev": "effect", "p": p, "kind": kind, **more}


def draw(p, n=2):
    return {"ev": "draw", "p": p, "n": n}


def said(terrain, *told, lang):
    header = gamefile.read_header(
        {
            "clashbox": 1,
            "game": "toybattle",
            "terrain": terrain,
            "first": 1,
            "players": [{"name": "An"}, {"name": "Bình"}],
        }
    )
    for event in told:
        events.check_form(event, "toybattle", 2)
    return check(header, list(enumerate(told, 2)), FACTS, lang).findings[-1]


# An on 1 and 3, then on the special base 5 (recall) of Castle Field; on 3 (shove) of Volcanic Jungle.
FIVE = [place(1, "star", "1"), draw(2), place(1, "roxy", "3"), draw(2), place(1, "skully", "5")]
THREE = [
    place(1, "skully", "2"),
    place(2, "hook", "4"),
    place(1, "roxy", "1"),
    draw(2),
    place(1, "star", "3"),
]
FULL = [draw(1), draw(2), draw(1), draw(2), draw(1, 1), place(2, "star", "15"), place(1, "skully", "1")]
EMPTY = [
    *(place(p, troop, at) for troop, here, there in (("hook", "1", "15"), ("roxy", "2", "14")) for p, at in
      ((1, here), (2, there))),
    draw(1),
    place(2, "star", "12"),
    draw(1),
    place(2, "kwak", "13"),
    place(1, "xb42", "3"),
]  # fmt: skip

SAID = [
    (
        "castle-field",
        [*FIVE, effect(1, "recall", at="7")],
        "TB-14",
        "An takes a troop back to the rack from 7. It has to be a visible one of An's own.",
        "An đưa quân ở 7 về khay. Phải là quân đang lộ của chính An.",
    ),
    (
        "castle-field",
        [*FIVE, effect(1, "recall", at="5")],
        "TB-19",
        "An takes back the troop on 5, the one just placed there. The base takes back another one.",
        "An đưa về khay quân ở 5, chính là quân vừa đặt. Base này đưa về một quân khác.",
    ),
    (
        "castle-field",
        [place(1, "star", "1"), effect(2, "draw", n=1)],
        "TB-08",
        "Bình uses an effect (draw), but Bình did not place the last troop.",
        "Bình dùng hiệu ứng (rút quân), nhưng Bình không phải người vừa đặt quân.",
    ),
    (
        "volcanic-jungle",
        [*THREE, effect(1, "shove", at="6", to="7")],
        "TB-14",
        "An shoves the troop on 6 to 7. It has to be a visible troop of Bình's, one path away from the "
        "special base.",
        "An đẩy quân ở 6 sang 7. Phải là quân đang lộ của Bình và ở kề base đặc biệt.",
    ),
    (
        "volcanic-jungle",
        [*THREE, effect(1, "shove", at="4", to="13")],
        "TB-19",
        "An shoves the troop on 4 to 13. It has to go to a base next to 4.",
        "An đẩy quân ở 4 sang 13. Phải đẩy sang một base kề với 4.",
    ),
    (
        "castle-field",
        [*FULL, effect(1, "draw", n=2)],
        "TB-04",
        "An uses an effect (draw) with 7 troops on the rack. A rack never holds more than 8.",
        "An dùng hiệu ứng (rút quân) khi khay đang có 7 quân. Khay không bao giờ quá 8 quân.",
    ),
    (
        "castle-field",
        [*EMPTY, effect(1, "rack-discard")],
        "TB-04",
        "An uses an effect (discard from the rack), but the rack of Bình is empty: there is no troop to "
        "take.",
        "An dùng hiệu ứng (bỏ quân trên khay), nhưng khay của Bình đang trống: không có quân nào.",
    ),
    (
        "city-of-clouds",
        [place(1, "roxy", "1"), draw(2), place(1, "jumbo", "3"), effect(1, "draw", n=2)],
        "TB-19",
        "An draws 2 by an effect. It gives 1 at most, and the reserve holds 17.",
        "An rút 2 nhờ hiệu ứng. Hiệu ứng cho tối đa 1, và chồng dự bị còn 17.",
    ),
]


@pytest.mark.parametrize(("terrain", "told", "rule", "english", "vietnamese"), SAID, ids=range(len(SAID)))
def test_the_sentence(terrain, told, rule, english, vietnamese):
    for lang, text in (("en", english), ("vi", vietnamese)):
        found = said(terrain, *told, lang=lang)
        assert (found.line, found.rule, found.text) == (len(told) + 1, rule, text)
