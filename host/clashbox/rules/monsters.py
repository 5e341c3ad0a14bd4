"""MT: monsters and the treasures that they are worth."""

from clashcore import places

from clashbox.rules.replay import VIOLATION, WARNING, Event, Replay, some

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
    if s.bases[b - 1] is not None and s.bases[b - 1].mons:
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
            f"{name} takes {some(n, 'treasure')} for a monster that nobody's monster destroyed; they are "
            "discarded instead",
            f"{name} lấy {n} kho báu của quái vật do một quái vật không ai điều khiển tiêu diệt; số đó "
            "phải bỏ đi",
        )
    elif why == "destroyed":
        g.violation(
            "MT-02",
            f"{name} takes {some(n, 'treasure')} for a destroyed monster, but no player has destroyed one",
            f"{name} lấy {n} kho báu vì tiêu diệt quái vật, nhưng không ai vừa tiêu diệt con nào",
        )
    else:
        g.violation(
            "MT-02",
            f"{name} takes {some(n, 'treasure')} for a scored base, but no base with monsters has scored",
            f"{name} lấy {n} kho báu vì ghi điểm base, nhưng không có base nào có quái vật vừa ghi điểm",
        )


def too_many(g: Replay, ev: Event) -> None:
    """MT-01: there are 22 treasure cards."""
    held: list[int] = g.s.treasures
    if sum(held) > DECK and ev["n"] > 0:
        g.violation(
            "MT-01",
            f"{sum(held)} treasures are held ({g.each(held)}), but there are only {DECK}",
            f"mọi người giữ tổng cộng {sum(held)} kho báu ({g.each(held)}), nhưng chỉ có {DECK} lá",
        )


def treasures_due(g: Replay, ev: Event) -> None:
    """MT-03, MT-06: everybody has taken what was due before the game goes on."""
    for why, (due, got) in g.s.debts.items():
        if due == got:
            continue
        if why == "destroyed":
            g.violation(
                "MT-03",
                f"treasures for destroyed monsters: due: {g.each(due)}; taken: {g.each(got)}",
                f"kho báu vì tiêu diệt quái vật: đúng ra: {g.each(due)}; đã lấy: {g.each(got)}",
            )
        else:
            loose = got == g.loose
            g.add(
                "MT-06",
                WARNING if loose else VIOLATION,
                "treasures of the scored base go one each in turn, by place, to the players with a minion "
                "there; due: "
                f"{g.each(due)}; taken: {g.each(got)}"
                + (" (as if power alone were enough to take part)" if loose else ""),
                "kho báu của base vừa ghi điểm chia lần lượt từng lá, theo hạng, cho những người có minion "
                "ở đó; "
                f"đúng ra: {g.each(due)}; đã lấy: {g.each(got)}"
                + (" (như thể chỉ cần có sức mạnh là được chia)" if loose else ""),
            )
    g.revealed = False
