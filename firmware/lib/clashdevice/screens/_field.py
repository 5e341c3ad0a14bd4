"""Draws the board of Toy Battle: nodes, paths, troops, medals, counts.

Filled boxes are red's (player 1), framed ones blue's; the digit is the troop's strength, K the joker. A small
square is an empty base, a ring a special one, a bar on each side a gate, a flag a headquarters; dots are the
medals of a region.
"""

from clashdevice.canvas import SMALL
from clashdevice.screens._spots import HIGH, WIDE, scrolled
from clashdevice.screens._widgets import put, short


def draw(c, state, spots, at, marked):
    """The board with the cursor on node `at`; `marked`: nodes that can be chosen."""
    dx, dy = scrolled(at, spots, 0), scrolled(at, spots, 1)
    board = state.board
    for i in range(len(board.ids)):
        for j in board.near[i]:
            if j > i:
                c.line(spots[2 * i] - dx, spots[2 * i + 1] - dy, spots[2 * j] - dx, spots[2 * j + 1] - dy, 1)
    for i in range(len(board.medals)):
        if not state.taken[i]:
            _medals(c, board.regions[i], board.medals[i], spots, dx, dy)
    for i in range(len(board.ids)):
        _node(c, state, i, spots[2 * i] - dx, spots[2 * i + 1] - dy)
    for i in marked:
        x, y = spots[2 * i] - dx, spots[2 * i + 1] - dy
        c.hline(x - 3, y + 6, 7, 1)
    x, y = spots[2 * at] - dx, spots[2 * at + 1] - dy
    c.rect(x - 5, y - 6, 11, 13, 0)
    c.rect(x - 6, y - 7, 13, 15, 1)
    c.fill_rect(WIDE, 0, 128 - WIDE, 64, 0)
    c.fill_rect(0, HIGH, 128, 64 - HIGH, 0)


def _medals(c, ring, medals, spots, dx, dy):
    x = sum([spots[2 * i] for i in ring]) // len(ring) - dx
    y = sum([spots[2 * i + 1] for i in ring]) // len(ring) - dy
    wide = 3 * min(medals, 9) - 1
    x -= wide // 2
    c.fill_rect(x - 1, y - 2, wide + 2, 4, 0)
    for i in range(min(medals, 9)):
        c.fill_rect(x + 3 * i, y - 1, 2, 2, 1)


def _node(c, state, i, x, y):
    hq = state.board.hq[i]
    kind = state.kind(i)
    stack = state.stacks[i]
    if stack:
        c.fill_rect(x - 4, y - 5, 9, 11, 0)
        _box(c, x, y, stack[-1] >> 3, "K1234567"[stack[-1] & 7])
    elif hq:
        c.fill_rect(x - 5, y - 5, 11, 11, 0)
        c.rect(x - 4, y - 4, 9, 9, 1)
        if hq == 1:
            c.fill_rect(x - 4, y - 4, 9, 9, 1)
        c.icon("flag", x - 3, y - 3, hq - 1)
    elif kind and kind != "gate":
        for k in range(5):
            c.hline(x - k, y - 4 + k, 2 * k + 1, k < 4)
            c.hline(x - k, y + 4 - k, 2 * k + 1, k < 4)
        c.hline(x - 3, y, 7, 1)
        c.fill_rect(x - 1, y - 1, 3, 3, 0)
    else:
        c.fill_rect(x - 3, y - 3, 7, 7, 0)
        c.rect(x - 2, y - 2, 5, 5, 1)
    if kind and (stack or kind == "gate"):
        c.vline(x - 5, y - 3, 7, 1)
        c.vline(x + 5, y - 3, 7, 1)


def _box(c, x, y, p, sign):
    c.fill_rect(x - 3, y - 4, 7, 9, 1)
    if p == 2:
        c.fill_rect(x - 2, y - 3, 5, 7, 0)
        c.rect(x - 4, y - 5, 9, 11, 1)
        c.fill_rect(x - 3, y - 4, 7, 9, 0)
    put(c, sign, x - 2, y + 3, SMALL, 0 if p == 1 else 1)


def counts(c, screen):
    """Beside the board: names, medals against the objective, rack and reserve; whose turn is inverted."""
    state = screen.game.state
    c.vline(WIDE, 0, HIGH - 1, 1)
    for p in (1, 2):
        top = 26 * (p - 1)  # the last line ends above what is said over the bottom line
        turn = p == screen.p and not state.over
        if turn:
            c.fill_rect(WIDE + 1, top + p - 1, 29, 11 - p, 1)
        put(c, short(c, screen.name(p), 27), WIDE + 2, top + 8, SMALL, not turn, 27)
        if p == 1:
            c.fill_rect(WIDE + 3, top + 13, 5, 5, 1)
        else:
            c.rect(WIDE + 3, top + 13, 5, 5, 1)
        put(c, "%d/%d" % (state.medals[p - 1], state.goal), WIDE + 10, top + 17)
        put(c, "%d+%d" % (state.rack[p - 1], state.reserve[p - 1]), WIDE + 3, top + 25)
