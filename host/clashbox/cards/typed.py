"""Toy Battle terrains as their owners type them: one line for each thing, and a clear word for each slip.

    T yard 1 3                     id, objective, bases: number them 1 to n in reading order
    N Sân sau                      the name, where it is not the id in capitals (may be left out)
    H R B                          headquarters: R, R1, R2 are red (player 1), B, B1, B2 blue (player 2)
    X 20,50 50,20 80,50 50,5 50,95 where they lie, in per cent of width and height (may be left out)
    S recall 2                     special bases: recall, draw, shove, exhume, nullify, suppress
    G 345* 3                       a gate: the strengths that it admits, * the joker; bases or headquarters
    P 1-2,3,R 2-3,B 3-B            every path once: from 1 to 2, to 3 and to R
    Z 1:1,2,3                      every region: its medals and the bases round it, never a headquarters

A file holds one or more terrains; each begins with its T line, the other lines follow in any order. Blank
lines, lines that start with # and what follows ` #` are passed over; a semicolon is as good as a new line.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Literal

from clashcore.board import KINDS, MAX_NODES
from clashcore.events import is_slug

from clashbox.i18n import t
from clashbox.text import NAME_LIMIT, shown

KINDS_OF_BASES = tuple(kind for kind in KINDS if kind not in ("", "gate"))
MAX_ID = 40
MAX_OBJECTIVE = 999
MAX_MEDALS = 99
MAX_PATHS = 300
MAX_REGIONS = 99
_ORDER = "THNXSGPZ"
_BASE = re.compile(r"[1-9][0-9]?")
_HQ = re.compile(r"[RB][12]?")
_NODES = r"[1-9][0-9]?|[RB][0-9]?"
_PATH = re.compile(rf"({_NODES})-((?:{_NODES})(?:,(?:{_NODES}))*)")
_REGION = re.compile(rf"([0-9]{{1,3}}):((?:{_NODES})(?:,(?:{_NODES}))*)")
_PLACE = re.compile(r"([0-9]{1,3}),([0-9]{1,3})")


@dataclass(frozen=True, slots=True)
class Fault:
    """What is wrong with a typed terrain: the line of the file, how bad it is, and the words of it.

    A `fault` has to be mended before the terrain can be used, a `warning` only looks wrong.
    """

    line: int
    level: Literal["fault", "warning"]
    key: str
    values: tuple[object, ...]
    terrain: str

    def text(self, lang: str | None = None) -> str:
        """The sentence, in the language that is set or in `lang`."""
        return t(f"terrain.{self.key}", *(shown(value, 80) for value in self.values), lang=lang)


@dataclass(frozen=True, slots=True)
class Ring:
    """A region as typed: its line, its medals, the bases that ring it."""

    line: int
    medals: int
    bases: tuple[str, ...]


@dataclass(slots=True)
class Typed:
    """A terrain as typed; `faults` are in the order of their lines, and say what was left out of the rest.

    `line` is that of T; `paths` and `places` go by the names of nodes: "1" to "n", then the headquarters.
    """

    id: str
    line: int
    objective: int = 0
    bases: int = 0
    name: str = ""
    hqs: list[str] = field(default_factory=list[str])
    places: list[tuple[int, int]] = field(default_factory=list[tuple[int, int]])
    effects: dict[str, str] = field(default_factory=dict[str, str])
    gates: dict[str, list[int]] = field(default_factory=dict[str, list[int]])
    paths: dict[tuple[str, str], int] = field(default_factory=dict[tuple[str, str], int])
    """The line of each path; the two ends in the order of `nodes`."""
    rings: list[Ring] = field(default_factory=list[Ring])
    faults: list[Fault] = field(default_factory=list[Fault])

    @property
    def nodes(self) -> list[str]:
        """The names of all bases and headquarters, in the order in which X lists them."""
        return [str(n + 1) for n in range(self.bases)] + self.hqs

    @property
    def sound(self) -> bool:
        """Whether it can be used: warnings alone do not stop it."""
        return all(fault.level == "warning" for fault in self.faults)

    def say(self, line: int, key: str, *values: object, level: Literal["fault", "warning"] = "fault") -> None:
        """Notes a fault."""
        self.faults.append(Fault(line, level, key, values, self.id))


def parse(lines: Iterable[tuple[int, str]]) -> list[Typed]:
    """The terrains of numbered lines, their form looked at (judge.py looks at what they say).

    Whatever comes before the first T line is a terrain without an id whose faults say so.
    """
    found: list[Typed] = []
    rows: list[tuple[int, str, list[str]]] = []
    seen: dict[str, int] = {}
    for number, whole in lines:
        for text in whole.split(";"):
            words = _words(text)
            if not words:
                continue
            if words[0] == "T":
                _fill(found, rows)
                rows = []
                found.append(_begin(number, words[1:], seen))
            elif not found:
                found.append(Typed("", number))
                found[0].say(number, "before", words[0])
            elif len(words[0]) > 1 or words[0] not in _ORDER:
                found[-1].say(number, "letter", words[0])
            elif found[-1].id or found[-1].bases:
                rows.append((number, words[0], words[1:]))
    _fill(found, rows)
    return found


def _words(text: str) -> list[str]:
    text = text.strip()
    if text.startswith("#"):
        return []
    return text.split(" #")[0].split()


def _begin(line: int, words: list[str], seen: dict[str, int]) -> Typed:
    terrain = Typed(words[0] if words and is_slug(words[0]) and len(words[0]) <= MAX_ID else "", line)
    if len(words) != 3:
        terrain.say(line, "t")
        return terrain
    if not terrain.id:
        terrain.say(line, "id", words[0], MAX_ID)
    elif terrain.id in seen:
        terrain.say(line, "same", terrain.id, seen[terrain.id])
    seen.setdefault(terrain.id, line)
    terrain.objective = _number(words[1], 1, MAX_OBJECTIVE)
    if not terrain.objective:
        terrain.say(line, "objective", words[1], MAX_OBJECTIVE)
    terrain.bases = _number(words[2], 1, MAX_NODES - 2)
    if not terrain.bases:
        terrain.say(line, "bases", words[2], MAX_NODES - 2)
    return terrain


def _number(text: str, least: int, most: int) -> int:
    """The whole number, 0 where it is none or out of range."""
    if not text.isascii() or not text.isdigit() or len(text) > 4:
        return 0
    return int(text) if least <= int(text) <= most else 0


def _fill(found: list[Typed], rows: list[tuple[int, str, list[str]]]) -> None:
    """Reads the rows of the last terrain, headquarters first: the others name them."""
    if not found:
        return
    terrain = found[-1]
    once: dict[str, int] = {}
    for line, letter, words in sorted(rows, key=lambda row: _ORDER.index(row[1])):
        if letter in "HNX" and letter in once:
            terrain.say(line, "second", letter, once[letter])
            continue
        once.setdefault(letter, line)
        if not words:
            terrain.say(line, "empty", letter)
        elif terrain.bases or letter in "HN":
            _READ[letter](terrain, line, words)
    terrain.faults.sort(key=lambda fault: fault.line)


def _hqs(terrain: Typed, line: int, words: list[str]) -> None:
    for word in words:
        if not _HQ.fullmatch(word):
            terrain.say(line, "hq", word)
        elif word in terrain.hqs:
            terrain.say(line, "hq.twice", word)
        elif terrain.bases + len(terrain.hqs) >= MAX_NODES:
            terrain.say(line, "nodes", MAX_NODES)
        else:
            terrain.hqs.append(word)


def _name(terrain: Typed, line: int, words: list[str]) -> None:
    terrain.name = shown(" ".join(words), NAME_LIMIT)
    if not terrain.name:
        terrain.say(line, "empty", "N")


def _places(terrain: Typed, line: int, words: list[str]) -> None:
    places: list[tuple[int, int]] = []
    for word in words:
        match = _PLACE.fullmatch(word)
        if not match or int(match[1]) > 100 or int(match[2]) > 100:
            terrain.say(line, "place", word)
            return
        places.append((int(match[1]), int(match[2])))
    if len(places) != len(terrain.nodes):
        terrain.say(line, "places", len(places), len(terrain.nodes))
        return
    terrain.places = places


def _known(terrain: Typed, line: int, node: str) -> bool:
    """Whether the terrain has that node; says so where not."""
    if node in terrain.hqs or (_BASE.fullmatch(node) and int(node) <= terrain.bases):
        return True
    if _HQ.fullmatch(node):
        terrain.say(line, "node.hq", node)
    else:
        terrain.say(line, "node", node, terrain.bases)
    return False


def _special(terrain: Typed, line: int, words: list[str]) -> None:
    kind = words[0]
    if kind not in KINDS_OF_BASES:
        terrain.say(line, "kind", kind, ", ".join(KINDS_OF_BASES))
        return
    if len(words) == 1:
        terrain.say(line, "empty", "S")
    for node in words[1:]:
        if not _known(terrain, line, node):
            continue
        if node in terrain.hqs:
            terrain.say(line, "special.hq", node)
        elif node in terrain.effects:
            terrain.say(line, "special.twice", node, terrain.effects[node])
        else:
            terrain.effects[node] = kind


def _gate(terrain: Typed, line: int, words: list[str]) -> None:
    admitted = words[0]
    strengths = [int(c) for c in admitted if c in "1234567"]
    if len(strengths) + admitted.count("*") != len(admitted) or len(set(admitted)) != len(admitted):
        terrain.say(line, "gate", admitted)
        return
    if "*" not in admitted:
        terrain.say(line, "gate.joker", admitted, level="warning")
    if len(words) == 1:
        terrain.say(line, "empty", "G")
    for node in words[1:]:
        if not _known(terrain, line, node):
            continue
        if node in terrain.gates:
            terrain.say(line, "special.twice", node, "G")
        elif node in terrain.effects:
            terrain.say(line, "special.twice", node, terrain.effects[node])
        else:
            terrain.gates[node] = sorted(strengths)


def _paths(terrain: Typed, line: int, words: list[str]) -> None:
    order = terrain.nodes
    for word in words:
        match = _PATH.fullmatch(word)
        if not match:
            terrain.say(line, "path", word)
            continue
        start = match[1]
        ends = [end for end in match[2].split(",") if _known(terrain, line, end)]
        if not _known(terrain, line, start):
            continue
        for end in ends:
            if start == end:
                terrain.say(line, "path.self", start)
                continue
            a, b = sorted((start, end), key=order.index)
            if (a, b) in terrain.paths:
                terrain.say(line, "path.twice", f"{start}-{end}", terrain.paths[a, b])
            elif len(terrain.paths) >= MAX_PATHS:
                terrain.say(line, "paths", MAX_PATHS)
                return
            else:
                terrain.paths[a, b] = line


def _regions(terrain: Typed, line: int, words: list[str]) -> None:
    for word in words:
        match = _REGION.fullmatch(word)
        if not match or int(match[1]) > MAX_MEDALS:
            terrain.say(line, "region", word)
            continue
        bases = match[2].split(",")
        known = [_known(terrain, line, base) for base in bases]  # each that is not is said to be so
        if not all(known):
            continue
        hqs = [base for base in bases if base in terrain.hqs]
        twice = sorted({base for base in bases if bases.count(base) > 1}, key=int) if not hqs else []
        if hqs:
            terrain.say(line, "region.hq", word, ", ".join(hqs))
        elif twice:
            terrain.say(line, "region.base", word, ", ".join(twice))
        elif any(set(ring.bases) == set(bases) for ring in terrain.rings):
            terrain.say(line, "region.twice", word)
        elif len(terrain.rings) >= MAX_REGIONS:
            terrain.say(line, "regions", MAX_REGIONS)
            return
        else:
            terrain.rings.append(Ring(line, int(match[1]), tuple(bases)))


_READ = {"H": _hqs, "N": _name, "X": _places, "S": _special, "G": _gate, "P": _paths, "Z": _regions}
