"""A real box on the page, as a watch sees it: its screen mirrored, its game as it goes on."""

import threading
import time
from collections.abc import Callable
from concurrent.futures import Future
from typing import Any

from clashcore import wire

from clashbox.core import Event, Header
from clashbox.db.engine import Database
from clashbox.link.client import Client, NotOurs, Refused
from clashbox.link.line import LineTrouble
from clashbox.page import serve
from clashbox.page.archive import Archive
from clashbox.page.box import Picture, picture
from clashbox.page.telling import Followed
from clashbox.text import shown
from clashbox.trouble import Trouble
from clashbox.watching import follow

EVERY = 0.4
"""Seconds between two pictures of the screen while somebody looks: a quarter of the line."""
LOOKED = 3.0
"""Seconds after which nobody looks any more."""
_SENDING = 20.0
_DARK = [bytes(128)] * 64


class MirrorBox:
    """The box that a watch follows; the watch's thread tells it (follow.Eye), the page asks it (box.Box)."""

    rest = 0.0  # it is at hand: a look costs nothing

    def __init__(self) -> None:
        self.game: Followed | None = None
        self._port = ""
        self._there = False
        self._name = ""  # what the box calls the game that is shown
        self._news: tuple[str, str, Header, list[Event]] | None = None
        self._seen = self._news
        self._picture = picture(_DARK, True, 255)
        self._looked = 0.0
        self._wanted: list[tuple[Callable[[Client], Any], Future[Any]]] = []
        self._lock = threading.Lock()

    # The watch's side

    def there(self, port: str) -> None:
        """See follow.Eye."""
        self._there = bool(port)
        self._port = port or self._port

    def news(self, game: follow.Followed | None) -> None:
        """See follow.Eye."""
        with self._lock:
            self._news = game and (str(game.place.game), game.id, game.header, list(game.events))

    def see(self, client: Client) -> None:
        """Asks what is to be asked, and takes the picture of the screen where somebody looks."""
        with self._lock:
            wanted, self._wanted = self._wanted, []
        cut: Trouble | None = None
        for asks, done in wanted:
            if not done.set_running_or_notify_cancel():
                continue
            try:
                if cut:
                    raise cut
                done.set_result(asks(client))
            except (LineTrouble, NotOurs) as trouble:
                cut = trouble
                done.set_exception(Trouble("page.away"))
            except (Refused, ValueError) as refused:  # a request too long for the line, too
                done.set_exception(refused)
        if cut:
            raise cut
        if self._is_looked_at():
            data, _ = client.call(wire.SCREEN, {})
            if len(data) == 1024:
                self._picture = picture(rows(data), True, 255)

    def patience(self) -> float:
        """See follow.Eye."""
        return EVERY if self._is_looked_at() else follow.WAIT

    def _is_looked_at(self) -> bool:
        return time.monotonic() - self._looked < LOOKED

    # The page's side

    def state(self) -> dict[str, Any]:
        """See Box: keys are pressed on the box itself."""
        return {"kind": "real", "port": self._port, "on": True, "plugged": self._there, "keys": False}

    def look(self) -> Picture | None:
        """See Box."""
        self._looked = time.monotonic()
        return self._picture

    def poll(self) -> bool:
        """See Box."""
        with self._lock:
            news = self._news
        if news is self._seen:
            return False
        self._seen = news
        game = self.game
        if news is None:
            self.game = None
            return game is not None
        id, self._name, header, events = news
        known = len(game.events) if game else 0
        if game is None or game.id != id or events[:known] != game.events:
            self.game = game = Followed(id, header)
            game.add(events)
            return True
        game.add(events[known:])
        return len(events) > known

    def key_down(self, key: str) -> None:
        """See Box."""

    def key_up(self, key: str) -> None:
        """See Box."""

    def switch(self, what: str) -> None:
        """See Box: a real box has a real plug."""

    def put(self, name: str, data: bytes) -> None:
        """See Box. Raises Trouble where the box does not take it, or is away."""
        try:
            self._ask(lambda client: client.put(name, data))
        except Refused as refused:
            raise Trouble("draft.put", shown(refused.code)) from None

    def enter(self, number: int, event: Event) -> dict[str, Any]:
        """See Box."""
        body = {"id": self._name, "number": number, "event": event}
        try:
            return self._ask(lambda client: client.call(wire.ENTER, body))[1]
        except Refused:
            raise Trouble("watch.older") from None  # a firmware that knows nothing of it
        except Trouble:
            raise Trouble("page.enter.away") from None

    def _ask(self, asks: Callable[[Client], Any]) -> Any:
        """What the box answers, asked by the watch's thread between two looks. Raises Refused, Trouble: at
        once where the box is away.
        """
        if not self._there:
            raise Trouble("page.away")
        done: Future[Any] = Future()
        with self._lock:
            self._wanted.append((asks, done))
        self._looked = time.monotonic()
        try:
            return done.result(_SENDING)
        except TimeoutError:
            done.cancel()  # what was not asked yet is not asked later
            raise Trouble("page.away") from None

    def fetch(self, database: Database) -> tuple[int, list[str]]:
        """See Box: a watch has everything already."""
        return 0, []


def rows(data: bytes) -> list[bytes]:
    """The frame buffer (MONO_VLSB: a byte is eight pixels of a column, the lowest bit on top) as rows of
    bytes 0 and 1.
    """
    return [bytes(data[y // 8 * 128 + x] >> (y & 7) & 1 for x in range(128)) for y in range(64)]


class Beside:
    """The page of a watch, served by a thread of its own. Raises Trouble where its port is taken."""

    def __init__(
        self,
        box: MirrorBox,
        database: str | None,
        http_port: int | None,
        share: bool,
        entry: bool,
        lang: str,
        ready: Callable[[str, str], None],
    ):
        self.box = box
        sharing = serve.Sharing.made(entry) if share else None
        bound = serve.bind(http_port, share)
        self._stop = threading.Event()
        self._thread = threading.Thread(
            target=serve.serve,
            args=(box, lang, bound, self._stop, ready, sharing, Archive(database)),
            daemon=True,
        )

    def start(self) -> None:
        """Serves from now on."""
        self._thread.start()

    def stop(self) -> None:
        """Serves no longer."""
        self._stop.set()
        if self._thread.is_alive():
            self._thread.join(3)
