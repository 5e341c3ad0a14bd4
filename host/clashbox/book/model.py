"""The shapes of the rule book's files (data/*.toml). Decoding checks every rule against them."""

from __future__ import annotations

from typing import Annotated, Literal, NamedTuple

from msgspec import Meta, Struct

Text = Annotated[str, Meta(min_length=1)]
Id = Annotated[str, Meta(pattern=r"^[A-Z]{2}-[0-9]{2}$")]
Level = Literal["violation", "warning"]


class Both(Struct, frozen=True, forbid_unknown_fields=True):
    """One text in English and Vietnamese."""

    en: Text
    vi: Text

    def of(self, lang: str) -> str:
        """The text in en or vi."""
        return self.vi if lang == "vi" else self.en


class Source(Struct, frozen=True, forbid_unknown_fields=True):
    """Where a rule stands: a guide (a key of guides.toml) and, where it has one, the section there."""

    guide: Text
    en: str = ""
    vi: str = ""

    def section(self, lang: str) -> str:
        """The section's name in en or vi; empty where the guide has none."""
        return self.vi if lang == "vi" else self.en


class Find(NamedTuple):
    """A finding that an example's game file shows."""

    line: int
    level: Level
    rule: str


class Game(Struct, frozen=True, forbid_unknown_fields=True):
    """An example as a game file: what `clashbox check` finds in it (the tests hold it to that)."""

    shows: Both
    """What is reported, in a few words, or why nothing is."""
    events: Text
    """One event a line; the header is line 1, so the first event is line 2."""
    header: str = "two"
    """A key of the file's headers."""
    finds: list[Annotated[str, Meta(pattern=r"^\d+ (violation|warning)( [A-Z]{2}-\d\d)?$")]] = []
    """`LINE LEVEL` for a finding under the rule itself, `LINE LEVEL ID` for one under another."""
    state: str = ""
    """Parts of the state at the end, as JSON; empty where the findings say it all."""

    def findings(self, own: str) -> list[Find]:
        """What `clashbox check` finds in it, given the id of the rule that it stands under."""
        found: list[Find] = []
        for find in self.finds:
            line, level, *other = find.split()
            found.append(
                Find(int(line), "warning" if level == "warning" else "violation", other[0] if other else own)
            )
        return found


class Entry(Struct, frozen=True, forbid_unknown_fields=True):
    """A rule as its file has it."""

    title: Both
    text: Both
    example: Both
    source: Annotated[list[Source], Meta(min_length=1)]
    short: Both | None = None
    """What a box says of it at the table, where the title alone does not: at most 80 bytes of UTF-8."""
    house: Both | None = None
    """What in it is a reading of this house where the sources differ or are silent."""
    cards: list[str] = []
    """Slugs of the card data: faction/card, treasures/card, monsters/card, or of a titan, base, faction,
    troop or terrain.
    """
    related: list[Id] = []
    games: list[Game] = []


class SectionFile(Struct, frozen=True, forbid_unknown_fields=True):
    """sb.toml and its like: one section's rules, in order, and the headers of its games."""

    headers: dict[str, Text]
    rules: dict[Id, Entry]


class GuidesFile(Struct, frozen=True, forbid_unknown_fields=True):
    """guides.toml: the sections in their order, and the texts that rules come from."""

    sections: dict[Annotated[str, Meta(pattern=r"^[A-Z]{2}$")], Both]
    guides: dict[str, Both]
