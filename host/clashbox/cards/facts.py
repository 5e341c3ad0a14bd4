"""`Facts`: what the rules, the replay and the command line ask the card data.

Everything is looked up when it is asked for: a small check decodes two or three small files. `None` as an
answer means that the data do not know, never "no".
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Literal

from clashbox.cards import model, store

Printing = Literal["original", "current"]
KINDS = ("card", "base", "titan", "faction", "terrain", "troop", "monster", "treasure")


class Facts:
    """The card data as one printing has them.

    Where a card or base is missing from that printing, or its number is unknown there, the other printing's
    number stands in: it is the card that lies on the table.
    """

    def __init__(self, printing: str = "original"):
        if printing not in ("original", "current"):
            raise ValueError(f"printing: {printing!r} is neither original nor current")
        self.printing = printing
        self._order = (0, 1) if printing == "original" else (1, 0)

    # --- what the replay asks ---

    def base(self, slug: str) -> tuple[int, tuple[int, int, int]] | None:
        """The printed (breakpoint, (first, second, third VP)) of a base; None: no such base, or unknown."""
        found = store.bases().get(slug)
        if found is None:
            return None
        for numbers in (found.original, found.current)[:: 1 if self.printing == "original" else -1]:
            if numbers:
                return numbers[0], (numbers[1], numbers[2], numbers[3])
        return None

    def minion_power(self, card: str) -> int | None:
        """The printed power of a minion, fusion, treasure or monster (full slug); None: none, or unknown."""
        kind, _, short = card.partition("/")
        if kind == "treasures":
            treasure = store.treasures().get(short)
            return treasure.power if treasure else None
        if kind == "monsters":
            monster = store.monsters().get(short)
            return monster.power if monster else None
        found = store.cards(kind).get(short)
        if found is None or found.power is None:
            return None
        for printing in self._order:
            if found.power[printing] is not None:
                return found.power[printing]
        return None

    def titan_faction(self, titan: str) -> str | None:
        """The faction whose titan this is; None: no such titan."""
        found = store.titans().get(titan)
        return found.faction if found else None

    titan = titan_faction

    def titan_of(self, faction: str) -> str | None:
        """The titan of a faction; None: it has none."""
        found = store.factions().get(faction)
        return found.titan if found else None

    def grants_power(self, titan: str) -> bool:
        """Whether the titan gives power beside its counters (TI-13: it may not have been recorded)."""
        found = store.titans().get(titan)
        return found is not None and found.grants_power is not None

    def monster(self, slug: str) -> tuple[int, int] | None:
        """(power, treasures) of a monster, by its slug or ``monsters/slug``."""
        found = store.monsters().get(slug.removeprefix("monsters/"))
        return (found.power, found.treasures) if found else None

    def terrain(self, slug: str) -> dict[str, Any] | None:
        """A Toy Battle terrain in the terrain format: id, names, objective, nodes, edges, regions."""
        found = store.terrains().get(slug)
        if found is None:
            return None
        board = store.terrains()[found.same_as] if found.same_as else found
        nodes: list[dict[str, Any]] = []
        for node in board.nodes:
            row: dict[str, Any] = {"id": node.id, "type": node.type, "pos": list(node.pos)}
            if node.side:
                row["side"] = node.side
            if node.effect:
                row["effect"] = found.special if found.same_as else node.effect
            if node.allowed:
                row["allowed"] = list(node.allowed)
            nodes.append(row)
        return {
            "id": found.id,
            "name": found.name,
            "name_vi": found.name_vi,
            "objective": found.objective,
            "nodes": nodes,
            "edges": [list(edge) for edge in board.edges],
            "regions": [{"bases": list(r.bases), "medals": r.medals} for r in board.regions],
            **({"note": found.note} if found.note else {}),
        }

    # --- what the rules ask ---

    def plays_titan(self, card: str, titan: str) -> bool | None:
        """Whether the card (full slug) plays that titan (TI-02); None: its effect is not known."""
        role = store.roles().get(card)
        known = role is not None
        for slug, row in store.titans().items():
            for enabler in row.enablers:
                if enabler.card == card:
                    known = True
                    if slug == titan and enabler.does != "move":
                        return True
        if role is not None and "plays_titan" in role.roles and role.titan == titan:
            return True
        return False if known else None

    def can_target(self, card: str, what: str) -> bool | None:
        """Whether the card (full slug) can be aimed at a "titan" (TI-15) or a "buried" card (BU-06).

        None: its effect is not known, or `what` is something that any card may aim at.
        """
        role = store.roles().get(card)
        if role is None or what not in ("titan", "buried"):
            return None
        if what == "titan":
            given, telling = role.can_target_titan, ("plays_titan", "moves_titan", "moves_any_titan")
        else:
            given, telling = role.can_target_buried, ("uncovers", "moves_buried", "targets_buried")
        return any(r in telling for r in role.roles) if given is None else given

    # --- names and lists ---

    def has(self, kind: str, slug: str) -> bool:
        """Whether there is such a card, base, titan, faction, terrain, troop, monster or treasure.

        A card is ``faction/card``, ``treasures/card`` or ``monsters/card``; monsters and treasures may be
        given with or without their prefix.
        """
        return self._find(kind, slug) is not None

    def name(self, kind: str, slug: str, lang: str = "en") -> str:
        """The name to show; the slug itself where nothing of that kind is known."""
        found = self._find(kind, slug)
        if found is None:
            return slug
        if lang == "vi":
            return getattr(found, "name_vi", None) or found.name
        return found.name

    def _find(self, kind: str, slug: str) -> Any:
        if kind == "card":
            first, _, short = slug.partition("/")
            if first == "treasures":
                return store.treasures().get(short)
            if first == "monsters":
                return store.monsters().get(short)
            return store.cards(first).get(short)
        if kind in ("monster", "treasure"):
            slug = slug.removeprefix(kind + "s/")
        return self._table(kind).get(slug)

    def _table(self, kind: str) -> dict[str, Any]:
        tables: dict[str, Any] = {
            "base": store.bases,
            "titan": store.titans,
            "faction": store.factions,
            "terrain": store.terrains,
            "troop": store.troops,
            "monster": store.monsters,
            "treasure": store.treasures,
        }
        if kind not in tables:
            raise ValueError(f"no such kind of card: {kind}")
        return tables[kind]()

    def slugs(self, kind: str) -> list[str]:
        """All slugs of a kind, sorted; for cards the full slugs of every faction (reads all files)."""
        if kind == "card":
            return sorted(f"{f}/{c}" for f in store.factions() for c in store.cards(f))
        return sorted(self._table(kind))

    def factions(self) -> list[model.Faction]:
        """All factions."""
        return list(store.factions().values())

    def bases(self) -> list[model.Base]:
        """All base cards."""
        return list(store.bases().values())

    def titans(self) -> list[model.Titan]:
        """All titans."""
        return list(store.titans().values())

    def terrains(self) -> list[model.Terrain]:
        """All Toy Battle terrains, expansions last."""
        return list(store.terrains().values())

    def troops(self) -> list[model.Troop]:
        """All kinds of Toy Battle troops, the joker first, then by strength."""
        return list(store.troops().values())

    def monsters(self) -> list[model.Monster]:
        """All monsters."""
        return list(store.monsters().values())

    def treasures(self) -> list[model.Treasure]:
        """All treasures."""
        return list(store.treasures().values())

    def sets(self) -> list[model.CardSet]:
        """All boxes in order of release."""
        return list(store.sets().values())

    def cards(self, faction: str) -> list[model.Card]:
        """The cards of a faction."""
        return list(store.cards(faction).values())

    def role(self, card: str) -> model.Role | None:
        """What is known about a card (full slug) beyond its numbers."""
        return store.roles().get(card)

    def near(self, kind: str, slug: str, limit: int = 3) -> list[str]:
        """Slugs of a kind that look like this one, for "did you mean"."""
        import difflib

        if kind == "card":
            faction = slug.partition("/")[0]
            if faction not in store.factions():
                return []
            choices: Iterable[str] = (f"{faction}/{c}" for c in store.cards(faction))
        else:
            choices = self._table(kind)
        return difflib.get_close_matches(slug, list(choices), n=limit)
