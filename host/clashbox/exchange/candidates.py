"""What stands in a file, looked at before anything is stored: a game that can be taken, or the reason why it
waits in quarantine.

Reasons: unreadable (a line is wrong), replay (an event cannot be applied), date (no date that a game can be
of), empty (no events), fork (another game is held under its id).
"""

import hashlib
import json
import zlib
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from typing import Any, BinaryIO

from clashbox import checking, i18n, reading, rules
from clashbox.core import Codec
from clashbox.exchange import table
from clashbox.exchange.splitting import Piece, pieces, read
from clashbox.i18n import t
from clashbox.reading import Unreadable
from clashbox.text import shown

EARLIEST = datetime(1990, 1, 1)
"""No game of this history was played before."""


@dataclass(slots=True)
class Candidate:
    """One game of a file, which begins at line `begins` of it. Where `reason` is set it waits; `why` says it
    in a line, in the language that is set, and `line` where in the file.
    """

    file: str
    begins: int
    content: bytes
    line: int = 0
    id: str = ""
    header: dict[str, Any] = field(default_factory=dict[str, Any])
    started: datetime | None = None
    records: list[bytes] = field(default_factory=list[bytes])
    crc: int = 0
    last_t: int = 0
    last_m: int = 0
    result_alone: bool = False
    reason: str = ""
    why: str = ""

    def crc_of(self, events: int) -> int:
        """The CRC-32 over the first records."""
        crc = 0
        for record in self.records[:events]:
            crc = zlib.crc32(record, crc)
        return crc

    def waits(self, reason: str, why: str) -> None:
        """It goes into quarantine."""
        self.reason, self.why = reason, why


def of_file(stream: BinaryIO, name: str, forced: bool = False) -> list[Candidate]:
    """All games of a file. Raises Unreadable where nothing in it is a game, or it is too big: its first
    trouble.
    """
    found: list[Candidate] = []
    first: Unreadable | None = None
    start = stream.readline(reading.MAX_LINE + 1)
    is_table = table.is_table(start)
    for piece in (table.read if is_table else pieces)(start, stream, name):
        candidate = of_piece(piece, name, forced, is_table)
        if candidate.reason == "unreadable" and first is None:
            first = Unreadable(name, candidate.line, candidate.why)
        found.append(candidate)
    if all(candidate.reason == "unreadable" for candidate in found):
        raise first or Unreadable(name, 1, t("file.empty"))
    return found


def of_piece(piece: Piece, name: str, forced: bool = False, result_alone: bool = False) -> Candidate:
    """One game, looked at; `forced`: what can be stored at all has no reason to wait."""
    made = Candidate(shown(name, 200), piece.line, piece.content, piece.line, result_alone=result_alone)
    try:
        game, raw = read(piece, name)
    except Unreadable as error:
        made.line = error.line
        made.waits("unreadable", error.what)
        return made
    made.header = raw
    codec = Codec()
    for _, event in game.events:
        made.records.append(codec.encode(event))
        made.crc = zlib.crc32(made.records[-1], made.crc)
    made.last_t, made.last_m = codec.t, codec.m
    made.id = _id(raw, made.records)
    _dated(made, forced)
    if not forced:
        if not made.records:
            made.waits("empty", t("import.empty"))
        _replayed(made, game, piece.line)
    return made


def _replayed(made: Candidate, game: reading.Game, begins: int) -> None:
    try:
        checking.replay(game.header, game.events, i18n.language(), game.header_line)
    except rules.CannotApply as error:
        made.line = error.line + begins - 1
        made.waits("replay", shown(error.text(i18n.language()), 300))


def _id(header: dict[str, Any], records: list[bytes]) -> str:
    """The game's id: what its header says, or made from all that it is."""
    named = header.get("id")
    if isinstance(named, str) and named:
        plain = len(named) == 16 and not set(named) - set("0123456789abcdef")
        return named if plain else hashlib.sha256(named.encode()).hexdigest()[:16]
    return hashlib.sha256(dumps_header(header) + b"".join(records)).hexdigest()[:16]


def dumps_header(header: dict[str, Any]) -> bytes:
    """A header as bytes that are the same for the same game, whoever had it: without id and device."""
    kept = {name: value for name, value in header.items() if name not in ("id", "device")}
    return json.dumps(kept, sort_keys=True).encode()


def _dated(made: Candidate, forced: bool) -> None:
    told = made.header.get("started")
    if told is None:
        return
    try:
        moment = datetime.fromisoformat(told) if isinstance(told, str) else None
        if moment is None or len(told) < 10:
            raise ValueError
        made.started = moment.astimezone(UTC).replace(tzinfo=None, microsecond=0)
    except (ValueError, OverflowError, OSError):
        made.started = None
    soon = datetime.now(UTC).replace(tzinfo=None) + timedelta(days=2)
    if made.started is None or not EARLIEST <= made.started <= soon:
        made.started = None
        if not forced:
            made.waits("date", t("import.date", shown(told)))
