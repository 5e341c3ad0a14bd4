"""What the referee says: who, where, how much, in both languages."""

import pytest
from clashbox.rules import check

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
        "VP at base 1 (Ninja Dojo): An 12 (place 1), Bình 8 (place 2) there; due: An 2, Bình 3; "
        "given: An 3, Bình 2",
        "VP ở base 1 (Ninja Dojo): An 12 (hạng 1), Bình 8 (hạng 2); đúng ra: An 2, Bình 3; "
        "đã cho: An 3, Bình 2",
    ),
    (
        [turn(1), ev("vp", p=1, n=15), ev("end", winner=[])],
        "the winner is An, not –: VP An 15, Bình 0",
        "người thắng là An, không phải –: VP An 15, Bình 0",
    ),
    (
        [base(), turn(1), minions(1, 1, 7), ev("score.start", b=1)],
        "base 1 is not ready to score: An 7, Bình 0, together 7 of 20",
        "base 1 chưa đủ để ghi điểm: An 7, Bình 0, cộng lại 7, mốc 20",
    ),
    (
        [
            base(),
            ev("duel", p=1, q=2, b=1, power=[2, 2]),
            ev("duel.end", power=[2, 2], together=True, won="p"),
        ],
        "the duel is tied (An 2, Bình 2): both minions are winners and losers",
        "trận đấu hòa (An 2, Bình 2): cả hai minion đều vừa thắng vừa thua",
    ),
    (
        [
            base(),
            ev("duel", p=1, q=2, b=1, power=[2, 3]),
            ev("duel.end", power=[2, 3], together=True, won="both"),
        ],
        "the higher power wins the duel (An 2, Bình 3): the winner is Bình's minion",
        "sức mạnh cao hơn thắng đấu (An 2, Bình 3): minion của Bình thắng",
    ),
    (
        [turn(1), ev("treasure", p=2, n=1, why="destroyed")],
        "Bình takes 1 treasure for a destroyed monster, but no player has destroyed one",
        "Bình lấy 1 kho báu vì tiêu diệt quái vật, nhưng không ai vừa tiêu diệt con nào",
    ),
    (
        [turn(1), ev("treasure", p=2, n=2, why="score")],
        "Bình takes 2 treasures for a scored base, but no base with monsters has scored",
        "Bình lấy 2 kho báu vì ghi điểm base, nhưng không có base nào có quái vật vừa ghi điểm",
    ),
    (
        [base(), turn(1), minions(1, 1, 3), minions(1, -2, 0)],
        "An has 1 minion at base 1; 2 cannot be taken away, 0 are left",
        "An chỉ có 1 minion ở base 1; không thể lấy đi 2, còn lại 0",
    ),
    (
        [base(), turn(1), ev("target", card="aliens/beam-up", what="titan")],
        "Beam Up cannot be aimed at a titan: a titan is neither a minion nor an action",
        "Beam Up không thể nhắm vào Titan: Titan không phải minion cũng không phải action",
    ),
    (
        [
            base(),
            turn(1),
            ev("phase", name="score"),
            ev("titan.play", p=1, titan="gorgodzolla", b=1, by="special", instead="minion"),
        ],
        "the phase is Score Bases: a titan comes instead of the regular minion in Play Cards only",
        "đang ở giai đoạn ghi điểm base: chỉ được đánh Titan thay cho minion thường trong giai đoạn đánh bài",
    ),
    (
        [base(), turn(1), ev("titan.play", p=2, titan="megabot", b=1, by="so-so-corral")],
        "Megabot belongs to An; Bình needs a card that names it to play it, and what So-So Corral does is "
        "not known",
        "Megabot là của An; Bình cần một lá nêu đích danh nó mới đánh được, mà chưa rõ So-So Corral làm gì",
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
        "clash not settled: Gorgodzolla (An) 3 against Rainboroc (Bình) 4 at base 1; "
        "Gorgodzolla has to leave",
        "va chạm chưa giải quyết: Gorgodzolla (An) 3, Rainboroc (Bình) 4 ở base 1; Gorgodzolla phải rời bàn",
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
    assert "clockwise after An" in english and "…" in english and "comes Player 2" in english
    assert "phải là Người chơi 2" in check(head, told, FACTS, "vi").findings[0].text
