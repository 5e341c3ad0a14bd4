"""The rule book: every rule that the referee knows, explained in English and Vietnamese.

`rule("TI-13")` is all that a page or a command needs; `search` finds rules by what they say. The texts lie in
data/ as TOML, a file a section, read when they are asked for.
"""

from __future__ import annotations

import re
import unicodedata
from functools import cache
from importlib.resources import files
from typing import Any

import msgspec

from clashbox.book.model import Both, Entry, Game, GuidesFile, Level, SectionFile, Source

__all__ = [
    "Both",
    "Game",
    "Rule",
    "Source",
    "card_kind",
    "card_name",
    "find_id",
    "near",
    "rule",
    "rules",
    "search",
    "section_title",
    "sections",
]

_BETWEEN = re.compile(r"[^a-z0-9]+")
_ID = re.compile(r"([a-z]{2})[\s_.-]*0*(\d{1,2})", re.IGNORECASE)


class Rule(msgspec.Struct, frozen=True):
    """One rule of the book. Texts come in both languages (`rule.title.of("vi")`)."""

    id: str
    section: str
    """The first two letters of the id: SB, TI, DU, MT, BU, TB."""
    title: Both
    short: Both
    """What a box says of it at the table; the title where that says enough."""
    text: Both
    example: Both
    source: list[Source]
    house: Both | None
    cards: list[str]
    """Slugs of the card data (see model.Entry)."""
    related: list[str]
    """Ids of other rules."""
    games: list[Game]
    """Examples as game files; `file` gives the whole text."""

    def levels(self) -> list[Level]:
        """The levels at which `clashbox check` reports this rule, the graver first; empty: it cannot be seen
        in a game file.
        """
        seen = {find.level for game in self.games for find in game.findings(self.id) if find.rule == self.id}
        levels: tuple[Level, ...] = ("violation", "warning")
        return [level for level in levels if level in seen]

    def file(self, game: Game) -> str:
        """The example as a whole game file, header and events, a line each."""
        return f"{_section(self.section).headers[game.header]}\n{game.events.strip()}\n"

    def sources(self, lang: str) -> list[str]:
        """Where the rule comes from, in words."""
        named: list[str] = []
        for source in self.source:
            guide, section = _guides().guides[source.guide].of(lang), source.section(lang)
            named.append(f"{guide}, “{section}”" if section else guide)
        return named


def _read(name: str, shape: Any) -> Any:
    data = files("clashbox.book").joinpath("data", name).read_bytes()
    return msgspec.toml.decode(data, type=shape)


@cache
def _guides() -> GuidesFile:
    return _read("guides.toml", GuidesFile)


@cache
def _section(section: str) -> SectionFile:
    return _read(f"{section.lower()}.toml", SectionFile)


def sections() -> list[str]:
    """The sections in their order: SB, TI, DU, MT, BU, TB."""
    return list(_guides().sections)


def section_title(section: str, lang: str) -> str:
    """What a section is called in en or vi."""
    return _guides().sections[section].of(lang)


def _rule(id: str, entry: Entry) -> Rule:
    return Rule(
        id,
        id[:2],
        entry.title,
        entry.short or entry.title,
        entry.text,
        entry.example,
        entry.source,
        entry.house,
        entry.cards,
        list(entry.related),
        entry.games,
    )


def rule(id: str) -> Rule:
    """The rule of that id, written as in the book (TI-13). Raises KeyError where there is none."""
    section = id[:2]
    if section not in sections():
        raise KeyError(id)
    return _rule(id, _section(section).rules[id])


def rules(section: str | None = None) -> list[Rule]:
    """All rules in the order of the book, or those of one section. Raises KeyError for an unknown one."""
    if section is not None and section not in sections():
        raise KeyError(section)
    wanted = sections() if section is None else [section]
    return [_rule(id, entry) for name in wanted for id, entry in _section(name).rules.items()]


def find_id(text: str) -> str | None:
    """The id that somebody means who types `ti13`, `TI 13` or `ti-13`; None where it looks like no id. There
    may be no such rule.
    """
    found = _ID.fullmatch(text.strip())
    return f"{found[1].upper()}-{int(found[2]):02}" if found else None


def near(id: str, limit: int = 3) -> list[str]:
    """Ids that somebody may have meant who typed one that is not there: the nearest numbers of its section,
    or that number in the other sections.
    """
    section, number = id[:2], int(id[3:])
    if section in sections():
        there = sorted(_section(section).rules, key=lambda other: (abs(int(other[3:]) - number), other))
        return sorted(there[:limit])
    alike = [name for name in sections() if set(name) & set(section)] or sections()
    there = [f"{name}-{number:02}" for name in alike if f"{name}-{number:02}" in _section(name).rules]
    return (there or [next(iter(_section(name).rules)) for name in alike])[:limit]


def card_kind(facts: Any, slug: str) -> str | None:
    """What a slug of `Rule.cards` names in a `clashbox.cards.Facts`; None: nothing there has it."""
    kinds = ("card",) if "/" in slug else ("titan", "base", "faction", "troop", "terrain")
    return next((kind for kind in kinds if facts.has(kind, slug)), None)


def card_name(facts: Any, slug: str, lang: str) -> str:
    """The name of what a slug of `Rule.cards` stands for, the slug itself where nothing has it."""
    kind = card_kind(facts, slug)
    return facts.name(kind, slug, lang) if kind else slug


def _folded(text: str) -> str:
    """Small letters without accents, every word after a space, so that `hoa hang` finds `Hòa hạng`."""
    plain = unicodedata.normalize("NFD", text.casefold().replace("đ", "d"))
    letters = "".join(c for c in plain if not unicodedata.combining(c))
    return " " + _BETWEEN.sub(" ", letters).strip()


def search(words: str) -> list[Rule]:
    """Rules of whose id, title, text, example or cards each of the words begins a word, in either language;
    those with all of them in the title come first, else in the order of the book.
    """
    wanted = [f" {word}" for word in _folded(words).split()]
    titled: list[Rule] = []
    others: list[Rule] = []
    for found in rules():
        title = _folded(f"{found.title.en} {found.title.vi}")
        texts = (found.text.en, found.text.vi, found.example.en, found.example.vi)
        if not wanted:
            continue
        if all(word in title for word in wanted):
            titled.append(found)
        elif all(word in title + _folded(" ".join([found.id, *found.cards, *texts])) for word in wanted):
            others.append(found)
    return titled + others
