"""The tables that hold what came and what people did: boxes, games, events as they came, people, changes.

What is worked out from them stands in derived.py and can be made anew at any time (`clashbox rebuild`).
"""

from datetime import datetime
from typing import Any

from clashcore.gamefile import GAMES
from sqlalchemy import (
    JSON,
    BigInteger,
    Boolean,
    DateTime,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    String,
    Text,
    TypeDecorator,
    UniqueConstraint,
)
from sqlalchemy.orm import DeclarativeBase, Mapped, mapped_column

from clashbox import core

# What a damaged file, or another program's hand, can put into a column is refused as it is read, with a
# ValueError (engine.py says the rest), so that nothing behind has to look again.


class _Header(TypeDecorator[dict[str, Any]]):
    """A game's header."""

    impl = JSON
    cache_ok = True

    def process_result_value(self, value: Any, dialect: object) -> dict[str, Any]:
        core.read_header(value)
        return value


class _Kind(TypeDecorator[str]):
    """Which game it is."""

    impl = String
    cache_ok = True

    def process_result_value(self, value: Any, dialect: object) -> str:
        if value not in GAMES:
            raise ValueError(f"no kind of game: {value}")
        return value


class _Record(TypeDecorator[bytes]):
    """An event's compact record."""

    impl = LargeBinary
    cache_ok = True

    def process_result_value(self, value: Any, dialect: object) -> bytes:
        if not isinstance(value, bytes):
            raise ValueError("a record that is no bytes")
        return value


class Base(DeclarativeBase):
    """All tables; constraints have names, so that a migration can name them on every database."""

    metadata = MetaData(
        naming_convention={
            "ix": "ix_%(table_name)s_%(column_0_N_name)s",
            "uq": "uq_%(table_name)s_%(column_0_N_name)s",
            "fk": "fk_%(table_name)s_%(column_0_N_name)s",
            "pk": "pk_%(table_name)s",
        }
    )


class Device(Base):
    """A box that was synced: its random id, bound to its chip, and what it last said of itself."""

    __tablename__ = "device"

    id: Mapped[str] = mapped_column(String(16), primary_key=True)
    board: Mapped[str] = mapped_column(Text, default="")
    firmware: Mapped[str] = mapped_column(String(40), default="")
    first_seen: Mapped[datetime] = mapped_column(DateTime)
    last_seen: Mapped[datetime] = mapped_column(DateTime)


class Game(Base):
    """A game: its header as it came, and up to where its events are here (`events`, `crc` over their
    records).

    `id` is the history's own; `source` is the id on the device. They are the same unless the game forked:
    then `fork_of` names the game whose beginning is another.
    """

    __tablename__ = "game"
    __table_args__ = (UniqueConstraint("source", "fork"), Index(None, "crc"))

    id: Mapped[str] = mapped_column(String(16), primary_key=True)
    source: Mapped[str] = mapped_column(String(16), index=True)
    fork: Mapped[int] = mapped_column(Integer, default=0)
    fork_of: Mapped[str | None] = mapped_column(ForeignKey("game.id", ondelete="SET NULL"), default=None)
    device_id: Mapped[str | None] = mapped_column(ForeignKey("device.id"), default=None)
    kind: Mapped[str] = mapped_column(_Kind(16))
    header: Mapped[dict[str, object]] = mapped_column(_Header)
    events: Mapped[int] = mapped_column(Integer, default=0)
    crc: Mapped[int] = mapped_column(BigInteger, default=0)
    last_t: Mapped[int] = mapped_column(BigInteger, default=0)
    last_m: Mapped[int] = mapped_column(BigInteger, default=0)
    live: Mapped[bool] = mapped_column(Boolean, default=False)
    started: Mapped[datetime] = mapped_column(DateTime, index=True)
    started_approximate: Mapped[bool] = mapped_column(Boolean, default=True)
    synced: Mapped[datetime] = mapped_column(DateTime)


class Event(Base):
    """An event as it came: its number in the game (from 1, undo and redo included) and its compact record."""

    __tablename__ = "event"
    __table_args__ = {"sqlite_with_rowid": False}  # noqa: RUF012 (as SQLAlchemy wants it)

    game_id: Mapped[str] = mapped_column(ForeignKey("game.id", ondelete="CASCADE"), primary_key=True)
    number: Mapped[int] = mapped_column(Integer, primary_key=True, autoincrement=False)
    record: Mapped[bytes] = mapped_column(_Record)


class Player(Base):
    """A person: a stable id, and the name that is shown now (NFC, fit to be shown).

    `key` is made from the first name that the person had here, and stays when that is changed: what leaves
    the history (BG Stats) names people by it.
    """

    __tablename__ = "player"
    __table_args__ = (Index(None, "key", unique=True),)

    id: Mapped[int] = mapped_column(Integer, primary_key=True)
    name: Mapped[str] = mapped_column(String(40), unique=True)
    key: Mapped[str] = mapped_column(String(16), server_default="")


class Alias(Base):
    """A name under which a person stands in headers: the first one, and each that `rename` gave."""

    __tablename__ = "alias"
    __table_args__ = (Index(None, "player_id"),)

    name: Mapped[str] = mapped_column(String(40), primary_key=True)
    player_id: Mapped[int] = mapped_column(ForeignKey("player.id"))


class Merge(Base):
    """One person counts as another (`into_id`, who is merged into nobody); undone, the row goes."""

    __tablename__ = "merge"
    __table_args__ = (Index(None, "into_id"),)

    player_id: Mapped[int] = mapped_column(ForeignKey("player.id"), primary_key=True, autoincrement=False)
    into_id: Mapped[int] = mapped_column(ForeignKey("player.id"))


class Change(Base):
    """What somebody changed by hand, in order: who, when, why, and `data`: before and after.

    Kinds of a game: edit, void, restore, note, import, delete; of people: rename, merge, unmerge. The game
    may be gone. Games are derived from their events and what these rows say on top (corrections.py).
    """

    __tablename__ = "change"
    __table_args__ = (Index(None, "game_id"),)

    id: Mapped[int] = mapped_column(Integer, primary_key=True)
    at: Mapped[datetime] = mapped_column(DateTime)
    who: Mapped[str] = mapped_column(String(80))
    why: Mapped[str] = mapped_column(Text, default="")
    kind: Mapped[str] = mapped_column(String(16))
    game_id: Mapped[str | None] = mapped_column(String(16), default=None)
    data: Mapped[dict[str, Any]] = mapped_column(JSON)


class Deleted(Base):
    """A game that was deleted on purpose: a sync does not bring it back (an import does)."""

    __tablename__ = "deleted"

    source: Mapped[str] = mapped_column(String(16), primary_key=True)
    at: Mapped[datetime] = mapped_column(DateTime)


class Quarantine(Base):
    """A game of an imported file that waits for somebody to look at it: where it stood, why, and its text."""

    __tablename__ = "quarantine"
    __table_args__ = (UniqueConstraint("digest"),)

    id: Mapped[int] = mapped_column(Integer, primary_key=True)
    digest: Mapped[str] = mapped_column(String(64))
    at: Mapped[datetime] = mapped_column(DateTime)
    file: Mapped[str] = mapped_column(Text)
    line: Mapped[int] = mapped_column(Integer)
    reason: Mapped[str] = mapped_column(String(16))
    game_id: Mapped[str | None] = mapped_column(String(16), default=None)
    content: Mapped[bytes] = mapped_column(LargeBinary)


class Setting(Base):
    """What this history's people settled once, such as the boxes that they own (draft/shelf.py)."""

    __tablename__ = "setting"

    key: Mapped[str] = mapped_column(String(40), primary_key=True)
    value: Mapped[list[str]] = mapped_column(JSON)
