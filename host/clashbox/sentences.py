"""Events as short sentences in both languages, for lists that people read; the templates stand in
words/host.tsv.
"""

from typing import Any, cast

from clashbox import i18n
from clashbox.cards import Facts
from clashbox.core import dumps
from clashbox.i18n import t
from clashbox.text import player_name, shown

_LIMIT = 200
_AMOUNTS = {"draw", "treasure", "treasure.out", "play", "move", "control", "monster", "duel", "effect"}
"""Events whose numbers say how much there is, not how much more."""


class Sentences:
    """Sentences about one game: it knows the players' names and the names of cards."""

    def __init__(self, header: dict[str, Any], lang: str):
        self._lang = lang
        self._facts = Facts(header.get("printing", "original"))
        self._names = [
            player_name(player) or t("player.nameless", place, lang=lang)
            for place, player in enumerate(header["players"], 1)
        ]

    def player(self, p: int) -> str:
        """The player's name, fit to be shown."""
        return self._names[p - 1] if 0 < p <= len(self._names) else "–"

    def card(self, slug: object) -> str:
        """The name of a card, base, titan or troop; the slug itself where the data do not know it."""
        text = str(slug)
        for kind in ("card", "base", "titan", "troop"):
            if ("/" in text) == (kind == "card") and self._facts.has(kind, text):
                return shown(self._facts.name(kind, text), 60)
        return shown(text, 60)

    def of(self, event: dict[str, Any]) -> str:
        """The event in one sentence; where none is written for it, as it stands in the file."""
        key = f"ev.{event['ev']}"
        if key not in i18n.table():
            return shown(dumps(event), _LIMIT)
        values = self._values(event)
        # {name} are values; [...{name}...] is left out where the event has no such field.
        sentence = i18n.table()[key][i18n.LANGUAGES.index(self._lang)]
        return shown(_fill(sentence, values), _LIMIT)

    def _values(self, event: dict[str, Any]) -> dict[str, str]:
        values: dict[str, str] = {}
        for name, value in event.items():
            if name in ("p", "q"):
                values[name] = self.player(value)
            elif name in ("titan", "out", "card", "by", "troop"):
                values[name] = self.card(value)
            elif name in ("n", "temp") or (name == "power" and isinstance(value, int)):
                values[name] = str(value) if event["ev"] in _AMOUNTS else f"{value:+d}".replace("-", "−")
            elif name == "winner":
                values[name] = ", ".join(self.player(p) for p in value) or "–"
            elif name == "vp" and isinstance(value, list) and not any(cast(list[object], value)):
                continue  # a base whose VP nobody has entered yet
            elif isinstance(value, list):
                values[name] = ", ".join(str(v) for v in cast(list[object], value))
            elif name == "until":
                values[name] = t(f"until.{value}", lang=self._lang)
            elif name in ("kind", "name") and f"{name}.{value}" in i18n.table():
                values[name] = t(f"{name}.{value}", lang=self._lang)
            else:
                values[name] = str(value)
        if event["ev"] == "score" and "vp" in event:
            values["vp"] = ", ".join(f"{self.player(p)} +{n}" for p, n in enumerate(event["vp"], 1) if n)
        return values


def _fill(template: str, values: dict[str, str]) -> str:
    out: list[str] = []
    for at, part in enumerate(template.replace("]", "[").split("[")):
        # The odd parts stood in brackets: they are there only with their value.
        names = [piece.split("}")[0] for piece in part.split("{")[1:]]
        if at % 2 and not all(values.get(name) for name in names):
            continue
        head, *rest = part.split("{")
        out.append(head)
        for piece in rest:
            name, _, after = piece.partition("}")
            out.append(values.get(name, "–") + after)
    return "".join(out)
