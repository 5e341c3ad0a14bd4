"""Strict reading of what comes from outside as JSON Lines: I-JSON (RFC 7493), bounded in size, with one
clear line (`file:line: what is wrong, what was expected`) for whatever is not in order.
"""

import json
import re
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, BinaryIO, NoReturn, cast

from clashcore import events

from clashbox import core
from clashbox.i18n import language, t
from clashbox.text import shown
from clashbox.trouble import Trouble

MAX_DEPTH = 100
MAX_WHOLE = 2**53 - 1
MAX_LINE = 1 << 20
"""Bytes of one line at most."""
MAX_FILE = 256 << 20
"""Bytes of one file at most: some four million events."""

_BOM = b"\xef\xbb\xbf"
_HALF_PAIR = re.compile(r"\\u[dD][89a-fA-F]")
_STRINGS = re.compile(r'"(?:[^"\\]|\\.)*"?', re.DOTALL)


class BadJson(ValueError):
    """Text that is no I-JSON; `key` and `values` name the sentence of the host's words."""

    def __init__(self, key: str, *values: object):
        super().__init__(key, *values)
        self.key = key
        self.values = values

    def __str__(self) -> str:
        return t(self.key, *self.values)


class Unreadable(Trouble):
    """A game file that cannot be read: which file and line, what is wrong and what was expected."""

    def __init__(self, name: str, line: int, what: str):
        super().__init__("file.line", shown(name, 200), line, what, status=2)
        self.line = line
        self.what = what


def _pairs(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) != len(pairs):
        seen: set[str] = set()
        for key, _ in pairs:
            if key in seen:
                raise BadJson("json.twice", shown(key))
            seen.add(key)
    return found


def _whole(digits: str) -> int:
    # The length is looked at first: int() of a very long text is slow, and refused by Python with words of
    # its own.
    if len(digits) > 17 or not -MAX_WHOLE <= (number := int(digits)) <= MAX_WHOLE:
        raise BadJson("json.big", shown(digits, 24))
    return number


def _fraction(text: str) -> float:
    mantissa, _, exponent = text.lower().partition("e")
    whole, _, decimals = mantissa.partition(".")
    decimals = decimals.rstrip("0")
    digits = (whole.lstrip("-") + decimals).strip("0")
    power = int(exponent or 0) if len(exponent) < 8 else (-(10**7) if exponent.startswith("-") else 10**7)
    trailing = len(whole) - len(whole.rstrip("0")) if not decimals else -len(decimals)
    # Whole by value, however it is written: 1.0, 2e3, 10e-1, 0.0. Beyond a double it is no number to us
    # either.
    if not digits or trailing + power >= 0:
        raise BadJson("json.fraction", shown(text, 24))
    number = float(text)
    if number in (float("inf"), float("-inf")):
        raise BadJson("json.big", shown(text, 24))
    return number


def _constant(name: str) -> NoReturn:
    raise BadJson("json.constant", name)


_decoder = json.JSONDecoder(
    object_pairs_hook=_pairs, parse_int=_whole, parse_float=_fraction, parse_constant=_constant
)


def _depth(text: str) -> int:
    deepest = depth = 0
    for c in _STRINGS.sub("", text):
        if c in "[{":
            depth += 1
            deepest = max(deepest, depth)
        elif c in "]}":
            depth -= 1
    return deepest


def _refuse_half_pairs(value: object) -> None:
    if isinstance(value, str):
        try:
            value.encode()
        except UnicodeEncodeError:
            raise BadJson("json.surrogate") from None
    elif isinstance(value, list):
        for item in cast(list[object], value):
            _refuse_half_pairs(item)
    elif isinstance(value, dict):
        for key, item in cast(dict[str, object], value).items():
            _refuse_half_pairs(key)
            _refuse_half_pairs(item)


def loads(text: str) -> Any:
    """One value of I-JSON; raises BadJson for anything else. Depth is bounded, so no text can exhaust the
    stack.
    """
    if text.count("[") + text.count("{") > MAX_DEPTH and _depth(text) > MAX_DEPTH:
        raise BadJson("json.deep", MAX_DEPTH)
    try:
        value = _decoder.decode(text)
    except json.JSONDecodeError as error:
        if error.msg == "Extra data":
            raise BadJson("json.extra", error.pos + 1) from None
        raise BadJson("json.bad", error.pos + 1) from None
    if _HALF_PAIR.search(text):
        _refuse_half_pairs(value)
    return value


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
            if raw.startswith((b"\xff\xfe", b"\xfe\xff")):
                raise Unreadable(name, 1, t("file.utf16"))
            raw = raw.removeprefix(_BOM)
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
    events: list[tuple[int, dict[str, Any]]]
    header_line: int


def read_stream(stream: BinaryIO, name: str) -> Game:
    """Reads a game from a stream of bytes; the form of every line is checked. Raises Unreadable."""
    header: dict[str, Any] | None = None
    header_line = number = 1
    found: list[tuple[int, dict[str, Any]]] = []
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
                found.append((number, value))
    except BadJson as error:
        raise Unreadable(name, number, str(error)) from None
    except events.EventError as error:
        raise Unreadable(name, number, form_text(error)) from None
    if header is None:
        raise Unreadable(name, 1, t("file.empty"))
    return Game(name, header, found, header_line)


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
    if source == "-":
        return read_stream(sys.stdin.buffer, "-")
    try:
        # Path("") would be the folder that one stands in.
        with open(source, "rb") as stream:
            return read_stream(stream, source)
    except FileNotFoundError:
        raise Trouble("file.missing", shown(source, 200), status=2) from None
    except IsADirectoryError:
        raise Trouble("file.directory", shown(source, 200), status=2) from None
    except PermissionError:
        raise Trouble("file.permission", shown(source, 200), status=2) from None
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or error
        raise Trouble("file.other", shown(source, 200), shown(reason, 200), status=2) from None
