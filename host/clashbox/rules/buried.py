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
            f"{name} uncovers a card that {g.player(card[0])} controls; only its controller may",
            f"{name} mở lá chôn do {g.player(card[0])} điều khiển; chỉ người điều khiển được mở",
        )
    if ev.get("by"):
        return
    if s.duel:
        g.violation(
            "DU-04",
            f"{name} uncovers a card during a duel without a card that says so",
            f"{name} mở lá chôn giữa trận đấu mà không có lá nào cho phép",
        )
    elif p != s.turn:
        g.violation(
            "BU-07",
            f"{name} uncovers a card, but it is not the start of the turn of {name}",
            f"{name} mở lá chôn, nhưng không phải đầu lượt của {name}",
        )
    elif g.opened:
        g.violation(
            "BU-07",
            f"{name} has uncovered a card in this turn already; a second one needs a card that says so",
            f"{name} đã mở một lá chôn trong lượt này; lá thứ hai cần có lá cho phép",
        )
    elif g.late:
        g.violation(
            "BU-07",
            f"the start of the turn of {name} is over; uncovering now needs a card that says so",
            f"đã qua đầu lượt của {name}; lúc này muốn mở phải có lá cho phép",
        )
    if p == s.turn:
        g.opened = True


def targeted(g: Replay, ev: Event) -> None:
    """BU-06: only what targets a card can be aimed at a buried one."""
    if ev["what"] == "buried" and g.facts.can_target(ev["card"], "buried") is False:
        g.violation(
            "BU-06",
            f"{g.card(ev['card'])} cannot be aimed at a buried card: face down it is neither a minion nor "
            "an action",
            f"{g.card(ev['card'])} không thể nhắm vào lá chôn: khi đang úp nó không phải minion cũng không "
            "phải action",
        )
