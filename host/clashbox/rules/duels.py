"""DU: duels from their start to their pay."""

from clashcore.modules import won as outcome

from clashbox.rules.replay import Event, Replay

HONORABLE_COMBAT = "samurai/honorable-combat"
_SIDES = {"p": (0,), "q": (1,), "both": (0, 1), "none": ()}


def starts(g: Replay, ev: Event) -> None:
    """DU-05: no duel within a duel. DU-01: two different players."""
    if g.s.duel:
        g.violation(
            "DU-05",
            f"{g.player(ev['p'])} starts a duel with {g.player(ev['q'])} during the duel of {g.duellists()}. "
            "A duel that would start within a duel is skipped.",
            f"{g.player(ev['p'])} mở trận đấu với {g.player(ev['q'])} giữa trận đấu của {g.duellists()}. "
            "Đang đấu mà có trận đấu mới thì trận mới bị bỏ qua.",
        )
    elif ev["p"] == ev["q"]:
        g.violation(
            "DU-01",
            f"{g.player(ev['p'])} is recorded as challenger and as challenged. The two minions of a duel are "
            "controlled by two different players.",
            f"{g.player(ev['p'])} vừa là người khiêu chiến vừa là người bị khiêu chiến. Hai minion đấu nhau "
            "phải do hai người khác nhau điều khiển.",
        )


def card_laid(g: Replay, ev: Event) -> None:
    """DU-03: the challenger's card first, then the challenged one's, one each."""
    duel = g.s.duel
    p = ev["p"]
    name = g.player(p)
    if not duel:
        g.violation(
            "DU-03",
            f"{name} reveals a duel card, but no duel is going on.",
            f"{name} lật lá đấu, nhưng không có trận đấu nào đang diễn ra.",
        )
        return
    challenger, challenged, laid = duel[0], duel[1], duel[4]
    if p not in (challenger, challenged):
        g.violation(
            "DU-03",
            f"{name} reveals a duel card in the duel of {g.duellists()}. Only these two may lay one.",
            f"{name} lật lá đấu trong trận đấu của {g.duellists()}. Chỉ hai người này được đặt lá đấu.",
        )
    elif laid & (1 if p == challenger else 2):
        g.violation(
            "DU-03",
            f"{name} reveals a second duel card in the duel of {g.duellists()}. Each of the two may lay one.",
            f"{name} lật lá đấu lần nữa trong trận đấu của {g.duellists()}. Mỗi bên chỉ được đặt một lá.",
        )
    elif p != challenger and not laid & 1:
        g.violation(
            "DU-03",
            f"{name} reveals before {g.player(challenger)}. The challenger, {g.player(challenger)}, comes "
            "first, also where no card was laid.",
            f"{name} lật lá đấu trước {g.player(challenger)}. Người khiêu chiến là {g.player(challenger)} "
            "phải đi trước, kể cả khi không đặt lá nào.",
        )


def ends(g: Replay, ev: Event) -> None:
    """DU-07: undecided unless both are together. DU-08: the higher power wins, a tie has two winners."""
    duel = g.s.duel
    if not duel:
        g.violation(
            "DU-07",
            "The end of a duel is recorded, but no duel is going on.",
            "Ghi kết thúc trận đấu, nhưng không có trận đấu nào đang diễn ra.",
        )
        return
    p, q = duel[0], duel[1]
    mine, theirs = ev["power"]
    won = ev["won"]
    if not ev["together"]:
        if won != "none":
            g.violation(
                "DU-07",
                f"The duel of {g.player(p)} ({mine}) and {g.player(q)} ({theirs}) is recorded as "
                f"{_won(g, won)}, but the two minions are no longer in play on one base. So nobody wins, "
                "nobody loses, and it has no effect.",
                f"Trận đấu của {g.player(p)} ({mine}) và {g.player(q)} ({theirs}) được ghi là "
                f"{_won(g, won)}, nhưng hai minion không còn trên bàn ở cùng một base. Vì vậy không ai "
                "thắng, không ai thua, không có hiệu ứng.",
            )
    else:
        right = outcome(mine, theirs, True)
        if won != right:
            tie = right == "both"
            g.violation(
                "DU-08",
                f"The duel of {g.player(p)} ({mine}) and {g.player(q)} ({theirs}) is recorded as "
                f"{_won(g, won)}. "
                + (
                    "At a tie both minions are winners and losers."
                    if tie
                    else f"The higher power wins, so it is {_won(g, right)}."
                ),
                f"Trận đấu của {g.player(p)} ({mine}) và {g.player(q)} ({theirs}) được ghi là "
                f"{_won(g, won)}. "
                + (
                    "Hòa thì cả hai minion vừa thắng vừa thua."
                    if tie
                    else f"Sức mạnh cao hơn thì thắng: phải là {_won(g, right)}."
                ),
            )
    if duel[3] == HONORABLE_COMBAT:
        control = ev.get("control") or [p, q]
        due = [0] * g.s.players
        for side in _SIDES[won]:
            due[control[side] - 1] += 1
        g.pay = (due, [0] * g.s.players)


def _won(g: Replay, won: str) -> str:
    """How the duel that is on ended, as `won` has it: `won by An`."""
    if won == "both":
        return "cả hai cùng thắng" if g.vi else "won by both"
    if won == "none":
        return "không ai thắng" if g.vi else "won by nobody"
    name = g.player(g.s.duel[0 if won == "p" else 1])
    return f"{name} thắng" if g.vi else f"won by {name}"


def vp_gained(g: Replay, ev: Event) -> None:
    """DU-12: counts what is gained after Honorable Combat; the table mending its count is no gain."""
    if g.pay and ev.get("why") != "fix":
        g.pay[1][ev["p"] - 1] += ev["n"]


def pay_due(g: Replay, ev: Event) -> None:
    """DU-12: Honorable Combat gives the controller of each winning minion 1 VP."""
    if not g.pay:
        return
    due, gained = g.pay
    g.pay = None
    if due != gained:
        g.violation(
            "DU-12",
            f"VP gained for the duel by Honorable Combat: {g.each(gained)}. The controller of each winning "
            f"minion gets 1 VP; due: {g.each(due)}.",
            f"VP đã nhận sau trận đấu do Honorable Combat: {g.each(gained)}. Người điều khiển mỗi minion "
            f"thắng được 1 VP; đúng ra: {g.each(due)}.",
        )


def not_ended(g: Replay, ev: Event) -> None:
    """DU-07: a duel is ended before the game goes on."""
    if g.s.duel:
        g.violation(
            "DU-07",
            f"The duel of {g.duellists()} was not ended. It is decided before anything else goes on.",
            f"Trận đấu của {g.duellists()} chưa kết thúc. Phải đấu xong rồi mới chơi tiếp.",
        )
