"""A card, base, titan ... in sentences, and in one short phrase for a list."""

from collections.abc import Callable, Iterable
from typing import Any

from clashbox.asking import about
from clashbox.cards import search, store
from clashbox.cards.sentences import told
from clashbox.i18n import language, t


def number(value: int | None) -> str:
    """A number, or "?" where it is unknown."""
    return "?" if value is None else str(value)


# -- short --


def brief(entry: search.Entry, at: int) -> str:
    """The facts that matter most, for a column of a table."""
    facts = about.facts(entry, about.PRINTINGS[at])
    return _BRIEF.get(entry.kind, _brief_card)(facts)


def _brief_card(facts: dict[str, Any]) -> str:
    parts: list[str] = []
    if not facts["in_printing"]:
        return t("cards.absent.short")
    if "power" in facts:
        parts.append(t("cards.power", number(facts["power"])))
    elif facts.get("on"):
        parts.append(t(f"cards.on.{facts['on']}"))
    parts.append(f"×{number(facts['count'])}")
    return ", ".join(parts)


def _brief_base(facts: dict[str, Any]) -> str:
    if facts["breakpoint"] is None:
        return t("cards.unknown")
    return t("cards.base", facts["breakpoint"], *facts["vp"])


def _brief_titan(facts: dict[str, Any]) -> str:
    return ", ".join(t(f"cards.{key}") for key in ("gains_counters", "grants_power") if facts[key]) or "–"


def _brief_faction(facts: dict[str, Any]) -> str:
    box = store.sets()[facts["set"]].name
    return f"{box}, {t('type.titan')}: {store.titans()[facts['titan']].name}" if facts["titan"] else box


def _brief_terrain(facts: dict[str, Any]) -> str:
    return t("cards.terrain", facts["objective"], facts["medals"])


def _brief_monster(facts: dict[str, Any]) -> str:
    return t("cards.monster", facts["power"], facts["treasures"])


def _brief_treasure(facts: dict[str, Any]) -> str:
    if facts["type"] == "minion":
        return t("cards.power", number(facts["power"]))
    return t(f"cards.on.{facts['on'] or 'standard'}")


def _brief_troop(facts: dict[str, Any]) -> str:
    return t("cards.joker") if facts["joker"] else t("cards.strength", facts["strength"])


_BRIEF: dict[str, Callable[[dict[str, Any]], str]] = {
    "base": _brief_base,
    "titan": _brief_titan,
    "faction": _brief_faction,
    "terrain": _brief_terrain,
    "monster": _brief_monster,
    "treasure": _brief_treasure,
    "troop": _brief_troop,
}


# -- long --


def lines(entry: search.Entry, at: int, chosen: bool) -> list[str]:
    """All that is known of it; with the numbers of the other printing too, unless one was `chosen`."""
    facts = about.facts(entry, about.PRINTINGS[at])
    out = [_title(entry)]
    out += [f"  {line[:1].upper()}{line[1:]}" for line in _LONG.get(entry.kind, _long_card)(facts)]
    if not chosen and entry.kind in ("minion", "action", "fusion", "base"):
        mine, theirs = brief(entry, at), brief(entry, 1 - at)
        if mine != theirs:
            out.append("  " + t(f"cards.printing.{about.PRINTINGS[1 - at]}", theirs))
    elif entry.kind == "titan" and (at or not chosen):
        out += [f"  {line}" for line in _today(entry)]
    return out + [f"  {line}" for line in _remarks(entry, facts)]


def _title(entry: search.Entry) -> str:
    home = store.factions().get(entry.faction or "")
    box = store.sets().get(entry.set or "")
    where = [t(f"type.{entry.kind}")]
    if home and entry.kind != "faction":
        where.append(home.name)
    if box:
        where.append(f"{box.name} ({box.year})" if box.year else box.name)
    name = entry.name
    if language() == "vi" and entry.kind in ("terrain", "troop") and entry.record.name_vi:
        name = f"{entry.record.name_vi} ({name})"
    return f"{name}: {', '.join(where)}"


def _long_card(facts: dict[str, Any]) -> Iterable[str]:
    if not facts["in_printing"]:
        yield t(f"cards.absent.{facts['printing']}")
    else:
        if "power" in facts:
            power = facts["power"]
            yield t("cards.power.unknown") if power is None else t("cards.power.long", power)
        elif facts.get("on"):
            gives = facts.get("gives")
            yield t(f"cards.on.{facts['on']}") + (f", {t('cards.gives', gives)}" if gives else "")
        yield t("cards.count", number(facts["count"]))
    if facts.get("summary"):
        yield told(facts["summary"])
    yield from _links(facts.get("titans", ()))
    yield from _tags(facts["tags"])


def _long_base(facts: dict[str, Any]) -> Iterable[str]:
    if facts["breakpoint"] is None:
        yield t("cards.base.unknown")
    else:
        yield t("cards.base.long", facts["breakpoint"], *facts["vp"])
    if facts["monsters"]:
        yield t("cards.base.monsters", facts["monsters"])
    if facts.get("summary"):
        yield told(facts["summary"])
    yield from _tags(facts["tags"])


def _long_titan(facts: dict[str, Any]) -> Iterable[str]:
    play = facts["play"]
    how = t(f"cards.play.{play['mode']}")
    yield t("cards.titan.play", f"{how}: {told(play['condition'])}")
    yield t("cards.titan.where", told(play["where"]))
    for line in facts["ongoing"]:
        yield t("cards.titan.ongoing", told(line))
    if facts.get("talent"):
        yield t("cards.titan.talent", told(facts["talent"]))
    for line in facts.get("special", ()):
        yield t("cards.titan.special", told(line))
    if facts["grants_power"]:
        yield t("cards.titan.power", told(facts["grants_power"]))
    if facts["gains_counters"]:
        yield t("cards.titan.counters")
    for e in facts["enablers"]:
        name = search_name(e["card"])
        yield t(f"cards.does.{e['does']}.by", name, told(e["detail"]))


def _today(entry: search.Entry) -> Iterable[str]:
    for change in about.today(entry):
        part, text = change["part"], change["text"]
        if text is None:
            yield t(f"cards.today.no.{part}")
        else:
            yield t(f"cards.today.{part}", told(text))


def search_name(slug: str) -> str:
    """The name of a card by its full slug."""
    first, _, short = slug.partition("/")
    found = store.cards(first).get(short)
    return found.name if found else slug


def _long_faction(facts: dict[str, Any]) -> Iterable[str]:
    if facts["titan"]:
        yield t("cards.faction.titan", store.titans()[facts["titan"]].name)
    names = [store.bases()[slug].name for slug in facts["bases"]]
    yield t("cards.faction.bases", ", ".join(names) or "–")
    if facts["revised"]:
        yield t("cards.faction.revised")
    if facts["decks"]:
        yield t("cards.faction.decks", ", ".join(t(f"deck.{deck}") for deck in facts["decks"]))
    yield from _tags(facts["mechanics"])
    at = about.PRINTINGS.index(facts["printing"])
    deck = [store.cards(facts["slug"])[slug.partition("/")[2]] for slug in facts["cards"]]
    for kind in ("minion", "fusion", "action"):
        names = ", ".join(f"{card.name} ({_copies(card, at)})" for card in deck if card.type == kind)
        if names:
            yield f"{t(f'type.{kind}')}: {names}"


def _copies(card: Any, at: int) -> str:
    copies = f"×{card.count[at]}"
    return copies if card.power is None else f"{number(card.power[at])} {copies}"


def _long_terrain(facts: dict[str, Any]) -> Iterable[str]:
    yield t("cards.terrain.long", facts["objective"], facts["medals"], facts["regions"], facts["bases"])
    if facts["effects"]:
        yield t("cards.terrain.effects", ", ".join(t(f"effect.{effect}") for effect in facts["effects"]))
    if facts["expansion"]:
        yield t("cards.terrain.expansion")


def _long_monster(facts: dict[str, Any]) -> Iterable[str]:
    yield t("cards.monster.long", facts["power"], facts["treasures"], facts["count"])
    if facts.get("undead"):
        yield t("cards.undead")
    yield told(facts["summary"])


def _long_treasure(facts: dict[str, Any]) -> Iterable[str]:
    yield (t("type.minion") + ", " if facts["type"] == "minion" else "") + _brief_treasure(facts)
    yield t("cards.count.deck", facts["count"])
    yield told(facts["summary"])


def _long_troop(facts: dict[str, Any]) -> Iterable[str]:
    yield _brief_troop(facts) + ", " + t("cards.copies", facts["copies"])
    yield told(facts["summary"])


_LONG: dict[str, Callable[[dict[str, Any]], Iterable[str]]] = {
    "base": _long_base,
    "titan": _long_titan,
    "faction": _long_faction,
    "terrain": _long_terrain,
    "monster": _long_monster,
    "treasure": _long_treasure,
    "troop": _long_troop,
}


def titan_brief(entry: search.Entry, at: int) -> str:
    """How it concerns titans, for a column of a table; the usual facts where it is a titan itself."""
    links = [_link(link) for link in about.titan_links(entry, at)] if entry.kind != "titan" else []
    return "; ".join(dict.fromkeys(links)) or brief(entry, at)


def _link(link: dict[str, Any]) -> str:
    titan = store.titans().get(link["titan"] or "")
    return t(f"cards.does.{link['does']}", titan.name if titan else t("cards.does.any"))


def _links(links: Iterable[dict[str, Any]]) -> Iterable[str]:
    for link in links:
        yield _link(link) + (f": {told(link['detail'])}" if link["detail"] else "")


def _tags(tags: Iterable[str]) -> Iterable[str]:
    named = [t(f"tag.{tag}") for tag in tags]
    if named:
        yield t("cards.tags", ", ".join(named))


_SOURCES = (
    ("aeg_rulebook_wiki", "AEG wiki"),
    ("boardgame_repo_pod", "board-game repo"),
    ("boardgame_repo_original", "board-game repo"),
    ("evlikat_core", "Evlikat"),
    ("None", "?"),
)
"""How the data name their sources in a note on a conflict, and how people do."""


def _remarks(entry: search.Entry, facts: dict[str, Any]) -> Iterable[str]:
    if facts.get("note"):
        yield t("cards.note", told(facts["note"]))
    if facts.get("conflict"):
        conflict: str = facts["conflict"]
        for written, shown in _SOURCES:
            conflict = conflict.replace(written, shown)
        yield t("cards.conflict", conflict)
    if facts.get("confidence") == "low":
        yield t("cards.unsure")
    aliases = [name for name in facts["aliases"] if name != getattr(entry.record, "name_vi", None)]
    if aliases:
        yield t("cards.aliases", ", ".join(aliases))
