"""What is looked at when something is wrong: laptop, history, port, box, link; for each trouble what to do.

Nothing is changed anywhere: the history is opened for reading, the box is only asked, its game goes on. A
board whose firmware does not answer is looked at through mpremote, and started anew.
"""

import os
import platform
import sqlite3
import statistics
from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass, field
from datetime import UTC, datetime
from importlib.metadata import version
from pathlib import Path
from typing import Any

import msgspec
from clashcore import wire

from clashbox import firmware
from clashbox.board import unheard
from clashbox.board.plan import LEAST
from clashbox.i18n import t
from clashbox.link import ports
from clashbox.link.client import Client, NotOurs, Refused
from clashbox.link.line import now
from clashbox.link.registry import devices
from clashbox.text import shown
from clashbox.trouble import Trouble

ROUNDS = 20
"""Requests by which the link is judged."""
FLASH_LEAST = 64 * 1024
"""Bytes of flash below which the box is about to ask for room."""
HEAP_LEAST = 8 * 1024
"""Bytes of memory free below which the box may put screens away."""
QUICK = 16 << 20
"""Bytes of a history (1,600 games) up to which all of it is looked through: that takes half a second."""
POOR = 0.05
"""Share of requests repeated from which on cable or power are to blame."""
BORN = 2025
"""No laptop's clock that is right says less."""


@dataclass(frozen=True, slots=True)
class Check:
    """One thing that was looked at: whether it is all right, what is to be said, the figures behind it."""

    name: str
    ok: bool
    text: str
    values: dict[str, Any] = field(default_factory=dict[str, Any])


class Status(msgspec.Struct):
    """The box's counters; a box of an older firmware does not tell them all."""

    frames: int = 0
    bad: int = 0
    repeats: int = 0
    free: int | None = None
    heap: int | None = None
    uptime: int = 0
    display: bool = True
    python: str = ""


def examine(port: str, database: str | None, thorough: bool = False) -> Iterator[Check]:
    """Every check in turn, as soon as it is done; `thorough`: however long the history's file takes."""
    yield _laptop()
    newest: list[datetime] = []
    yield _database(database, newest, thorough)
    yield _clock(newest)
    try:
        client = ports.connect(port)
    except Trouble as trouble:
        yield Check("port", False, str(trouble), {"kind": trouble.key})
        if isinstance(trouble, NotOurs) and trouble.kind in ("board", "fault"):
            for seen in unheard.look(trouble.port):
                yield Check(*seen)
        return
    with client:
        yield Check("port", True, t("doctor.port", client.line.name), {"port": client.line.name})
        try:
            yield from _box(client)
        except Trouble as trouble:
            yield Check("link", False, str(trouble), {"kind": trouble.key})


def _numbers(text: str) -> tuple[int, ...]:
    return tuple(int(part) for part in text.split(".") if part.isdecimal())


def _laptop() -> Check:
    values = {
        "clashbox": version("clashbox"),
        "python": platform.python_version(),
        "system": platform.platform(terse=True),
        "protocol": wire.PROTOCOL,
    }
    try:
        values["firmware"] = firmware.version()
    except (firmware.FirmwareError, OSError) as error:
        return Check("laptop", False, t("doctor.laptop.firmware", shown(error, 160)), values)
    return Check("laptop", True, t("doctor.laptop", *(values[name] for name in values)), values)


def _clock(newest: list[datetime]) -> Check:
    here = datetime.now(UTC).replace(tzinfo=None)
    said = datetime.now().strftime("%Y-%m-%d %H:%M")
    values = {"now": here.isoformat(timespec="seconds")}
    wrong = here.year < BORN or any((last - here).total_seconds() > 86_400 for last in newest)
    return Check("clock", not wrong, t("doctor.clock.wrong" if wrong else "doctor.clock", said), values)


def _database(named: str | None, newest: list[datetime], thorough: bool) -> Check:
    from clashbox.db.dialects import url_of
    from clashbox.db.engine import place

    try:
        url = url_of(place(named))
        if url.get_backend_name() == "sqlite" and url.database:
            return _sqlite(Path(url.database), newest, thorough)
        return _server(named)
    except Trouble as trouble:
        return Check("database", False, str(trouble), {"kind": trouble.key})
    except Exception as error:
        return Check("database", False, t("db.url", shown(place(named), 200), shown(error, 120)))


def _sqlite(path: Path, newest: list[datetime], thorough: bool) -> Check:
    from clashbox.db.engine import HEAD

    name = shown(path, 200)
    values: dict[str, Any] = {"path": str(path), "schema": None, "integrity": None, "games": 0}
    if not path.exists():
        folder = next(parent for parent in path.parents if parent.exists())
        ok = os.access(folder, os.W_OK)
        said = t("doctor.database.none", name) if ok else t("db.open", name, t("doctor.readonly"))
        return Check("database", ok, said, values)
    try:
        with closing(sqlite3.connect(f"{path.resolve().as_uri()}?mode=ro", uri=True, timeout=5)) as held:
            integrity = _integrity(held, thorough or path.stat().st_size <= QUICK)
            step = held.execute("SELECT version_num FROM alembic_version").fetchone()
            games, last = held.execute("SELECT count(*), max(synced) FROM game").fetchone()
    except sqlite3.Error as error:
        return Check("database", False, t("db.broken", name, shown(error, 120)), values)
    values |= {"schema": step and str(step[0]), "integrity": integrity, "games": games}
    if last:
        newest.append(datetime.fromisoformat(str(last)))
    if integrity not in ("ok", "unfinished"):
        return Check("database", False, t("doctor.database.broken", name, shown(integrity, 120)), values)
    if not os.access(path, os.W_OK):
        return Check("database", False, t("db.open", name, t("doctor.readonly")), values)
    if str(values["schema"]) > HEAD:
        return Check("database", False, t("db.newer", name), values)
    key = "doctor.database" if integrity == "ok" else "doctor.database.unfinished"
    return Check("database", True, t(key, name, values["schema"], games), values)


def _integrity(held: sqlite3.Connection, whole: bool) -> str:
    """What SQLite says of the file, "ok" where all is right. Where not the `whole` file is wanted, what is
    small and cannot be made anew is looked through: "unfinished" where that is all right.
    """
    if whole:
        return str(held.execute("PRAGMA integrity_check(1)").fetchone()[0])
    for table in ("alembic_version", "player", "alias", "merge", "change", "deleted", "setting", "device"):
        said = str(held.execute(f"PRAGMA integrity_check('{table}')").fetchone()[0])
        if said != "ok":
            return said
    return "unfinished"


def _server(named: str | None) -> Check:
    from sqlalchemy import func, select

    from clashbox.db.engine import HEAD, Database
    from clashbox.db.models import Game

    history = Database(named)
    try:
        with history.read() as session:
            games = session.scalar(select(func.count()).select_from(Game)) or 0
    finally:
        history.close()
    values = {"path": history.shown_url, "schema": HEAD, "integrity": None, "games": games}
    return Check("database", True, t("doctor.database", history.shown_url, HEAD, games), values)


def _box(client: Client) -> Iterator[Check]:
    hello = client.hello_data
    valid = len(hello.device) == 16 and set(hello.device) <= set("0123456789abcdef")
    values: dict[str, Any] = {"device": hello.device, "board": hello.board, "games": hello.games}
    kind = t("doctor.virtual") if client.line.name in devices() else hello.board
    said = t("doctor.identity", hello.device, kind, hello.language, hello.games)
    yield Check("identity", valid, said if valid else t("sync.device", hello.device), values)
    yield _versions(hello.firmware, hello.protocol)
    status, link = _link(client)
    yield _micropython(status)
    yield Check("display", status.display, t("doctor.display" if status.display else "doctor.display.none"))
    free, heap = hello.free or 0, status.heap or hello.heap or 0
    full = free < FLASH_LEAST
    yield Check(
        "flash", not full, t("doctor.flash.full" if full else "doctor.flash", free // 1024), {"free": free}
    )
    short = heap < HEAP_LEAST
    yield Check(
        "heap", not short, t("doctor.heap.short" if short else "doctor.heap", heap // 1024), {"free": heap}
    )
    seconds = status.uptime // 1000
    on = f"{seconds // 3600}:{seconds // 60 % 60:02}:{seconds % 60:02}"
    yield Check("uptime", True, t("doctor.uptime", on), {"seconds": seconds})
    yield link


def _versions(box: str, protocol: int) -> Check:
    values = {"firmware": box, "protocol": protocol}
    try:
        here = firmware.version()
    except (firmware.FirmwareError, OSError):
        here = box  # said above
    if box == here:
        return Check("firmware", True, t("doctor.firmware", box, protocol), values)
    key = "doctor.firmware.older" if _numbers(box) < _numbers(here) else "doctor.firmware.newer"
    return Check("firmware", False, t(key, box, here), values)


def _micropython(status: Status) -> Check:
    found = shown(status.python)
    values = {"version": found or None}
    if not found:
        return Check("micropython", True, t("doctor.micropython.unknown"), values)
    if _numbers(found)[:2] < LEAST:
        return Check("micropython", False, t("deploy.old", found, ".".join(map(str, LEAST))), values)
    return Check("micropython", True, t("doctor.micropython", found), values)


def _link(client: Client) -> tuple[Status, Check]:
    """Asks for the counters ROUNDS times: the last answer, and what the line is like. Raises Trouble."""
    took: list[float] = []
    told: dict[str, Any] = {}
    for _ in range(ROUNDS):
        began = now()
        try:
            _, told = client.call(wire.STATUS, {})
        except Refused:
            break
        took.append(now() - began)
    try:
        status = msgspec.convert(told, Status)
    except msgspec.ValidationError:
        raise Trouble("hello.garbled", shown(client.line.name, 200)) from None
    counted = client.counters
    times = (
        [round(one * 1000, 1) for one in (min(took), statistics.median(took), max(took))]
        if took
        else [0.0] * 3
    )
    values = {
        "sent": counted.sent,
        "repeated": counted.repeated,
        "bad": counted.bad,
        "box": {"frames": status.frames, "bad": status.bad, "repeats": status.repeats},
        "round_trip_ms": dict(zip(("fastest", "median", "slowest"), times, strict=True)),
    }
    poor = counted.repeated + counted.bad + status.bad > POOR * max(1, counted.sent)
    shares = (counted.sent, counted.repeated, counted.bad + status.bad, *times)
    return status, Check("link", not poor, t("doctor.link.poor" if poor else "doctor.link", *shares), values)
