"""An event as one short line, for the log and for what an undo took back."""

from clashdevice.screens._frame import signed


def say(app, ev):
    """What happened, as a player would say it."""
    t = app.t
    game = app.game
    kind = ev["ev"]
    if kind in ("draw", "place", "effect"):
        from clashdevice.screens import _troops

        return _troops.say(app, ev)
    p = ev.get("p", 0)
    who = game.names[p - 1] if 0 < p <= len(game.names) else ""
    b = ev.get("b", 0)
    at = "%s B%d" % (who, b) if who else "B%d" % b
    n = ev.get("n", 0)
    if kind == "power":
        return at + " " + signed(n) + (" " + t("say.turn.only") if ev.get("until") else "")
    if kind == "play":
        if ev["kind"] == "minion":
            return "%s: minion %s" % (at if b else who, ev.get("power", ""))
        return who + ": action"
    if kind == "minion":
        return "%s: %s minion (%s)" % (at, signed(n), signed(ev.get("power", 0)))
    if kind in ("move", "control"):
        to = "B%d" % ev["to"] if kind == "move" else game.names[ev["q"] - 1]
        return "%s → %s: %d" % (at, to, ev["power"])
    if kind == "vp":
        return "%s %s VP" % (who, signed(n))
    if kind == "medal":
        return who + " " + signed(n) + " " + t("medals" if abs(n) > 1 else "medal")
    if kind == "base":
        return t("say.base", b, app.cards.base_name(ev["card"]) if "card" in ev else ev.get("breakpoint", ""))
    if kind == "score":
        return t("say.score", b) + " " + "·".join([str(v) for v in ev.get("vp", ())])
    if kind in ("titan.play", "titan.move"):
        return t("say.titan", app.cards.titan_name(ev["titan"]), b)
    if kind == "counter":
        return app.cards.titan_name(ev["titan"]) + " " + signed(n)
    if kind == "titan.out":
        return t("say.titan.out", app.cards.titan_name(ev["titan"]))
    if kind == "clash":
        return t("say.clash", b, app.cards.titan_name(ev["out"]))
    if kind == "breakpoint":
        return t("say.breakpoint", b, signed(n))
    if kind == "base.out":
        return t("say.base.out", b)
    if kind == "duel":
        return t("say.duel", who, game.names[ev["q"] - 1], b)
    if kind == "treasure.out":
        kind, n = "treasure", -n
    return t("say." + kind, who or b, signed(n), b)
