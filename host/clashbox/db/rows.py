"""The rows of the derived tables that a game comes to: pure, from its header, events, corrections."""

from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import asdict
from typing import Any

from clashbox import checking, core, rules
from clashbox.cards import Facts
from clashbox.db import corrections
from clashbox.db.corrections import Corrections, corrected
from clashbox.db.derived import (
    VERSION,
    BaseShare,
    Found,
    ScoredBase,
    Seat,
    SeatFaction,
    SeatTitan,
    Source,
    Summary,
)
from clashbox.db.models import Base, Game
from clashbox.db.observed import MOST, Clashes, Observed, observe
from clashbox.text import player_name, shown

Event = dict[str, Any]
Rows = dict[type[Base], list[dict[str, Any]]]
"""The rows of each derived table."""
Person = Callable[[str], int]
"""A name to the id of whose name it is."""


def of_game(game: Game, events: list[tuple[int, Event]], held: Corrections, person: Person) -> Rows:
    """All derived rows of a game; `events` each with its line."""
    raw = corrected(game.header, held)
    header = core.read_header(raw)
    told = corrections.told(raw, held)
    broken, findings = 0, list[rules.Finding]()
    seen = Observed([0] * len(header["players"]), [0] * len(header["players"]))
    try:
        # The sentences are made anew where they are shown, in the language that is asked for then.
        findings = checking.replay(header, events, "en").findings
        seen = observe(header, events, told.winner)
    except rules.CannotApply as error:
        broken = error.line
    rows: Rows = {table: [] for table in (Found, BaseShare, ScoredBase, Source, SeatTitan, SeatFaction)}
    rows[Found] = [
        {"game_id": game.id, "number": number, "line": found.line, "rule": found.rule, "level": found.level}
        for number, found in enumerate(findings, 1)
    ]
    _bases(rows, game.id, seen)
    for (place, titan), counted in sorted(seen.titans.items()):
        rows[SeatTitan].append({"game_id": game.id, "place": place, "titan": titan, **asdict(counted)})
    summary = _summary(game, header, told, seen, findings, broken)
    rows[Seat] = list(_seats(summary, raw, seen, person))
    _sources(rows, summary, seen)
    facts = Facts(header.get("printing", "original"))
    for seat in rows[Seat]:
        for faction in sorted({slug for slug in seat["factions"] if facts.has("faction", slug)}):
            rows[SeatFaction].append({"game_id": game.id, "place": seat["place"], "faction": faction})
    rows[Summary] = [summary]
    return rows


def _bases(rows: Rows, game: str, seen: Observed) -> None:
    for number, base in enumerate(seen.bases, 1):
        row = asdict(base)
        shares = row.pop("shares")
        rows[ScoredBase].append({"game_id": game, "number": number, **row})
        for place, share in enumerate(shares, 1):
            rows[BaseShare].append({"game_id": game, "number": number, "place": place, **share})


def _sources(rows: Rows, summary: dict[str, Any], seen: Observed) -> None:
    same = {name: summary[name] for name in ("game_id", "started", "counted", "players")}
    whose = {seat["place"]: seat["player_id"] for seat in rows[Seat]}
    sums: Counter[tuple[int, str, str]] = Counter()
    for entry in seen.ledger:
        sums[entry.place, entry.source, entry.card] += entry.points
    for (place, source, card), points in sorted(sums.items()):
        told = {"place": place, "source": source, "card": card, "player_id": whose[place]}
        rows[Source].append({**same, **told, "points": max(-MOST, min(MOST, points))})


def _summary(
    game: Game,
    header: dict[str, Any],
    held: Corrections,
    seen: Observed,
    findings: Iterable[rules.Finding],
    broken: int,
) -> dict[str, Any]:
    levels = Counter(found.level for found in findings)
    terrain: object = header.get("terrain", "")
    came: object = game.header.get("place")
    return {
        "game_id": game.id,
        "kind": game.kind,
        "started": held.started or game.started,
        "approximate": game.started_approximate and held.started is None,
        "void": bool(held.void),
        "over": seen.over,
        "counted": seen.over and not held.void and not broken,
        "broken": broken,
        "players": len(header["players"]),
        "way": seen.way,
        "winners": len(seen.winner),
        "first": held.first or seen.first,
        "goal": min(MOST, header.get("goal", seen.goal)),
        "terrain": shown(terrain) if isinstance(terrain, str) else "own",
        "printing": header.get("printing", ""),
        "location": held.location if held.location is not None else _text(came, 80),
        "note": held.note if held.note is not None else _text(header.get("note"), 400),
        "turns": seen.turns,
        "length": seen.length,
        "bases": len(seen.bases),
        "ties": sum(base.tied for base in seen.bases),
        "clashes": seen.clashes,
        "violations": levels["violation"],
        "warnings": levels["warning"],
        "course": seen.course,
        "upto": game.events,
        "version": VERSION,
    }


def _text(value: object, limit: int) -> str:
    return shown(value, limit) if isinstance(value, str) else ""


def ranks(points: list[int], winner: list[int]) -> list[int]:
    """Places by player: whoever won is first, however many; the others follow by points. After two firsts
    comes 3.
    """
    found: list[int] = []
    for place, mine in enumerate(points, 1):
        others = [n for p, n in enumerate(points, 1) if p not in winner]
        better = sum(n > mine for n in others)
        found.append(1 if place in winner else len(winner) + better + 1)
    return found


_SAME = ("game_id", "started", "kind", "counted", "players", "winners")
"""What stands in a game's row and in those of its seats."""


def _seats(
    summary: dict[str, Any], header: dict[str, Any], seen: Observed, person: Person
) -> Iterable[dict[str, Any]]:
    net = [points - penalty for points, penalty in zip(seen.points, seen.penalty, strict=True)]
    rank = ranks(net, seen.winner) if seen.over else [0] * len(net)
    same = {name: summary[name] for name in _SAME}
    for place, entry in enumerate(header["players"], 1):
        name = player_name(entry)
        factions: list[str] = list(entry.get("factions") or [])
        clashes = _together(seen, place)
        won = place in seen.winner
        yield {
            **same,
            "place": place,
            "player_id": person(name) if name else None,
            "players": summary["players"],
            "winners": summary["winners"],
            "factions": factions,
            "pair": pair(factions),
            "first": summary["first"] == place,
            "points": seen.points[place - 1],
            "penalty": seen.penalty[place - 1],
            "rank": rank[place - 1],
            "won": won,
            "shared": won and len(seen.winner) > 1,
            "attacks_won": clashes.attacks_won,
            "attacks_lost": clashes.attacks_lost,
            "defences_won": clashes.defences_won,
            "defences_lost": clashes.defences_lost,
        }


def pair(factions: list[str]) -> str:
    """The pair that two factions make, "" where there are not two (or their names are no cards')."""
    text = "+".join(sorted(factions)) if len(factions) == 2 else ""
    return text if len(text) <= 160 else ""


def _together(seen: Observed, place: int) -> Clashes:
    mine = [counted for (owner, _), counted in seen.titans.items() if owner == place]
    return Clashes(
        sum(one.plays for one in mine),
        sum(one.attacks_won for one in mine),
        sum(one.attacks_lost for one in mine),
        sum(one.defences_won for one in mine),
        sum(one.defences_lost for one in mine),
    )
