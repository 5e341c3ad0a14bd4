"""What happened in a game beside its findings: who got which points from what, bases scored, clashes, turns.

The core replays the events that stand; here is noted what each of them changes. Nothing is judged.
"""

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

from clashcore.smashup import SmashUp
from clashcore.toybattle import ToyBattle

from clashbox.cards import Facts
from clashbox.rules.replay import standing

Event = dict[str, Any]
COURSE = 400
"""Turns whose points are kept."""
MOST = 2**53 - 1
"""Points beyond this, which no game has that was played, are kept as this."""


@dataclass(frozen=True, slots=True)
class Entry:
    """A line of the ledger: at that line of the file, player `place` got so many points.

    `source` is base, card, fix, other, region or hand; `card` the base or card, "" where none is recorded.
    """

    line: int
    place: int
    points: int
    source: str
    card: str


@dataclass(frozen=True, slots=True)
class Share:
    """What one player had at a base that scored, and got: rank 0 where not eligible."""

    power: int
    minions: int
    rank: int
    points: int


@dataclass(frozen=True, slots=True)
class Scored:
    """A base that scored; `shares` by player."""

    line: int
    turn: int
    slot: int
    card: str
    breakpoint: int
    power: int
    tied: bool
    shares: list[Share]


@dataclass(slots=True)
class Clashes:
    """Clashes of one player, or of one titan of one player; `plays`: how often it came into play."""

    plays: int = 0
    attacks_won: int = 0
    attacks_lost: int = 0
    defences_won: int = 0
    defences_lost: int = 0


@dataclass(slots=True)
class Observed:
    """A game as it stands after its last event; lists are by player - 1."""

    points: list[int]
    penalty: list[int]
    over: bool = False
    winner: list[int] = field(default_factory=list[int])
    way: str = ""
    goal: int = 0
    first: int | None = None
    turns: int = 0
    length: int | None = None
    ledger: list[Entry] = field(default_factory=list[Entry])
    bases: list[Scored] = field(default_factory=list[Scored])
    titans: dict[tuple[int, str], Clashes] = field(default_factory=dict[tuple[int, str], Clashes])
    clashes: int = 0
    course: list[list[int]] = field(default_factory=list[list[int]])

    def titan(self, place: int, slug: str) -> Clashes:
        """The count of that player's titan."""
        return self.titans.setdefault((place, slug), Clashes())


def observe(
    header: dict[str, Any], events: Iterable[tuple[int, Event]], winner: list[int] | None
) -> Observed:
    """Replays a game that the referee could replay: its header as read, its events each with its line.

    `winner` is who won as somebody put it right, None where the events decide.
    """
    facts = Facts(header.get("printing", "original"))
    players = len(header["players"])
    seen = Observed([0] * players, [0] * players)
    watch = _toybattle if header["game"] == "toybattle" else _smashup
    watch(header, events, facts, seen, winner)
    seen.points = [_bounded(n) for n in seen.points]
    seen.penalty = [_bounded(n) for n in seen.penalty]
    return seen


def _bounded(n: int) -> int:
    return max(-MOST, min(MOST, n))


def _timed(seen: Observed, ev: Event) -> None:
    t = ev.get("t")
    if t is not None and t >= (seen.length or 0):
        seen.length = t


def _turn_ends(seen: Observed, points: list[int]) -> None:
    if len(seen.course) < COURSE:
        seen.course.append([_bounded(n) for n in points])


# -- Smash Up --


def _smashup(
    header: dict[str, Any],
    events: Iterable[tuple[int, Event]],
    facts: Facts,
    seen: Observed,
    winner: list[int] | None,
) -> None:
    s: Any = SmashUp(header, facts)
    seen.goal = s.goal
    for line, ev in standing(events):
        _timed(seen, ev)
        kind = ev["ev"]
        if kind == "turn":
            if s.turn:
                _turn_ends(seen, s.vp)
            seen.turns += 1
            seen.first = seen.first or ev["p"]
        elif kind == "score":
            _scores(seen, s, line, ev)
        elif kind == "vp":
            card = ev.get("card") or ""
            source = "fix" if ev.get("why") == "fix" else "card" if card else "other"
            seen.ledger.append(Entry(line, ev["p"], ev["n"], source, card))
        elif kind == "titan.play":
            titan = s.titans.get(ev["titan"])
            if titan is None or not titan.base:
                seen.titan(ev["p"], ev["titan"]).plays += 1
        elif kind == "clash" or kind == "titan.out":
            _clash(seen, s, ev["out"] if kind == "clash" else ev["titan"], ev.get("b"))
        s.apply(ev)
    if s.turn:
        _turn_ends(seen, s.vp)
    seen.points = list(s.vp)
    seen.penalty = [n // 2 for n in s.madness]
    seen.over = s.over or winner is not None
    seen.winner = sorted(set(winner if winner is not None else s.winner))
    if seen.over:
        leader = s.leader()
        seen.way = "early" if not leader else "goal" if seen.winner == [leader] else "table"
        if seen.way == "table" and max(s.madness) > 1:
            seen.way = "madness"


def _scores(seen: Observed, s: Any, line: int, ev: Event) -> None:
    b = ev["b"]
    base = s.base(b)
    places: list[tuple[int, int, int]] = s.places(b)
    ranks = {p: rank for p, rank, _ in places}
    due = {p: n for p, _, n in places}
    given: list[int] | None = ev.get("vp")
    powers: list[int] = s.powers(b)
    shares: list[Share] = []
    for p, power in enumerate(powers, 1):
        points = max(0, given[p - 1]) if given is not None else due.get(p, 0)
        shares.append(Share(_bounded(power), _bounded(base.mn[p - 1]), ranks.get(p, 0), points))
        if points:
            seen.ledger.append(Entry(line, p, points, "base", base.card or ""))
    paid = [rank for _, rank, n in places if n > 0]
    seen.bases.append(
        Scored(
            line,
            s.turn,
            b,
            base.card or "",
            _bounded(s.breakpoint(b)),
            _bounded(sum(powers)),
            len(set(paid)) < len(paid),
            shares,
        )
    )


def _clash(seen: Observed, s: Any, loser: str, b: int | None) -> None:
    owed: list[tuple[int, str, str]] = s.owed
    for slot, newcomer, defender in owed:
        if loser not in (newcomer, defender) or (b is not None and slot != b):
            continue
        seen.clashes += 1
        attacker = seen.titan(s.titans[newcomer].controller, newcomer)
        holder = seen.titan(s.titans[defender].controller, defender)
        if loser == defender:
            attacker.attacks_won += 1
            holder.defences_lost += 1
        else:
            attacker.attacks_lost += 1
            holder.defences_won += 1


# -- Toy Battle --


def _toybattle(
    header: dict[str, Any],
    events: Iterable[tuple[int, Event]],
    facts: Facts,
    seen: Observed,
    winner: list[int] | None,
) -> None:
    s = ToyBattle(header, facts)
    seen.goal = s.goal
    seen.first = header["first"]
    for line, ev in standing(events):
        _timed(seen, ev)
        kind = ev["ev"]
        if not s.over and (kind == "draw" or (kind == "place" and not s.sequence(ev["p"])[1])):
            seen.turns += 1
        before = list(s.medals)
        s.apply(ev)
        for place, (then, now) in enumerate(zip(before, s.medals, strict=True), 1):
            if then != now:
                source = "hand" if kind == "medal" else "region"
                seen.ledger.append(Entry(line, place, now - then, source, ""))
        if kind in ("draw", "place") or s.medals != before:
            _turn_ends(seen, s.medals)
    seen.points = list(s.medals)
    seen.over = s.over or winner is not None
    seen.winner = sorted(set(winner if winner is not None else s.winner))
    if s.over and winner is None and not seen.winner:
        # Ended by the table, which named nobody: the medals say who was ahead.
        best = max(s.medals)
        seen.winner = [p for p, n in enumerate(s.medals, 1) if n == best]
    if seen.over:
        seen.way = s.why or "table"
