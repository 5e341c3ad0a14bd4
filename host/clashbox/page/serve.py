"""Serves the page behind the guard: on a loopback port, or with a token to the network as well."""

import asyncio
import contextlib
import errno
import logging
import secrets
import socket
import threading
from collections.abc import Callable, Generator
from dataclasses import dataclass

import uvicorn

from clashbox.i18n import reason
from clashbox.page.archive import Archive
from clashbox.page.box import Box
from clashbox.page.guard import Guard
from clashbox.page.limits import MESSAGE
from clashbox.page.routes import routes
from clashbox.page.site import Site
from clashbox.trouble import Trouble

USUAL = 8642


@dataclass(frozen=True, slots=True)
class Sharing:
    """How the page is opened to the network: this computer's address there, whether guests press keys."""

    address: str
    entry: bool
    token: str

    @classmethod
    def made(cls, entry: bool) -> "Sharing":
        """With a token of its own. Raises Trouble where this computer is in no network."""
        return cls(_address(), entry, secrets.token_urlsafe(18))


def _address() -> str:
    """The address by which others in the network reach this computer. Nothing is sent."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))  # kept for documentation: nobody has it
            return str(probe.getsockname()[0])
        except OSError:
            raise Trouble("play.nonetwork") from None


def bind(port: int | None, everywhere: bool = False) -> socket.socket:
    """A socket on 127.0.0.1 (`everywhere`: on all addresses): that port (0: a free one), or without one the
    usual port, or a free one where another program has it. Raises Trouble.
    """
    host = "0.0.0.0" if everywhere else "127.0.0.1"
    made = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
    made.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        try:
            made.bind((host, USUAL if port is None else port))
        except OSError as error:
            if port is not None or error.errno not in (errno.EADDRINUSE, errno.EACCES):
                raise
            made.bind((host, 0))
    except OSError as error:
        made.close()
        key = "play.busy" if error.errno == errno.EADDRINUSE else "play.port"
        raise Trouble(key, port, reason(error)) from None
    return made


def serve(
    box: Box,
    lang: str,
    bound: socket.socket,
    stop: threading.Event,
    ready: Callable[[str, str], None],
    sharing: Sharing | None = None,
    archive: Archive | None = None,
) -> None:
    """Serves until `stop` is set; `ready` is called with the page's address, and with the one for others in
    the network ("" where it is not shared), once they can be opened.
    """
    port = bound.getsockname()[1]
    archive = archive or Archive(None)
    app = Site(box, lang, routes(archive, box)).build()
    guarded = Guard(app, port, sharing.address, sharing.token, sharing.entry) if sharing else Guard(app, port)
    config = uvicorn.Config(
        guarded,  # type: ignore[arg-type]
        log_level=logging.WARNING,
        access_log=False,
        timeout_graceful_shutdown=1,
        limit_concurrency=200,
        ws_max_size=2 * MESSAGE,
        ws_max_queue=16,
        server_header=False,
        date_header=False,
        proxy_headers=False,
    )
    server = uvicorn.Server(config)
    # Ctrl-C is ours: the device has to save before the end.
    server.capture_signals = _no_signals  # type: ignore[method-assign]
    shared = f"http://{sharing.address}:{port}/?token={sharing.token}" if sharing else ""

    async def run() -> None:
        serving = asyncio.create_task(server.serve(sockets=[bound]))
        while not server.started and not serving.done():
            await asyncio.sleep(0.02)
        if server.started:
            ready(f"http://127.0.0.1:{port}/", shared)
        while not stop.is_set() and not serving.done():
            await asyncio.sleep(0.1)
        server.should_exit = True
        await serving

    try:
        asyncio.run(run())
    finally:
        archive.close()


@contextlib.contextmanager
def _no_signals() -> Generator[None, None, None]:
    """Leaves the signals as they are."""
    yield
