"""The arithmetic of placing troops in Toy Battle: connection, covering, gates, regions (TB-05, 06, 09, 18).

Every function takes the state (toybattle.py); troops are strengths, nodes are numbers of the board.
"""

_CAPN = 2
_HOOK = 4
_FIRING = ("recall", "draw", "shove", "exhume", "suppress")


def connected(game, p: int, node: int) -> bool:
    """Whether a path leads from p's headquarters to the node over bases that p occupies (TB-06)."""
    board = game.board
    seen = bytearray(len(board.ids))
    todo = [i for i in range(len(board.ids)) if board.hq[i] == p]
    while todo:
        near = board.near[todo.pop()]
        if node in near:
            return True
        for j in near:
            if not seen[j] and not board.hq[j] and game.holder(j) == p:
                seen[j] = 1
                todo.append(j)
    return False


def legal(game, p: int, t: int, node: int) -> "str | None":
    """The rule that forbids p to place strength t there: the first of TB-05, TB-18, TB-06, or None."""
    hq = game.board.hq[node]
    if hq == p:
        return "TB-05"
    if not hq and t and game.top(node) >= t and game.holder(node) != p:
        return "TB-05"
    gate = game.board.gate[node] if game.special else 0
    if t and gate and not (gate >> t) & 1:
        return "TB-18"
    if t == _HOOK and not hq and game.kind(node) != "nullify":
        return None
    return None if connected(game, p, node) else "TB-06"


def place(game, p: int, t: int, node: int) -> None:
    """Lays the troop there, legal or not: headquarters, then regions; effects are events of their own."""
    game.placed = True
    game.troop = t
    game.node = node
    game.used = game.fired = False
    game.rack[p - 1] = max(0, game.rack[p - 1] - 1)
    game.stacks[node].append(p * 8 + t)
    game.out[p * 8 + t] += 1
    kind = game.kind(node)
    game.more = ("shut" if kind == "nullify" else "capn") if t == _CAPN else ""
    if kind in _FIRING:
        game.waiting.append([node, 0])
    if game.board.hq[node]:
        game.finish("hq", p)
    else:
        regions(game, p)


def regions(game, active: int) -> None:
    """Gives the medals of every region whose bases one player occupies (TB-09), for good; then TB-11."""
    stacks = game.stacks
    for i in range(len(game.taken)):
        if game.taken[i]:
            continue
        ring = game.board.regions[i]
        stack = stacks[ring[0]]
        if not stack:
            continue
        p = stack[-1] >> 3
        for node in ring:
            stack = stacks[node]
            if not stack or stack[-1] >> 3 != p:
                break
        else:
            game.taken[i] = p
            game.medals[p - 1] += game.board.medals[i]
            game.gain[p - 1] += game.board.medals[i]
    game.objective(active)
