"""Reads the lines of text off a picture of the screen, with the device's own fonts.

Letters are looked for at every place, light on dark and dark on light. A letter fits where the rows of the
capitals hold exactly its pixels and its tone marks and tails are there too. The readings that explain most
come first; what overlaps them is dropped, so frames, rules and pictures around do no harm. Letters that look
alike are one: 0 and O (a digit next to digits and alone), I and |.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import pairwise

from clashbox.virtual.glyphs import Font, Shape

_NEAR = 14  # empty columns that still belong to one run
_PICTURES = 64
_SAME_LINE = 2  # rows by which the base lines of one line may differ
_CHAIN = 3  # what a letter right behind another is worth, in pixels
_ALONE = set("-+–—−=×!?Il|i1…:")  # thin signs that may stand alone

_MARKS = {
    "\ue000": "▲", "\ue001": "●", "\ue002": "○", "\ue003": "♛", "\ue004": "⚑", "\ue005": "①", "\ue006": "✛",
    "\ue007": "☠", "\ue008": "◆", "\ue009": "⤓", "\ue00a": "⚠", "\ue00b": "▭", "\ue00c": "⚯", "\ue00d": "↶",
    "Ð": "Đ", "ð": "đ", "|": "I",
}  # fmt: skip
_RARE = set("‘¸‚´å")  # where something else looks the same, it is meant


@dataclass
class _Group:
    """The letters with the same lit columns in the rows of the capitals, the fullest first."""

    core: tuple[int, ...]
    # Each with the number of its columns that are empty in these rows, before the first lit one.
    shapes: list[tuple[int, Shape]] = field(default_factory=list[tuple[int, Shape]])


@dataclass
class _Placed:
    font: Font
    top: int
    x: int  # first column of the letter's picture
    shapes: list[Shape]  # all that look like this
    before: int  # what touches it on the left, as a penalty
    after: int  # and on the right

    @property
    def score(self) -> int:
        return self.shapes[0].ink - self.before - self.after

    def chain(self, following: "_Placed") -> int:
        """What it is worth that the next letter stands right behind, where the two may touch."""
        if self.cell_end != following.cell:
            return 0
        meet = self.end >= self.cell_end or following.x < following.cell
        return _CHAIN + (self.after + following.before if meet else 0)

    @property
    def end(self) -> int:
        return self.x + len(self.shapes[0].core)

    @property
    def cell(self) -> int:
        return self.x - self.shapes[0].left

    @property
    def cell_end(self) -> int:
        return self.cell + self.shapes[0].advance

    @property
    def thin(self) -> bool:
        return self.shapes[0].thin

    def ink(self) -> list[int]:
        """The lit rows of each of its columns, bit 8 = row 0 (tone marks may rise out of the picture)."""
        shape, font = self.shapes[0], self.font
        return [
            shape.core[i] << self.top + 8
            | shape.above[i] << self.top + 8 - font.rise
            | shape.below[i] << self.top + 8 + font.height
            for i in range(len(shape.core))
        ]


@dataclass
class _Run:
    dark: bool
    placed: list[_Placed]

    @property
    def score(self) -> int:
        chains = sum(a.chain(b) for a, b in pairwise(self.placed))
        return sum(placed.score for placed in self.placed) + chains

    @property
    def base(self) -> int:
        return self.placed[0].top + self.placed[0].font.height


class _Picture:
    """The columns of a picture in one polarity, bit 8 = row 0, with what lies beyond its border."""

    def __init__(self, rows: Sequence[bytes | bytearray], dark: bool):
        self.dark = dark
        self.width, self.height = len(rows[0]), len(rows)
        light = [sum(row[x] << y + 8 for y, row in enumerate(rows)) for x in range(self.width)]
        whole = (1 << self.height + 16) - 1
        self.beyond = whole if dark else 0
        self.columns = [whole ^ column for column in light] if dark else light

    def column(self, x: int) -> int:
        return self.columns[x] if 0 <= x < self.width else self.beyond


class Reader:
    """Reads with these fonts."""

    def __init__(self, fonts: Sequence[Font]):
        self._fonts: list[tuple[Font, dict[tuple[int, int], list[_Group]]]] = []
        for font in fonts:
            groups: dict[tuple[int, ...], _Group] = {}
            for shape in font.shapes:
                lit = [i for i, column in enumerate(shape.core) if column]
                if lit:
                    core = shape.core[lit[0] : lit[-1] + 1]
                    groups.setdefault(core, _Group(core)).shapes.append((lit[0], shape))
            index: dict[tuple[int, int], list[_Group]] = {}
            for group in groups.values():
                group.shapes.sort(key=lambda entry: -entry[1].ink)
                first, second, *_ = (*group.core, 0)
                index.setdefault((first, second), []).append(group)
            self._fonts.append((font, index))
        self._read: dict[bytes, list[str]] = {}  # pictures of late: the same one is often looked at again

    def lines(self, rows: Sequence[bytes | bytearray]) -> list[str]:
        """Return the lines of text in rows of pixels 0 and 1, from top to bottom."""
        key = b"".join(rows)
        found = self._read.get(key)
        if found is None:
            if len(self._read) >= _PICTURES:
                self._read.clear()
            found = self._read[key] = self._lines(rows)
        return list(found)

    def _lines(self, rows: Sequence[bytes | bytearray]) -> list[str]:
        runs: list[_Run] = []
        for dark in (False, True):
            picture = _Picture(rows, dark)
            for font, index in self._fonts:
                for top in range(-2, picture.height - font.height + 3):
                    found = _scan(picture, font, index, top)
                    if found:
                        runs += [_Run(dark, part) for part in _pieces(_best(found))]
        return _assemble(_choose(runs))


def _scan(
    picture: _Picture, font: Font, index: dict[tuple[int, int], list[_Group]], top: int
) -> list[_Placed]:
    """Return every letter that fits with the top of its capitals at this row."""
    shift, mask = top + 8, (1 << font.height) - 1
    window = [column >> shift & mask for column in picture.columns]
    window.append(picture.beyond >> shift & mask)
    found: list[_Placed] = []
    before = window[-1]
    get = index.get
    for x in range(picture.width):
        first = window[x]
        if first and not (first == before == mask):  # nothing, and the inside of something filled
            for group in get((first, window[x + 1]), ()):
                placed = _fit(picture, window, font, group, x, top, before)
                if placed:
                    found.append(placed)
        before = first
    return found


def _fit(
    picture: _Picture, window: list[int], font: Font, group: _Group, x: int, top: int, before: int
) -> _Placed | None:
    """Return the fullest letter of the group that stands at column x, or None."""
    core = group.core
    end = x + len(core)
    if tuple(window[x:end]) != core:
        return None
    full = (1 << font.height) - 1
    after = window[end] if end < len(window) else window[-1]
    fitting = [shape for empty, shape in group.shapes if _marks_fit(picture, font, shape, x - empty, top)]
    if not fitting:
        return None
    best = fitting[0]
    alike = [shape for shape in fitting if (shape.above, shape.below) == (best.above, best.below)]
    weight = 2
    if best.thin:
        weight = 6
        column, above, under = picture.column(x), 1 << top + 7, 1 << top + 8 + font.height
        if column & above and column & under and len(core) == 1:
            return None  # part of a longer rule
    empty = next(empty for empty, shape in group.shapes if shape is best)
    left, right = (
        # A full column beside the letter is a frame around it, unless the letter would be a mere piece of it.
        weight * side.bit_count() if side != full or edge == full or (best.thin and not picture.dark) else 0
        for side, edge in ((before, core[0]), (after, core[-1]))
    )
    if best.thin and _goes_on(picture, font, x, len(core), top):
        left += weight
    return _Placed(font, top, x - empty, alike, left, right)


def _goes_on(picture: _Picture, font: Font, x: int, width: int, top: int) -> bool:
    """Is anything lit right above or below a sign as high as a capital?"""
    edges = 1 << top + 7 | 1 << top + 8 + font.height
    inside = (1 << font.height) - 1
    return any(
        picture.column(x + i) & edges and picture.column(x + i) >> top + 8 & inside == inside
        for i in range(width)
    )


def _marks_fit(picture: _Picture, font: Font, shape: Shape, x: int, top: int) -> bool:
    """Do the letter's tone marks and tails stand exactly there, and nothing beside its narrow middle?"""
    above, below = 0, 0
    for part in shape.above:
        above |= part
    for part in shape.below:
        below |= part
    if not above and not below:
        return True
    above = _span(above) << top + 8 - font.rise
    below = _span(below) << top + 8 + font.height
    for i in range(len(shape.core)):
        column = picture.column(x + i)
        if column & above != shape.above[i] << top + 8 - font.rise:
            return False
        if column & below != shape.below[i] << top + 8 + font.height:
            return False
        if not shape.core[i] and column >> top + 8 & (1 << font.height) - 1:
            return False
    return True


def _span(bits: int) -> int:
    """All bits from the lowest to the highest set one."""
    return (1 << bits.bit_length()) - (bits & -bits) if bits else 0


def _best(found: list[_Placed]) -> list[_Placed]:
    """Return the letters that explain most without overlapping, from left to right."""
    found.sort(key=lambda placed: (placed.x, placed.end))
    totals: list[int] = []
    previous: list[int] = []
    for n, placed in enumerate(found):
        total, source = placed.score, -1
        for k in range(n - 1, -1, -1):
            other = found[k]
            if other.end >= placed.x and other.cell_end != placed.cell:
                continue
            sum_here = totals[k] + placed.score + other.chain(placed)
            if sum_here > total:
                total, source = sum_here, k
        totals.append(total)
        previous.append(source)
    at = max(range(len(found)), key=lambda n: totals[n])
    chosen: list[_Placed] = []
    while at >= 0:
        chosen.append(found[at])
        at = previous[at]
    return chosen[::-1]


def _pieces(placed: list[_Placed]) -> list[list[_Placed]]:
    """Cut a row of letters where wide gaps are."""
    parts: list[list[_Placed]] = []
    for letter in placed:
        if parts and letter.cell - parts[-1][-1].cell_end <= _NEAR:
            parts[-1].append(letter)
        else:
            parts.append([letter])
    return parts


def _choose(runs: list[_Run]) -> list[_Run]:
    """Take the runs that explain most; letters that overlap what was taken are dropped."""
    inks: dict[int, int] = {}
    boxes: dict[int, int] = {}
    chosen: list[_Run] = []
    waiting = sorted(runs, key=lambda run: run.score)
    while waiting:
        run = waiting.pop()
        free = [placed for placed in run.placed if not _overlaps(placed, inks, boxes)]
        if len(free) < len(run.placed):
            for part in _pieces(free):
                _insert(waiting, _Run(run.dark, part))
            continue
        if not _plausible(run):
            continue
        chosen.append(run)
        for placed in run.placed:
            box = (1 << placed.font.height) - 1 << placed.top + 8
            for i, ink in enumerate(placed.ink()):
                inks[placed.x + i] = inks.get(placed.x + i, 0) | ink
                boxes[placed.x + i] = boxes.get(placed.x + i, 0) | box
    return chosen


def _insert(waiting: list[_Run], run: _Run) -> None:
    score = run.score
    at = len(waiting)
    while at and waiting[at - 1].score > score:
        at -= 1
    waiting.insert(at, run)


def _overlaps(placed: _Placed, inks: dict[int, int], boxes: dict[int, int]) -> bool:
    box = (1 << placed.font.height) - 1 << placed.top + 8
    for i, ink in enumerate(placed.ink()):
        taken = boxes.get(placed.x + i, 0)
        if taken & (box | ink) or inks.get(placed.x + i, 0) & ink:
            return True
    return False


def _plausible(run: _Run) -> bool:
    """One letter at least must be no mere bar and stand free: else it is a corner of a picture.

    A few signs may stand alone.
    """
    if run.score <= 0:
        return False
    free = [placed for placed, contact in zip(run.placed, _contacts(run), strict=True) if not contact]
    if any(not placed.thin for placed in free):
        return True
    signs = all({shape.char for shape in placed.shapes} & _ALONE for placed in run.placed)
    return not run.dark and signs and len(free) == len(run.placed)


def _contacts(run: _Run) -> list[int]:
    """For each letter of the run, what touches it that is no neighbour of its own line."""
    contacts = [placed.before + placed.after for placed in run.placed]
    for n, (one, two) in enumerate(pairwise(run.placed)):
        if one.chain(two) > _CHAIN:
            contacts[n] -= one.after
            contacts[n + 1] -= two.before
    return contacts


def _assemble(runs: list[_Run]) -> list[str]:
    """Join runs to lines."""
    lines: list[list[_Run]] = []
    for run in sorted(runs, key=lambda run: (run.base, run.placed[0].x)):
        if lines and run.base - lines[-1][0].base <= _SAME_LINE:
            lines[-1].append(run)
        else:
            lines.append([run])
    return [_text(line) for line in lines]


def _text(line: list[_Run]) -> str:
    letters = sorted((placed for run in line for placed in run.placed), key=lambda placed: placed.x)
    words: list[list[_Placed]] = []
    for letter in letters:
        if words and letter.cell - words[-1][-1].cell_end < 2:
            words[-1].append(letter)
        else:
            words.append([letter])
    return " ".join(_word(word) for word in words)


def _word(word: list[_Placed]) -> str:
    """Choose between letters that look alike: as the nearest letter or digit of the word is."""
    kinds = [_kind(placed.shapes) for placed in word]
    text = ""
    for n, placed in enumerate(word):
        near = sorted((abs(n - m), kind) for m, kind in enumerate(kinds) if kind)
        digit = not near or near[0][1] == "digit"
        chars = [shape.char for shape in placed.shapes]
        char = min(chars, key=lambda c: (c.isdigit() != digit, c in _MARKS or c in _RARE, c))
        text += _MARKS.get(char, char)
    return text


def _kind(shapes: list[Shape]) -> str:
    """Return "digit" or "letter" where that is certain, else ""."""
    digits = {shape.char.isdigit() for shape in shapes}
    letters = {shape.char.isalpha() for shape in shapes}
    return "digit" if digits == {True} else "letter" if letters == {True} else ""
