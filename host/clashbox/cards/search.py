"""Finding cards by name, without accents, and with the slips that sloppy typing makes.

What fits best comes first: the whole name, then its beginning, then all words, then, only where none of these
is found, what looks alike.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import Any

from clashbox.cards import store

KINDS = ("faction", "titan", "base", "minion", "action", "fusion", "monster", "treasure", "troop", "terrain")
"""What is found, in the order in which it is listed where names are equal."""
EXACT, PREFIX, WORDS, TYPO = 0, 1, 2, 3
MATCHES = ("exact", "prefix", "words", "typo")
"""The names of the tiers, by number."""
_MARKS = re.compile(r"['’‘`´ʼ.!?]")
_GAPS = re.compile(r"[\W_]+")
_LETTERS = str.maketrans({"đ": "d", "ø": "o", "ł": "l", "æ": "ae", "œ": "oe", "ß": "ss", "&": " and "})
_LONGEST = 100
_MOST_WORDS = 12
_BEGUN = 0.95
"""What a name is worth that was typed only as far as seemed needed."""
_SLACK = 0.06
"""What looks alike is listed down to so much below the best."""


def fold(text: str) -> str:
    """Lower case, without accents, marks and double spaces: "Señor O’Brien, 3!" is "senor obrien 3"."""
    text = text[:_LONGEST].lower()
    if not text.isascii():
        text = "".join(c for c in unicodedata.normalize("NFKD", text) if not unicodedata.combining(c))
    return _GAPS.sub(" ", _MARKS.sub("", text).translate(_LETTERS)).strip()


@dataclass(frozen=True)
class Entry:
    """Something with a name. `slug` is as in game files (a card's is ``faction/card``)."""

    kind: str
    slug: str
    name: str
    faction: str | None
    set: str | None
    record: Any
    others: tuple[str, ...] = ()
    """Names beside `name`: aliases, the Vietnamese one."""

    @cached_property
    def names(self) -> tuple[str, ...]:
        """Every name, folded, with and without its article."""
        found = [fold(name) for name in (self.name, *self.others)]
        found += [name[4:] for name in found if name.startswith("the ")]
        return tuple(dict.fromkeys(found))

    @cached_property
    def close(self) -> tuple[str, ...]:
        """The same without spaces."""
        return tuple(name.replace(" ", "") for name in self.names)

    @cached_property
    def whole(self) -> tuple[str, ...]:
        """Its names with its faction's or its slug before them, folded."""
        first, _, short = self.slug.partition("/")
        if not short:
            return (fold(self.slug),)
        deck = store.factions().get(first)
        before = {fold(first), fold(deck.name if deck else first)}
        return tuple(f"{word} {name}" for word in before for name in {*self.names, fold(short)})

    @cached_property
    def words(self) -> tuple[str, ...]:
        """The words of its names."""
        return tuple(dict.fromkeys(word for name in self.names for word in name.split()))

    @cached_property
    def context(self) -> tuple[str, ...]:
        """The words of its faction's name."""
        found = store.factions().get(self.faction or "")
        return tuple(fold(found.name).split()) if found and self.kind != "faction" else ()


@dataclass(frozen=True, slots=True)
class Hit:
    """An entry that was found: how (EXACT to TYPO), and how well within that (0 to 1)."""

    entry: Entry
    tier: int
    score: float


@lru_cache(None)
def everything() -> tuple[Entry, ...]:
    """All cards, bases, titans, factions, monsters, treasures, troops and terrains."""
    found: list[Entry] = []
    factions = store.factions()
    for f in factions.values():
        found.append(Entry("faction", f.slug, f.name, f.slug, f.set, f, tuple(f.aliases)))
    for t in store.titans().values():
        found.append(Entry("titan", t.slug, t.name, t.faction, t.released_with, t, tuple(t.aliases)))
    for b in store.bases().values():
        found.append(Entry("base", b.slug, b.name, b.faction, b.set, b, tuple(b.aliases)))
    for f in factions.values():
        for c in store.cards(f.slug).values():
            found.append(Entry(c.type, f"{f.slug}/{c.slug}", c.name, f.slug, f.set, c, tuple(c.aliases)))
    home = {deck: s.slug for s in store.sets().values() for deck in s.extra_decks}
    for m in store.monsters().values():
        slug = f"monsters/{m.slug}"
        found.append(Entry("monster", slug, m.name, None, home.get("monsters"), m, tuple(m.aliases)))
    for r in store.treasures().values():
        slug = f"treasures/{r.slug}"
        found.append(Entry("treasure", slug, r.name, None, home.get("treasures"), r, tuple(r.aliases)))
    for p in store.troops().values():
        others = tuple(p.aliases) + ((p.name_vi,) if p.name_vi else ())
        found.append(Entry("troop", p.slug, p.name, None, None, p, others))
    for g in store.terrains().values():
        found.append(Entry("terrain", g.id, g.name, None, None, g, (g.name_vi,) if g.name_vi else ()))
    return tuple(found)


@lru_cache(None)
def boxes() -> tuple[Entry, ...]:
    """The boxes (sets), for a filter by name."""
    return tuple(
        Entry("set", s.slug, s.name, None, s.slug, s, tuple(s.aliases)) for s in store.sets().values()
    )


def of_kind(*kinds: str) -> list[Entry]:
    """The entries of these kinds."""
    return [entry for entry in everything() if entry.kind in kinds]


def find(query: str, entries: Iterable[Entry]) -> list[Hit]:
    """The entries whose names fit the query, best first; empty where none does, or where nothing is asked."""
    query = fold(query)
    if not query:
        return []
    tight = query.replace(" ", "")
    pool = list(entries)
    found = [hit for hit in (_fits(entry, query, tight) for entry in pool) if hit]
    if not found:
        found = _alike(query, tight, pool)
    found.sort(key=_order)
    return found


def _order(hit: Hit) -> tuple[int, float, int, str, str]:
    return (
        hit.tier,
        -hit.score,
        KINDS.index(hit.entry.kind) if hit.entry.kind in KINDS else 0,
        hit.entry.name,
        hit.entry.slug,
    )


def _fits(entry: Entry, query: str, tight: str) -> Hit | None:
    """Exact, beginning or all words; None where it is none of them."""
    close = entry.close
    if tight in close or query in entry.whole:
        return Hit(entry, EXACT, 1.0)
    begun = [len(tight) / len(name) for name in close if name.startswith(tight)]
    if begun:
        return Hit(entry, PREFIX, max(begun))
    covered = _all_words(query.split(), entry)
    if covered:
        return Hit(entry, WORDS, covered)
    inside = [len(tight) / len(name) / 2 for name in close if len(tight) >= 4 and tight in name]
    return Hit(entry, WORDS, max(inside)) if inside else None


def _all_words(asked: Sequence[str], entry: Entry) -> float:
    """How much of the name the words cover, where each begins a word of it or of its faction; else 0."""
    every = entry.words + entry.context
    for word in asked:  # most entries end here, quickly
        if not any(other.startswith(word) for other in every):
            return 0.0
    own, context = list(entry.words), list(entry.context)
    covered = 0
    for word in sorted(asked, key=len, reverse=True):
        for words in (own, context):
            begun = [other for other in words if other.startswith(word)]
            if begun:
                words.remove(min(begun, key=len))
                covered += len(word) if words is own else 0
                break
        else:
            return 0.0
    return covered / max(1, sum(map(len, entry.words)))


def _needed(length: int) -> float:
    """How alike names of that length have to be: a slip in four letters, two in seven, three in eleven."""
    return 1.0 if length < 4 else 0.74 if length < 6 else 0.7


def _alike(query: str, tight: str, pool: Sequence[Entry]) -> list[Hit]:
    # Here, not above: what is typed rightly needs no library.
    from rapidfuzz.distance import OSA

    needed = _needed(len(tight))
    alike = OSA.normalized_similarity
    words = query.split()
    vocabulary = (
        {word for entry in pool for word in (*entry.words, *entry.context)}
        if len(words) <= _MOST_WORDS
        else set[str]()
    )
    near = [
        {other: s for other in vocabulary if (s := _word_alike(alike, word, other)) > 0} for word in words
    ]
    found: list[Hit] = []
    for entry in pool:
        best = _words_alike(words, near, entry)
        for close in entry.close:
            best = max(best, alike(tight, close, score_cutoff=needed))
            if len(tight) > 3:
                best = max(best, _BEGUN * alike(tight, close[: len(tight)], score_cutoff=needed))
        if best >= needed:
            found.append(Hit(entry, TYPO, best))
    top = max((hit.score for hit in found), default=0)
    return [hit for hit in found if hit.score >= top - _SLACK]


def _word_alike(alike: Any, word: str, other: str) -> float:
    needed = _needed(len(word))
    whole = alike(word, other, score_cutoff=needed)
    begun = _BEGUN * alike(word, other[: len(word)], score_cutoff=needed) if len(word) > 3 else 0.0
    return max(whole, begun)


def _words_alike(words: Sequence[str], near: Sequence[dict[str, float]], entry: Entry) -> float:
    """How alike the words are, each to a word of the name or of its faction; 0 where one is like none."""
    total = 0.0
    own = 0
    for word, like in zip(words, near, strict=True):
        mine = max((like.get(other, 0.0) for other in entry.words), default=0.0)
        theirs = max((like.get(other, 0.0) for other in entry.context), default=0.0)
        if not mine and not theirs:
            return 0.0
        own += mine >= theirs
        total += max(mine, theirs) * len(word)
    if not own:
        return 0.0
    left = len(entry.words) - own
    return max(0.0, total / sum(map(len, words)) - 0.03 - 0.02 * max(0, left))
