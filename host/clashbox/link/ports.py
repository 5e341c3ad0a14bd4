"""Which serial ports there are and what is at each: told by USB ids and by hello, never by their order."""

import os
from collections.abc import Callable
from dataclasses import dataclass

from clashbox.i18n import t
from clashbox.link import registry
from clashbox.link.client import Client, Hello, NotOurs
from clashbox.link.line import Line, LineTrouble
from clashbox.text import shown
from clashbox.trouble import Trouble

PATIENCE = 8.0
"""Seconds a board gets to answer: opening may have reset it."""

BRIDGES = {
    (0x10C4, 0xEA60): "CP210x",
    (0x10C4, 0xEA70): "CP2105",
    (0x1A86, 0x7523): "CH340",
    (0x1A86, 0x7522): "CH340K",
    (0x1A86, 0x55D3): "CH343",
    (0x1A86, 0x55D4): "CH9102",
    (0x0403, 0x6001): "FT232",
    (0x0403, 0x6010): "FT2232",
    (0x0403, 0x6015): "FT231X",
    (0x303A, 0x1001): "ESP32 USB",
    (0x303A, 0x4001): "ESP32 USB",
}
"""USB ids of the bridges that ESP32 boards carry, and of their own USB."""

Log = Callable[[bytes], None]


@dataclass(frozen=True, slots=True)
class Found:
    """A port: its name, what the system says of it, USB ids as `10c4:ea60`, and whether it may be a board."""

    port: str
    description: str
    usb: str
    fits: bool
    virtual: bool = False


@dataclass(frozen=True, slots=True)
class Verdict:
    """What is at a port: clashbox, board, silent, fault, other, permission, busy, missing, notserial,
    refused, older, newer. `say` is the sentence with what to do.
    """

    found: Found
    verdict: str
    say: str
    hello: Hello | None = None


def candidates() -> list[Found]:
    """All ports: the virtual devices of this machine first, then what the system lists. Nothing is opened."""
    from serial.tools import list_ports

    found = [Found(port, "clashbox device", "", fits=True, virtual=True) for port in registry.devices()]
    for port in sorted(list_ports.comports(), key=lambda port: str(port.device)):
        ids = (port.vid, port.pid)
        usb = f"{port.vid:04x}:{port.pid:04x}" if port.vid is not None and port.pid is not None else ""
        name = BRIDGES.get(ids, "") if port.vid is not None and port.pid is not None else ""  # type: ignore[arg-type]
        description = " ".join(filter(None, [name, shown(port.description or "", 60).replace("n/a", "")]))
        found.append(Found(str(port.device), description, usb, fits=bool(name)))
    return found


def open_client(port: str, on_log: Log | None = None, patience: float = PATIENCE) -> Client:
    """Opens that port and says hello. Raises LineTrouble, NotOurs, or Trouble where the versions differ."""
    client = Client(Line(port), on_log=on_log)
    try:
        client.hello(patience)
    except BaseException:
        client.close()
        raise
    return client


def judge(found: Found, patience: float = PATIENCE) -> Verdict:
    """What is at that port. Ports of other things than boards are left alone: opening one may do something
    there.
    """
    if os.name == "posix" and "://" not in found.port and not os.access(found.port, os.R_OK | os.W_OK):
        kind = "permission" if os.path.exists(found.port) else "missing"
        return Verdict(found, kind, str(LineTrouble(kind, found.port)))
    if not found.fits:
        return Verdict(found, "other", t("ports.other"))
    try:
        with open_client(found.port, patience=patience) as client:
            return Verdict(found, "clashbox", "", client.hello_data)
    except LineTrouble as trouble:
        return Verdict(found, trouble.kind, str(trouble))
    except NotOurs as trouble:
        return Verdict(found, trouble.kind, str(trouble))
    except Trouble as trouble:
        return Verdict(found, trouble.key.removeprefix("hello."), str(trouble))


def connect(port: str, on_log: Log | None = None) -> Client:
    """The client for a `--port` value: that port, or with `auto` the one clashbox there is. Raises
    Trouble.
    """
    if port != "auto":
        return open_client(port, on_log)
    clients: list[Client] = []
    troubles: list[Trouble] = []
    try:
        for found in candidates():
            if not found.fits:
                continue
            try:
                clients.append(open_client(found.port, on_log))
            except Trouble as trouble:
                troubles.append(trouble)
        if len(clients) == 1:
            return clients.pop()
        if clients:
            raise Trouble("auto.two", len(clients), ", ".join(client.line.name for client in clients))
        if troubles:
            raise troubles[0]
        raise Trouble("auto.none")
    finally:
        for client in clients:
            client.close()
