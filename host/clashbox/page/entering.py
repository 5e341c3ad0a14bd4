"""What is entered on the page: power, a card by its name, a clash. The page says what is meant and under
which number; the event is made here, and the box decides (firmware/README.md, ENTER).
"""

import threading
from functools import cache
from typing import Any, Literal, cast

import msgspec
from clashcore.rejected import CODES
from starlette.datastructures import QueryParams
from starlette.requests import Request
from starlette.responses import Response

from clashbox import firmware, i18n
from clashbox.cards import Facts, search
from clashbox.core import Event
from clashbox.i18n import t
from clashbox.page import asking
from clashbox.page.box import Box
from clashbox.page.table import state_at
from clashbox.page.telling import Followed
from clashbox.text import shown
from clashbox.trouble import Trouble

KINDS = ("minion", "action", "fusion", "titan")
LISTED = 8
MOST = 99
"""Power that is entered at once at most."""
_AT_ONCE = 2
"""Entries that wait for the box at once at most: each holds a thread, and others have to be served."""
_PLACES = ("base", "minion")


class Power(msgspec.Struct, tag_field="what", tag="power", forbid_unknown_fields=True):
    """Power of p at base b changes by n."""

    id: str
    number: int
    p: int
    b: int
    n: int
    until: Literal["", "turn"] = ""


class Play(msgspec.Struct, tag_field="what", tag="play", forbid_unknown_fields=True):
    """p plays a card (or titan) by its slug, at base b (0: at none); `power`: where it is not the card's."""

    id: str
    number: int
    p: int
    card: str
    b: int = 0
    power: int | None = None


class Clash(msgspec.Struct, tag_field="what", tag="clash", forbid_unknown_fields=True):
    """The clash at base b is settled: that titan leaves."""

    id: str
    number: int
    b: int
    out: str


Said = Power | Play | Clash


class Entering:
    """Makes events of what is said, and proposes them to the box."""

    def __init__(self, box: Box):
        self._box = box
        self._gate = threading.Semaphore(_AT_ONCE)

    def enter(self, said: Said) -> dict[str, Any]:
        """The event's number in the game. Raises Trouble where the box does not take it, with the reason."""
        game = self._box.game
        if game is None or game.id != said.id:
            raise Trouble("page.refused.id")
        if not 0 < said.number <= len(game.events) + 1:
            raise Trouble("page.refused.number", len(game.events))
        event = _event(game, said)
        if not self._gate.acquire(blocking=False):
            raise Trouble("page.enter.wait")
        try:
            answer = self._box.enter(said.number, event)
        finally:
            self._gate.release()
        number = answer.get("number")
        if number == said.number:
            return {"number": number, "said": t("page.entered", number)}
        raise _refusal(str(answer.get("refused", "")), answer.get("next"))

    def cards(self, asked: QueryParams) -> list[dict[str, Any]]:
        """Cards and titans whose names fit `q`, those of player `p`'s factions first: slug, name, kind,
        whose, power (None: none, or unknown); of a titan by slot what it would `meet` there.
        """
        game = self._box.game
        number = asked.get("p", "")
        players = cast(list[dict[str, Any]], game.header["players"]) if game else []
        p = int(number) if number in {str(at) for at in range(1, len(players) + 1)} else 0
        own = set(players[p - 1].get("factions") or ()) if p else set[str]()
        facts = _facts(game)
        entries = search.of_kind(*KINDS)
        hits = search.find(asked.get("q", "")[:60], [one for one in entries if one.faction in own])
        more = search.find(asked.get("q", "")[:60], [one for one in entries if one.faction not in own])
        # What only looks alike comes behind what fits, whosever it is.
        hits = sorted(hits + more, key=lambda hit: hit.tier == search.TYPO)[:LISTED]
        table = None
        if game and p and game.header["game"] == "smashup" and any(hit.entry.kind == "titan" for hit in hits):
            table = state_at(game.header, game.events, facts)
        return [self._listed(hit.entry, facts, table, p) for hit in hits]

    def _listed(self, entry: search.Entry, facts: Facts, table: Any, p: int) -> dict[str, Any]:
        lang = i18n.language()
        power = facts.minion_power(entry.slug) if entry.kind in ("minion", "fusion") else None
        return {
            "slug": entry.slug,
            "name": entry.name,
            "kind": entry.kind,
            "word": t(f"page.kind.{entry.kind}"),
            "faction": facts.name("faction", entry.faction, lang) if entry.faction else "",
            "power": power,
            "meets": _meets(table, facts, entry.slug, p) if entry.kind == "titan" and table else {},
        }

    # Requests

    async def ask_cards(self, request: Request) -> Response:
        """GET /api/cards."""
        return await asking.answer(request, lambda: self.cards(request.query_params))

    async def ask_enter(self, request: Request) -> Response:
        """POST /api/enter."""
        return await asking.change(request, Said, self.enter, guests=True)  # type: ignore[arg-type]


def _facts(game: Followed | None) -> Facts:
    return Facts(game.header.get("printing", "original") if game else "original")


def _meets(state: Any, facts: Facts, titan: str, p: int) -> dict[int, str]:
    """By slot what would come of it if the titan came there now (TI-13)."""
    found: dict[int, str] = {}
    for b, base in enumerate(state.bases, 1):
        met = state.clash(titan, b, p) if base else None
        if met:
            defender, mine, theirs, out = met
            names = [facts.name("titan", slug, i18n.language()) for slug in (defender, out)]
            found[b] = t("page.meets", names[0], mine, theirs, names[1])
    return found


def _event(game: Followed, said: Said) -> Event:
    """The event that is meant, on the table as it was at that number. Raises Trouble."""
    if game.header["game"] != "smashup":
        raise Trouble("page.enter.smashup")
    facts = _facts(game)
    state = state_at(game.header, game.events[: said.number - 1], facts)
    if isinstance(said, Clash):
        clash = next((owed for owed in state.owed if owed[0] == said.b and said.out in owed[1:]), None)
        if clash is None:
            raise Trouble("page.enter.noclash", said.b)
        return {"ev": "clash", "b": said.b, "out": said.out}
    if not 1 <= said.p <= state.players:
        raise _refusal("player", None)
    if said.b and not (1 <= said.b <= len(state.bases) and state.bases[said.b - 1]):
        raise _refusal("empty", None)
    return _power(state, said) if isinstance(said, Power) else _play(state, said, facts)


def _power(state: Any, said: Power) -> Event:
    if not said.b:
        raise Trouble("page.enter.base")
    if not said.n or abs(said.n) > MOST:
        raise Trouble("page.enter.much", MOST)
    there = state.power(said.p, said.b)
    if there + said.n < 0:
        raise Trouble("page.enter.less", there)  # SB-15
    event: Event = {"ev": "power", "p": said.p, "b": said.b, "n": said.n}
    return {**event, "until": said.until} if said.until else event


def _play(state: Any, said: Play, facts: Facts) -> Event:
    entry = _entries().get(said.card)
    if entry is None:
        raise Trouble("page.enter.nocard", shown(said.card))
    if entry.kind != "action" and not said.b:
        raise Trouble("page.enter.base")
    if entry.kind == "titan":
        return {"ev": "titan.play", "p": said.p, "titan": said.card, "b": said.b}
    kind = "action" if entry.kind == "action" else "minion"
    event: Event = {"ev": "play", "p": said.p, "kind": kind, "card": said.card}
    if said.b:
        event["b"] = said.b
    if kind == "minion":
        power = facts.minion_power(said.card) if said.power is None else said.power
        if power is None or not 0 <= power <= MOST:
            raise Trouble("page.enter.worth", MOST)
        event["power"] = power
    else:
        card = entry.record
        on = (card.on_current if facts.printing == "current" else None) or card.on
        if said.b and on in _PLACES:
            event["on"] = on
    # Extra: outside p's Play Cards phase, or the regular play is used (SB-04); as the box has it for a key.
    if state.turn != said.p or state.phase not in ("start", "play") or state.used(kind):
        event["extra"] = True
    return event


@cache
def _entries() -> dict[str, search.Entry]:
    return {entry.slug: entry for entry in search.of_kind(*KINDS)}


def _refusal(code: str, due: object) -> Trouble:
    """Why the box does not take it, as a sentence."""
    if code == "number":
        return Trouble("page.refused.number", due - 1 if isinstance(due, int) else "?")
    if code in ("id", "busy", "over", "full"):
        return Trouble(f"page.refused.{code}")
    return Trouble("page.refused", _rejections().get(code, ("", ""))[i18n.LANGUAGES.index(i18n.language())])


@cache
def _rejections() -> dict[str, tuple[str, str]]:
    """The core's reasons by code, from the device's own table of words."""
    text = (firmware.directory() / "data" / "words.tsv").read_text(encoding="utf-8")
    lines = [line.split("\t") for line in text.splitlines()]
    words = {line[0]: (line[1], line[2]) for line in lines if len(line) == 3}
    return {code: words[f"rej.{code}"] for code in CODES}
