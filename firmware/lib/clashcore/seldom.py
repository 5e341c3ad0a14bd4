"""Events of Smash Up that come a few times a game: bases changed, minions moved, notes, the end."""

from clashcore.plays import clear, fade, take


def _base_fix(s, ev):
    base = s.base(ev["b"])
    if ev.get("breakpoint") is not None:
        base.printed = ev["breakpoint"]
    if ev.get("vp") is not None:
        base.vp = list(ev["vp"])


def _base_out(s, ev):
    b = ev["b"]
    s.base(b)
    clear(s, b, ev["why"] == "replaced")


def _breakpoint(s, ev):
    s.base(ev["b"]).change += ev["n"]


def _goes(s, ev, source, target, i, j, b, to):
    # n minions of player i + 1 at `source` become those of j + 1 at `target`, with their power
    n = ev.get("n")
    if n is None:
        n = 1
    power = ev["power"]
    temp = ev.get("temp") or 0
    take(s, source.mn, i, -n, "minion", b)
    take(s, target.mn, j, n, "minion", to)
    source.pw[i] -= power
    target.pw[j] += power
    if temp:
        source.tmp[i] -= temp
        target.tmp[j] += temp
        s.fading = True


def _move(s, ev):
    b = ev["b"]
    to = ev["to"]
    source = s.base(b)
    target = s.base(to)
    if b != to:
        i = ev["p"] - 1
        _goes(s, ev, source, target, i, i, b, to)


def _control(s, ev):
    b = ev["b"]
    base = s.base(b)
    if ev["p"] != ev["q"]:
        _goes(s, ev, base, base, ev["p"] - 1, ev["q"] - 1, b, b)


def _note(s, ev):
    pass


def _end(s, ev):
    if s.fading:
        fade(s, 1, 0)
        s.fading = False
    s.debts = {}
    s.duel = None
    s.over = True
    winner = ev.get("winner")
    s.winner = s.leaders() if winner is None else list(winner)


DO = {
    "base.fix": _base_fix,
    "base.out": _base_out,
    "breakpoint": _breakpoint,
    "move": _move,
    "control": _control,
    "note": _note,
    "end": _end,
}
