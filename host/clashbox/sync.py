"""Brings every game and event that the history does not have from a device, and sends back what the device
needs.

Exact: events have absolute numbers in their game; the history asks from the number after its last one, with
the CRC-32 of all records before it. Where the device's beginning is another, the game forks under a new id:
histories never mix. One answer of the device is one transaction, so a sync that is cut goes on where it
stopped.
"""

import zlib
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Any

import msgspec
from clashcore import wire
from clashcore.events import EventError
from sqlalchemy.exc import IntegrityError
from sqlalchemy.orm import Session

from clashbox import core, reading, sending
from clashbox.cards import forms
from clashbox.db import derive, people, store
from clashbox.db.engine import Database
from clashbox.db.models import Game
from clashbox.link.client import Client, Hello, Refused
from clashbox.link.line import LineTrouble, now
from clashbox.link.records import Place, unpack
from clashbox.text import player_name, shown
from clashbox.trouble import Trouble

MOST_EVENTS = 1 << 20
"""Events of one game at most, and"""
MOST_GAMES = 1 << 14
"""games at most: far more than a box has flash for, so that what streams without end comes to one."""
_HEX = set("0123456789abcdef")


class Entry(msgspec.Struct):
    """A game in the device's list."""

    id: str
    game: str = ""
    events: int = 0
    crc: int = 0
    live: bool = False
    safe: int = 0


@dataclass
class Came:
    """What one game brought: its id in the history, how many events are new and how many it has; `new`: seen
    for the first time; `forked`: under a new id, because its beginning is another.
    """

    id: str
    kind: str
    players: list[str]
    added: int
    events: int
    live: bool
    new: bool
    forked: bool


@dataclass
class Summary:
    """What a sync did. `troubles` names games that could not be taken over; the others are safe. `poor`: the
    line was too bad to send the reminders.
    """

    device: str
    games: list[Came] = field(default_factory=list[Came])
    troubles: list[str] = field(default_factory=list[str])
    poor: bool = False

    @property
    def added(self) -> int:
        """Events that are new in the history."""
        return sum(game.added for game in self.games)


class _Fork(Exception):
    """The device's game has another beginning than the one held under its id."""


class _BadGame(Exception):
    """A game whose content cannot be taken over; the sync goes on with the next one."""


Progress = Callable[[int, int], None]
"""Called with events done and events in all."""


def _no_progress(done: int, total: int) -> None:
    return None


def now_utc() -> datetime:
    """The time of day in UTC, as the history keeps it."""
    return datetime.now(UTC).replace(tzinfo=None, microsecond=0)


class Sync:
    """One run over an open link whose hello is done."""

    def __init__(self, client: Client, database: Database, progress: Progress | None = None):
        self._client = client
        self._database = database
        self._progress: Progress = progress or _no_progress
        self._done = self._total = 0
        self._held = 0  # games under the id of the one that is fetched, as it was looked at

    def run(self, language: str | None = None, players: Sequence[str] = ()) -> Summary:
        """Fetches the games, then sends names, clock and (where given) the language back.

        `players` are people that the history need not know yet.
        """
        hello = self._client.hello_data
        if not _is_id(hello.device):
            raise Trouble("sync.device", shown(hello.device))
        summary = Summary(hello.device)
        with self._database.write() as session:
            store.saw_device(session, hello.device, hello.board, hello.firmware, now_utc())
            for name in filter(None, map(shown, players)):
                people.named(session, name)
        entries = self._list()
        for _ in range(2):
            # A box that is busy with itself may leave out the live game: hello has counted it.
            if len(entries) < hello.games:
                entries = self._list()
        places = {entry.id: self._places(entry) for entry in entries}
        self._total = sum(max(0, e.events - (places[e.id][0].events if places[e.id] else 0)) for e in entries)
        for entry in entries:
            self._progress(self._done, self._total)
            try:
                summary.games.append(self._game(entry, hello))
            except (_BadGame, EventError, reading.BadJson) as error:
                summary.troubles.append(f"{entry.id}: {shown(error, 200)}")
        self._progress(self._done, self._total)
        summary.poor = not sending.back(self._client, self._database, language)
        return summary

    def _list(self) -> list[Entry]:
        found: dict[str, Entry] = {}
        asked = 0
        while True:
            page = self._client.call_as(wire.GAMES, {"from": asked}, list[Entry])
            fresh = [entry for entry in page if entry.id not in found and _is_id(entry.id)]
            found.update((entry.id, entry) for entry in fresh)
            asked += len(page)
            if not fresh:
                return list(found.values())
            if len(found) > MOST_GAMES:
                raise Trouble("hello.garbled", shown(self._client.line.name, 200))

    def _places(self, entry: Entry) -> list[Place]:
        """Where this game may go on: every game held under its id, the newest fork first."""
        with self._database.read() as session:
            return [Place(g.id, g.events, g.crc, g.last_t, g.last_m) for g in store.forks(session, entry.id)]

    def _game(self, entry: Entry, hello: Hello) -> Came:
        for attempt in range(5):
            try:
                return self._fetch(entry, hello)
            except IntegrityError:
                # Another laptop wrote this game into the same database just now: look at it anew.
                if attempt == 4:
                    raise
        raise AssertionError

    def _fetch(self, entry: Entry, hello: Hello) -> Came:
        before = now_utc()
        places = self._places(entry)
        self._held = len(places)
        header: dict[str, Any] | None = None
        for place in places:
            try:
                where = self._go_on(entry, place, hello)
            except _Fork:
                continue
            break
        else:
            if self._deleted(entry):
                return Came(entry.id, entry.game, [], 0, 0, entry.live, False, False)
            place = Place(None)
            header = self._header(entry.id)
            try:
                where = self._events(entry, place, header, hello)
            except _Fork:
                # From the first event on there is nothing that another beginning could differ from.
                raise _BadGame("fork") from None
        added = where.events - place.events
        new = place.game is None
        if new or added or entry.live:
            if header is None or entry.live:  # that of a finished game has not changed since
                header = self._header(entry.id)
            where = self._settle(entry, where, header, hello, new, before)
        safe = min(where.events, max(entry.events, place.events + added if added else 0))
        if safe > entry.safe:
            self._tell_safe(entry.id, safe)
        assert where.game is not None
        return self._came(where.game, added, new, entry.live)

    def _deleted(self, entry: Entry) -> bool:
        """Whether somebody deleted that game here on purpose: it stays on the box, and does not come back."""
        with self._database.read() as session:
            return store.deleted(session, entry.id)

    def _go_on(self, entry: Entry, place: Place, hello: Hello) -> Place:
        """Fetches what follows `place`. Raises _Fork where the device's game has another beginning than the
        history's.
        """
        if entry.events > place.events:
            if place.events == 0 and not self._same_header(place, self._header(entry.id)):
                raise _Fork
            return self._events(entry, place, {}, hello)
        # The device holds no more than the history: the same, or an older state of it, or another game.
        same = entry.crc == (place.crc if entry.events == place.events else self._crc(place, entry.events))
        if not same or (place.events == 0 and not self._same_header(place, self._header(entry.id))):
            raise _Fork
        return place

    def _crc(self, place: Place, events: int) -> int:
        assert place.game is not None
        crc = 0
        with self._database.read() as session:
            for number, record in enumerate(store.records(session, place.game)):
                if number == events:
                    break
                crc = zlib.crc32(record, crc)
        return crc

    def _same_header(self, place: Place, header: dict[str, Any]) -> bool:
        with self._database.read() as session:
            game = session.get(Game, place.game)
            return game is not None and game.header == header

    def _header(self, game: str) -> dict[str, Any]:
        try:
            data, _ = self._client.call(wire.HEADER, {"id": game})
            value = msgspec.convert(forms.expand(reading.loads(data.decode("utf-8"))), dict[str, Any])
        except reading.BadJson:
            raise
        except (ValueError, Refused) as error:
            raise _BadGame(str(error)) from None
        core.read_header(value)
        return value

    def _events(self, entry: Entry, where: Place, header: dict[str, Any], hello: Hello) -> Place:
        """Fetches from `where` to the game's end, a transaction an answer; pieces that came whole count even
        where the answer did not end, so that a bad line still gets on. Raises _Fork where the device says so.
        """
        goal = entry.events
        quiet_until = now() + self._client.patience
        while where.events < goal:
            body = {
                "id": entry.id,
                "from": where.events + 1,
                "crc": where.crc,
                "size": self._client.size,
                "count": self._client.count,
            }
            try:
                reply = self._client.stream(wire.EVENTS, body)
            except Refused as refused:
                raise (_Fork() if refused.code == "fork" else _BadGame(refused.code)) from None
            try:
                after, records, _ = unpack(where, _in_order(reply.pieces))
            except ValueError as error:
                raise _BadGame(str(error)) from None
            end = reply.end or {}
            if end.get("next") == after.events + 1 and end.get("crc") != after.crc:
                raise _BadGame("crc")
            # A game that goes on while it is fetched: the answer says how far it is by now.
            goal = max(goal, end["events"]) if entry.live and isinstance(end.get("events"), int) else goal
            if after.events > MOST_EVENTS:
                raise _BadGame(f"> {MOST_EVENTS}")
            if records:
                where = self._store(entry, where, after, records, header, hello)
                self._done += len(records)
                self._total = max(self._total, self._done)
                self._progress(self._done, self._total)
                quiet_until = now() + self._client.patience
            elif now() > quiet_until:
                raise LineTrouble("quiet", self._client.line.name)
        return where

    def _store(
        self,
        entry: Entry,
        where: Place,
        after: Place,
        records: list[bytes],
        header: dict[str, Any],
        hello: Hello,
    ) -> Place:
        with self._database.write() as session:
            if where.game is None:
                game = self._new_game(session, entry, hello, header, now_utc())
            else:
                game = session.get_one(Game, where.game, with_for_update=True)
            return add(session, game, where, after, records, entry.live, after.events >= entry.events)

    def _new_game(
        self, session: Session, entry: Entry, hello: Hello, header: dict[str, Any], when: datetime
    ) -> Game:
        if len(store.forks(session, entry.id)) != self._held:
            # Another laptop brought it since this one looked: it is no fork.
            raise IntegrityError("game", None, ValueError("another sync was quicker"))
        return store.new_game(session, entry.id, hello.device, header, when)

    def _settle(
        self, entry: Entry, where: Place, header: dict[str, Any], hello: Hello, new: bool, when: datetime
    ) -> Place:
        """After the events: a game without any is noted all the same; dates and a header that changed."""
        with self._database.write() as session:
            if where.game is None:
                game = self._new_game(session, entry, hello, header, when)
            else:
                game = session.get_one(Game, where.game)
            game.live, game.synced = entry.live, when
            if new:
                store.date_back(game, when)
            if new or game.header != header:
                game.header = header
                derive.game(session, game)
            return Place(game.id, where.events, where.crc, where.t, where.m)

    def _tell_safe(self, game: str, events: int) -> None:
        try:
            self._client.call(wire.SAFE, {"id": game, "events": events})
        except Refused as refused:
            raise _BadGame(refused.code) from None

    def _came(self, name: str, added: int, new: bool, live: bool) -> Came:
        with self._database.read() as session:
            game = session.get_one(Game, name)
            players: list[dict[str, Any]] = game.header["players"]  # type: ignore[assignment]
            names = [player_name(player) for player in players]
            return Came(game.id, game.kind, names, added, game.events, live, new, new and game.fork > 0)


def add(
    session: Session,
    game: Game,
    where: Place,
    after: Place,
    records: Sequence[bytes],
    live: bool,
    last: bool,
) -> Place:
    """Adds the records that lead from `where` to `after` to a game of the history, in the caller's
    transaction; `last`: no more are on their way. Raises IntegrityError where another sync was quicker:
    nothing is stored twice, the next look goes on from there.
    """
    if game.events != where.events or game.crc != where.crc:
        raise IntegrityError("events", None, ValueError("another sync was quicker"))
    numbered = [store.Record(where.events + at, data) for at, data in enumerate(records, 1)]
    store.append(session, game, numbered, after.crc, after.t, after.m, now_utc())
    game.live = live
    derive.keep_up(session, game, last)
    return Place(game.id, after.events, after.crc, after.t, after.m)


def _in_order(pieces: dict[int, bytes]) -> Iterator[bytes]:
    """The pieces up to the first that is missing."""
    for number in range(len(pieces)):
        if number not in pieces:
            return
        yield pieces[number]


def _is_id(text: str) -> bool:
    return len(text) == 16 and set(text) <= _HEX
