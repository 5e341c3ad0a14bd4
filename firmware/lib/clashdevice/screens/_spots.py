"""A Toy Battle board's view: which node an arrow leads to, how far the board is moved; names of troops."""

WIDE = 98  # of the view; the counts stand beside it
HIGH = 53
EDGE_X = 6  # from the border to the middle of a node
EDGE_Y = 7
NAMES = ("Kwak", "Skully", "Cap'n", "Jumbo", "Hook", "XB-42", "Star", "Roxy")


def step(at, key, spots):
    """The node that an arrow leads to from node `at`; itself where there is none that way."""
    best, least = at, 30000
    x, y = spots[2 * at], spots[2 * at + 1]
    for i in range(len(spots) // 2):
        along, across = spots[2 * i] - x, spots[2 * i + 1] - y
        if key in ("up", "down"):
            along, across = across, along
        if key in ("left", "up"):
            along = -along
        across = abs(across)
        if along > 0:
            far = along + 2 * across + (200 if across > 2 * along else 0)
            if far < least:
                best, least = i, far
    return best


def scrolled(at, spots, k):
    """How far the board is moved along x (k 0) or y (k 1), so that node `at` can be seen."""
    size, edge = (HIGH, EDGE_Y) if k else (WIDE, EDGE_X)
    most = max([spots[i] for i in range(k, len(spots), 2)]) + edge - size
    return max(0, min(most, spots[2 * at + k] - size // 2))


def full(t):
    """A troop's name with its strength."""
    return NAMES[t] + (" %d" % t if t else "")
