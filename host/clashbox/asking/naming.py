"""Which card, base or titan is meant by what was typed; which player."""

from collections.abc import Sequence

from clashbox.cards import search
from clashbox.i18n import t
from clashbox.text import shown
from clashbox.trouble import Trouble

_MOST_NAMED = 5
_NEARLY = 0.75
"""The part of a name that is as good as all of it: "dragon" means Dragons, whatever else begins so."""


_LISTS = {"set": "cards --type faction --limit 0", "type": "cards --help", "duel": "duel --help"}
"""The command that lists what there is of a kind, where it is no type of card."""


def one(option: str, text: str, kind: str, entries: Sequence[search.Entry]) -> search.Entry:
    """The one entry that is meant. Raises Trouble where there is none, or more than one that fits as well.

    `kind` is the key of the word for what is looked for ("base", "titan", "card" ...).
    """
    hits = search.find(text, entries)
    if len(search.fold(text)) < 2:
        # A single letter or digit ("-1") is the beginning of something by chance alone.
        hits = [hit for hit in hits if hit.tier == search.EXACT]
    if not hits:
        listing = _LISTS.get(kind, f"cards --type {kind}")
        raise Trouble("ask.nothing", option, shown(text), t(f"ask.kind.{kind}"), listing, status=2)
    sure = hits[0].tier != search.PREFIX or hits[0].score >= _NEARLY
    best = [hit.entry for hit in hits if hit.tier == hits[0].tier or not sure]
    if len(best) == 1:
        return best[0]
    several = ", ".join(_told(entry) for entry in best[:_MOST_NAMED])
    if len(best) > _MOST_NAMED:
        several += " …"
    raise Trouble("ask.which", option, shown(text), several, status=2)


def _told(entry: search.Entry) -> str:
    return entry.slug if "/" in entry.slug else f"{entry.name} ({entry.slug})"


def base(option: str, text: str) -> search.Entry:
    """The base card that is meant. Raises Trouble."""
    return one(option, text, "base", search.of_kind("base"))


def titan(option: str, text: str) -> search.Entry:
    """The titan that is meant. Raises Trouble."""
    return one(option, text, "titan", search.of_kind("titan"))


def players(option: str, text: str | None, count: int) -> list[str]:
    """The names of the players, "Player 1" and so on where none are given. Raises Trouble."""
    if text is None:
        return [t("player.nameless", p) for p in range(1, count + 1)]
    parts = text.split(",") if "," in text else text.split()
    names = [name for name in (shown(part) for part in parts) if name]
    if len(names) != count:
        raise Trouble("ask.players", option, len(names), count, status=2)
    return names


def player(option: str, text: str, names: Sequence[str], least: int = 1) -> int:
    """A player by number or by name. Raises Trouble."""
    plain = text.strip()
    if plain.isascii() and plain.isdigit() and len(plain) < 3 and least <= int(plain) <= len(names):
        return int(plain)
    asked = search.fold(plain)
    found = [p for p, name in enumerate(names, 1) if asked and search.fold(name) == asked]
    if len(found) != 1:
        raise Trouble("ask.player", option, shown(text), least, len(names), status=2)
    return found[0]


def monsters(option: str, text: str) -> list[search.Entry]:
    """The monsters that are meant, by name, separated by commas. Raises Trouble."""
    entries = search.of_kind("monster")
    found: list[search.Entry] = []
    for part in text.split(",")[:23]:
        if not part.strip(" 0123456789"):
            raise Trouble("ask.monsters", option, shown(text), status=2)
        found.append(one(option, part, "monster", entries))
    return found
