"""Strict reading of what comes from outside as JSON Lines: I-JSON (clashbox.ijson), bounded in size and time,
with one clear line (`file:line: what is wrong, what was expected`) for whatever is not in order.

At most MAX_FILE bytes, MAX_LINES lines and MAX_LINE bytes of a line are taken in. What is kept of an event is
packed (clashbox.recorded): a million events take some 70 MB.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, BinaryIO, cast

from clashcore import events
from clashcore.table import FIELDS, form  # pyright: ignore[reportUnknownVariableType]

from clashbox import core
from clashbox.i18n import language, t
from clashbox.ijson import BadJson, loads
from clashbox.recorded import Events
from clashbox.sources import opened
from clashbox.text import shown
from clashbox.trouble import Trouble

__all__ = ["BadJson", "Game", "Unreadable", "form_text", "lines", "loads", "read_game", "read_stream"]

MAX_LINE = 1 << 20
"""Bytes of one line at most."""
MAX_FILE = 256 << 20
"""Bytes of one file at most: some four million events."""
MAX_LINES = 1 << 24
"""Lines of one file at most; empty ones and comments count."""

_BOM = b"\xef\xbb\xbf"
_LONG = 1 << 12
"""Characters from which on a line is looked through for what nobody needs to keep."""
_FOREIGN = (
    (b"\xff\xfe", "UTF-16"),
    (b"\xfe\xff", "UTF-16"),
    (b"\x1f\x8b", "gzip"),
    (b"PK\x03\x04", "zip"),
    (b"BZh", "bzip2"),
    (b"\xfd7zXZ\0", "xz"),
    (b"\x28\xb5\x2f\xfd", "zstd"),
    (b"SQLite format 3\0", "SQLite"),
)
"""How files begin that are taken for a game by mistake."""
_WORDS = {"UTF-16": "file.utf16", "binary": "file.binary"}


class Unreadable(Trouble):
    """A game file that cannot be read: which file and line, what is wrong and what was expected."""

    def __init__(self, name: str, line: int, what: str):
        super().__init__("file.line", shown(name, 200), line, what, status=2)
        self.line = line
        self.what = what


def _foreign(start: bytes) -> str:
    """What kind of file begins like that, or nothing."""
    for mark, kind in _FOREIGN:
        if start.startswith(mark):
            return kind
    if start.startswith(bytes(4)):
        return "binary"
    # ASCII in UTF-16 or UTF-32, whichever way round, has a NUL among its first bytes.
    return "UTF-16" if len(start) > 1 and b"\0" in start[:4] else ""


def lines(stream: BinaryIO, name: str) -> Iterator[tuple[int, str]]:
    """The numbered lines (from 1) that hold something: a byte-order mark at the start, CR before LF, blank
    lines and lines that start with # are passed over. Raises Unreadable.
    """
    number = size = 0
    while True:
        raw = stream.readline(MAX_LINE + 1)
        if not raw:
            return
        number += 1
        size += len(raw)
        if number == 1:
            foreign = _foreign(raw)
            if foreign:
                raise Unreadable(name, 1, t(_WORDS.get(foreign, "file.foreign"), foreign))
            raw = raw.removeprefix(_BOM)
        if number > MAX_LINES:
            raise Unreadable(name, number, t("file.lines", MAX_LINES))
        if len(raw) > MAX_LINE:
            raise Unreadable(name, number, t("file.long", MAX_LINE))
        if size > MAX_FILE:
            raise Unreadable(name, number, t("file.big", MAX_FILE >> 20))
        try:
            text = raw.decode("utf-8")
        except UnicodeDecodeError as error:
            raise Unreadable(name, number, t("file.utf8", error.start + 1)) from None
        if not text.startswith("#") and text.strip(" \t\r\n"):
            yield number, text.rstrip("\r\n")


@dataclass(frozen=True, slots=True)
class Game:
    """A game file as read: its header, its events each with its line, and the header's line."""

    name: str
    header: dict[str, Any]
    events: Events
    header_line: int


def read_stream(stream: BinaryIO, name: str) -> Game:
    """Reads a game from a stream of bytes; the form of every line is checked. Raises Unreadable."""
    header: dict[str, Any] | None = None
    header_line = number = 1
    found = Events()
    game, players = "", 0
    check_form = events.check_form
    try:
        for number, text in lines(stream, name):
            value = loads(text)
            if header is None:
                header = core.read_header(value)
                header_line = number
                game, players = header["game"], len(header["players"])
            else:
                check_form(value, game, players)
                size = len(text)
                found.append(number, value if size < _LONG else _known(value), size)
    except BadJson as error:
        raise Unreadable(name, number, str(error)) from None
    except events.EventError as error:
        raise Unreadable(name, number, form_text(error)) from None
    if header is None:
        raise Unreadable(name, 1, t("file.empty"))
    return Game(name, header, found, header_line)


def _known(event: dict[str, Any]) -> dict[str, Any]:
    """The event without fields that nobody knows: they grow to many times their length in memory."""
    known = cast(tuple[str | int, ...], form(event["ev"]))[FIELDS::2]  # pyright: ignore[reportUnknownMemberType]
    return {name: value for name, value in event.items() if name in known or name in ("ev", "t", "m")}


def form_text(error: events.EventError) -> str:
    """What an EventError of the core says, in the language that is set, fit for one line."""
    if language() == "en":
        return shown(error, 300)
    # The core speaks English; its code and field say the same, and names of events and fields are no
    # language's.
    wanted = error.wanted.removeprefix("one of ") if error.code == "value" else ""
    return t(f"form.{error.code}", shown(error.field, 60), shown(wanted, 200))


def read_game(source: str) -> Game:
    """Reads the game file at that path; `-` is standard input. Raises Unreadable or Trouble."""
    with opened(source) as stream:
        return read_stream(stream, source)
