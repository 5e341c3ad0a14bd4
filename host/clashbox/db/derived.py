"""The derived tables: what a replay of each game comes to, for lists and statistics.

Nothing in here is asked for by hand or read from a box: derive.py makes the rows of a game from its header,
its events and the changes to it, in the transaction that changed any of them, and `clashbox rebuild` makes
all of them anew, the same. So a column may be added at any time: bump VERSION.

Points are VP (Smash Up) or medals (Toy Battle). Seats, players and places of a game count from 1. `started`,
`kind`, `counted`, `players` and `winners` of a game stand again in its seats (`started`, `counted`
and `players`, and whose seat it is, in its sources, too), so that one index answers a filtered question.
"""

from datetime import datetime

from sqlalchemy import (
    JSON,
    BigInteger,
    Boolean,
    DateTime,
    ForeignKey,
    Index,
    Integer,
    SmallInteger,
    String,
    Text,
)
from sqlalchemy.orm import Mapped, mapped_column

from clashbox.db.models import Base

VERSION = 2
"""Of what is derived. Where rows of an older one are found, all are made anew as the database is opened."""


_ASKED = ("kind", "players", "length", "started", "turns", "winners", "way", "bases", "ties", "terrain")
_RATES = ("won", "shared", "points", "penalty")


def _game() -> Mapped[str]:
    return mapped_column(ForeignKey("game.id", ondelete="CASCADE"), primary_key=True)


def _key() -> Mapped[int]:
    return mapped_column(Integer, primary_key=True, autoincrement=False)


class Summary(Base):
    """A game: when, what, how it ended.

    `counted`: it is over, not void, and can be replayed: statistics count these games only. `way` is how it
    was won: goal, madness (not the most VP won), early (ended by the table without the goal), hq, medals,
    stuck, table (ended by the table), "" while it is not over. `winners` is how many won; more than one
    shared it. `length` in ms by the events' own clock, None where they carry no time. `course`: each player's
    points at the end of each turn (the first 400). `broken` is the line that cannot be applied, 0 where all
    can. `upto`: the events it was made from; `version`: VERSION then.
    """

    __tablename__ = "summary"
    __table_args__ = (
        Index(None, "started", "game_id"),
        Index(None, "kind", "started", "game_id"),
        # All that questions about games as such ask for, so that they do not walk over the courses: of all
        # games, and of those in which somebody sat.
        Index("ix_summary_statistics", "counted", *_ASKED, "game_id"),
        Index("ix_summary_by_game", "game_id", "counted", *_ASKED),
        Index(None, "version"),
    )

    game_id: Mapped[str] = _game()
    kind: Mapped[str] = mapped_column(String(16))
    started: Mapped[datetime] = mapped_column(DateTime)
    approximate: Mapped[bool] = mapped_column(Boolean)
    void: Mapped[bool] = mapped_column(Boolean)
    over: Mapped[bool] = mapped_column(Boolean)
    counted: Mapped[bool] = mapped_column(Boolean)
    broken: Mapped[int] = mapped_column(Integer)
    players: Mapped[int] = mapped_column(SmallInteger)
    way: Mapped[str] = mapped_column(String(16))
    winners: Mapped[int] = mapped_column(SmallInteger)
    first: Mapped[int | None] = mapped_column(SmallInteger)
    goal: Mapped[int] = mapped_column(BigInteger)
    terrain: Mapped[str] = mapped_column(String(40))
    printing: Mapped[str] = mapped_column(String(16))
    location: Mapped[str] = mapped_column(Text)
    note: Mapped[str] = mapped_column(Text)
    turns: Mapped[int] = mapped_column(Integer)
    length: Mapped[int | None] = mapped_column(BigInteger)
    bases: Mapped[int] = mapped_column(Integer)
    ties: Mapped[int] = mapped_column(Integer)
    clashes: Mapped[int] = mapped_column(Integer)
    violations: Mapped[int] = mapped_column(Integer)
    warnings: Mapped[int] = mapped_column(Integer)
    course: Mapped[list[list[int]]] = mapped_column(JSON)
    upto: Mapped[int] = mapped_column(Integer)
    version: Mapped[int] = mapped_column(Integer)


class Seat(Base):
    """Who sat where, with what, and how it went for them; no player where no name was given.

    `player_id` is whose name it is; who that counts for after `merge` is asked of people.py with each
    question, so that a merge changes no seat. `pair` is "faction+faction" in order of the alphabet, ""
    unless there are exactly two. `won` is what counts as a win, `shared`: others won too. `rank`: places,
    winners first; after two firsts comes 3; 0 while the game is not over. `penalty`: VP that Madness cost at
    the end.
    """

    __tablename__ = "seat"
    __table_args__ = (
        # All that rates, clashes and streaks ask for, in the order of each player's games.
        Index(
            "ix_seat_statistics",
            *("player_id", "started", "game_id", "place", "counted", "winners", "won", "shared", "players"),
            *("kind", "points", "penalty", "rank", "pair", "first"),
            *("attacks_won", "attacks_lost", "defences_won", "defences_lost"),
        ),
        # All that two seats of a game ask of each other.
        Index(
            "ix_seat_together",
            *("game_id", "player_id", "counted", "winners", "won", "rank", "kind", "players", "started"),
        ),
        # Whoever sat there, in the order of games.
        Index(None, "player_id", "game_id"),
        # Rates by pair of factions and by seat, in that order: nothing is left to be sorted.
        Index("ix_seat_pairs", "pair", "kind", "counted", "winners", "started", "players", *_RATES),
        Index(
            "ix_seat_places",
            *("players", "place", "kind", "counted", "winners", "started", "first", *_RATES),
        ),
        {"sqlite_with_rowid": False},  # seats of a game lie together: two of them meet quickly
    )

    game_id: Mapped[str] = _game()
    place: Mapped[int] = _key()
    player_id: Mapped[int | None] = mapped_column(ForeignKey("player.id"))
    started: Mapped[datetime] = mapped_column(DateTime)
    kind: Mapped[str] = mapped_column(String(16))
    counted: Mapped[bool] = mapped_column(Boolean)
    players: Mapped[int] = mapped_column(SmallInteger)
    winners: Mapped[int] = mapped_column(SmallInteger)
    factions: Mapped[list[str]] = mapped_column(JSON)
    pair: Mapped[str] = mapped_column(String(160))
    first: Mapped[bool] = mapped_column(Boolean)
    points: Mapped[int] = mapped_column(BigInteger)
    penalty: Mapped[int] = mapped_column(BigInteger)
    rank: Mapped[int] = mapped_column(SmallInteger)
    won: Mapped[bool] = mapped_column(Boolean)
    shared: Mapped[bool] = mapped_column(Boolean)
    attacks_won: Mapped[int] = mapped_column(Integer)
    attacks_lost: Mapped[int] = mapped_column(Integer)
    defences_won: Mapped[int] = mapped_column(Integer)
    defences_lost: Mapped[int] = mapped_column(Integer)


class SeatFaction(Base):
    """A faction that somebody played in a game."""

    __tablename__ = "seat_faction"
    __table_args__ = (Index(None, "faction", "game_id", "place"),)

    game_id: Mapped[str] = _game()
    place: Mapped[int] = _key()
    faction: Mapped[str] = mapped_column(String(80), primary_key=True)


class SeatTitan(Base):
    """A titan that somebody controlled in a game: how often played, and its clashes."""

    __tablename__ = "seat_titan"
    __table_args__ = (Index(None, "titan", "game_id", "place"),)

    game_id: Mapped[str] = _game()
    place: Mapped[int] = _key()
    titan: Mapped[str] = mapped_column(String(80), primary_key=True)
    plays: Mapped[int] = mapped_column(Integer)
    attacks_won: Mapped[int] = mapped_column(Integer)
    attacks_lost: Mapped[int] = mapped_column(Integer)
    defences_won: Mapped[int] = mapped_column(Integer)
    defences_lost: Mapped[int] = mapped_column(Integer)


class Source(Base):
    """Where somebody's points of a game came from, summed: `source` is base, card, fix (the table mended its
    count), other; in Toy Battle region, hand. `card` is the base or card, "" where none is recorded.
    `player_id`: as in the seat.
    """

    __tablename__ = "source"
    __table_args__ = (
        Index("ix_source_statistics", "counted", "source", "card", "started", "players", "points"),
        # Of somebody, in the order in which they are summed.
        Index("ix_source_person", "player_id", "source", "card", "counted", "started", "players", "points"),
        {"sqlite_with_rowid": False},
    )

    game_id: Mapped[str] = _game()
    place: Mapped[int] = _key()
    source: Mapped[str] = mapped_column(String(8), primary_key=True)
    card: Mapped[str] = mapped_column(String(160), primary_key=True)
    player_id: Mapped[int | None] = mapped_column(Integer)
    started: Mapped[datetime] = mapped_column(DateTime)
    counted: Mapped[bool] = mapped_column(Boolean)
    players: Mapped[int] = mapped_column(SmallInteger)
    points: Mapped[int] = mapped_column(BigInteger)


class ScoredBase(Base):
    """A base that scored: the how many-th of the game, at which line of its file and in whose turn, with how
    much power. `tied`: two players with VP due had the same place.
    """

    __tablename__ = "scored_base"
    __table_args__ = (Index(None, "card"),)

    game_id: Mapped[str] = _game()
    number: Mapped[int] = _key()
    line: Mapped[int] = mapped_column(Integer)
    turn: Mapped[int] = mapped_column(SmallInteger)
    slot: Mapped[int] = mapped_column(SmallInteger)
    card: Mapped[str] = mapped_column(String(160))
    breakpoint: Mapped[int] = mapped_column(BigInteger)
    power: Mapped[int] = mapped_column(BigInteger)
    tied: Mapped[bool] = mapped_column(Boolean)


class BaseShare(Base):
    """What one player had at a base that scored and got from it; `rank` 0: not eligible."""

    __tablename__ = "base_share"

    game_id: Mapped[str] = _game()
    number: Mapped[int] = _key()
    place: Mapped[int] = _key()
    power: Mapped[int] = mapped_column(BigInteger)
    minions: Mapped[int] = mapped_column(BigInteger)
    rank: Mapped[int] = mapped_column(SmallInteger)
    points: Mapped[int] = mapped_column(BigInteger)


class Found(Base):
    """A finding of the referee: its line in the game's file, the rule, violation or warning. Its sentence is
    made by a replay, in the language that is asked for.
    """

    __tablename__ = "found"
    __table_args__ = (Index(None, "rule", "level", "game_id"),)

    game_id: Mapped[str] = _game()
    number: Mapped[int] = _key()
    line: Mapped[int] = mapped_column(Integer)
    rule: Mapped[str] = mapped_column(String(8))
    level: Mapped[str] = mapped_column(String(9))


TABLES: tuple[type[Base], ...] = (Found, BaseShare, ScoredBase, Source, SeatTitan, SeatFaction, Seat, Summary)
"""All derived tables, those first that lean on none of the others."""
