"""An ASGI guard around the whole page: looks at Host and Origin before anything else sees the request.

The page library's own socket accepts foreign origins, and a name that an attacker points at 127.0.0.1
reaches a loopback port: so only requests to this very address pass, and what can change something must come
from our own page.
"""

from collections.abc import Awaitable, Callable, Iterable, MutableMapping
from typing import Any

Scope = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[MutableMapping[str, Any]]]
Send = Callable[[MutableMapping[str, Any]], Awaitable[None]]
App = Callable[[Scope, Receive, Send], Awaitable[None]]

_HEADERS = [
    (b"x-frame-options", b"DENY"),
    (b"content-security-policy", b"frame-ancestors 'none'"),
    (b"x-content-type-options", b"nosniff"),
    (b"referrer-policy", b"no-referrer"),
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"cross-origin-resource-policy", b"same-origin"),
]


def _only(headers: Iterable[tuple[bytes, bytes]], name: bytes) -> str | None:
    """The value of a header that may stand once; None without it, "" where it stands twice."""
    values = [value for key, value in headers if key.lower() == name]
    if not values:
        return None
    return values[0].decode("latin-1").strip().lower() if len(values) == 1 else ""


class Guard:
    """Wraps an ASGI application that is served on the loopback port `port`."""

    def __init__(self, app: App, port: int):
        names = ("127.0.0.1", "localhost", "[::1]")
        hosts = {f"{name}:{port}" for name in names}
        if port == 80:
            hosts.update(names)
        self._app = app
        self._hosts = hosts
        self._origins = {f"http://{host}" for host in hosts}

    def allows(self, scope: Scope) -> bool:
        """Whether the request is to this address and, where it may change something, from our own page."""
        headers: list[tuple[bytes, bytes]] = scope["headers"]
        if _only(headers, b"host") not in self._hosts:
            return False
        origin = _only(headers, b"origin")
        if origin is None:
            # Browsers send Origin with every socket and every request that is no plain GET.
            return scope["type"] == "http" and scope["method"] in ("GET", "HEAD")
        return origin in self._origins

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Passes the request on, or refuses it: 403, or a closed socket."""
        if scope["type"] not in ("http", "websocket"):
            await self._app(scope, receive, send)
        elif self.allows(scope):
            await self._app(scope, receive, self._with_headers(send))
        elif scope["type"] == "websocket":
            await receive()
            await send({"type": "websocket.close", "code": 1008})
        else:
            await send(
                {
                    "type": "http.response.start",
                    "status": 403,
                    "headers": [(b"content-type", b"text/plain; charset=utf-8"), *_HEADERS],
                }
            )
            await send({"type": "http.response.body", "body": b"not this page's own address or origin\n"})

    @staticmethod
    def _with_headers(send: Send) -> Send:
        async def with_headers(message: MutableMapping[str, Any]) -> None:
            if message["type"] == "http.response.start":
                message = {**message, "headers": [*message.get("headers", ()), *_HEADERS]}
            await send(message)

        return with_headers
