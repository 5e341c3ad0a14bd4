"""The page itself: what flows between the browsers and the box, and what can be asked of the history."""

import asyncio
import contextlib
import time
from collections.abc import AsyncGenerator
from typing import Any

from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route, WebSocketRoute
from starlette.websockets import WebSocket

from clashbox.i18n import LANGUAGES
from clashbox.page import asking, assets
from clashbox.page.box import Box
from clashbox.page.hub import Hub, Watcher
from clashbox.page.keys import Keys
from clashbox.virtual import VirtualDeviceError

SCREEN_EVERY = 0.04
"""Seconds between two looks at the screen."""
_STIRRED = 4
"""Looks at the game after the screen has changed: the event may come to flash a moment later."""


class Site:
    """One box for all browsers that look at it. `more`: routes of the history."""

    def __init__(self, box: Box, lang: str, more: list[Route] | None = None):
        self._box = box
        self._lang = lang
        self._more = more or []
        self._keys = Keys(box)
        self._hub = Hub(lang, self._join, self._leave, self._hear)
        self._picture: dict[str, Any] | None = None
        self._state: dict[str, Any] = {}
        self._stirred = _STIRRED
        self._asking = asyncio.Lock()
        self._tasks: set[asyncio.Task[None]] = set()

    def build(self) -> Starlette:
        """The ASGI application."""

        @contextlib.asynccontextmanager
        async def lifespan(_: Starlette) -> AsyncGenerator[None, None]:
            self._keys.start()
            watching = asyncio.create_task(self._watch())
            try:
                yield
            finally:
                for task in (watching, *self._tasks):
                    task.cancel()
                await asyncio.gather(watching, *self._tasks, return_exceptions=True)
                await self._keys.stop()

        return Starlette(
            routes=[
                Route("/", self._index),
                Route("/static/{name}", assets.static),
                Route("/api/words/{lang}", self._words),
                Route("/api/rules/{id}", asking.rule),
                WebSocketRoute("/socket", self._socket),
                *self._more,
            ],
            lifespan=lifespan,
        )

    async def _index(self, _: Request) -> Response:
        return assets.index(self._lang)

    async def _words(self, request: Request) -> Response:
        lang = request.path_params["lang"]
        return JSONResponse(assets.words(lang if lang in LANGUAGES else self._lang))

    async def _socket(self, socket: WebSocket) -> None:
        await self._hub.serve(socket)

    # Browsers

    def _join(self, watcher: Watcher) -> None:
        watcher.tell("hello", {"role": watcher.role, "lang": watcher.lang})
        watcher.tell("box", self._box.state())
        if self._picture:
            watcher.tell("screen", self._picture)
        self._later(self._show(watcher))
        self._stirred = _STIRRED

    def _leave(self, watcher: Watcher) -> None:
        self._keys.leave(watcher.name)

    def _hear(self, watcher: Watcher, said: dict[str, Any]) -> None:
        if "key" in said:
            self._keys.move(watcher.name, said["key"], said.get("down") is True)
        elif "switch" in said:
            self._later(self._switch(said["switch"]))
        else:
            watcher.lang = said["lang"]
            self._later(self._show(watcher))

    def _later(self, doing: Any) -> None:
        task = asyncio.create_task(doing)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _switch(self, what: str) -> None:
        with contextlib.suppress(VirtualDeviceError):
            async with self._asking:
                await asyncio.to_thread(self._box.switch, what)
        self._stirred = _STIRRED

    async def _show(self, watcher: Watcher) -> None:
        async with self._asking:
            game = self._box.game
            watcher.tell("game", game and await asyncio.to_thread(game.view, watcher.lang))

    # The box

    async def _watch(self) -> None:
        looked = 0.0
        while True:
            if self._hub.watchers:
                with contextlib.suppress(VirtualDeviceError):
                    await self._look()
                # An event comes from a key and shows on the screen: a box at rest is asked seldom.
                if self._stirred or time.monotonic() - looked >= self._box.rest:
                    self._stirred = max(0, self._stirred - 1)
                    looked = time.monotonic()
                    await self._follow()
            await asyncio.sleep(SCREEN_EVERY)

    async def _look(self) -> None:
        state = self._box.state()
        if state != self._state:
            self._state = state
            self._tell("box", state)
        picture = await asyncio.to_thread(self._box.look)
        if picture is not None and picture != self._picture:
            self._picture = picture
            self._stirred = _STIRRED
            self._tell("screen", picture)

    async def _follow(self) -> None:
        if self._asking.locked():
            return  # a switch is thrown: the box is away
        async with self._asking:
            if not await asyncio.to_thread(self._box.poll):
                return
            self._stirred = _STIRRED
            game = self._box.game
            for lang in {watcher.lang for watcher in self._hub.watchers}:
                view = game and await asyncio.to_thread(game.view, lang)
                for watcher in self._hub.watchers:
                    if watcher.lang == lang:
                        watcher.tell("game", view)

    def _tell(self, what: str, value: Any) -> None:
        for watcher in self._hub.watchers:
            watcher.tell(what, value)
