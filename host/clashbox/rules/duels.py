"""DU: duels from their start to their pay."""

from clashcore.modules import won as outcome

from clashbox.rules.replay import Event, Replay

HONORABLE_COMBAT = "samurai/honorable-combat"
_SIDES = {"p": (0,), "q": (1,), "both": (0, 1), "none": ()}


def starts(g: Replay, ev: Event) -> None:
    """DU-05: no duel within a duel. DU-01: two different players."""
    if g.s.duel:
        p, q = g.s.duel[:2]
        g.violation(
            "DU-05",
            f"the duel of {g.player(p)} and {g.player(q)} is still on; a duel that would start now is "
            "skipped",
            f"{g.player(p)} và {g.player(q)} còn đang đấu; trận đấu lẽ ra bắt đầu lúc này bị bỏ qua",
        )
    elif ev["p"] == ev["q"]:
        g.violation(
            "DU-01",
            f"{g.player(ev['p'])} duels with themselves; the two minions belong to two different players",
            f"{g.player(ev['p'])} tự đấu với mình; hai minion phải thuộc hai người chơi khác nhau",
        )


def card_laid(g: Replay, ev: Event) -> None:
    """DU-03: the challenger's card first, then the challenged one's, one each."""
    duel = g.s.duel
    p = ev["p"]
    name = g.player(p)
    if not duel:
        g.violation(
            "DU-03",
            f"{name} reveals a duel card, but there is no duel",
            f"{name} lật lá đấu, nhưng không có trận đấu nào",
        )
        return
    challenger, challenged, laid = duel[0], duel[1], duel[4]
    if p not in (challenger, challenged):
        g.violation(
            "DU-03",
            f"{name} reveals a duel card in the duel of {g.player(challenger)} and {g.player(challenged)}",
            f"{name} lật lá đấu trong trận đấu của {g.player(challenger)} và {g.player(challenged)}",
        )
    elif laid & (1 if p == challenger else 2):
        g.violation(
            "DU-03",
            f"{name} has revealed a duel card in this duel already; each may lay one",
            f"{name} đã lật lá đấu trong trận này rồi; mỗi bên chỉ một lá",
        )
    elif p != challenger and not laid & 1:
        g.violation(
            "DU-03",
            f"{name} is the challenged one; the challenger {g.player(challenger)} reveals first",
            f"{name} là người bị khiêu chiến; người khiêu chiến {g.player(challenger)} phải lật trước",
        )


def ends(g: Replay, ev: Event) -> None:
    """DU-07: undecided unless both are together. DU-08: the higher power wins, a tie has two winners."""
    duel = g.s.duel
    if not duel:
        g.violation("DU-07", "a duel ends, but there is none", "kết thúc đấu, nhưng không có trận đấu nào")
        return
    p, q = duel[0], duel[1]
    mine, theirs = ev["power"]
    won = ev["won"]
    if not ev["together"]:
        if won != "none":
            g.violation(
                "DU-07",
                f"the minions of {g.player(p)} and {g.player(q)} are no longer together on one base: the "
                "duel ends with no winner and no loser",
                f"minion của {g.player(p)} và {g.player(q)} không còn cùng một base: đấu kết thúc, không "
                "ai thắng, không ai thua",
            )
    else:
        right = outcome(mine, theirs, True)
        if won != right:
            powers = f"{g.player(p)} {mine}, {g.player(q)} {theirs}"
            if right == "both":
                g.violation(
                    "DU-08",
                    f"the duel is tied ({powers}): both minions are winners and losers",
                    f"trận đấu hòa ({powers}): cả hai minion đều vừa thắng vừa thua",
                )
            else:
                winner = g.player(p if right == "p" else q)
                g.violation(
                    "DU-08",
                    f"the higher power wins the duel ({powers}): the winner is {winner}'s minion",
                    f"sức mạnh cao hơn thắng đấu ({powers}): minion của {winner} thắng",
                )
    if duel[3] == HONORABLE_COMBAT:
        control = ev.get("control") or [p, q]
        due = [0] * g.s.players
        for side in _SIDES[won]:
            due[control[side] - 1] += 1
        g.pay = (due, [0] * g.s.players)


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
            f"Honorable Combat gives 1 VP for each winning minion to its controller; due: {g.each(due)}; "
            f"gained: {g.each(gained)}",
            f"Honorable Combat cho người điều khiển mỗi minion thắng 1 VP; đúng ra: {g.each(due)}; đã "
            f"nhận: {g.each(gained)}",
        )


def not_ended(g: Replay, ev: Event) -> None:
    """DU-07: a duel is ended before the game goes on."""
    if g.s.duel:
        p, q = g.s.duel[:2]
        g.violation(
            "DU-07",
            f"the duel of {g.player(p)} and {g.player(q)} was never ended",
            f"trận đấu của {g.player(p)} và {g.player(q)} chưa kết thúc",
        )
