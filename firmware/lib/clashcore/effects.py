"""The effects of troops and special bases in Toy Battle (TB-08, TB-14, TB-17, TB-19).

`judge` names the rule that an `effect` breaks with a key for the sentence: who (not the player who placed
last), none (nobody has it), again (used up), order (a troop's after a base's, or a base's after a later one),
nullify, target (not visible, wrong side, not adjacent, not there), own (the troop just placed there), to (not
next to it), many, rack (past 8), empty (the enemy's rack).
"""

from clashcore.toybattle import RACK, TROOPS, UNKNOWN

_KINDS = ("", "draw", "", "discard", "", "rack-discard", "draw", "")
_DRAWS = (0, 2, 0, 0, 0, 0, 1, 0)


def judge(game, ev: dict) -> "tuple[str, str, int]":
    """(rule or "", key, what it uses up: -1 the troop's effect, from 0 a waiting base, -2 nothing)."""
    kind = ev["kind"]
    if ev["p"] != game.who:
        return "TB-08", "who", -2
    by_troop = kind == "discard" or kind == "rack-discard"
    if kind == "draw":
        of = ev.get("of")
        by_troop = of == "troop" or (of is None and _KINDS[game.troop] == "draw" and not game.used)
    return _judge_troop(game, ev, kind) if by_troop else _judge_base(game, ev, kind)


def _judge_troop(game, ev: dict, kind: str) -> "tuple[str, str, int]":
    if _KINDS[game.troop] != kind:
        return "TB-08", "none", -2
    if game.kind(game.node) == "nullify":
        return "TB-19", "nullify", -1
    if game.used:
        return "TB-08", "again", -2
    if game.fired:
        return "TB-08", "order", -1
    p = ev["p"]
    if kind == "draw":
        most = _DRAWS[game.troop]
        n = _drawn(game, ev, most)
        if n > most or n > game.reserve[p - 1]:
            return "TB-17", "many", -1
        if game.rack[p - 1] + n > RACK:
            return "TB-04", "rack", -1
    elif kind == "discard":
        at = game.board.index(ev["at"])
        if at not in game.board.near[game.node] or not game.visible(3 - p, at):
            return "TB-14", "target", -1
    elif not game.rack[2 - p]:
        return "TB-04", "empty", -1
    return "", "", -1


def _judge_base(game, ev: dict, kind: str) -> "tuple[str, str, int]":
    # The first base in the order taken that may still fire and whose terms fit is the one that fired.
    rule = key = ""
    blamed = -2
    passed = -2
    passed_fits = found = False
    for i in range(len(game.waiting)):
        node, used = game.waiting[i]
        if game.kind(node) != kind:
            continue
        found = True
        if used:
            continue
        wrong, word = _terms(game, ev, kind, node)
        if i < game.next:
            if passed < 0 or not (wrong or passed_fits):
                passed = i
                passed_fits = not wrong
        elif not wrong:
            return "", "", i
        elif not rule:
            rule, key, blamed = wrong, word, i
    if passed >= 0 and (passed_fits or not rule):
        return "TB-08", "order", passed
    if rule:
        return rule, key, blamed
    return "TB-08", "again" if found else "none", -2


def _terms(game, ev: dict, kind: str, node: int) -> "tuple[str, str]":
    # What a special base's own terms have against it: (rule or "", key).
    p = ev["p"]
    room = ("TB-04", "rack") if game.rack[p - 1] >= RACK else ("", "")
    if kind == "draw":
        n = _drawn(game, ev, 1)
        if n > 1 or n > game.reserve[p - 1]:
            return "TB-19", "many"
        return ("TB-04", "rack") if game.rack[p - 1] + n > RACK else ("", "")
    if kind == "recall":
        at = game.board.index(ev["at"])
        if not game.visible(p, at):
            return "TB-14", "target"
        return ("TB-19", "own") if at == node else room
    if kind == "shove":
        at = game.board.index(ev["at"])
        to = game.board.index(ev["to"])
        if at not in game.board.near[node] or not game.visible(3 - p, at):
            return "TB-14", "target"
        return ("TB-19", "to") if to not in game.board.near[at] or game.board.hq[to] else ("", "")
    if kind == "exhume":
        pile = game.discards[p - 1]
        if not pile[TROOPS.index(ev["troop"])] and not pile[UNKNOWN]:
            return "TB-14", "target"
        return room
    return ("", "") if game.rack[2 - p] else ("TB-04", "empty")


def _drawn(game, ev: dict, most: int) -> int:
    # Without `n` an effect is used as far as it goes.
    n = ev.get("n")
    if n is None:
        p = ev["p"]
        n = max(0, min(most, RACK - game.rack[p - 1], game.reserve[p - 1]))
    return n


def play(game, ev: dict) -> None:
    """Plays an effect as the table did; what is aimed at nothing that is there changes nothing (TB-14)."""
    rule, _, used = judge(game, ev)
    if rule == "TB-14":
        return  # and the effect is still there to be aimed better
    game.gain = [0, 0]
    if used == -1:
        game.used = True
    elif used >= 0:
        game.waiting[used][1] = 1
        game.next = max(game.next, used + 1)
        game.fired = True
    p = ev["p"]
    kind = ev["kind"]
    if kind == "draw":
        game.take(p, _drawn(game, ev, _DRAWS[game.troop] if used == -1 else 1))
    elif kind == "rack-discard":
        game.rack[2 - p] = max(0, game.rack[2 - p] - 1)
        troop = ev.get("troop")
        _discard(game, 3 - p, TROOPS.index(troop) if troop else UNKNOWN)
    elif kind == "exhume":
        pile = game.discards[p - 1]
        t = TROOPS.index(ev["troop"])
        column = t if pile[t] else UNKNOWN
        if pile[column]:
            pile[column] -= 1
            game.rack[p - 1] += 1
            if column != UNKNOWN:
                game.out[p * 8 + column] -= 1
    elif kind != "suppress":
        at = game.board.index(ev["at"])
        if game.visible(p if kind == "recall" else 3 - p, at):
            _lift(game, p, kind, at, game.board.index(ev.get("to")))
            from clashcore.placing import regions

            regions(game, p)


def _discard(game, p: int, column: int) -> None:
    # A row of wrong counts must not run over a byte.
    if game.discards[p - 1][column] < 255:
        game.discards[p - 1][column] += 1
        if column != UNKNOWN:
            game.out[p * 8 + column] += 1


def _lift(game, p: int, kind: str, at: int, to: int) -> None:
    code = game.stacks[at].pop()
    if kind == "shove":
        game.stacks[to].append(code)
        return
    game.out[code] -= 1
    if kind == "discard":
        _discard(game, 3 - p, code & 7)
    else:
        game.rack[p - 1] += 1
        # A special base whose troop of this action goes back before it fired does not fire any more.
        for i in range(len(game.waiting) - 1, -1, -1):
            if game.waiting[i][0] == at:
                game.waiting[i][1] = 1
                break
