"""Where to draw the bases of a terrain that says nothing about it: the same places each time.

The first guess leans on how terrains are typed: bases are numbered in reading order, the red headquarters
lies at the top, the blue one at the bottom. Then single nodes are moved, ever less, as long as the picture
gets better: no paths that cross, no node on another or on a path, paths of much the same length.
"""

from __future__ import annotations

import math
import random
from collections.abc import Sequence

Point = tuple[float, float]
Path = tuple[int, int]

_TOP, _LEFT = 8, 15
"""Per cent of the board that stay free at its edges: the printed boards do so too."""
_TALL = 1.5
"""Boards stand upright: a per cent of their height is so many of their width."""
_CROSSING = 12.0
_WORK = 400_000
"""Paths and nodes that moved nodes are compared with, at most: a huge board must not take minutes."""
_MOVES = 300
"""Moves tried for each node, at most."""
_TRIES = 8
"""Beginnings of chance, at most: until no paths cross; only one for boards of more than so many paths:"""
_MANY = 60


def places(
    bases: int, sides: Sequence[str], paths: Sequence[Path], rings: Sequence[Sequence[int]] = ()
) -> list[tuple[int, int]]:
    """x and y of every node in per cent of the board, x to the right and y down.

    `bases` come first, then a headquarters for each of `sides` ("red" or "blue"); `paths` join their numbers
    from 0, `rings` are the ways round the regions: no other node should lie within one.
    """
    best: list[tuple[int, int]] = []
    least = -1
    for seed in range(1, _TRIES + 1):
        picture = _Picture(bases, sides, paths, rings)
        picture.improve(seed)
        found = picture.fitted()
        bad = len(crossing(found, paths)) + _strays(found, rings)
        if least < 0 or bad < least:
            best, least = found, bad
        if not least or len(paths) > _MANY:
            break
    return best


def _strays(at: Sequence[Point], rings: Sequence[Sequence[int]]) -> int:
    """How often a node lies within a region that it does not ring."""
    return sum(
        within(point, [at[j] for j in ring]) for ring in rings for i, point in enumerate(at) if i not in ring
    )


def within(point: Point, corners: Sequence[Point]) -> bool:
    """Whether a point lies within an area."""
    x, y = point
    inside = False
    for i, (ax, ay) in enumerate(corners):
        bx, by = corners[i - 1]
        if (ay > y) != (by > y) and x < ax + (y - ay) / (by - ay) * (bx - ax):
            inside = not inside
    return inside


def crossing(at: Sequence[Point], paths: Sequence[Path]) -> list[tuple[Path, Path]]:
    """The pairs of paths that cross when the nodes lie there."""
    return [
        (first, second)
        for number, first in enumerate(paths)
        for second in paths[:number]
        if not {*first} & {*second} and _cross(at[first[0]], at[first[1]], at[second[0]], at[second[1]])
    ]


class _Picture:
    def __init__(
        self, bases: int, sides: Sequence[str], paths: Sequence[Path], rings: Sequence[Sequence[int]]
    ):
        self.bases = bases
        self.at = _guess(bases, sides)
        self.guess = list(self.at)
        self.near: list[list[int]] = [[] for _ in self.at]
        self.paths = list(paths)
        for a, b in paths:
            self.near[a].append(b)
            self.near[b].append(a)
        self.foreign = [[ring for ring in rings if i not in ring] for i in range(len(self.at))]
        self.length = 90 * math.sqrt(_TALL / max(len(self.at), 4))
        """How long a path should be, in per cent of the width."""

    def improve(self, seed: int) -> None:
        """Moves one node after the other; by the same numbers each time, so that the picture is the same."""
        chance = random.Random(seed).random
        count = len(self.at)
        moves = min(_MOVES * count, _WORK // (5 * len(self.paths) + 5 * count))
        for move in range(moves):
            heat = (1 - move / moves) ** 2
            i = int(chance() * count)
            x, y = self.at[i]
            reach = 50 * heat + 1
            to = (x + reach * (2 * chance() - 1), y + reach * _TALL * (2 * chance() - 1))
            gain = self.cost(i, (x, y)) - self.cost(i, to)
            if gain > 0 or chance() < math.exp(gain / (0.01 + 2 * heat)):
                self.at[i] = to

    def cost(self, i: int, at: Point) -> float:
        """How bad it is for node i to lie there, the others where they are."""
        total = self._out_of_order(i, at)
        ends = [self.at[j] for j in self.near[i]]
        for end in ends:
            stretch = math.dist(at, end) / self.length - 1
            total += stretch * stretch
        for j, other in enumerate(self.at):
            if j == i:
                continue
            total += _crowded(math.dist(at, other) / self.length)
            for k, end in zip(self.near[i], ends, strict=True):
                if j != k:
                    total += _crowded(1.6 * beside(other, at, end) / self.length)
        for a, b in self.paths:
            if i in (a, b):
                continue
            p, q = self.at[a], self.at[b]
            total += _crowded(1.6 * beside(at, p, q) / self.length)
            for k, end in zip(self.near[i], ends, strict=True):
                if k not in (a, b) and _cross(at, end, p, q):
                    total += _CROSSING
        for ring in self.foreign[i]:
            if within(at, [self.at[j] for j in ring]):
                total += _CROSSING / 2
        return total

    def _out_of_order(self, i: int, at: Point) -> float:
        """Off the board, or far from where the reading order has it; headquarters stay at their ends."""
        x, y = at
        high = 100 * _TALL
        total = (max(0.0, -x, x - 100) + max(0.0, -y, y - high)) / 3
        beside, below = x - self.guess[i][0], (y - self.guess[i][1]) / _TALL
        if i >= self.bases:
            return total + abs(below) / 2 + abs(beside) / 60
        return total + (below / 18) ** 2 + (beside / 70) ** 2

    def fitted(self) -> list[tuple[int, int]]:
        """The places, spread over the whole board, as whole numbers; left and right as reading order has
        them."""
        in_order = 0
        for i in range(1, self.bases):
            if abs(self.at[i][1] - self.at[i - 1][1]) < self.length / 2:
                in_order += 1 if self.at[i][0] > self.at[i - 1][0] else -1
        xs = [x if in_order >= 0 else -x for x, _ in self.at]
        ys = [y for _, y in self.at]
        return list(zip(_spread(xs, _LEFT), _spread(ys, _TOP), strict=True))


def _guess(bases: int, sides: Sequence[str]) -> list[Point]:
    found = [(25.0 + 25 * (i % 3), 100 * _TALL * (0.08 + 0.84 * (i + 0.5) / bases)) for i in range(bases)]
    for at, side in enumerate(sides):
        same = [j for j, other in enumerate(sides) if other == side]
        x = 100 * (same.index(at) + 1) / (len(same) + 1)
        found.append((x, 0.0 if side == "red" else 100.0 * _TALL))
    return found


def _spread(values: list[float], free: int) -> list[int]:
    low, high = min(values), max(values)
    if high - low < 1:
        return [50] * len(values)
    return [round(free + (value - low) / (high - low) * (100 - 2 * free)) for value in values]


def _crowded(distance: float) -> float:
    """The cost of two things that lie so near, in lengths of a path; nothing from 0.8 on."""
    return (0.8 - distance) ** 2 * 8 if distance < 0.8 else 0.0


def beside(point: Point, a: Point, b: Point) -> float:
    """The distance of a point from a path."""
    dx, dy = b[0] - a[0], b[1] - a[1]
    square = dx * dx + dy * dy
    if square < 1e-9:
        return math.dist(point, a)
    along = min(1.0, max(0.0, ((point[0] - a[0]) * dx + (point[1] - a[1]) * dy) / square))
    return math.dist(point, (a[0] + along * dx, a[1] + along * dy))


def _side(a: Point, b: Point, c: Point) -> float:
    return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])


def _cross(a: Point, b: Point, c: Point, d: Point) -> bool:
    return _side(a, b, c) * _side(a, b, d) < 0 and _side(c, d, a) * _side(c, d, b) < 0
