"""Finds a box again after its cable was pulled, whatever name its port then has."""

import math
import threading
from collections.abc import Callable

from clashbox.link import ports
from clashbox.link.client import Client
from clashbox.link.line import LineTrouble, now
from clashbox.trouble import Trouble

EVERY = 0.5
"""Seconds between two looks."""
AGAIN = 10.0
"""Seconds before a port where nothing of ours answered is opened again: opening may restart what is there."""


def rejoin(
    device: str, last: str, stop: threading.Event, on_log: Callable[[bytes], None] | None = None
) -> Client | None:
    """The client for that device, as soon as it is at a port again; None when `stop` is set before.

    `last`: the port where it was, looked at first. Of other ports only those are opened that may be a
    board's, and none where another box has answered for as long as it is there.
    """
    closed: dict[str, float] = {}
    while not stop.is_set():
        there = [found.port for found in ports.candidates() if found.fits]
        closed = {port: until for port, until in closed.items() if port in there or port == last}
        for port in dict.fromkeys([last, *there]):
            if closed.get(port, 0.0) > now() or stop.is_set():
                continue
            try:
                client = ports.open_client(port, on_log, enough=stop.is_set)
            except LineTrouble:
                continue
            except Trouble:
                closed[port] = now() + AGAIN
                continue
            if client.hello_data.device == device:
                return client
            client.close()
            closed[port] = math.inf if port in there else now() + AGAIN
        stop.wait(EVERY)
    return None
