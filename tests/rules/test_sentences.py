"""What the referee says: who, where, how much, in both languages."""

import pytest
from clashbox.rules import check

from tests.cases.test_cases import CASES, expected, texts
from tests.rules.playing import FACTS, KAIJU, base, ev, header, minions, play, power, turn

TOLD = [
    (
        [
            ev("base", b=1, card="ninja-dojo"),
            turn(1),
            minions(1, 2, 12),
            minions(2, 1, 8),
            ev("score", b=1, vp=[3, 2]),
        ],
        "Base 1 (Ninja Dojo) gives VP 2, 3, 2. By power: An 12 (place 1), Bình 8 (place 2). "
        "Given: An 3, Bình 2; due: An 2, Bình 3.",
        "Base 1 (Ninja Dojo) cho VP 2, 3, 2. Theo sức mạnh: An 12 (hạng 1), Bình 8 (hạng 2). "
        "Đã chia: An 3, Bình 2; đúng ra: An 2, Bình 3.",
    ),
    (
        [turn(1), ev("vp", p=1, n=15), ev("end", winner=[])],
        "Recorded as winner: nobody. By VP (An 15, Bình 0) it is An.",
        "Ghi người thắng: không ai. Theo VP (An 15, Bình 0) phải là An.",
    ),
    (
        [base(), turn(1), minions(1, 1, 7), ev("score.start", b=1)],
        "Base 1 scores with 7 power (An 7, Bình 0). Its breakpoint is 20: 13 missing.",
        "Base 1 ghi điểm khi mới có 7 sức mạnh (An 7, Bình 0). Mốc là 20: còn thiếu 13.",
    ),
    (
        [
            base(),
            ev("duel", p=1, q=2, b=1, power=[2, 2]),
            ev("duel.end", power=[2, 2], together=True, won="p"),
        ],
        "The duel of An (2) and Bình (2) is recorded as won by An. At a tie both minions are winners and "
        "losers.",
        "Trận đấu của An (2) và Bình (2) được ghi là An thắng. Hòa thì cả hai minion vừa thắng vừa thua.",
    ),
    (
        [
            base(),
            ev("duel", p=1, q=2, b=1, power=[2, 3]),
            ev("duel.end", power=[2, 3], together=True, won="both"),
        ],
        "The duel of An (2) and Bình (3) is recorded as won by both. The higher power wins, so it is won by "
        "Bình.",
        "Trận đấu của An (2) và Bình (3) được ghi là cả hai cùng thắng. Sức mạnh cao hơn thì thắng: phải là "
        "Bình thắng.",
    ),
    (
        [turn(1), ev("treasure", p=2, n=1, why="destroyed")],
        "Bình takes 1 treasure for a destroyed monster, but no player has just destroyed one. Only "
        "destroying a monster earns its treasures.",
        "Bình lấy 1 kho báu vì tiêu diệt quái vật, nhưng không ai vừa tiêu diệt con nào. Phải tiêu diệt quái "
        "vật mới được kho báu của nó.",
    ),
    (
        [turn(1), ev("treasure", p=2, n=2, why="score")],
        "Bình takes 2 treasures for a scored base, but no base with monsters that are worth any has just "
        "scored.",
        "Bình lấy 2 kho báu vì ghi điểm base, nhưng không có base nào có quái vật mang kho báu vừa ghi điểm.",
    ),
    (
        [base(), turn(1), minions(1, 1, 3), minions(1, -2, 0)],
        "An has 1 minion at base 1, but the record takes 2 away. Nothing falls below 0: 0 are left.",
        "An có 1 minion ở base 1, nhưng ghi là bị lấy đi 2. Không gì xuống dưới 0: còn lại 0.",
    ),
    (
        [base(), turn(1), ev("target", card="aliens/beam-up", what="titan")],
        "Beam Up is aimed at a titan, but a titan is neither a minion nor an action. Only what targets “a "
        "card” or “a titan” can be aimed at it.",
        "Beam Up nhắm vào Titan, nhưng Titan không phải minion cũng không phải action. Chỉ lá ghi “một lá” "
        "hoặc “một Titan” mới nhắm được.",
    ),
    (
        [
            base(),
            turn(1),
            ev("phase", name="score"),
            ev("titan.play", p=1, titan="gorgodzolla", b=1, by="special", instead="minion"),
        ],
        "An plays Gorgodzolla instead of the regular minion, but the phase is Score Bases. That is possible "
        "in Play Cards only.",
        "An đánh ra Gorgodzolla thay cho minion thường, nhưng đang là giai đoạn Ghi điểm base. Chỉ được làm "
        "vậy trong giai đoạn Đánh bài.",
    ),
    (
        [base(), turn(1), ev("titan.play", p=2, titan="megabot", b=1, by="so-so-corral")],
        "Bình plays Megabot, which belongs to An. That takes a card that names it, and what So-So Corral "
        "does is not known.",
        "Bình đánh ra Megabot, vốn là của An. Muốn vậy phải có lá nêu đích danh nó, mà chưa rõ So-So Corral "
        "làm gì.",
    ),
    (
        [
            base(),
            turn(1),
            ev("titan.play", p=2, titan="rainboroc", b=1, by="special"),
            power(2, 4),
            ev("titan.play", p=1, titan="gorgodzolla", b=1, by="kaiju/oh-no"),
            power(1, 3),
        ],
        "The clash at base 1 was not settled: Gorgodzolla (An, 3 power) came to Rainboroc (Bình, 4 power). "
        "The lower power loses: Gorgodzolla has to leave.",
        "Va chạm ở base 1 chưa giải quyết: Gorgodzolla (An, sức mạnh 3) đến chỗ Rainboroc (Bình, sức mạnh "
        "4). Sức mạnh thấp hơn thì thua: Gorgodzolla phải rời bàn.",
    ),
]


@pytest.mark.parametrize(("told", "english", "vietnamese"), TOLD)
def test_the_sentence(told, english, vietnamese):
    factions = KAIJU if any(event["ev"] == "titan.play" for event in told) else None
    assert play(*told, factions=factions).texts[-1] == english
    assert play(*told, factions=factions, lang="vi").texts[-1] == vietnamese


def test_names_are_shown_clean_and_nobody_is_nameless():
    head = header(3)
    head["players"][0]["name"] = "A\u202en\x07" + "x" * 60
    head["players"][1]["name"] = "\u200b"
    told = [(2, turn(1)), (3, turn(3))]
    english = check(head, told, FACTS).findings[0].text
    assert "clockwise: after An" in english and "…" in english and "comes Player 2" in english
    assert "phải đến Người chơi 2" in check(head, told, FACTS, "vi").findings[0].text


@pytest.mark.parametrize("lang", ["en", "vi"])
@pytest.mark.parametrize("name", [name for name in CASES if expected(name).get("findings")])
def test_a_finding_is_a_sentence_or_two(name, lang):
    for text in texts(name, lang):
        assert text[0].isupper() or text[0].isdigit()
        assert text.endswith((".", ".)"))
        assert "  " not in text and ". ." not in text and ".." not in text
        assert 20 < len(text) < 400
