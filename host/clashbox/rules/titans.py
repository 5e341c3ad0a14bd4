"""TI: titans come, move, clash and leave."""

from clashcore.titans import verdict

from clashbox.rules.replay import VIOLATION, WARNING, Event, Replay

Owed = tuple[int, str, str]  # slot, newcomer, defender

# -- playing --


def played(g: Replay, ev: Event) -> None:
    """Who may play a titan, and when: TI-02, TI-04, TI-06, TI-09, TI-10, TI-21, TI-22."""
    s = g.s
    p, slug = ev["p"], ev["titan"]
    titan = s.titans.get(slug)
    if titan is not None and titan.base:
        g.violation(
            "TI-21",
            f"{g.player(p)} plays {g.titan(slug)}, but it is in play already (at {g.base(titan.base)}, "
            f"controlled by {g.player(titan.controller)}). Playing it again does nothing and brings no "
            "control.",
            f"{g.player(p)} đánh ra {g.titan(slug)}, nhưng nó đang trên bàn rồi (ở {g.base(titan.base)}, do "
            f"{g.player(titan.controller)} điều khiển). Đánh ra nữa không có tác dụng, cũng không giành được "
            "quyền điều khiển.",
        )
        return
    _one_titan(g, p, slug)
    if ev.get("instead"):
        _instead(g, p, ev["instead"], slug)
    _allowed(g, ev, titan.owner if titan is not None else p)


def _one_titan(g: Replay, p: int, slug: str) -> None:
    """TI-04: whoever controls a titan in play cannot play another one."""
    for other, titan in g.s.titans.items():
        if titan.controller == p:
            g.violation(
                "TI-04",
                f"{g.player(p)} plays {g.titan(slug)} while controlling {g.titan(other)} at "
                f"{g.base(titan.base)}. Whoever controls a titan in play cannot play another one.",
                f"{g.player(p)} đánh ra {g.titan(slug)} khi đang điều khiển {g.titan(other)} ở "
                f"{g.base(titan.base)}. Đang điều khiển một Titan thì không được đánh Titan khác.",
            )
            return


def _instead(g: Replay, p: int, kind: str, slug: str) -> None:
    """TI-06: instead of a regular play only where that play is still there. DU-04: not during a duel."""
    s = g.s
    played = f"{g.player(p)} plays {g.titan(slug)} instead of the regular {kind}"
    played_vi = f"{g.player(p)} đánh ra {g.titan(slug)} thay cho {kind} thường"
    if s.duel:
        g.violation(
            "DU-04",
            f"{played} during the duel of {g.duellists()}. Regular plays wait until it is over.",
            f"{played_vi} giữa trận đấu của {g.duellists()}. Lượt đánh thường phải chờ đấu xong.",
        )
    elif p != s.turn:
        whose = g.player(s.turn) if s.turn else None
        g.violation(
            "TI-06",
            played
            + (f" in {whose}'s turn" if whose else " before the first turn")
            + ". There is a regular play to give up only in one's own turn.",
            played_vi
            + (f" trong lượt của {whose}" if whose else " khi chưa vào lượt đầu tiên")
            + ". Chỉ trong lượt mình mới có lượt đánh thường để đổi.",
        )
    elif not (s.phase == "play" or (s.phase == "start" and not s.told)):
        g.violation(
            "TI-06",
            f"{played}, but the phase is {g.phase()}. That is possible in Play Cards only.",
            f"{played_vi}, nhưng đang là giai đoạn {g.phase()}. Chỉ được làm vậy trong giai đoạn Đánh bài.",
        )
    elif s.used(kind):
        g.violation(
            "TI-06",
            f"{played}, but this turn's regular {kind} play is used already. There is nothing left to give "
            "up.",
            f"{played_vi}, nhưng lượt đánh {kind} thường của lượt này đã dùng rồi. Không còn gì để đổi.",
        )


def _allowed(g: Replay, ev: Event, owner: int) -> None:
    """TI-02, TI-09, TI-10, TI-22: a card says so; a titan of somebody else needs a card that names it."""
    p, slug, by = ev["p"], ev["titan"], ev.get("by")
    plays = None if by is None or by == "special" else g.facts.plays_titan(by, slug)
    if g.factions is not None:
        faction = g.facts.titan_faction(slug)
        if faction not in g.factions:
            g.violation(
                "TI-09",
                f"{g.player(p)} plays {g.titan(slug)}. It belongs to the faction "
                f"{g.facts.name('faction', faction)}, and nobody in this game plays that one.",
                f"{g.player(p)} đánh ra {g.titan(slug)}. Titan này thuộc phe "
                f"{g.facts.name('faction', faction)}, mà ván này không ai chơi phe đó.",
            )
            owner = p
    if plays is False:
        g.violation(
            "TI-02",
            f"{g.player(p)} plays {g.titan(slug)} by {g.card(by or '')}, which does not play it. A titan "
            "comes only when a card says so.",
            f"{g.player(p)} dùng {g.card(by or '')} để ra {g.titan(slug)}, nhưng lá đó không cho đánh Titan "
            "này. Chỉ được ra Titan khi có lá ghi như vậy.",
        )
    elif owner != p and by == "special":
        g.violation(
            "TI-22",
            f"{g.player(p)} plays {g.titan(slug)} by its own Special, but it belongs to {g.player(owner)}. "
            "Only the owner can use a titan's Special to play it.",
            f"{g.player(p)} dùng Special của {g.titan(slug)} để ra nó, nhưng nó là của {g.player(owner)}. "
            "Chỉ chủ mới được dùng Special của Titan để ra nó.",
        )
    elif owner != p and plays is None:
        g.warning(
            "TI-10",
            f"{g.player(p)} plays {g.titan(slug)}, which belongs to {g.player(owner)}. That takes a card "
            "that names it, and "
            + ("none is recorded." if by is None else f"what {g.card(by)} does is not known."),
            f"{g.player(p)} đánh ra {g.titan(slug)}, vốn là của {g.player(owner)}. Muốn vậy phải có lá nêu "
            "đích danh nó, mà "
            + ("không thấy ghi lá nào." if by is None else f"chưa rõ {g.card(by)} làm gì."),
        )


def action_on_titan(g: Replay, ev: Event) -> None:
    """TI-23: an action goes on a minion or on a base."""
    if ev.get("on") == "titan" and ev["kind"] == "action":
        g.violation(
            "TI-23",
            f"{g.player(ev['p'])} plays an action{g.named(ev)} on a titan. An action goes on a minion or on "
            "a base, as it says; none goes on a titan.",
            f"{g.player(ev['p'])} đặt action{g.named(ev)} lên Titan. Action chỉ đặt lên minion hoặc base như "
            "lá ghi, không lá nào đặt lên Titan được.",
        )


# -- in play --


def moved(g: Replay, ev: Event) -> None:
    """TI-11: a move takes a titan that is in play to another base."""
    titan = g.s.titans.get(ev["titan"])
    if titan is None or not titan.base:
        g.violation(
            "TI-11",
            f"{g.titan(ev['titan'])} moves to {g.base(ev['b'])}, but it is not in play. Only a titan in play "
            "can be moved.",
            f"{g.titan(ev['titan'])} di chuyển đến {g.base(ev['b'])}, nhưng nó không có trên bàn. Chỉ di "
            "chuyển được Titan đang trên bàn.",
        )
    elif titan.base == ev["b"]:
        g.violation(
            "TI-11",
            f"{g.titan(ev['titan'])} moves to {g.base(ev['b'])}, where it is already. A move goes to another "
            "base.",
            f"{g.titan(ev['titan'])} di chuyển đến {g.base(ev['b'])}, nhưng nó đang ở đó rồi. Di chuyển là "
            "sang base khác.",
        )


def counters(g: Replay, ev: Event) -> None:
    """TI-17: out of play a titan holds no counters."""
    titan = g.s.titans.get(ev["titan"])
    if titan is None or not titan.base:
        g.violation(
            "TI-17",
            f"The counters on {g.titan(ev['titan'])} change ({ev['n']:+d}), but it is not in play. A titan "
            "out of play holds no counters.",
            f"Token trên {g.titan(ev['titan'])} thay đổi ({ev['n']:+d}), nhưng nó không có trên bàn. Titan "
            "ngoài bàn không giữ token nào.",
        )


def targeted(g: Replay, ev: Event) -> None:
    """TI-15: only what targets a card or a titan can be aimed at a titan."""
    if ev["what"] == "titan" and g.facts.can_target(ev["card"], "titan") is False:
        titan = g.titan(ev["titan"]) if ev.get("titan") else "a titan"
        titan_vi = g.titan(ev["titan"]) if ev.get("titan") else "Titan"
        g.violation(
            "TI-15",
            f"{g.card(ev['card'])} is aimed at {titan}, but a titan is neither a minion nor an action. Only "
            "what targets “a card” or “a titan” can be aimed at it.",
            f"{g.card(ev['card'])} nhắm vào {titan_vi}, nhưng Titan không phải minion cũng không phải "
            "action. Chỉ lá ghi “một lá” hoặc “một Titan” mới nhắm được.",
        )


# -- clashes --


def leaves(g: Replay, ev: Event) -> None:
    """TI-17: what is out of play cannot leave. TI-13: leaving may settle a clash."""
    slug = ev["titan"]
    titan = g.s.titans.get(slug)
    if titan is None or not titan.base:
        g.warning(
            "TI-17",
            f"{g.titan(slug)} leaves play, but it is not in play: it lies beside its owner's deck already.",
            f"{g.titan(slug)} rời bàn, nhưng nó vốn không có trên bàn: nó đang nằm cạnh bộ bài của chủ.",
        )
        return
    owed: list[Owed] = [o for o in g.s.owed if slug in o[1:]]
    if owed:
        _settles(g, slug, owed)


def clashes(g: Replay, ev: Event) -> None:
    """TI-14: no clash at Kaiju Island. TI-13: a clash where one is owed, and the loser leaves."""
    b, slug = ev["b"], ev["out"]
    base = g.s.bases[b - 1]
    if base is None:
        return
    owed: list[Owed] = [o for o in g.s.owed if o[0] == b and slug in o[1:]]
    if base.island:
        g.violation(
            "TI-14",
            f"A clash is recorded at {g.base(b)}, and {g.titan(slug)} leaves. This base holds any number of "
            "titans; they do not clash there.",
            f"Ghi va chạm ở {g.base(b)} và {g.titan(slug)} rời bàn. Base này chứa bao nhiêu Titan cũng được, "
            "ở đó chúng không va chạm.",
        )
    elif owed:
        _settles(g, slug, owed)
    else:
        there = ", ".join(g.titan(t) for t in base.titans) or "–"
        g.violation(
            "TI-13",
            f"A clash is recorded at {g.base(b)}, and {g.titan(slug)} leaves, but none of its clashes is to "
            f"be settled there (titans there: {there}).",
            f"Ghi va chạm ở {g.base(b)} và {g.titan(slug)} rời bàn, nhưng ở đó nó không có va chạm nào phải "
            f"giải quyết (Titan ở đó: {there}).",
        )


def _outcome(g: Replay, owed: Owed) -> tuple[str, str, str]:
    """The loser of a clash owed; who had what power there and why one has to leave, in both languages."""
    b, newcomer, defender = owed
    mine, theirs, loser = verdict(g.s, newcomer, defender, b)
    titans = g.s.titans
    here, there = g.player(titans[newcomer].controller), g.player(titans[defender].controller)
    english = (
        f"{g.titan(newcomer)} ({here}, {mine} power) came to {g.titan(defender)} ({there}, {theirs} power). "
        + ("A tie goes to the titan that was there first" if mine == theirs else "The lower power loses")
        + f": {g.titan(loser)} has to leave"
    )
    vietnamese = (
        f"{g.titan(newcomer)} ({here}, sức mạnh {mine}) đến chỗ {g.titan(defender)} ({there}, sức mạnh "
        f"{theirs}). "
        + ("Hòa thì Titan đến trước ở lại" if mine == theirs else "Sức mạnh thấp hơn thì thua")
        + f": {g.titan(loser)} phải rời bàn"
    )
    return loser, english, vietnamese


def _settles(g: Replay, slug: str, owed: list[Owed]) -> None:
    """TI-13: the titan with the lower power leaves; a tie is the defender's."""
    for clash in owed:
        loser, english, vietnamese = _outcome(g, clash)
        if loser == slug:
            return
    clash = owed[0]
    loser, english, vietnamese = _outcome(g, clash)
    unsure = g.facts.grants_power(clash[1]) or g.facts.grants_power(clash[2])
    g.add(
        "TI-13",
        WARNING if unsure else VIOLATION,
        f"Clash at {g.base(clash[0])}: {english}, not {g.titan(slug)}."
        + (" (Power that a titan itself gives may not have been recorded.)" if unsure else ""),
        f"Va chạm ở {g.base(clash[0])}: {vietnamese}, không phải {g.titan(slug)}."
        + (" (Có thể sức mạnh do Titan tự cho chưa được ghi.)" if unsure else ""),
    )


def clash_due(g: Replay, ev: Event) -> None:
    """TI-13: a clash is settled before the game goes on."""
    owed: list[Owed] = g.s.owed
    if not owed:
        if g.unsettled:
            g.unsettled.clear()
        return
    g.unsettled.intersection_update(owed)
    for clash in owed:
        if clash in g.unsettled:
            continue
        if ev["ev"] == "titan.move" and ev["titan"] in clash[1:] and ev["b"] != clash[0]:
            continue  # it walks away from the clash
        g.unsettled.add(clash)
        _, english, vietnamese = _outcome(g, clash)
        g.violation(
            "TI-13",
            f"The clash at {g.base(clash[0])} was not settled: {english}.",
            f"Va chạm ở {g.base(clash[0])} chưa giải quyết: {vietnamese}.",
        )
