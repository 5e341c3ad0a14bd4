"""What is said of troops, special bases and refusals of Toy Battle, and which effects are open."""

from clashcore.toybattle import COPIES, RACK, TROOPS

from clashdevice.screens._spots import NAMES, full

_EFFECTS = ("", "draw", "", "discard", "", "rack-discard", "draw", "")
_MOST = 2


def say(app, ev):
    """A draw, placement or effect as one short line."""
    t = app.t
    kind = ev["ev"]
    who = app.game.names[ev["p"] - 1]
    if kind == "draw":
        return t("toy.drew", who, ev["n"])
    if kind == "place":
        return "%s: %s → %s" % (who, full(TROOPS.index(ev["troop"])), ev["at"])
    text = "%s: %s" % (who, t("toy." + ev["kind"]))
    for key in ("at", "to"):
        if key in ev:
            text += " → " + ev[key]
    if "troop" in ev:
        text += " " + NAMES[TROOPS.index(ev["troop"])]
    return text


def refused(app, state, p, troop, at):
    """Why p cannot place that troop on that node now, as a sentence; empty where it can."""
    t = app.t
    rule, _ = state.sequence(p)
    if rule:
        return t("toy.turn", app.game.names[2 - p])
    if not state.rack[p - 1]:
        return t("toy.norack")
    if state.seen(p, troop) >= COPIES:
        return t("toy.gone", NAMES[TROOPS.index(troop)])
    rule = state.legal(p, troop, at)
    node = state.board.index(at)
    if rule == "TB-05":
        if state.board.hq[node]:
            return t("toy.ownhq")
        return t("toy.stronger", full(state.top(node)))
    if rule == "TB-18":
        gate = state.board.gate[node]
        return t("toy.gate", " ".join([str(n) for n in range(1, 8) if gate >> n & 1]))
    return t("toy.cut") if rule else ""


def undrawable(app, state, p):
    """Why p cannot draw now; empty where it can."""
    rule, _ = state.sequence(p, True)
    if rule:
        return app.t("toy.turn", app.game.names[2 - p])
    if state.rack[p - 1] >= RACK:
        return app.t("toy.full")
    return "" if state.reserve[p - 1] else app.t("toy.noreserve")


def pending(state, passed):
    """The next step that the placement before leaves open, or None.

    A pair: the kind of an effect ("place" for Cap'n's further placement), and its bit in `passed`, the steps
    that were declined: 1 the troop's, 2 Cap'n's, from 4 on the special bases'.
    """
    if state.over or not state.who:
        return None
    kind = _EFFECTS[state.troop]
    if kind and not state.used and not state.fired and not passed & 1 and state.kind(state.node) != "nullify":
        if choices(state, kind, True):
            return kind, 1
    if state.more == "capn" and not state.fired and not passed & 2 and state.rack[state.who - 1]:
        return "place", 2
    for i in range(state.next, len(state.waiting)):
        node, used = state.waiting[i]
        kind = state.kind(node)
        if not used and not passed & 4 << i and choices(state, kind, False):
            return kind, 4 << i
    return None


def choices(state, kind, by_troop):
    """The ways to use an effect, as events without `ev`; those of a shove are its targets, without `to`."""
    p = state.who
    found = []
    board = state.board
    ev = {"p": p, "kind": kind}
    if kind == "draw":
        ev["of"] = "troop" if by_troop else "base"
        most = _MOST if by_troop and state.troop == 1 else 1
        ev["n"] = min(most, RACK - state.rack[p - 1], state.reserve[p - 1])
        return [ev] if ev["n"] > 0 else found
    if kind == "exhume":
        for troop in TROOPS:
            ev["troop"] = troop
            if not state.effect_fault(ev):
                found.append(dict(ev))
        return found
    if kind in ("discard", "recall", "shove"):
        for i in range(len(board.ids)):
            ev["at"] = board.ids[i]
            if kind == "shove":
                if board.hq[i]:
                    continue
                ev["to"] = ev["at"]
                ways = targets(state, ev)
                if ways:
                    found.append({"p": p, "kind": kind, "at": ev["at"], "to": ways[0]})
            elif not state.effect_fault(ev):
                found.append(dict(ev))
        return found
    if state.effect_fault(ev):
        return found
    found.append(ev)
    if kind == "rack-discard":  # nobody need say which, but an exhumed troop is known then
        found += [dict(ev, troop=troop) for troop in TROOPS if state.seen(3 - p, troop) < COPIES]
    return found


def targets(state, ev):
    """Where a shoved troop may go: names of nodes."""
    found = []
    board = state.board
    for j in board.near[board.index(ev["at"])]:
        ev["to"] = board.ids[j]
        if not state.effect_fault(ev):
            found.append(ev["to"])
    return found
