"""SB: turns, plays, bases and their scoring, the end of the game."""

from clashbox.rules.replay import Event, Replay, some

# -- turns and plays --


def out_of_order(g: Replay, ev: Event) -> None:
    """SB-03: turns go clockwise."""
    s = g.s
    if s.turn:
        after = s.turn % s.players + 1
        if ev["p"] != after:
            g.warning(
                "SB-03",
                f"the turn goes to {g.player(ev['p'])}, but clockwise after {g.player(s.turn)} comes "
                f"{g.player(after)}",
                f"đến lượt {g.player(ev['p'])}, nhưng theo chiều kim đồng hồ sau {g.player(s.turn)} phải "
                f"là {g.player(after)}",
            )


def regular_play(g: Replay, ev: Event) -> None:
    """SB-04: one regular minion and one regular action, in one's own turn. DU-04: none during a duel."""
    if ev.get("extra"):
        return
    s = g.s
    p, kind = ev["p"], ev["kind"]
    if s.duel:
        g.violation(
            "DU-04",
            f"{g.player(p)} plays a regular {kind} during a duel; only duel cards and plays that the duel "
            "gives are possible until it ends",
            f"{g.player(p)} đánh {kind} thường giữa trận đấu; cho đến khi đấu xong chỉ được dùng lá đấu và "
            "những lượt đánh do trận đấu cho",
        )
    elif p != s.turn:
        whose = g.player(s.turn) if s.turn else None
        g.warning(
            "SB-04",
            f"{g.player(p)} plays a regular {kind} "
            + (f"in the turn of {whose}" if whose else "before the first turn")
            + "; outside one's own turn every play is extra",
            f"{g.player(p)} đánh {kind} thường "
            + (f"trong lượt của {whose}" if whose else "trước lượt đầu tiên")
            + "; ngoài lượt của mình, mọi lá đánh ra đều là lá thêm",
        )
    elif s.used(kind):
        g.warning(
            "SB-04",
            f"{g.player(p)} has used the regular {kind} of this turn already; this one needs a card that "
            f"gives an extra {kind}",
            f"{g.player(p)} đã dùng {kind} thường của lượt này; muốn đánh nữa phải có lá cho đánh thêm "
            f"{kind}",
        )


# -- bases --


def base_laid(g: Replay, ev: Event) -> None:
    """SB-02: players + 1 bases are in play."""
    b = ev["b"]
    most = g.s.players + 1
    if b > most:
        g.warning(
            "SB-02",
            f"a base in slot {b}: {g.s.players} players play with {most} bases",
            f"có base ở ô {b}, nhưng {g.s.players} người thì chỉ chơi với {most} base",
        )
    g.held.add(b)
    g.unscored.discard(b)
    g.unfilled.discard(b)


def below_breakpoint(g: Replay, ev: Event) -> None:
    """SB-05: a base scores when the powers there reach its breakpoint; once picked it is locked in."""
    s = g.s
    b = ev["b"]
    if s.bases[b - 1] is None or (ev["ev"] == "score" and b in s.locked):
        return
    powers = s.powers(b)
    total, needed = sum(powers), s.breakpoint(b)
    if total < needed:
        g.violation(
            "SB-05",
            f"{g.base(b)} is not ready to score: {g.each(powers)}, together {total} of {needed}",
            f"{g.base(b)} chưa đủ để ghi điểm: {g.each(powers)}, cộng lại {total}, mốc {needed}",
        )


def _ready_left(g: Replay) -> None:
    s = g.s
    for b in range(1, s.top + 1):
        if s.bases[b - 1] is None:
            continue
        powers = s.powers(b)
        total, needed = sum(powers), s.breakpoint(b)
        if total < needed:
            g.unscored.discard(b)
        elif b not in g.unscored:
            g.unscored.add(b)
            g.warning(
                "SB-06",
                f"{g.base(b)} was ready ({g.each(powers)}, together {total} of {needed}) and was not "
                "scored; scoring a ready base is mandatory",
                f"{g.base(b)} đã đủ mốc ({g.each(powers)}, cộng lại {total}, mốc {needed}) mà không ghi "
                "điểm; base đủ mốc thì bắt buộc phải ghi điểm",
            )


def ready_at_phase(g: Replay, ev: Event) -> None:
    """SB-06: nothing ready is left when Score Bases is over: at the turn's first draw or end phase."""
    if g.s.turn and not g.looked and ev["name"] in ("draw", "end"):
        g.looked = True
        _ready_left(g)


def ready_at_turn(g: Replay, ev: Event) -> None:
    """SB-06: the same at the next turn, where no draw or end phase was recorded."""
    if g.s.turn and not g.looked:
        _ready_left(g)
    g.looked = False


def slot_empty(g: Replay, ev: Event) -> None:
    """SB-10: a base that left is replaced before the next turn."""
    for b in g.held:
        if g.s.bases[b - 1] is None and b not in g.unfilled:
            g.unfilled.add(b)
            g.violation(
                "SB-10",
                f"slot {b} is still empty as the turn of {g.player(ev['p'])} starts; a new base takes the "
                "place of one that left",
                f"ô {b} vẫn trống khi lượt của {g.player(ev['p'])} bắt đầu; base rời bàn phải được thay "
                "bằng base mới",
            )


def vp_given(g: Replay, ev: Event) -> None:
    """SB-07, SB-08, SB-09: who shares a base's VP, and how much each gets."""
    s = g.s
    given: list[int] | None = ev.get("vp")
    b = ev["b"]
    if given is None or s.bases[b - 1] is None:
        return
    places: list[tuple[int, int, int]] = s.places(b)
    due = [0] * s.players
    for p, _, n in places:
        due[p - 1] = n
    if given == due:
        return
    eligible = {p for p, _, _ in places}
    left_out = [p for p in range(1, s.players + 1) if given[p - 1] > 0 and p not in eligible]
    if left_out:
        g.violation(
            "SB-07",
            f"{g.players(left_out)} got VP at {g.base(b)} without a minion and without power there; due: "
            f"{g.each(due)}",
            f"{g.players(left_out)} nhận VP ở {g.base(b)} dù ở đó không có minion cũng không có sức mạnh; "
            f"đúng ra: {g.each(due)}",
        )
        return
    powers: list[int] = s.powers(b)
    english = (
        ", ".join(f"{g.player(p)} {powers[p - 1]} (place {place})" for p, place, _ in places) or "nobody"
    )
    vietnamese = (
        ", ".join(f"{g.player(p)} {powers[p - 1]} (hạng {place})" for p, place, _ in places) or "không ai"
    )
    tied = len({place for _, place, _ in places}) < len(places)
    g.violation(
        "SB-09" if tied else "SB-08",
        f"VP at {g.base(b)}: {english} there; "
        + ("tied players all get the VP of their highest place; " if tied else "")
        + f"due: {g.each(due)}; given: {g.each(given)}",
        f"VP ở {g.base(b)}: {vietnamese}; "
        + ("những người hòa đều nhận VP của hạng cao nhất mà họ chia nhau; " if tied else "")
        + f"đúng ra: {g.each(due)}; đã cho: {g.each(given)}",
    )


# -- the end --


def game_was_over(g: Replay, ev: Event) -> None:
    """SB-12: the game ends at the end of a turn in which one player alone leads with at least the goal."""
    s = g.s
    leader = s.leader() if s.turn else 0
    if leader:
        g.violation(
            "SB-12",
            f"another turn begins, but the game was over: {g.player(leader)} alone led with "
            f"{s.vp[leader - 1]} VP (goal {s.goal})",
            f"lượt mới bắt đầu dù ván lẽ ra đã kết thúc: {g.player(leader)} một mình dẫn đầu với "
            f"{s.vp[leader - 1]} VP (mục tiêu {s.goal})",
        )


def game_ends(g: Replay, ev: Event) -> None:
    """SB-12, SB-13: when the game ends, and who wins."""
    s = g.s
    if not s.leader():
        g.warning(
            "SB-12",
            f"the game was cut short: nobody alone leads with {s.goal} VP ({g.each(s.vp)})",
            f"ván dừng giữa chừng: chưa ai một mình dẫn đầu với ít nhất {s.goal} VP ({g.each(s.vp)})",
        )
    winner: list[int] | None = ev.get("winner")
    if winner is None:
        return
    leaders: list[int] = s.leaders()
    if set(winner) == set(leaders):
        return
    if max(s.madness) >= 2:
        final = [vp - mad // 2 for vp, mad in zip(s.vp, s.madness, strict=True)]
        g.violation(
            "SB-13",
            f"the winner is {g.players(leaders)}, not {g.players(winner)}: every two Madness cards cost 1 "
            f"VP, which makes {g.each(final)} (Madness: {g.each(s.madness)}; a tie goes to fewer)",
            f"người thắng là {g.players(leaders)}, không phải {g.players(winner)}: cứ hai lá Madness trừ 1 "
            f"VP, còn {g.each(final)} (Madness: {g.each(s.madness)}; hòa thì ai ít hơn thắng)",
        )
    else:
        g.violation(
            "SB-12",
            f"the winner is {g.players(leaders)}, not {g.players(winner)}: VP {g.each(s.vp)}",
            f"người thắng là {g.players(leaders)}, không phải {g.players(winner)}: VP {g.each(s.vp)}",
        )


# -- what is not there cannot be taken --


def taken_below_zero(g: Replay) -> None:
    """SB-15: minions, treasures, Madness cards and counters never fall below 0."""
    for what, who, b, there, taken in g.s.clamped:
        if what == "counter":
            english = f"{g.titan(who)} has {some(there, '+1 counter')}"
            vietnamese = f"{g.titan(who)} chỉ có {there} token +1"
        else:
            thing = {"minion": "minion", "treasure": "treasure", "madness": "Madness card"}[what]
            things_vi = {"minion": "minion", "treasure": "kho báu", "madness": "lá Madness"}[what]
            english = f"{g.player(who)} has {some(there, thing)}" + (f" at {g.base(b)}" if b else "")
            vietnamese = f"{g.player(who)} chỉ có {there} {things_vi}" + (f" ở {g.base(b)}" if b else "")
        g.violation(
            "SB-15",
            f"{english}; {taken} cannot be taken away, 0 are left",
            f"{vietnamese}; không thể lấy đi {taken}, còn lại 0",
        )
    g.s.clamped.clear()
