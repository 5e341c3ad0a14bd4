"""The shapes of the card data files. Decoding checks every record against them.

Numbers that differ between the two printings are lists [original, current]; an unknown value is null.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal

from msgspec import Meta, Struct

Slug = Annotated[str, Meta(pattern=r"^[a-z0-9]+(-[a-z0-9]+)*$", max_length=60)]
CardSlug = Annotated[str, Meta(pattern=r"^[a-z0-9-]+/[a-z0-9-]+$")]
Small = Annotated[int, Meta(ge=0, le=99)]
Numbers = Annotated[list[Small], Meta(min_length=4, max_length=4)]
"""A base's printed numbers: breakpoint, then the VP of first, second and third place."""
Pair = Annotated[list[Small | None], Meta(min_length=2, max_length=2)]
"""[original printing, current printing]"""
NodeId = Annotated[str, Meta(min_length=1, max_length=8)]


class Record(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """What every record of the data files has in common: closed (an unknown field is an error), read-only."""


class Named(Record, frozen=True, kw_only=True):
    """A record with a slug and a name."""

    slug: Slug
    name: str
    aliases: list[str] = []


class Faction(Named, frozen=True, kw_only=True):
    """A faction of 20 cards."""

    set: Slug
    titan: Slug | None = None
    mechanics: list[str] = []
    decks: list[Literal["madness", "monsters", "treasures"]] = []
    complexity: str | None = None
    revised: bool = False
    """Redesigned in the current printing."""


class CardSet(Named, frozen=True, kw_only=True):
    """A box or expansion."""

    order: int
    year: int | None
    factions: list[Slug]
    extra_decks: dict[str, int] = {}
    note: str | None = None


class Card(Named, frozen=True, kw_only=True):
    """One card of a faction; its full slug is ``faction/slug``."""

    type: Literal["minion", "action", "fusion"]
    count: Pair
    """Copies in the faction's 20 cards, by printing."""
    power: Pair | None = None
    gives: Pair | None = None
    """Power that an action gives, by printing."""
    tags: list[str] = []
    tags_current: list[str] | None = None
    on: Literal["standard", "base", "minion", "special", "self_bury"] | None = None
    on_current: Literal["standard", "base", "minion", "special", "self_bury"] | None = None
    conflict: str | None = None
    agreeing: int
    """How many sources agree."""


class Base(Named, frozen=True, kw_only=True):
    """A base card."""

    faction: Slug
    set: Slug
    original: Numbers | None
    current: Numbers | None
    tags: list[str] = []
    monsters: int | None = None
    monsters_current: int | None = None
    monsters_current_per_player: bool = False
    monsters_current_undead_only: bool = False
    summary: str | None = None
    conflict: str | None = None
    agreeing: int = 0


class Enabler(Record, frozen=True, kw_only=True):
    """A card that plays or moves a titan."""

    card: CardSlug
    does: Literal["play", "move", "play_or_move"]
    detail: str


class Titan(Named, frozen=True, kw_only=True):
    """A titan, in its first printing; `current` says what is worded differently today."""

    faction: Slug
    released_with: Slug
    play: dict[str, Any]
    ongoing: list[str] = []
    talent: str | None = None
    special: list[str] = []
    counters: str | None = None
    gains_counters: bool = False
    grants_power: str | None = None
    """Power that it gives beside its counters, in words; null: none."""
    self_move: str | None = None
    enablers: list[Enabler] = []
    current: dict[str, Any] | None = None
    confidence: Literal["high", "medium", "low"]
    note: str | None = None
    agreeing: int


class Role(Record, frozen=True, kw_only=True):
    """What is known about one card beyond its numbers: the cards that the rules name."""

    card: CardSlug
    roles: list[str]
    summary: str
    titan: Slug | None = None
    can_target_titan: bool | None = None
    can_target_buried: bool | None = None
    removes_titan: list[bool | None] | None = None
    duel: dict[str, Any] | None = None
    note: str | None = None


class BaseRole(Record, frozen=True, kw_only=True):
    """What is known about one base beyond its numbers."""

    base: Slug
    allows_multiple_titans: bool = False
    titan_power: int = 0
    duel: dict[str, Any] | None = None


class Monster(Named, frozen=True, kw_only=True):
    """A monster of the Munchkin deck."""

    count: int
    power: Small
    treasures: Small = 0
    undead: bool = False
    summary: str


class Treasure(Named, frozen=True, kw_only=True):
    """A treasure of the Munchkin deck."""

    type: Literal["minion", "action"]
    count: int
    power: Small | None = None
    on: Literal["base", "minion", "standard"] | None = None
    timing: Literal["before_scoring", "after_scoring"] | None = None
    """When it may be used besides its usual time."""
    returns: bool = False
    """It goes back into the treasure deck, not to the discard pile."""
    affects_titans: bool = False
    summary: str


class Node(Record, frozen=True, kw_only=True):
    """A base or a headquarters of a Toy Battle terrain; `pos` is in per cent of the board."""

    id: NodeId
    type: Literal["base", "special", "hq"]
    pos: list[int]
    side: Literal["red", "blue"] | None = None
    effect: Literal["recall", "draw", "shove", "exhume", "nullify", "suppress", "gate"] | None = None
    allowed: list[int | Literal["joker"]] | None = None


class Region(Record, frozen=True, kw_only=True):
    """A region: the bases that ring it and its medals."""

    bases: list[NodeId]
    medals: Small


class Terrain(Record, frozen=True, kw_only=True):
    """A Toy Battle terrain; one with `same_as` has that terrain's board with other special bases."""

    id: Slug
    name: str
    name_vi: str | None = None
    objective: int
    special: str | None = None
    nodes: list[Node] = []
    edges: list[Annotated[list[NodeId], Meta(min_length=2, max_length=2)]] = []
    regions: list[Region] = []
    same_as: Slug | None = None
    expansion: bool = False
    note: str | None = None
    """What sources do not agree on, or only one of them says."""


class Troop(Named, frozen=True, kw_only=True):
    """A kind of Toy Battle troop; the joker has no strength."""

    name_vi: str | None
    strength: int | None
    copies: int
    effect: str | None = None
    when: str | None = None
    summary: str


class FactionsFile(Record, frozen=True, kw_only=True):
    """factions.json"""

    factions: list[Faction]


class SetsFile(Record, frozen=True, kw_only=True):
    """sets.json"""

    sets: list[CardSet]


class BasesFile(Record, frozen=True, kw_only=True):
    """bases.json"""

    bases: list[Base]


class TitansFile(Record, frozen=True, kw_only=True):
    """titans.json"""

    titans: list[Titan]


class RolesFile(Record, frozen=True, kw_only=True):
    """roles.json"""

    cards: list[Role]
    bases: list[BaseRole]


class MonstersFile(Record, frozen=True, kw_only=True):
    """monsters.json"""

    deck: int
    monsters: list[Monster]


class TreasuresFile(Record, frozen=True, kw_only=True):
    """treasures.json"""

    deck: int
    treasures: list[Treasure]


class TerrainsFile(Record, frozen=True, kw_only=True):
    """terrains.json"""

    terrains: list[Terrain]


class TroopsFile(Record, frozen=True, kw_only=True):
    """troops.json"""

    rack: int
    opening: list[int]
    aside: int
    troops: list[Troop]


class CardsFile(Record, frozen=True, kw_only=True):
    """cards/FACTION.json"""

    faction: Slug
    cards: list[Card]
