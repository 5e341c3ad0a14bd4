"""BU: buried cards and their uncovering."""

from clashbox.rules.replay import Event, Replay


def new_turn(g: Replay, ev: Event) -> None:
    """A turn starts: one card may be uncovered."""
    g.late = g.opened = False


def phase_moves(g: Replay, ev: Event) -> None:
    """Another phase than start ends the start of the turn (BU-07)."""
    if ev["name"] != "start":
        g.late = True


def play_made(g: Replay, ev: Event) -> None:
    """So does a regular play; an extra one may come at the start of the turn (BU-07)."""
    if not ev.get("extra"):
        g.late = True


def uncovered(g: Replay, ev: Event) -> None:
    """BU-04: one's own cards. BU-07: at the start of one's own turn, one. DU-04: not during a duel."""
    s = g.s
    card = s.buried.get(ev["id"])
    if card is None:
        return
    p = ev["p"]
    name = g.player(p)
    if card[0] != p:
        g.violation(
            "BU-04",
            f"{name} uncovers card {ev['id']} at {g.base(card[1])}, which {g.player(card[0])} controls. Only "
            "its controller may uncover a buried card.",
            f"{name} mở lá chôn số {ev['id']} ở {g.base(card[1])}, do {g.player(card[0])} điều khiển. Chỉ "
            "người điều khiển mới được mở lá chôn.",
        )
    if ev.get("by"):
        return
    if s.duel:
        g.violation(
            "DU-04",
            f"{name} uncovers card {ev['id']} during the duel of {g.duellists()}. Until it ends that takes a "
            "card that says so.",
            f"{name} mở lá chôn số {ev['id']} giữa trận đấu của {g.duellists()}. Chưa đấu xong thì phải có "
            "lá cho phép mới được mở.",
        )
    elif p != s.turn:
        g.violation(
            "BU-07",
            f"{name} uncovers card {ev['id']} "
            + (f"in {g.player(s.turn)}'s turn" if s.turn else "before the first turn")
            + ". Without a card that says so it is done at the start of one's own turn only.",
            f"{name} mở lá chôn số {ev['id']} "
            + (f"trong lượt của {g.player(s.turn)}" if s.turn else "khi chưa vào lượt đầu tiên")
            + ". Không có lá cho phép thì chỉ được mở vào đầu lượt của mình.",
        )
    elif g.opened:
        g.violation(
            "BU-07",
            f"{name} uncovers card {ev['id']} after another one in the same turn. At the start of the turn "
            "it is one only; more need a card that says so.",
            f"{name} mở lá chôn số {ev['id']} sau khi đã mở một lá trong lượt này. Đầu lượt chỉ được mở một "
            "lá; muốn mở thêm phải có lá cho phép.",
        )
    elif g.late:
        g.violation(
            "BU-07",
            f"{name} uncovers card {ev['id']} when the start of the turn is over. Now that takes a card that "
            "says so.",
            f"{name} mở lá chôn số {ev['id']} khi đã qua đầu lượt. Lúc này muốn mở phải có lá cho phép.",
        )
    if p == s.turn:
        g.opened = True


def targeted(g: Replay, ev: Event) -> None:
    """BU-06: only what targets a card can be aimed at a buried one."""
    if ev["what"] == "buried" and g.facts.can_target(ev["card"], "buried") is False:
        g.violation(
            "BU-06",
            f"{g.card(ev['card'])} is aimed at a buried card, but face down it is neither a minion nor an "
            "action. Only what targets “a card” can be aimed at it.",
            f"{g.card(ev['card'])} nhắm vào lá chôn, nhưng khi đang úp nó không phải minion cũng không phải "
            "action. Chỉ lá ghi “một lá” mới nhắm được.",
        )
