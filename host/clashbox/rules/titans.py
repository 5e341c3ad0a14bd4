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
            f"{g.titan(slug)} is in play already (at {g.base(titan.base)}, controlled by "
            f"{g.player(titan.controller)}); playing it does nothing",
            f"{g.titan(slug)} đang trên bàn rồi (ở {g.base(titan.base)}, do {g.player(titan.controller)} "
            "điều khiển); đánh ra nữa cũng không có tác dụng",
        )
        return
    _one_titan(g, p, slug)
    if ev.get("instead"):
        _instead(g, p, ev["instead"])
    _allowed(g, ev, titan.owner if titan is not None else p)


def _one_titan(g: Replay, p: int, slug: str) -> None:
    """TI-04: whoever controls a titan in play cannot play another one."""
    for other, titan in g.s.titans.items():
        if titan.controller == p:
            g.violation(
                "TI-04",
                f"{g.player(p)} controls {g.titan(other)} at {g.base(titan.base)} and cannot play another "
                "titan",
                f"{g.player(p)} đang điều khiển {g.titan(other)} ở {g.base(titan.base)} nên không thể đánh "
                f"thêm Titan {g.titan(slug)}",
            )
            return


def _instead(g: Replay, p: int, kind: str) -> None:
    """TI-06: instead of a regular play only where that play is still there. DU-04: not during a duel."""
    s = g.s
    name = g.player(p)
    if s.duel:
        g.violation(
            "DU-04",
            f"{name} plays a titan instead of the regular {kind} during a duel; regular plays have to wait "
            "until it is over",
            f"{name} đánh Titan thay cho {kind} thường giữa trận đấu; lượt đánh thường phải chờ đấu xong",
        )
    elif p != s.turn:
        g.violation(
            "TI-06",
            f"it is not the turn of {name}: there is no regular {kind} play to give up for a titan",
            f"không phải lượt của {name}: không có lượt đánh {kind} thường nào để đổi lấy Titan",
        )
    elif not (s.phase == "play" or (s.phase == "start" and not s.told)):
        g.violation(
            "TI-06",
            f"the phase is {g.phase()}: a titan comes instead of the regular {kind} in Play Cards only",
            f"đang ở giai đoạn {g.phase()}: chỉ được đánh Titan thay cho {kind} thường trong giai đoạn "
            "đánh bài",
        )
    elif s.used(kind):
        g.violation(
            "TI-06",
            f"{name} has used the regular {kind} of this turn already; a titan cannot come instead of it",
            f"{name} đã dùng {kind} thường của lượt này; không thể đánh Titan thay cho nó nữa",
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
                f"{g.titan(slug)} belongs to {g.facts.name('faction', faction)}, and nobody plays that "
                "faction",
                f"{g.titan(slug)} thuộc phe {g.facts.name('faction', faction)}, mà không ai chơi phe đó",
            )
            owner = p
    if plays is False:
        g.violation(
            "TI-02",
            f"{g.card(by or '')} does not play {g.titan(slug)}; only a card that says so does",
            f"{g.card(by or '')} không cho đánh {g.titan(slug)}; phải có lá ghi rõ điều đó",
        )
    elif owner != p and by == "special":
        g.violation(
            "TI-22",
            f"{g.titan(slug)}'s own Special is its owner's, {g.player(owner)}'s; {g.player(p)} cannot use it",
            f"Special của {g.titan(slug)} chỉ chủ của nó là {g.player(owner)} được dùng; {g.player(p)} thì "
            "không",
        )
    elif owner != p and plays is None:
        g.warning(
            "TI-10",
            f"{g.titan(slug)} belongs to {g.player(owner)}; {g.player(p)} needs a card that names it to "
            f"play it, and " + ("none is recorded" if by is None else f"what {g.card(by)} does is not known"),
            f"{g.titan(slug)} là của {g.player(owner)}; {g.player(p)} cần một lá nêu đích danh nó mới đánh "
            f"được, mà " + ("không có lá nào được ghi lại" if by is None else f"chưa rõ {g.card(by)} làm gì"),
        )


def action_on_titan(g: Replay, ev: Event) -> None:
    """TI-23: an action goes on a minion or on a base."""
    if ev.get("on") == "titan" and ev["kind"] == "action":
        g.violation(
            "TI-23",
            f"{g.player(ev['p'])} plays an action on a titan; an action goes on a minion or on a base, as "
            "it says",
            f"{g.player(ev['p'])} đánh action lên Titan; action chỉ đặt lên minion hoặc base như lá ghi",
        )


# -- in play --


def moved(g: Replay, ev: Event) -> None:
    """TI-11: a move takes a titan that is in play to another base."""
    titan = g.s.titans.get(ev["titan"])
    if titan is None or not titan.base:
        g.violation(
            "TI-11",
            f"{g.titan(ev['titan'])} is not in play and cannot be moved",
            f"{g.titan(ev['titan'])} không có trên bàn nên không thể di chuyển",
        )
    elif titan.base == ev["b"]:
        g.violation(
            "TI-11",
            f"{g.titan(ev['titan'])} is at {g.base(ev['b'])} already; a move goes to another base",
            f"{g.titan(ev['titan'])} đã ở {g.base(ev['b'])}; di chuyển là sang base khác",
        )


def counters(g: Replay, ev: Event) -> None:
    """TI-17: out of play a titan holds no counters."""
    titan = g.s.titans.get(ev["titan"])
    if titan is None or not titan.base:
        g.violation(
            "TI-17",
            f"{g.titan(ev['titan'])} is not in play and holds no +1 counters",
            f"{g.titan(ev['titan'])} không có trên bàn nên không giữ token +1",
        )


def targeted(g: Replay, ev: Event) -> None:
    """TI-15: only what targets a card or a titan can be aimed at a titan."""
    if ev["what"] == "titan" and g.facts.can_target(ev["card"], "titan") is False:
        titan = g.titan(ev["titan"]) if ev.get("titan") else "a titan"
        titan_vi = g.titan(ev["titan"]) if ev.get("titan") else "Titan"
        g.violation(
            "TI-15",
            f"{g.card(ev['card'])} cannot be aimed at {titan}: a titan is neither a minion nor an action",
            f"{g.card(ev['card'])} không thể nhắm vào {titan_vi}: Titan không phải minion cũng không phải "
            "action",
        )


# -- clashes --


def leaves(g: Replay, ev: Event) -> None:
    """TI-17: what is out of play cannot leave. TI-13: leaving may settle a clash."""
    slug = ev["titan"]
    titan = g.s.titans.get(slug)
    if titan is None or not titan.base:
        g.warning(
            "TI-17",
            f"{g.titan(slug)} is not in play; it cannot leave",
            f"{g.titan(slug)} không có trên bàn nên không thể rời đi",
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
            f"titans do not clash at {g.base(b)}: it holds any number of them",
            f"Titan không va chạm ở {g.base(b)}: base này chứa bao nhiêu Titan cũng được",
        )
    elif owed:
        _settles(g, slug, owed)
    else:
        there = ", ".join(g.titan(t) for t in base.titans) or "–"
        g.violation(
            "TI-13",
            f"no clash of {g.titan(slug)} is owed at {g.base(b)} (titans there: {there})",
            f"{g.titan(slug)} không có va chạm nào phải giải quyết ở {g.base(b)} (Titan ở đó: {there})",
        )


def _outcome(g: Replay, owed: Owed) -> tuple[str, str, str]:
    """The loser of a clash owed, and why, in both languages."""
    b, newcomer, defender = owed
    mine, theirs, loser = verdict(g.s, newcomer, defender, b)
    titans = g.s.titans
    here, there = g.player(titans[newcomer].controller), g.player(titans[defender].controller)
    english = (
        f"{g.titan(newcomer)} ({here}) {mine} against {g.titan(defender)} ({there}) {theirs} at {g.base(b)}"
    )
    vietnamese = f"{g.titan(newcomer)} ({here}) {mine}, {g.titan(defender)} ({there}) {theirs} ở {g.base(b)}"
    if mine == theirs:
        english += f"; a tie is won by {g.titan(defender)}, which was there first"
        vietnamese += f"; hòa thì {g.titan(defender)} đến trước thắng"
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
        f"clash: {english}; {g.titan(loser)} has to leave, not {g.titan(slug)}"
        + ("; power that a titan itself gives may not have been recorded" if unsure else ""),
        f"va chạm: {vietnamese}; {g.titan(loser)} phải rời bàn, không phải {g.titan(slug)}"
        + ("; có thể sức mạnh do Titan tự cho chưa được ghi" if unsure else ""),
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
        loser, english, vietnamese = _outcome(g, clash)
        g.violation(
            "TI-13",
            f"clash not settled: {english}; {g.titan(loser)} has to leave",
            f"va chạm chưa giải quyết: {vietnamese}; {g.titan(loser)} phải rời bàn",
        )
