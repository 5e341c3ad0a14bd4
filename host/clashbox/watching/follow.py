"""Follows the live game of a box: events into the history and onto the laptop's screen as they happen, what
the referee finds back to the box; goes on when the cable is back.
"""

import threading
import zlib
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, Protocol

from clashcore import wire
from sqlalchemy.exc import IntegrityError

from clashbox import i18n, sync
from clashbox.core import Event, Header
from clashbox.db import store
from clashbox.db.engine import Database
from clashbox.db.models import Game
from clashbox.link.client import Client, NotOurs, Refused
from clashbox.link.line import LineTrouble
from clashbox.link.records import Place, unpack
from clashbox.text import shown
from clashbox.trouble import Trouble
from clashbox.watching.findings import Judged, for_the_box, judge, open_book
from clashbox.watching.rejoin import rejoin
from clashbox.watching.report import Report

WAIT = 5.0
"""Seconds for which the box may hold an answer back: so long a cut that makes no noise goes unseen, and a
lost answer is missed.
"""


@dataclass
class Followed:
    """The game that is looked at. `id`: the box's name for it; `place`: where the history has it; `told`: up
    to where its events were told.
    """

    id: str
    header: Header
    place: Place
    events: list[Event] = field(default_factory=list[Event])
    told: int = 0
    judged: Judged = field(default_factory=Judged)
    safe: int = 0


class Eye(Protocol):
    """Who looks on over the watch's shoulder: a page that shows the box. Called from the watch's thread."""

    def there(self, port: str) -> None:
        """The box is at that port; "": it does not answer any more."""
        ...

    def news(self, game: Followed | None) -> None:
        """The live game has gone on, or is another one."""
        ...

    def see(self, client: Client) -> None:
        """Between two looks: what is asked of the box besides."""
        ...

    def patience(self) -> float:
        """Seconds until it wants to be asked again, at most WAIT."""
        ...


class Watch:
    """One watch. `run` takes an open client; `stop` ends it from another thread."""

    def __init__(
        self,
        database: Database,
        report: Report,
        on_log: Callable[[bytes], None] | None = None,
        eye: Eye | None = None,
    ) -> None:
        self.stop = threading.Event()
        self._database = database
        self._report = report
        self._on_log = on_log
        self._eye = eye
        self._game: Followed | None = None
        self._passed: str | None = None  # id of a live game that the history does not want; "": there is none
        self._aboard: int | None = None  # CRC-32 of the findings that the box has; None: not asked yet
        self._sent: tuple[Any, ...] = ()  # what the list was made of that was sent last, and its CRC-32

    def run(self, client: Client) -> None:
        """Looks on until `stop` is set; closes the client. Raises Trouble where the box or the history cannot
        go on.
        """
        device, port = client.hello_data.device, client.line.name
        self._report.joined(device, client.hello_data.firmware, port)
        if self._eye:
            self._eye.there(port)
        open_book()
        try:
            while not self.stop.is_set():
                try:
                    self._follow(client)
                except (LineTrouble, NotOurs) as trouble:
                    client.close()
                    self._report.away(str(trouble))
                    if self._eye:
                        self._eye.there("")
                    found = rejoin(device, client.line.name, self.stop, self._on_log)
                    if found is None:
                        return
                    client = found
                    self._report.back(client.line.name)
                    if self._eye:
                        self._eye.there(client.line.name)
        finally:
            client.close()

    def _follow(self, client: Client) -> None:
        self._take_up(client)
        while not self.stop.is_set():
            try:
                if self._eye:
                    self._eye.see(client)
                self._look(client)
            except Refused as refused:
                if refused.code == "request":
                    raise Trouble("watch.older") from None
                self._take_up(client)  # the game has another beginning now, or is gone

    # The game

    def _take_up(self, client: Client) -> None:
        """Brings everything into the history, and goes on with the live game where it is by now."""
        summary = sync.Sync(client, self._database).run()
        self._report.synced(summary)
        self._aboard = None
        before = self._game
        self._game = None
        for came in summary.games:
            if came.live:
                self._game = self._held(came.id)
        game = self._game
        if self._eye:
            self._eye.news(game)
        if game is None:
            return
        if before is not None and before.place.game == game.place.game:
            game.told, game.judged = before.told, before.judged
        else:
            self._report.game(str(game.place.game), game.header, len(game.events))
            game.told = len(game.events)
        self._tell(game)

    def _held(self, name: str) -> Followed | None:
        """The game as the history has it; None where it was deleted there."""
        with self._database.read() as session:
            row = session.get(Game, name)
            if row is None:
                return None
            place = Place(row.id, row.events, row.crc, row.last_t, row.last_m)
            events = list(store.events(session, name))
            return Followed(row.source, row.header, place, events, safe=len(events))

    def _look(self, client: Client) -> None:
        """Waits for news once, and deals with what came."""
        game = self._game
        where = game.place if game else Place()
        body = {
            "id": game.id if game else "",
            "from": where.events + 1,
            "crc": where.crc,
            "size": client.size,
        }
        data, end = self._ask(client, body)
        live, self._aboard = str(end.get("id", "")), _number(end.get("findings"))
        if live != (game.id if game else ""):
            self._another(client, live)
            return
        if game is None:
            if self._passed != "":
                self._passed = ""
                self._report.nothing()
            return
        try:
            after, records, events = unpack(where, [data])
        except ValueError:
            raise NotOurs("other", client.line.name) from None
        try:
            # The screens first: the history takes longer, and has it even where the line is cut meanwhile.
            game.events += events
            if events:
                if self._eye:
                    self._eye.news(game)
                self._tell(game)
            self._send(client, game, str(end.get("language", "")))
        finally:
            last = after.events >= _number(end.get("events"))
            kept = not records or self._keep(game, where, after, records, last)
        if not kept:
            self._take_up(client)
            return
        if not events and game.safe < game.place.events:
            client.call(wire.SAFE, {"id": game.id, "events": game.place.events})
            game.safe = game.place.events

    def _ask(self, client: Client, body: dict[str, Any]) -> tuple[bytes, dict[str, Any]]:
        """News, for which the box may wait; where no answer arrives it is asked for what there is now."""
        if self._aboard is None:
            return client.call(wire.LIVE, {**body, "wait": 0})
        wait = self._eye.patience() if self._eye else WAIT
        reply = client.listen(wire.LIVE, {**body, "wait": int(wait * 1000)}, wait)
        data = reply.whole()
        if data is not None and reply.end is not None:
            return data, reply.end
        return client.call(wire.LIVE, {**body, "wait": 0})

    def _another(self, client: Client, live: str) -> None:
        """Another game is live, or none."""
        if live and live == self._passed:
            self.stop.wait(WAIT)
            return
        self._take_up(client)
        if live and (self._game is None or self._game.id != live):
            self._passed = live
            self._report.trouble(i18n.t("watch.passed", shown(live)))
        else:
            self._passed = None

    def _keep(self, game: Followed, where: Place, after: Place, records: list[bytes], last: bool) -> bool:
        """Adds the events to the history; False where another sync was quicker, or the game was deleted."""
        try:
            with self._database.write() as session:
                row = session.get(Game, where.game, with_for_update=True)
                if row is None:
                    return False
                game.place = sync.add(session, row, where, after, records, True, last)
        except IntegrityError:
            return False
        return True

    # What is told

    def _tell(self, game: Followed) -> None:
        """The events that were not told yet, then what the referee says now that it did not say before."""
        for number in range(game.told + 1, len(game.events) + 1):
            self._report.event(number, game.events[number - 1])
        game.told = len(game.events)
        before = {(one.number, one.rule): one for one in game.judged.found}
        known = game.judged.trouble
        game.judged = judge(game.header, game.events, i18n.language())
        now = {(one.number, one.rule): one for one in game.judged.found}
        for key, one in before.items():
            if key not in now:
                self._report.gone(one)
        for key, one in now.items():
            if key not in before:
                self._report.found(one)
        if game.judged.trouble and game.judged.trouble != known:
            self._report.trouble(game.judged.trouble)

    def _send(self, client: Client, game: Followed, language: str) -> None:
        """Sends the list of findings where the box has another one."""
        made_of = (game.id, language, game.judged.found)
        if self._sent == (made_of, self._aboard):
            return
        data = for_the_box(game.id, game.events, game.judged.found, language)
        crc = zlib.crc32(data)
        if crc != self._aboard:
            try:
                client.put("findings", data)
            except Refused as refused:
                if refused.code != "full":
                    raise Trouble("sync.put", "findings", shown(refused.code)) from None
        self._sent = (made_of, crc)


def _number(value: object) -> int:
    return value if isinstance(value, int) else 0
