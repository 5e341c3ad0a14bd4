"""Serves the page on a loopback port, behind the guard."""

import asyncio
import errno
import logging
import socket
import threading
from collections.abc import Callable

import uvicorn

from clashbox.page.guard import Guard
from clashbox.page.site import Site
from clashbox.trouble import Trouble
from clashbox.virtual import VirtualDevice

USUAL = 8642


def bind(port: int | None) -> socket.socket:
    """A socket on 127.0.0.1: that port (0: a free one), or without one the usual port, or a free one where
    another program has it. Raises Trouble.
    """
    made = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
    made.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        try:
            made.bind(("127.0.0.1", USUAL if port is None else port))
        except OSError as error:
            if port is not None or error.errno not in (errno.EADDRINUSE, errno.EACCES):
                raise
            made.bind(("127.0.0.1", 0))
    except OSError as error:
        made.close()
        key = "play.busy" if error.errno == errno.EADDRINUSE else "play.port"
        raise Trouble(key, port, error.strerror or error) from None
    return made


def serve(
    device: VirtualDevice,
    lang: str,
    bound: socket.socket,
    stop: threading.Event,
    ready: Callable[[str], None],
) -> None:
    """Serves until `stop` is set; `ready` is called with the page's address once it can be opened."""
    port = bound.getsockname()[1]
    guarded = Guard(Site(device, lang).build(), port)
    config = uvicorn.Config(
        guarded,  # type: ignore[arg-type]
        log_level=logging.WARNING,
        timeout_graceful_shutdown=1,
        ws_max_size=1 << 16,
        server_header=False,
        proxy_headers=False,
    )
    server = uvicorn.Server(config)
    # Ctrl-C is ours: the device has to save before the end.
    server.capture_signals = _no_signals  # type: ignore[method-assign]

    async def run() -> None:
        serving = asyncio.create_task(server.serve(sockets=[bound]))
        while not server.started and not serving.done():
            await asyncio.sleep(0.02)
        if server.started:
            ready(f"http://127.0.0.1:{port}/")
        while not stop.is_set() and not serving.done() and device.running:
            await asyncio.sleep(0.1)
        server.should_exit = True
        await serving

    asyncio.run(run())


class _no_signals:
    """Leaves the signals as they are."""

    def __enter__(self) -> None:
        return None

    def __exit__(self, *_: object) -> None:
        return None
