"""The sockets of all browsers that look on: each is sent the newest there is, as fast as it takes it, so that
a slow one holds up nobody.
"""

import asyncio
import contextlib
import json
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from starlette.websockets import WebSocket, WebSocketDisconnect

from clashbox.i18n import LANGUAGES
from clashbox.page.box import SWITCHES
from clashbox.page.guard import OWNER, ROLE, WATCHER
from clashbox.page.limits import MESSAGE, SOCKETS, Bucket
from clashbox.page.telling import Row, View

Heard = Callable[["Watcher", dict[str, Any]], None]


@dataclass(eq=False)
class Watcher:
    """A browser: its language, what it may do, what it has, and whether there is more."""

    number: int
    socket: WebSocket
    role: str
    lang: str
    rows: tuple[Row, ...] = ()
    game: str = ""
    waiting: dict[str, Any] = field(default_factory=dict[str, Any])
    more: asyncio.Event = field(default_factory=asyncio.Event)

    @property
    def name(self) -> str:
        """Who holds a key."""
        return str(self.number)

    def tell(self, what: str, value: Any) -> None:
        """Sends that when the browser takes it; of what is older of its kind nothing more."""
        self.waiting[what] = value
        self.more.set()

    async def send(self) -> None:
        """Sends until the socket closes."""
        while True:
            await self.more.wait()
            self.more.clear()
            waiting, self.waiting = self.waiting, {}
            if "game" in waiting:
                waiting["game"] = self._news(waiting["game"])
            await self.socket.send_text(json.dumps(waiting, ensure_ascii=False, separators=(",", ":")))

    def _news(self, view: View | None) -> dict[str, Any] | None:
        """The game, with only those lines of its list that this browser does not have yet."""
        if view is None:
            self.rows = ()
            return None
        # The terrain and the names stay; the list grows, and an undo changes older lines of it.
        key = f"{view.head['id']} {self.lang}"
        before = self.rows if key == self.game else ()
        rows = [
            [at, row.as_data()] for at, row in enumerate(view.rows) if at >= len(before) or before[at] != row
        ]
        self.rows, self.game = view.rows, key
        return {**view.head, "count": len(view.rows), "rows": rows}


class Hub:
    """All browsers. `joined`, `left` are told of each, `heard` of what one says that its role allows."""

    def __init__(
        self, lang: str, joined: Callable[[Watcher], None], left: Callable[[Watcher], None], heard: Heard
    ):
        self.watchers: set[Watcher] = set()
        self._lang = lang
        self._joined, self._left, self._heard = joined, left, heard
        self._number = 0

    async def serve(self, socket: WebSocket) -> None:
        """One browser, until it goes away."""
        if len(self.watchers) >= SOCKETS:
            await socket.close(1013)
            return
        await socket.accept()
        self._number += 1
        wanted = socket.query_params.get("lang", "")
        lang = wanted if wanted in LANGUAGES else self._lang
        watcher = Watcher(self._number, socket, socket.scope.get(ROLE, WATCHER), lang)
        self.watchers.add(watcher)
        self._joined(watcher)
        sending = asyncio.create_task(watcher.send())
        receiving = asyncio.create_task(self._receive(watcher))
        try:
            await asyncio.wait([sending, receiving], return_when=asyncio.FIRST_COMPLETED)
        finally:
            self.watchers.discard(watcher)
            self._left(watcher)
            for task in (sending, receiving):
                task.cancel()
            await asyncio.gather(sending, receiving, return_exceptions=True)
            with contextlib.suppress(RuntimeError, WebSocketDisconnect):  # it is closed from the other end
                await socket.close(1008)

    async def _receive(self, watcher: Watcher) -> None:
        """Hears what the browser says, until it goes away, or talks nonsense."""
        bucket = Bucket(60, 240)
        with contextlib.suppress(WebSocketDisconnect, ValueError, KeyError):
            while True:
                text = await watcher.socket.receive_text()
                if len(text) > MESSAGE:
                    return
                said = json.loads(text)
                if not isinstance(said, dict):
                    return
                if bucket.take() and self._may(watcher, said):  # type: ignore[reportUnknownArgumentType]
                    self._heard(watcher, said)  # type: ignore[reportUnknownArgumentType]

    def _may(self, watcher: Watcher, said: dict[str, Any]) -> bool:
        if "key" in said:
            return watcher.role != WATCHER
        if "switch" in said:
            return watcher.role == OWNER and said["switch"] in SWITCHES
        return said.get("lang") in LANGUAGES
