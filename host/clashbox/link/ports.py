"""Which serial ports there are and what is at each: told by USB ids and by hello, never by their order."""

import os
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import TypeVar

from clashbox.i18n import t
from clashbox.link import registry
from clashbox.link.advice import Advice
from clashbox.link.client import Client, Hello, NotOurs
from clashbox.link.line import Line, LineTrouble, now
from clashbox.text import shown
from clashbox.trouble import Trouble

PATIENCE = 8.0
"""Seconds a board gets to answer: opening may have reset it."""
SECOND = 1.0
"""Seconds on top that a second clashbox gets once the first has answered."""

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
Enough = Callable[[], bool]
T = TypeVar("T")


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


def open_client(
    port: str, on_log: Log | None = None, patience: float | None = None, enough: Enough = lambda: False
) -> Client:
    """Opens that port and says hello, for PATIENCE seconds unless told otherwise or until `enough` says so.
    Raises LineTrouble, NotOurs, or Trouble where the versions differ.
    """
    client = Client(Line(port), on_log=on_log)
    try:
        client.hello(PATIENCE if patience is None else patience, enough)
    except BaseException:
        client.close()
        raise
    return client


def judge(found: Found) -> Verdict:
    """What is at that port. Ports of other things than boards are left alone: opening one may do something
    there.
    """
    if os.name == "posix" and "://" not in found.port and not os.access(found.port, os.R_OK | os.W_OK):
        kind = "permission" if os.path.exists(found.port) else "missing"
        return Verdict(found, kind, str(LineTrouble(kind, found.port)))
    if not found.fits:
        return Verdict(found, "other", t("ports.other"))
    try:
        with open_client(found.port) as client:
            return Verdict(found, "clashbox", "", client.hello_data)
    except LineTrouble as trouble:
        return Verdict(found, trouble.kind, str(trouble))
    except NotOurs as trouble:
        return Verdict(found, trouble.kind, str(trouble))
    except Trouble as trouble:
        return Verdict(found, trouble.key.removeprefix("hello."), str(trouble))


def _at_once(work: Callable[[Found], T], found: list[Found]) -> list[T]:
    """Does that to every port at the same time: silent ones keep nobody waiting but once."""
    if not found:
        return []
    with ThreadPoolExecutor(min(len(found), 16)) as pool:
        return list(pool.map(work, found))


def judge_all(found: list[Found]) -> list[Verdict]:
    """What is at each of these ports, in their order."""
    return _at_once(judge, found)


class _Race:
    """How long ports are waited for: once a clashbox has answered, another one that was opened with it has
    twice that long and SECOND more.
    """

    def __init__(self) -> None:
        self._began = now()
        self._until: float | None = None

    def answered(self) -> None:
        """One has answered."""
        if self._until is None:
            self._until = now() + 2 * (now() - self._began) + SECOND

    def over(self) -> bool:
        """Whether those that are still silent have had their time."""
        return self._until is not None and now() > self._until


def nothing_fits(found: list[Found]) -> Trouble:
    """Why there is nothing to choose from: no USB serial port at all, or none with a board's ids."""
    seen = [one.port for one in found if one.usb]
    return Trouble("auto.unknown", ", ".join(seen)) if seen else Trouble("auto.none", Advice("none"))


def connect(port: str, on_log: Log | None = None) -> Client:
    """The client for a `--port` value: that port, or with `auto` the one clashbox there is. Raises
    Trouble.
    """
    if port != "auto":
        return open_client(port, on_log)
    race = _Race()

    def attempt(found: Found) -> Client | Trouble:
        try:
            client = open_client(found.port, on_log, enough=race.over)
        except Trouble as trouble:
            return trouble
        race.answered()
        return client

    found = candidates()
    answers = _at_once(attempt, [one for one in found if one.fits])
    clients = [answer for answer in answers if isinstance(answer, Client)]
    if len(clients) == 1:
        return clients[0]
    for client in clients:
        client.close()
    if clients:
        raise Trouble("auto.two", len(clients), ", ".join(client.line.name for client in clients))
    raise next((answer for answer in answers if isinstance(answer, Trouble)), nothing_fits(found))


BOARDS = {"clashbox", "board", "fault", "older", "newer"}
"""Verdicts of what surely is a board, whatever runs on it."""


def board_port(port: str, virtual: bool = True) -> str:
    """The port that is meant where a clashbox need not run: that port, or with `auto` the only one that a
    board could have, else the only one at which one answers. `virtual`: virtual devices count. Raises
    Trouble.
    """
    if port != "auto":
        return port
    found = candidates()
    fitting = [one for one in found if one.fits and (virtual or not one.virtual)]
    if len(fitting) > 1 and virtual:
        fitting = [v.found for v in judge_all(fitting) if v.verdict in BOARDS] or fitting
    if len(fitting) > 1:
        raise Trouble("auto.boards", len(fitting), ", ".join(one.port for one in fitting))
    if not fitting:
        raise nothing_fits(found)
    return fitting[0].port
