"""Where the nodes of a Toy Battle board are drawn: worked out when the board is first shown.

The board lies on its side, red's headquarters on the left.
"""

from array import array

from clashdevice.screens._spots import EDGE_X, EDGE_Y, HIGH, WIDE

_APART = 10  # least distance of two nodes; a closer board is drawn larger than the view
_LARGEST = 600


def places(app, header, board):
    """x and y of each node in pixels of the board, as it is drawn; numbers in pairs."""
    count = len(board.ids)
    found = _given(app, header["terrain"], count)
    xs = [found[2 * i + 1] for i in range(count)]
    ys = [100 - found[2 * i] for i in range(count)]
    wide, high = WIDE - 2 * EDGE_X - 1, HIGH - 2 * EDGE_Y - 1
    while True:
        out = array("h")
        for i in range(count):
            out.append(EDGE_X + _scaled(xs, i, wide))
            out.append(EDGE_Y + _scaled(ys, i, high))
        if wide > _LARGEST or _spread(out):
            return out
        wide += wide // 4
        high += high // 4


def _scaled(values, i, size):
    low, span = min(values), max(values) - min(values)
    return (values[i] - low) * size // span if span else size // 2


def _spread(out):
    for i in range(0, len(out), 2):
        for j in range(0, i, 2):
            if abs(out[i] - out[j]) < _APART and abs(out[i + 1] - out[j + 1]) < _APART:
                return False
    return True


def _given(app, terrain, count):
    found = array("h")
    if isinstance(terrain, dict):
        for node in terrain["nodes"]:
            place = node.get("pos")
            if isinstance(place, list) and len(place) == 2:
                found.append(int(place[0]))
                found.append(int(place[1]))
    else:
        for part in (app.cards.terrain(terrain) or "").replace("\n", ";").split(";"):
            if part[:2] == "X ":
                for pair in part[2:].split():
                    for number in pair.split(","):
                        found.append(int(number))
    if len(found) == 2 * count:
        return found
    found = array("h")  # nobody said where they lie: three in a row
    for i in range(count):
        found.append(i % 3 * 50)
        found.append(i // 3 * 100 // max(1, (count - 1) // 3))
    return found
