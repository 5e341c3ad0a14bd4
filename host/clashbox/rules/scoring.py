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
                f"{g.player(ev['p'])}'s turn follows {g.player(s.turn)}'s. Turns go clockwise: after "
                f"{g.player(s.turn)} comes {g.player(after)}.",
                f"Sau lượt của {g.player(s.turn)} là lượt của {g.player(ev['p'])}. Lượt đi theo chiều kim "
                f"đồng hồ: sau {g.player(s.turn)} phải đến {g.player(after)}.",
            )


def regular_play(g: Replay, ev: Event) -> None:
    """SB-04: one regular minion and one regular action, in one's own turn. DU-04: none during a duel."""
    if ev.get("extra"):
        return
    s = g.s
    p, kind = ev["p"], ev["kind"]
    if s.duel:
        english, vietnamese = _played(g, ev)
        g.violation(
            "DU-04",
            f"{english} during the duel of {g.duellists()}. Until it ends only duel cards and plays that the "
            "duel itself grants are possible.",
            f"{vietnamese} giữa trận đấu của {g.duellists()}. Chưa đấu xong thì chỉ được dùng lá đấu và "
            "những lượt đánh do chính trận đấu cho.",
        )
    elif p != s.turn:
        english, vietnamese = _played(g, ev)
        whose = g.player(s.turn) if s.turn else None
        g.warning(
            "SB-04",
            english
            + (f" in {whose}'s turn" if whose else " before the first turn")
            + ". Outside one's own turn every play is extra and needs a card that grants it.",
            vietnamese
            + (f" trong lượt của {whose}" if whose else " khi chưa vào lượt đầu tiên")
            + ". Ngoài lượt của mình thì đánh gì cũng là đánh thêm, phải có lá cho phép.",
        )
    elif s.used(kind):
        english, vietnamese = _played(g, ev)
        g.warning(
            "SB-04",
            f"{english}, but this turn's regular {kind} play is used already. One more needs a card that "
            f"grants an extra {kind}.",
            f"{vietnamese}, nhưng lượt đánh {kind} thường của lượt này đã dùng rồi. Muốn đánh nữa phải có lá "
            f"cho đánh thêm {kind}.",
        )


def _played(g: Replay, ev: Event) -> tuple[str, str]:
    """The regular play that was recorded, in both languages: only where there is something to say of it."""
    p, kind = ev["p"], ev["kind"]
    return (
        f"{g.player(p)} plays a regular {kind}{g.named(ev)}",
        f"{g.player(p)} đánh {kind} thường{g.named(ev)}",
    )


# -- bases --


def base_laid(g: Replay, ev: Event) -> None:
    """SB-02: players + 1 bases are in play."""
    b = ev["b"]
    most = g.s.players + 1
    if b > most:
        g.warning(
            "SB-02",
            f"A base is laid into slot {b}, but {g.s.players} players play with {g.s.players} + 1 = {most} "
            "bases. Only a card can add one.",
            f"Có base đặt vào ô {b}, nhưng {g.s.players} người thì chơi với {g.s.players} + 1 = {most} base. "
            "Chỉ có lá bài mới thêm được base.",
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
            f"{g.base(b, 'Base')} scores with {total} power ({g.each(powers)}). Its breakpoint is "
            f"{_breakpoint(g, b)}: {needed - total} missing.",
            f"{g.base(b, 'Base')} ghi điểm khi mới có {total} sức mạnh ({g.each(powers)}). Mốc là "
            f"{_breakpoint(g, b)}: còn thiếu {needed - total}.",
        )


def _breakpoint(g: Replay, b: int) -> str:
    """The breakpoint as it stands, with what it is made of where that is more than what is printed."""
    base = g.s.bases[b - 1]
    needed = str(g.s.breakpoint(b))
    parts: list[str] = []
    if base.change:
        parts.append(f"{base.change:+d} {'do lá bài' if g.vi else 'by cards'}")
    if base.mp:
        parts.append(f"{base.mp:+d} {'do quái vật' if g.vi else 'by monsters'}")
    first = f"gốc {base.printed}" if g.vi else f"{base.printed} printed"
    return f"{needed} ({', '.join([first, *parts])})" if parts else needed


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
                f"{g.base(b, 'Base')} was ready: {total} power ({g.each(powers)}), breakpoint "
                f"{_breakpoint(g, b)}. It was not scored, and scoring a ready base is mandatory.",
                f"{g.base(b, 'Base')} đã đủ mốc: {total} sức mạnh ({g.each(powers)}), mốc "
                f"{_breakpoint(g, b)}. Vậy mà không ghi điểm; base đủ mốc thì bắt buộc phải ghi.",
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
                f"Slot {b} is still empty as {g.player(ev['p'])}'s turn starts. A base that leaves is "
                "replaced by a new one at once.",
                f"Ô {b} vẫn trống khi lượt của {g.player(ev['p'])} bắt đầu. Base rời bàn thì phải đặt ngay "
                "base mới thế chỗ.",
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
    powers: list[int] = s.powers(b)
    if left_out:
        g.violation(
            "SB-07",
            f"VP of {g.base(b)} went to {g.players(left_out)}, but sharing takes a minion or at least 1 "
            f"power there (power: {g.each(powers)}). Given: {g.each(given)}; due: {g.each(due)}.",
            f"VP của {g.base(b)} được chia cho {g.players(left_out)}, nhưng muốn được chia phải có minion "
            f"hoặc ít nhất 1 sức mạnh ở đó (sức mạnh: {g.each(powers)}). Đã chia: {g.each(given)}; đúng ra: "
            f"{g.each(due)}.",
        )
        return
    awards = ", ".join(str(n) for n in s.bases[b - 1].vp)
    tied = len({place for _, place, _ in places}) < len(places)
    g.violation(
        "SB-09" if tied else "SB-08",
        f"{g.base(b, 'Base')} gives VP {awards}. By power: {ranks(g, places, powers)}. "
        + ("Tied players all get the VP of the highest place that they share. " if tied else "")
        + f"Given: {g.each(given)}; due: {g.each(due)}.",
        f"{g.base(b, 'Base')} cho VP {awards}. Theo sức mạnh: {ranks(g, places, powers)}. "
        + ("Hòa thì đều nhận VP của hạng cao nhất mà họ cùng đứng. " if tied else "")
        + f"Đã chia: {g.each(given)}; đúng ra: {g.each(due)}.",
    )


def ranks(g: Replay, places: list[tuple[int, int, int]], powers: list[int]) -> str:
    """Who is in which place with how much power: `An 12 (place 1), Bình 8 (place 2)`."""
    word = "hạng" if g.vi else "place"
    return ", ".join(
        f"{g.player(p)} {powers[p - 1]} ({word} {place})" for p, place, _ in places
    ) or g.players([])


# -- the end --


def game_was_over(g: Replay, ev: Event) -> None:
    """SB-12: the game ends at the end of a turn in which one player alone leads with at least the goal."""
    s = g.s
    leader = s.leader() if s.turn else 0
    if leader:
        g.violation(
            "SB-12",
            f"{g.player(ev['p'])}'s turn starts, but the game was over: at the end of the turn before, "
            f"{g.player(leader)} alone led with at least {s.goal} VP ({g.each(s.vp)}).",
            f"Lượt của {g.player(ev['p'])} bắt đầu dù ván đã kết thúc: cuối lượt trước, {g.player(leader)} "
            f"một mình dẫn đầu với ít nhất {s.goal} VP ({g.each(s.vp)}).",
        )


def game_ends(g: Replay, ev: Event) -> None:
    """SB-12, SB-13: when the game ends, and who wins."""
    s = g.s
    if not s.leader():
        g.warning(
            "SB-12",
            f"The game was cut short: nobody alone leads with at least {s.goal} VP ({g.each(s.vp)}).",
            f"Ván dừng giữa chừng: chưa ai một mình dẫn đầu với ít nhất {s.goal} VP ({g.each(s.vp)}).",
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
            f"Recorded as winner: {g.players(winner)}. Every two Madness cards cost 1 VP: VP {g.each(s.vp)}, "
            f"Madness {g.each(s.madness)}, so {g.each(final)}. The winner is {g.players(leaders)} (a tie "
            "goes to fewer Madness cards).",
            f"Ghi người thắng: {g.players(winner)}. Cứ hai lá Madness trừ 1 VP: VP {g.each(s.vp)}, Madness "
            f"{g.each(s.madness)}, còn {g.each(final)}. Người thắng phải là {g.players(leaders)} (hòa thì ai "
            "ít Madness hơn thắng).",
        )
    else:
        tie = s.vp.count(max(s.vp)) > len(leaders)
        g.violation(
            "SB-12",
            f"Recorded as winner: {g.players(winner)}. By VP ({g.each(s.vp)}) it is {g.players(leaders)}"
            + (f": a tie goes to fewer Madness cards ({g.each(s.madness)})." if tie else "."),
            f"Ghi người thắng: {g.players(winner)}. Theo VP ({g.each(s.vp)}) phải là {g.players(leaders)}"
            + (f": hòa thì ai ít Madness hơn thắng ({g.each(s.madness)})." if tie else "."),
        )


# -- what is not there cannot be taken --


def taken_below_zero(g: Replay) -> None:
    """SB-15: minions, treasures, Madness cards and counters never fall below 0."""
    for what, who, b, there, taken in g.s.clamped:
        if what == "counter":
            english = f"{g.titan(who)} has {some(there, 'counter')}"
            vietnamese = f"{g.titan(who)} có {there} token"
        else:
            thing = {"minion": "minion", "treasure": "treasure", "madness": "Madness card"}[what]
            things_vi = {"minion": "minion", "treasure": "kho báu", "madness": "lá Madness"}[what]
            english = f"{g.player(who)} has {some(there, thing)}" + (f" at {g.base(b)}" if b else "")
            vietnamese = f"{g.player(who)} có {there} {things_vi}" + (f" ở {g.base(b)}" if b else "")
        g.violation(
            "SB-15",
            f"{english}, but the record takes {taken} away. Nothing falls below 0: 0 are left.",
            f"{vietnamese}, nhưng ghi là bị lấy đi {taken}. Không gì xuống dưới 0: còn lại 0.",
        )
    g.s.clamped.clear()
