"""What else there is to count: head to head, ways of winning, sources of points, ties, clashes, findings."""

from collections import Counter, defaultdict
from dataclasses import asdict, dataclass
from typing import Any

from sqlalchemy import BigInteger, ColumnElement, Integer, and_, case, cast, func, select
from sqlalchemy.orm import Session, aliased

from clashbox.db import people
from clashbox.db.derived import Found, Seat, Source, Summary
from clashbox.db.dialects import by
from clashbox.db.models import Player
from clashbox.stats.filters import Filters, played
from clashbox.stats.tally import tally
from clashbox.stats.wilson import Proportion


def _one(condition: ColumnElement[bool]) -> ColumnElement[int]:
    return func.sum(case((condition, 1), else_=0))


@dataclass(frozen=True, slots=True)
class Share:
    """`part` of something: so many of `n`."""

    key: str
    name: str
    part: Proportion
    group: str = ""

    def as_data(self) -> dict[str, object]:
        """As `--json` shows it."""
        known: dict[str, object] = {"group": self.group} if self.group else {}
        return {**known, "key": self.key, "name": self.name, "count": self.part.count, "n": self.part.n} | (
            self.part.as_data()
        )


def ways(session: Session, filters: Filters) -> list[Share]:
    """How games were won, by kind of game; with people named, how they won those that they won."""
    asked = filters.games(Summary, Summary.kind, Summary.way, func.count()).where(Summary.winners > 0)
    if filters.people:
        mine = aliased(Seat)
        its = (mine.game_id == Summary.game_id, mine.player_id.in_(filters.players_named), mine.won.is_(True))
        asked = asked.where(select(mine.game_id).where(*its).exists())
    rows = session.execute(asked.group_by(Summary.kind, Summary.way)).all()
    of: defaultdict[str, int] = defaultdict(int)
    for kind, _, n in rows:
        of[kind] += n
    shares = [Share(way, way, Proportion(n, of[kind]), kind) for kind, way, n in rows]
    return sorted(shares, key=lambda share: (share.group, -share.part.count, share.key))


@dataclass(frozen=True, slots=True)
class Versus:
    """Two people in the games they both played: `first_won` and `second_won` without the other, `both`
    shared it, `neither`: somebody else won. `first_ahead`, `second_ahead`: the better place, whoever won.
    """

    first: str
    second: str
    n: int
    first_won: int
    second_won: int
    both: int
    neither: int
    first_ahead: int
    second_ahead: int

    @property
    def rate(self) -> Proportion:
        """The first one's wins of those games that one of the two won without the other."""
        return Proportion(self.first_won, self.first_won + self.second_won)

    def as_data(self) -> dict[str, object]:
        """As `--json` shows it."""
        return {**asdict(self), **self.rate.as_data()}


def versus(session: Session, filters: Filters) -> list[Versus]:
    """Head to head. With one person named, them against everybody, they first; with two, those two."""
    a, b = aliased(Seat), aliased(Seat)
    # Two people and how it went for them, in one number: numbers are sorted and counted quickly.
    outcome = cast(a.won, Integer) * 8 + cast(b.won, Integer) * 4
    outcome += cast(a.rank < b.rank, Integer) * 2 + cast(b.rank < a.rank, Integer)
    more = (session.scalar(select(func.max(Player.id))) or 0) + 1
    key = (cast(a.player_id, BigInteger) * more + b.player_id) * 16 + outcome
    asked = select(key).where(a.winners > 0)
    if filters.people:
        first, *others = filters.people
        sat = played(first)
        asked = asked.select_from(sat).join(a, a.game_id == sat.c.game_id)
        asked = asked.join(b, b.game_id == sat.c.game_id)
        asked = asked.where(a.player_id.in_(first), b.player_id.not_in(first))
        asked = asked.where(*filters.conditions(a, others))
        those = [player for other in others for player in other]
        asked = asked.where(b.player_id.in_(those)) if others else asked
    else:
        # That an id is more than nothing has SQLite walk over games in order: two seats lie together there.
        asked = asked.join_from(a, b, a.game_id == b.game_id)
        asked = asked.where(a.player_id < b.player_id, a.game_id >= "", *filters.conditions(a))
    asked = by(by(asked, a, "ix_seat_together"), b, "ix_seat_together")
    packed = [(*divmod(number >> 4, more), number & 15, n) for number, n in tally(session, asked).items()]
    known = people.counting(session, {player for row in packed for player in row[:2]})
    counted: defaultdict[tuple[str, str], Counter[int]] = defaultdict(Counter)
    for one, other, how, n in packed:
        first, second = known[one][1], known[other][1]
        if first == second:
            continue  # two names of one person
        if not filters.people and first > second:
            first, second, how = second, first, _TURNED[how]
        counted[first, second][how] += n
    found = [_versus(*pair, how) for pair, how in counted.items()]
    return sorted(found, key=lambda pair: (-pair.n, pair.first, pair.second))


_TURNED = [(how >> 3 & 1) << 2 | (how >> 2 & 1) << 3 | (how >> 1 & 1) | (how & 1) << 1 for how in range(16)]
"""An outcome as the other one of the two has it."""


def _versus(first: str, second: str, how: Counter[int]) -> Versus:
    neither, b, a, both = (sum(n for packed, n in how.items() if packed >> 2 == who) for who in range(4))
    ahead, behind = (sum(n for packed, n in how.items() if packed & bit) for bit in (2, 1))
    return Versus(first, second, how.total(), a, b, both, neither, ahead, behind)


@dataclass(frozen=True, slots=True)
class Points:
    """Points from one source (`card` "" for all of it together): how many, `times` how often a player got
    any from one base or card in a game, and what part of all points.
    """

    source: str
    card: str
    points: int
    times: int
    part: float

    def as_data(self) -> dict[str, object]:
        """As `--json` shows it."""
        return {**asdict(self), "part": round(self.part, 6)}


SOURCES = {"smashup": ("base", "card", "fix", "other"), "toybattle": ("region", "hand")}
"""The sources of points of each kind of game (db/observed.py)."""


def sources(session: Session, filters: Filters) -> list[Points]:
    """Where points came from: each source, and right after it what it is made of, the most first."""
    columns = (Source.source, Source.card, func.sum(Source.points), func.count())
    if filters.people and filters.factions is None and len(filters.people) == 1:
        order = (Source.source, Source.card)
        asked = by(select(*columns), Source, "ix_source_person")
        asked = asked.where(Source.player_id.in_(filters.people[0]), *_of_games(filters))
    elif filters.people or filters.factions is not None:
        # (+ 0: from seats to their sources, not the other way.)
        both = and_(Source.game_id == Seat.game_id, Source.place == Seat.place + 0)
        asked = filters.seats("", *columns, by_game=True).join(Source, both)
        order = (Source.card, Source.source)  # cards differ sooner
    else:
        order = (Source.source, Source.card)  # as the index has them
        asked = select(*columns).where(*_of_games(filters))
    if filters.kind:
        asked = asked.where(Source.source.in_(SOURCES[filters.kind]))
    rows = session.execute(asked.group_by(*order)).all()
    counted = [(source, card, int(points or 0), int(times)) for source, card, points, times in rows]
    everything = sum(row[2] for row in counted)
    found: list[tuple[tuple[Any, ...], Points]] = []
    for source in {row[0] for row in counted}:
        own = [row for row in counted if row[0] == source]
        whole = sum(row[2] for row in own)
        told = [(source, "", whole, sum(row[3] for row in own)), *[row for row in own if row[1]]]
        for name, card, points, times in told:
            part = points / everything if everything else 0.0
            found.append(((-whole, name, card != "", -points, card), Points(name, card, points, times, part)))
    return [points for _, points in sorted(found, key=lambda row: row[0])]


def _of_games(filters: Filters) -> list[ColumnElement[bool]]:
    """What is asked of the games that sources are of, but for who sat there and with which factions."""
    found: list[ColumnElement[bool]] = [Source.counted.is_(True)]
    found += [] if filters.since is None else [Source.started >= filters.since]
    found += [] if filters.until is None else [Source.started < filters.until]
    return [*found, Source.players == filters.players] if filters.players else found


def ties(session: Session, filters: Filters) -> list[Share]:
    """Bases at which a place with VP was tied, of those that scored; games shared, and won by nobody, of
    all.
    """
    asked = filters.games(
        Summary,
        func.count(),
        func.sum(Summary.bases),
        func.sum(Summary.ties),
        _one(Summary.winners > 1),
        _one(Summary.winners == 0),
    )
    n, bases, tied, shared, nobody = (int(value or 0) for value in session.execute(asked).one())
    return [
        Share("bases", "bases", Proportion(tied, bases)),
        Share("shared", "shared", Proportion(shared, n)),
        Share("nobody", "nobody", Proportion(nobody, n)),
    ]


@dataclass(frozen=True, slots=True)
class Clashes:
    """One player's clashes: won as the attacker (who came to the base), won as the defender."""

    name: str
    attacks: Proportion
    defences: Proportion

    def as_data(self) -> dict[str, object]:
        """As `--json` shows it."""
        return {
            "name": self.name,
            "attacks": {"won": self.attacks.count, "n": self.attacks.n, **self.attacks.as_data()},
            "defences": {"won": self.defences.count, "n": self.defences.n, **self.defences.as_data()},
        }


def clashes(session: Session, filters: Filters) -> list[Clashes]:
    """Clashes by player, first of all together (its name is ""), those without a name included."""
    columns = (Seat.attacks_won, Seat.attacks_lost, Seat.defences_won, Seat.defences_lost)
    asked = filters.seats("ix_seat_statistics", Seat.player_id, *[func.sum(column) for column in columns])
    rows = [
        (row[0], [int(n or 0) for n in row[1:]])
        for row in session.execute(asked.group_by(Seat.player_id)).all()
    ]
    known = people.counting(session, [row[0] for row in rows if row[0] is not None])
    own: dict[tuple[int, str], list[int]] = {}
    for player, counts in rows:
        if player is not None and any(counts):
            person, name, _ = known[player]
            held = own.setdefault((person, name), [0] * 4)
            own[person, name] = [a + b for a, b in zip(held, counts, strict=True)]
    found = [_clashes(name, counts) for (_, name), counts in own.items()]
    together = _clashes(
        "", [sum(counts) for counts in zip(*[row[1] for row in rows], strict=True)] or [0] * 4
    )
    return [together, *sorted(found, key=lambda row: (-row.attacks.n - row.defences.n, row.name))]


def _clashes(name: str, counts: list[int]) -> Clashes:
    a_won, a_lost, d_won, d_lost = counts
    return Clashes(name, Proportion(a_won, a_won + a_lost), Proportion(d_won, d_won + d_lost))


@dataclass(frozen=True, slots=True)
class Rule:
    """What the table gets wrong: a rule, its violations and warnings, and in how many games of all."""

    rule: str
    violations: int
    warnings: int
    games: Proportion

    def as_data(self) -> dict[str, object]:
        """As `--json` shows it."""
        counts = {"rule": self.rule, "violations": self.violations, "warnings": self.warnings}
        return {**counts, "games": self.games.count, "n": self.games.n, **self.games.as_data()}


TOY_RULES = "TB-"
"""The rules of Toy Battle begin so; all others are of Smash Up."""


def rules(session: Session, filters: Filters) -> list[Rule]:
    """Findings per rule in the games asked about, the most broken first."""
    games = filters.games(Summary, Summary.kind, func.count()).group_by(Summary.kind)
    n: dict[str, int] = {row[0]: row[1] for row in session.execute(games)}
    columns = (_one(Found.level == "violation"), _one(Found.level == "warning"))
    asked = filters.games(Summary, Found.rule, *columns, func.count(Found.game_id.distinct()))
    asked = asked.join(Found, Found.game_id == Summary.game_id).group_by(Found.rule)
    found = [
        Rule(
            row[0],
            int(row[1]),
            int(row[2]),
            Proportion(
                int(row[3]), int(n.get("toybattle" if row[0].startswith(TOY_RULES) else "smashup", 0))
            ),
        )
        for row in session.execute(asked)
    ]
    return sorted(found, key=lambda rule: (-rule.games.count, -rule.violations, rule.rule))


def overview(session: Session, filters: Filters) -> dict[str, int]:
    """How many games of each kind, and how many of them nobody won."""
    asked = filters.games(Summary, Summary.kind, func.count(), _one(Summary.winners == 0))
    rows = session.execute(asked.group_by(Summary.kind)).all()
    found = {"games": 0, "smashup": 0, "toybattle": 0, "nobody": 0}
    for kind, n, nobody in rows:
        found[kind] = int(n)
        found["games"] += int(n)
        found["nobody"] += int(nobody)
    return found
