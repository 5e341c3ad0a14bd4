"""An ASGI guard around the whole page: looks at Host and Origin before anything else sees the request.

A name that an attacker points at 127.0.0.1 reaches a loopback port: so only requests to this very address
pass, and what can change something must come from our own page. Where the page is opened to the network, who
does not sit at this computer needs the token, and is told from who does.
"""

import hmac
import ipaddress
from collections.abc import Awaitable, Callable, Iterable, MutableMapping
from http.cookies import CookieError, SimpleCookie
from typing import Any
from urllib.parse import parse_qs

from clashbox.page.limits import Rates

Scope = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[MutableMapping[str, Any]]]
Send = Callable[[MutableMapping[str, Any]], Awaitable[None]]
App = Callable[[Scope, Receive, Send], Awaitable[None]]

COOKIE = "clashbox"
ROLE = "clashbox.role"
"""Key of the scope under which who asks is told: OWNER, ENTRY or WATCHER."""
OWNER, ENTRY, WATCHER = "owner", "entry", "watcher"
"""Who sits at this computer; who may press keys as well; who only looks on."""

_HEADERS = [
    (b"x-frame-options", b"DENY"),
    (
        b"content-security-policy",
        b"default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; "
        b"manifest-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    ),
    (b"x-content-type-options", b"nosniff"),
    (b"referrer-policy", b"no-referrer"),
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"cross-origin-resource-policy", b"same-origin"),
    (b"permissions-policy", b"camera=(), microphone=(), geolocation=()"),
]


def _only(headers: Iterable[tuple[bytes, bytes]], name: bytes) -> str | None:
    """The value of a header that may stand once; None without it, "" where it stands twice."""
    values = [value for key, value in headers if key.lower() == name]
    if not values:
        return None
    return values[0].decode("latin-1").strip().lower() if len(values) == 1 else ""


class Guard:
    """Wraps an ASGI application that is served on `port`: of the loopback address, and with `token` of the
    address `shared` as well; there whoever brings the token looks on, with `entry` presses keys too.
    """

    def __init__(self, app: App, port: int, shared: str = "", token: str = "", entry: bool = False):
        names = ["127.0.0.1", "localhost", "[::1]", *([shared] if shared and token else [])]
        hosts = {f"{name}:{port}" for name in names}
        if port == 80:
            hosts.update(names)
        self._app = app
        self._hosts = hosts
        self._origins = {f"http://{host}" for host in hosts}
        self._token = token
        self._guest = ENTRY if entry else WATCHER
        self._rates = Rates()

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

    def role(self, scope: Scope) -> str:
        """Who asks; "" for whom nobody let in."""
        if _is_here(scope):
            return OWNER
        return self._guest if self._token and self._knows(scope) else ""

    def _knows(self, scope: Scope) -> bool:
        cookie: SimpleCookie = SimpleCookie()
        for key, value in scope["headers"]:
            if key.lower() == b"cookie":
                try:
                    cookie.load(value.decode("latin-1"))
                except CookieError:
                    return False
        given = cookie[COOKIE].value if COOKIE in cookie else ""
        return hmac.compare_digest(given.encode(), self._token.encode())

    def _brings(self, scope: Scope) -> bool:
        """Whether the token stands in the address, as it was printed."""
        if scope["type"] != "http" or scope["path"] != "/" or scope["method"] != "GET" or not self._token:
            return False
        try:
            given = parse_qs(scope.get("query_string", b"").decode("ascii"), max_num_fields=4).get(
                "token", [""]
            )
        except ValueError:
            return False
        return hmac.compare_digest(given[0].encode(), self._token.encode())

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Passes the request on, or refuses it: 403, 429 where they come too fast, or a closed socket."""
        if scope["type"] not in ("http", "websocket"):
            await self._app(scope, receive, send)
            return
        if not self._rates.allow(_address(scope)):
            await _refuse(scope, receive, send, 429, b"too many requests; wait a moment\n")
        elif not self.allows(scope):
            await _refuse(scope, receive, send, 403, b"not this page's own address or origin\n")
        elif self._brings(scope):
            # Out of the address and into a cookie: it shall not stay in the browser's history.
            cookie = f"{COOKIE}={self._token}; HttpOnly; SameSite=Strict; Path=/"
            answer = [(b"location", b"/"), (b"set-cookie", cookie.encode()), *_HEADERS]
            await send({"type": "http.response.start", "status": 303, "headers": answer})
            await send({"type": "http.response.body", "body": b""})
        elif role := self.role(scope):
            await self._app({**scope, ROLE: role}, receive, self._with_headers(send))
        else:
            await _refuse(scope, receive, send, 403, b"open the address that the laptop shows\n")

    @staticmethod
    def _with_headers(send: Send) -> Send:
        async def with_headers(message: MutableMapping[str, Any]) -> None:
            if message["type"] == "http.response.start":
                message = {**message, "headers": [*message.get("headers", ()), *_HEADERS]}
            await send(message)

        return with_headers


def _address(scope: Scope) -> str:
    client = scope.get("client")
    return str(client[0]) if client else ""


def _is_here(scope: Scope) -> bool:
    """Whether the request comes from this computer: nobody else has a loopback address."""
    try:
        return ipaddress.ip_address(_address(scope)).is_loopback
    except ValueError:
        return False


async def _refuse(scope: Scope, receive: Receive, send: Send, status: int, why: bytes) -> None:
    if scope["type"] == "websocket":
        await receive()
        await send({"type": "websocket.close", "code": 1008})
        return
    headers = [(b"content-type", b"text/plain; charset=utf-8"), *_HEADERS]
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": why})
