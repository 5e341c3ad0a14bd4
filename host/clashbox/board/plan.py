"""What deploy finds on a board, and what has to be done there."""

import hashlib
import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, cast

import msgspec

from clashbox.board import scripts
from clashbox.text import shown
from clashbox.trouble import Trouble

OWN = ("/lib/clashcore/", "/lib/clashdevice/", "/data/")
"""Folders that hold nothing but the firmware; what else lies in them goes."""
PLAIN = ("/boot.py", "/main.py")
LEAST = (1, 25)
"""The oldest MicroPython on which the firmware runs."""
OTHERS = {
    "esp8266",
    "rp2",
    "pyboard",
    "samd",
    "mimxrt",
    "nrf52",
    "renesas-ra",
    "cc3200",
    "zephyr",
    "alif",
    "psoc6",
}
"""What MicroPython calls platforms that are no ESP32: the pins would be wrong there."""
BLOCK = 4096
SPARE = 16384
"""Bytes of flash that an update leaves free."""


class Board(msgspec.Struct, frozen=True):
    """What the board says of itself: `mpy` as in sys.implementation._mpy, `free` in bytes of flash."""

    platform: str
    version: tuple[int, int, int]
    mpy: int
    machine: str
    free: int

    @property
    def micropython(self) -> str:
        """The version as people write it."""
        return ".".join(map(str, self.version))


@dataclass(frozen=True, slots=True)
class Found:
    """A board and the digests of the files there that an update touches."""

    board: Board
    files: dict[str, str]


def read(lines: Iterable[str]) -> tuple[dict[str, str], Board | None]:
    """The digests and the board in the lines that a script of ours printed."""
    files: dict[str, str] = {}
    board: Board | None = None
    for line in lines:
        _, mark, text = line.partition(scripts.MARK)
        if not mark:
            continue
        try:
            value: Any = json.loads(text)
            if isinstance(value, list):
                path, digest = cast(list[Any], value)
                files[str(path)] = str(digest)
            else:
                board = msgspec.convert(value, Board)
        except (ValueError, msgspec.ValidationError):
            continue  # a damaged line counts as not said
    return files, board


def found(port: str, lines: Iterable[str]) -> Found:
    """What LOOK or SWITCH_OVER printed. Raises Trouble where the end is missing."""
    files, board = read(lines)
    if board is None:
        raise Trouble("board.mpremote", shown(port, 200), "?")
    return Found(board, files)


def digest(data: bytes) -> str:
    """SHA-256 in hex digits."""
    return hashlib.sha256(data).hexdigest()


@dataclass(frozen=True, slots=True)
class Plan:
    """What goes onto the board: files by their path there, under the name by which they lie in /new until
    then, and what is removed.
    """

    copy: dict[str, tuple[str, bytes]]
    remove: tuple[str, ...]

    @property
    def empty(self) -> bool:
        """Whether the board is up to date."""
        return not self.copy and not self.remove

    @property
    def size(self) -> int:
        """Bytes to copy."""
        return sum(len(data) for _, data in self.copy.values())

    def staged(self) -> dict[str, bytes]:
        """The content of /new: the files, the list of where they go, and what puts them there."""
        lines = [f"{name} {path}\n" for path, (name, _) in sorted(self.copy.items(), key=_order)]
        lines += [f"- {path}\n" for path in self.remove]
        return {
            **dict(self.copy.values()),
            "plan": "".join(lines).encode(),
            "switch": scripts.SWITCH.encode(),
        }


def _order(item: tuple[str, Any]) -> tuple[int, str]:
    # boot.py first: from then on a cut is mended at the next start.
    path = item[0]
    return (0 if path == "/boot.py" else 2 if path == "/main.py" else 1, path)


def make(here: Found, files: Mapping[str, bytes]) -> Plan:
    """What has to be done so that the board holds exactly these files of ours."""
    for path in files:
        assert path in PLAIN or path.startswith(OWN), path  # what the user saves lies elsewhere
    copy = {
        path: (digest(f"{path}\0".encode() + data)[:16], data)
        for path, data in files.items()
        if here.files.get(path) != digest(data)
    }
    remove = [path for path in here.files if path.startswith(OWN) and path not in files]
    return Plan(copy, tuple(sorted(remove)))


def another_program(here: Found, files: Mapping[str, bytes]) -> bool:
    """Whether the board has a main.py of its own and nothing of ours: somebody's program would be gone."""
    ours = any(path.startswith("/lib/clashdevice/") for path in here.files)
    return not ours and here.files.get("/main.py") not in (None, digest(files["/main.py"]))


def must_serve(board: Board, files: Mapping[str, bytes]) -> None:
    """Raises Trouble where the firmware cannot run on that board."""
    if board.platform in OTHERS:
        raise Trouble("deploy.platform", shown(board.machine or board.platform, 80))
    if board.version[:2] < LEAST:
        raise Trouble("deploy.old", board.micropython, ".".join(map(str, LEAST)))
    compiled = next((data for path, data in files.items() if path.endswith(".mpy")), b"")
    if compiled[:1] == b"M" and board.mpy and compiled[1] != board.mpy & 0xFF:
        raise Trouble("deploy.mpy", board.micropython, board.mpy & 0xFF, compiled[1])


def must_fit(here: Found, plan: Plan) -> None:
    """Raises Trouble where the flash has no room for the update beside what is there."""
    wanted = sum(
        -(-len(data) // BLOCK) * BLOCK
        for name, data in plan.staged().items()
        if here.files.get(f"{scripts.NEW}/{name}") != digest(data)
    )
    if wanted + SPARE > here.board.free:
        raise Trouble("deploy.full", (wanted + SPARE) // 1024, here.board.free // 1024)
