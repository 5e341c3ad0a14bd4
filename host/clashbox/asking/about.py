"""The facts about one card, base, titan ... as one printing has them, for people and for JSON."""

from collections.abc import Sequence
from typing import Any

from clashbox.cards import Facts, model, search, sentences, store
from clashbox.cards.facts import Printing

PRINTINGS: tuple[Printing, Printing] = ("original", "current")


def facts(entry: search.Entry, printing: Printing) -> dict[str, Any]:
    """What is known; null: unknown. Numbers are those of that printing, whatever the other one has.

    Always there: kind, slug, name, aliases, faction, set, printing. Further by kind; `note` and `conflict`
    where there are any.
    """
    at = PRINTINGS.index(printing)
    known: dict[str, Any] = {
        "kind": entry.kind,
        "slug": entry.slug,
        "name": entry.name,
        "aliases": list(entry.others),
        "faction": entry.faction,
        "set": entry.set,
        "printing": printing,
    }
    found = _BY_KIND.get(entry.kind, _card)(entry, at)
    return {**known, **{key: value for key, value in found.items() if key not in _QUIET or value}}


_QUIET = frozenset(
    ("summary", "note", "conflict", "special", "talent", "self_move", "titans", "current", "undead", "gives")
)
"""What is left out where it is empty: there is nothing to know."""


def in_printing(entry: search.Entry, at: int) -> bool:
    """Whether the printing (0 original, 1 current) has the card; what the data do not say: yes."""
    return entry.kind not in ("minion", "action", "fusion") or entry.record.count[at] != 0


def _faction(entry: search.Entry, at: int) -> dict[str, Any]:
    f = entry.record
    bases = [b.slug for b in store.bases().values() if b.faction == f.slug]
    return {
        "titan": f.titan,
        "bases": bases,
        "cards": [f"{f.slug}/{c.slug}" for c in store.cards(f.slug).values() if c.count[at] != 0],
        "mechanics": list(f.mechanics),
        "decks": list(f.decks),
        "complexity": f.complexity,
        "revised": f.revised,
    }


def _card(entry: search.Entry, at: int) -> dict[str, Any]:
    c = entry.record
    role = store.roles().get(entry.slug)
    shown: dict[str, Any] = {"count": c.count[at], "in_printing": in_printing(entry, at)}
    if c.type != "action":
        shown["power"] = c.power[at] if c.power else None
    else:
        shown["on"] = (c.on_current if at else None) or c.on
        shown["gives"] = c.gives[at] if c.gives else None
    shown["tags"] = list(c.tags if not at or c.tags_current is None else c.tags_current)
    shown["titans"] = titan_links(entry, at)
    return {
        **shown,
        "summary": role.summary if role else None,
        "note": role.note if role else None,
        "conflict": c.conflict,
    }


def _base(entry: search.Entry, at: int) -> dict[str, Any]:
    b = entry.record
    numbers = b.current if at else b.original
    return {
        "breakpoint": numbers[0] if numbers else None,
        "vp": list(numbers[1:]) if numbers else None,
        "monsters": (b.monsters_current if at else b.monsters) or 0,
        "tags": list(b.tags),
        "titans": titan_links(entry, at),
        "summary": b.summary,
        "conflict": b.conflict,
    }


def _titan(entry: search.Entry, at: int) -> dict[str, Any]:
    titan = entry.record
    return {
        "play": titan.play,
        "ongoing": list(titan.ongoing),
        "talent": titan.talent,
        "special": list(titan.special),
        "gains_counters": titan.gains_counters,
        "grants_power": titan.grants_power,
        "self_move": titan.self_move,
        "enablers": [{"card": e.card, "does": e.does, "detail": e.detail} for e in titan.enablers],
        "current": today(entry) if at else [],
        "confidence": titan.confidence,
        "note": titan.note,
    }


def today(entry: search.Entry) -> list[dict[str, str | None]]:
    """What is worded differently on a titan today: {part, text}; text None: that part is gone."""
    titan: model.Titan = entry.record
    found: list[dict[str, str | None]] = []
    for part, told in (titan.current or {}).items():
        if told is None:
            if getattr(titan, part):
                found.append({"part": part, "text": None})
            continue
        texts: list[str] = [told] if isinstance(told, str) else told
        for text in texts:
            if text not in SAME:
                found.append({"part": part, "text": text})
    return found


SAME = frozenset(("same", "same idea"))


def _monster(entry: search.Entry, at: int) -> dict[str, Any]:
    m = entry.record
    return {
        "power": m.power,
        "treasures": m.treasures,
        "count": m.count,
        "undead": m.undead,
        "summary": m.summary,
        "note": sentences.ORIGINAL_ALONE if at else None,
    }


def _treasure(entry: search.Entry, at: int) -> dict[str, Any]:
    r = entry.record
    known: dict[str, Any] = {"type": r.type, "count": r.count}
    if r.type == "minion":
        known["power"] = r.power
    else:
        known["on"] = r.on
    return {**known, "summary": r.summary, "note": sentences.ORIGINAL_ALONE if at else None}


def _troop(entry: search.Entry, at: int) -> dict[str, Any]:
    del at
    p = entry.record
    return {"strength": p.strength, "joker": p.strength is None, "copies": p.copies, "summary": p.summary}


def _terrain(entry: search.Entry, at: int) -> dict[str, Any]:
    del at
    board = Facts().terrain(entry.slug) or {}
    nodes: Sequence[dict[str, Any]] = board.get("nodes", ())
    regions: Sequence[dict[str, Any]] = board.get("regions", ())
    return {
        "name_vi": entry.record.name_vi,
        "objective": entry.record.objective,
        "medals": sum(region["medals"] for region in regions),
        "regions": len(regions),
        "bases": sum(node["type"] != "hq" for node in nodes),
        "effects": sorted({node["effect"] for node in nodes if node.get("effect")}),
        "expansion": entry.record.expansion,
        "note": entry.record.note,
    }


_BY_KIND = {
    "faction": _faction,
    "base": _base,
    "titan": _titan,
    "monster": _monster,
    "treasure": _treasure,
    "troop": _troop,
    "terrain": _terrain,
}


# -- titans and the cards that concern them --


def titan_links(entry: search.Entry, at: int) -> list[dict[str, Any]]:
    """How a card concerns titans in that printing: a list of {does, titan, detail}.

    `does`: play, move, play_or_move, target (it can be aimed at any titan), remove (a titan's base leaves
    play by it), hold (a base for several). `titan` None: any. What the data only derived from wording by
    pattern is not among them.
    """
    if entry.kind == "base":
        role = store.base_roles().get(entry.slug)
        return (
            [{"does": "hold", "titan": None, "detail": None}] if role and role.allows_multiple_titans else []
        )
    found: list[dict[str, Any]] = []
    for titan in store.titans().values():
        for e in titan.enablers:
            if e.card == entry.slug:
                found.append({"does": e.does, "titan": titan.slug, "detail": e.detail})
    role = store.roles().get(entry.slug)
    if role is None:
        return found
    told = {link["titan"] for link in found}
    if "plays_titan" in role.roles and role.titan and role.titan not in told:
        does = "play_or_move" if "moves_titan" in role.roles else "play"
        found.append({"does": does, "titan": role.titan, "detail": None})
    if "moves_any_titan" in role.roles:
        found.append({"does": "move", "titan": None, "detail": None})
    elif not found and Facts().can_target(entry.slug, "titan"):
        found.append({"does": "target", "titan": None, "detail": None})
    if role.removes_titan and role.removes_titan[at]:
        found.append({"does": "remove", "titan": None, "detail": None})
    return found


def concerns_titan(entry: search.Entry, titan: str | None, at: int) -> bool:
    """Whether the card plays, moves or can be aimed at titans; with `titan`: names that one, or is it."""
    if entry.kind == "titan":
        return entry.slug == titan
    if entry.kind not in ("minion", "action", "fusion", "base"):
        return False
    return any(titan is None or link["titan"] == titan for link in titan_links(entry, at))
