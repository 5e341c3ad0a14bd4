"""MT: monsters and the treasures that they are worth."""

from clashcore import places

from clashbox.rules.replay import VIOLATION, WARNING, Event, Replay, some
from clashbox.rules.scoring import ranks

DECK = 22
"""Treasure cards there are (MT-01)."""


def destroyed(g: Replay, ev: Event) -> None:
    """MT-04: what an uncontrolled monster destroys earns nobody treasures."""
    monster = g.s.monsters.get(ev["id"])
    if monster is not None and ev["why"] == "destroyed" and ev.get("p") == 0 and monster[1] > 0:
        g.revealed = True


def base_scores(g: Replay, ev: Event) -> None:
    """MT-06: remembers the shares that come out if power alone takes part."""
    s = g.s
    b = ev["b"]
    base = s.bases[b - 1]
    if base is not None and base.mons:
        minions: list[int] = base.mn
        ranked = [place for place in s.places(b) if minions[place[0] - 1] > 0]
        who = ranks(g, ranked, s.powers(b))
        word = g.base(b, "Base")
        g.scored = (
            f"{word} ghi điểm; có minion ở đó: {who}"
            if g.vi
            else f"{word} scored; with a minion there: {who}"
        )
        eligible = {p for p, _, _ in s.places(b)}
        takes = [p in eligible for p in range(1, s.players + 1)]
        g.loose = places.deal(s.powers(b), takes, s.loot(b), s.turn)


def taken(g: Replay, ev: Event) -> None:
    """MT-02: treasures come from a destroyed monster or a scored base. MT-04: not if a monster did it."""
    why, n = ev["why"], ev["n"]
    if why not in ("destroyed", "score") or why in g.s.debts or n <= 0:
        return
    name = g.player(ev["p"])
    if why == "destroyed" and g.revealed:
        g.violation(
            "MT-04",
            f"{name} takes {some(n, 'treasure')} for a monster that another monster destroyed, one that "
            "nobody controls. Then the treasures are revealed and discarded; nobody takes them.",
            f"{name} lấy {n} kho báu của quái vật bị một quái vật không ai điều khiển tiêu diệt. Khi đó kho "
            "báu lật ra rồi bỏ, không ai được lấy.",
        )
    elif why == "destroyed":
        g.violation(
            "MT-02",
            f"{name} takes {some(n, 'treasure')} for a destroyed monster, but no player has just destroyed "
            "one. Only destroying a monster earns its treasures.",
            f"{name} lấy {n} kho báu vì tiêu diệt quái vật, nhưng không ai vừa tiêu diệt con nào. Phải tiêu "
            "diệt quái vật mới được kho báu của nó.",
        )
    else:
        g.violation(
            "MT-02",
            f"{name} takes {some(n, 'treasure')} for a scored base, but no base with monsters that are worth "
            "any has just scored.",
            f"{name} lấy {n} kho báu vì ghi điểm base, nhưng không có base nào có quái vật mang kho báu vừa "
            "ghi điểm.",
        )


def too_many(g: Replay, ev: Event) -> None:
    """MT-01: there are 22 treasure cards."""
    held: list[int] = g.s.treasures
    if sum(held) > DECK and ev["n"] > 0:
        g.violation(
            "MT-01",
            f"The players hold {sum(held)} treasures ({g.each(held)}), but there are only {DECK}.",
            f"Mọi người giữ tổng cộng {sum(held)} kho báu ({g.each(held)}), nhưng cả bộ chỉ có {DECK} lá.",
        )


def treasures_due(g: Replay, ev: Event) -> None:
    """MT-03, MT-06: everybody has taken what was due before the game goes on."""
    for why, (due, got) in g.s.debts.items():
        if due == got:
            continue
        if why == "destroyed":
            g.violation(
                "MT-03",
                f"Treasures taken for destroyed monsters: {g.each(got)}. Who destroys a monster takes its "
                f"treasure number; due: {g.each(due)}.",
                f"Kho báu đã lấy vì tiêu diệt quái vật: {g.each(got)}. Ai tiêu diệt quái vật thì lấy số kho "
                f"báu ghi trên nó; đúng ra: {g.each(due)}.",
            )
        else:
            loose = got == g.loose
            g.add(
                "MT-06",
                WARNING if loose else VIOLATION,
                f"{g.scored}. Only players with a minion share its treasures, one each in turn, by place. "
                f"Taken: {g.each(got)}; due: {g.each(due)}."
                + (" (The table dealt as if power alone were enough.)" if loose else ""),
                f"{g.scored}. Chỉ người có minion được chia kho báu, lần lượt mỗi người một lá, theo hạng. "
                f"Đã lấy: {g.each(got)}; đúng ra: {g.each(due)}."
                + (" (Cả bàn chia như thể chỉ cần có sức mạnh.)" if loose else ""),
            )
    g.revealed = False
