"""The page itself, in NiceGUI: its parts, and what flows between the browsers and the virtual device."""

import asyncio
import base64
import contextlib
import html
import json
import time
from collections.abc import AsyncGenerator
from dataclasses import asdict
from pathlib import Path
from typing import Any

from fastapi import FastAPI
from nicegui import Client, app, ui

from clashbox.i18n import t
from clashbox.page.keys import Keys
from clashbox.page.live import Live, Row, View
from clashbox.virtual import VirtualDevice, VirtualDeviceError

_STATIC = Path(__file__).parent / "static"
_SCREEN_EVERY = 0.05
_GAME_EVERY = 0.3
_GAME_AT_REST = 1.5
_ICON = (
    "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 16 16'>"
    "<rect width='16' height='16' rx='3' fill='#2b3038'/>"
    "<rect x='2' y='3' width='12' height='6' fill='#bee1ff'/><circle cx='5' cy='12' r='1.5' fill='#e8a33d'/>"
    "<circle cx='11' cy='12' r='1.5' fill='#e8a33d'/></svg>"
)


class Site:
    """One virtual device for all browsers that look at it."""

    def __init__(self, device: VirtualDevice, lang: str):
        self._device = device
        self._lang = lang
        self._keys = Keys(device)
        self._live = Live(device, lang)
        self._picture = ""
        self._stirred = True
        self._sent: dict[str, tuple[Row, ...]] = {}
        self._clients: dict[str, Client] = {}

    def build(self) -> FastAPI:
        """The ASGI application."""

        @contextlib.asynccontextmanager
        async def lifespan(_: FastAPI) -> AsyncGenerator[None, None]:
            self._keys.start()
            tasks = [asyncio.create_task(self._watch_screen()), asyncio.create_task(self._watch_game())]
            try:
                yield
            finally:
                for task in tasks:
                    task.cancel()
                await asyncio.gather(*tasks, return_exceptions=True)
                await self._keys.stop()

        application = FastAPI(lifespan=lifespan, docs_url=None, redoc_url=None, openapi_url=None)
        app.add_static_files("/clashbox", _STATIC)
        ui.page("/", title="clashbox", favicon=_ICON)(self._page)
        ui.run_with(  # pyright: ignore[reportUnknownMemberType]
            application,
            title="clashbox",
            language="vi" if self._lang == "vi" else "en-US",
            dark=None,
            tailwind=False,
            show_welcome_message=False,
            storage_secret=None,
        )
        return application

    async def _page(self, client: Client) -> None:
        ui.add_head_html('<link rel="stylesheet" href="/clashbox/clashbox.css">')
        ui.add_head_html('<script src="/clashbox/clashbox.js"></script>')
        ui.html(self._frame(), sanitize=False)
        ui.on("clashbox_key", lambda event: self._key(client.id, event.args))
        client.on_disconnect(lambda: self._gone(client.id))  # pyright: ignore[reportUnknownMemberType]
        await client.connected()
        self._clients[client.id] = client
        self._sent.pop(client.id, None)
        self._show_screen(client)
        self._show_game(client)

    def _frame(self) -> str:
        words = [
            "device",
            "screen",
            "up",
            "down",
            "left",
            "right",
            "arrows",
            "holding",
            "port",
            "game",
            "nogame",
            "events",
        ]
        values = {word: html.escape(t(f"page.{word}", lang=self._lang)) for word in words}
        return (_STATIC / "page.html").read_text(encoding="utf-8").format(lang=self._lang, **values)

    def _key(self, holder: str, what: Any) -> None:
        if isinstance(what, dict):
            self._keys.move(holder, what.get("key"), what.get("down") is True)  # type: ignore[reportUnknownMemberType]

    def _gone(self, client: str) -> None:
        self._clients.pop(client, None)
        self._sent.pop(client, None)
        self._keys.leave(client)

    async def _watch_screen(self) -> None:
        while True:
            if self._clients:
                with contextlib.suppress(VirtualDeviceError):
                    picture = await asyncio.to_thread(self._look)
                    if picture != self._picture:
                        self._picture = picture
                        self._stirred = True
                        for client in list(self._clients.values()):
                            self._show_screen(client)
            await asyncio.sleep(_SCREEN_EVERY)

    def _look(self) -> str:
        device = self._device
        bits = bytearray()
        for row in device.pixels():
            number = int(bytes(row).translate(_DIGITS), 2)
            bits += number.to_bytes(16, "big")
        return json.dumps(
            {"bits": base64.b64encode(bits).decode(), "lit": device.lit, "contrast": device.contrast}
        )

    def _show_screen(self, client: Client) -> None:
        if self._picture:
            client.run_javascript(f"clashbox.screen({self._picture})")

    async def _watch_game(self) -> None:
        looked = 0.0
        while True:
            # An event comes from a key and shows on the screen: a device at rest is asked seldom.
            if self._clients and (self._stirred or time.monotonic() - looked > _GAME_AT_REST):
                self._stirred = False
                looked = time.monotonic()
                if await asyncio.to_thread(self._live.poll):
                    for client in list(self._clients.values()):
                        self._show_game(client)
            await asyncio.sleep(_GAME_EVERY)

    def _show_game(self, client: Client) -> None:
        """Sends what this browser does not have yet: rows that are new or changed, and the rest."""
        view = self._live.view
        before = self._sent.get(client.id, ())
        rows = [
            (at, asdict(row)) for at, row in enumerate(view.rows) if at >= len(before) or before[at] != row
        ]
        self._sent[client.id] = view.rows
        news = {
            "title": self._title(view),
            "port": self._device.port,
            "count": len(view.rows),
            "rows": rows,
            "standings": [asdict(standing) for standing in view.standings],
            "trouble": view.trouble,
        }
        client.run_javascript(f"clashbox.game({json.dumps(news)})")

    def _title(self, view: View) -> str:
        if not view.game:
            return t("page.nogame", lang=self._lang)
        title = t(f"kind.{view.game}", lang=self._lang)
        return t("page.over", title, lang=self._lang) if view.over else title


_DIGITS = bytes.maketrans(b"\x00\x01", b"01")
