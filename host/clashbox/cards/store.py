"""The data files, each decoded when it is first asked for and kept."""

from __future__ import annotations

import os.path
from functools import lru_cache
from typing import TypeVar

import msgspec

from clashbox.cards import model

_DATA = os.path.join(os.path.dirname(__file__), "data")
_T = TypeVar("_T")


class CardDataError(Exception):
    """A card data file is missing or does not fit its schema: the installation is damaged."""


def _read(name: str, kind: type[_T]) -> _T:
    path = os.path.join(_DATA, name)
    try:
        with open(path, "rb") as file:
            return msgspec.json.decode(file.read(), type=kind)
    except (OSError, msgspec.MsgspecError) as error:
        raise CardDataError(f"{path}: {error} (install clashbox again)") from None


@lru_cache(None)
def factions() -> dict[str, model.Faction]:
    """The factions by slug."""
    return {f.slug: f for f in _read("factions.json", model.FactionsFile).factions}


@lru_cache(None)
def sets() -> dict[str, model.CardSet]:
    """The boxes by slug, in order of release."""
    return {s.slug: s for s in _read("sets.json", model.SetsFile).sets}


@lru_cache(None)
def bases() -> dict[str, model.Base]:
    """The base cards by slug."""
    return {b.slug: b for b in _read("bases.json", model.BasesFile).bases}


@lru_cache(None)
def titans() -> dict[str, model.Titan]:
    """The titans by slug."""
    return {t.slug: t for t in _read("titans.json", model.TitansFile).titans}


@lru_cache(None)
def roles() -> dict[str, model.Role]:
    """What is known about single cards, by full card slug."""
    return {r.card: r for r in _read("roles.json", model.RolesFile).cards}


@lru_cache(None)
def base_roles() -> dict[str, model.BaseRole]:
    """What is known about single bases beyond their numbers, by slug."""
    return {r.base: r for r in _read("roles.json", model.RolesFile).bases}


@lru_cache(None)
def monsters() -> dict[str, model.Monster]:
    """The monsters by slug."""
    return {m.slug: m for m in _read("monsters.json", model.MonstersFile).monsters}


@lru_cache(None)
def treasures() -> dict[str, model.Treasure]:
    """The treasures by slug."""
    return {t.slug: t for t in _read("treasures.json", model.TreasuresFile).treasures}


@lru_cache(None)
def terrains() -> dict[str, model.Terrain]:
    """The terrains by slug."""
    return {t.id: t for t in _read("terrains.json", model.TerrainsFile).terrains}


@lru_cache(None)
def troops() -> dict[str, model.Troop]:
    """The kinds of troops by slug, the joker first, then by strength."""
    return {t.slug: t for t in _read("troops.json", model.TroopsFile).troops}


@lru_cache(None)
def cards(faction: str) -> dict[str, model.Card]:
    """The cards of one faction by short slug; empty where there is no such faction."""
    if faction not in factions():
        return {}
    return {c.slug: c for c in _read(os.path.join("cards", faction + ".json"), model.CardsFile).cards}
