"""Results as a table (CSV): one row a player a game. Written for spreadsheets, and read back as games whose
result alone is known.

UTF-8 with a byte-order mark, CRLF, commas; a text that a spreadsheet might take for a formula has ' before
it.
"""

import csv
import json
from collections.abc import Iterable, Iterator
from io import StringIO
from typing import Any, BinaryIO

from clashbox import reading
from clashbox.db.listing import Listed
from clashbox.exchange.safe import cell, text
from clashbox.exchange.splitting import Piece
from clashbox.i18n import t
from clashbox.reading import Unreadable
from clashbox.text import player_name

COLUMNS = (
    *("game", "kind", "started", "approximate", "place", "terrain", "printing", "goal", "void", "note"),
    *("over", "way", "turns", "seconds", "seat", "player", "factions", "first", "points", "penalty"),
    *("rank", "won"),
)
BOM = "\ufeff"
_TURNS = 2000
"""Turns of a game at most that are put in for their number."""


def line(cells: Iterable[object]) -> str:
    """One row, with its line end."""
    out = StringIO()
    csv.writer(out, lineterminator="\r\n").writerow([cell(value) for value in cells])
    return out.getvalue()


def lines(games: Iterable[Listed]) -> Iterator[str]:
    """The whole table."""
    yield BOM + line(COLUMNS)
    for found in games:
        for number in range(len(found.seats)):
            row = _row(found, number)
            yield line(row[name] for name in COLUMNS)


def _row(found: Listed, number: int) -> dict[str, object]:
    summary, sitting = found.summary, found.seats[number]
    seat = sitting.seat
    terrain: Any = found.game.header.get("terrain", "")
    own = not isinstance(terrain, str)
    players: Any = found.game.header["players"]
    return {
        "game": found.game.id,
        "kind": summary.kind,
        "started": summary.started.isoformat(timespec="seconds") + "Z",
        "approximate": _yes(summary.approximate),
        "place": summary.location,
        "terrain": json.dumps(terrain, ensure_ascii=False) if own else terrain,
        "printing": summary.printing,
        "goal": summary.goal if summary.kind == "smashup" else "",
        "void": _yes(summary.void),
        "note": summary.note,
        "over": _yes(summary.over),
        "way": summary.way,
        "turns": summary.turns,
        "seconds": "" if summary.length is None else summary.length // 1000,
        "seat": seat.place,
        "player": sitting.name or player_name(players[number]),
        "factions": " ".join(seat.factions),
        "first": _yes(seat.first),
        "points": seat.points,
        "penalty": seat.penalty,
        "rank": seat.rank or "",
        "won": _yes(seat.won),
    }


def _yes(value: bool) -> str:
    return "yes" if value else "no"


# -- reading --


def is_table(start: bytes) -> bool:
    """Whether a file that begins like that is such a table."""
    first = start.split(b"\n", 1)[0].removeprefix(BOM.encode()).strip().decode("utf-8", "replace")
    names = first.replace('"', "").split(",")
    return {"game", "kind", "seat", "player", "points"} <= set(names)


def read(start: bytes, stream: BinaryIO, name: str) -> Iterator[Piece]:
    """Each game of a table as a game file, with the line of its first row. Raises Unreadable."""
    raw = start + stream.read(reading.MAX_FILE)
    if len(raw) > reading.MAX_FILE:
        raise Unreadable(name, 1, t("file.big", reading.MAX_FILE >> 20))
    try:
        content = raw.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise Unreadable(name, 1, t("file.utf8", error.start + 1)) from None
    rows = csv.DictReader(StringIO(content, newline=""), strict=True)
    held: list[dict[str, str]] = []
    begun = 2
    try:
        for row in rows:
            plain = {key: text(value) for key, value in row.items() if key and isinstance(value, str)}
            if held and held[0].get("game") != plain.get("game"):
                yield Piece(begun, _game(held))
                held = []
            if not held:
                begun = rows.line_num
            held.append(plain)
    except csv.Error as error:
        raise Unreadable(name, rows.line_num, t("import.csv", error)) from None
    if not held:
        raise Unreadable(name, 1, t("file.empty"))
    yield Piece(begun, _game(held))


def _game(rows: list[dict[str, str]]) -> bytes:
    """A game file. What is wrong in a cell is put in as it is, so that it is refused as it would be there."""
    head = rows[0]
    header: dict[str, Any] = {"clashbox": 1, "game": head.get("kind"), "id": head.get("game")}
    header["players"] = [
        {"name": row.get("player"), "factions": row.get("factions", "").split()} for row in rows
    ]
    if head.get("started"):
        header["started"] = head["started"]
    if head.get("approximate") == "yes":
        header["approximate"] = True
    for name in ("place", "note", "printing"):
        if head.get(name):
            header[name] = head[name]
    if head.get("goal"):
        header["goal"] = _number(head, "goal", None)
    if head.get("void") == "yes":
        header["void"] = True
    first = next((n for n, row in enumerate(rows, 1) if row.get("first") == "yes"), 0)
    if first:
        header["starter"] = first
    if head.get("kind") == "toybattle":
        header["terrain"] = _terrain(head.get("terrain", ""))
        header["first"] = first or 1
    over = head.get("over", "yes") == "yes"
    won = _winner(rows)
    if over and won is not None:
        header["winner"] = won
    lines = [header, *_events(rows, first or 1, over)]
    return "".join(json.dumps(one, ensure_ascii=False) + "\n" for one in lines).encode()


def _winner(rows: list[dict[str, str]]) -> list[int] | None:
    """Who won, or (where no such cell is filled in) who was first; None: the points say it."""
    for name, yes in (("won", "yes"), ("rank", "1")):
        if any(row.get(name) for row in rows):
            return [p for p, row in enumerate(rows, 1) if row.get(name) == yes]
    return None


def _terrain(cell: str) -> Any:
    try:
        return reading.loads(cell) if cell.startswith("{") else cell
    except ValueError:
        return cell


def _events(rows: list[dict[str, str]], first: int, over: bool) -> Iterator[dict[str, Any]]:
    """Events that come to the result that the rows tell."""
    head = rows[0]
    smashup = head.get("kind") == "smashup"
    seconds = _number(head, "seconds", None)
    time = {} if seconds is None else {"t": seconds * 1000 if isinstance(seconds, int) else seconds}
    turns = _number(head, "turns", 0)
    for turn in range(min(turns, _TURNS) if smashup and isinstance(turns, int) else 0):
        yield {"ev": "turn", "p": (first - 1 + turn) % len(rows) + 1}
    points = {p: _number(row, "points", None) for p, row in enumerate(rows, 1)}
    told = _winner(rows)
    won = told or []
    # The winner's come last: they may end the game.
    for p in sorted(points, key=lambda p: p in won):
        if points[p] != 0:
            yield {"ev": "vp" if smashup else "medal", "p": p, "n": points[p]}
    for p, row in enumerate(rows, 1):
        penalty = _number(row, "penalty", 0)
        if smashup and penalty != 0:
            yield {"ev": "madness", "p": p, "n": penalty * 2 if isinstance(penalty, int) else penalty}
    if not smashup and len(rows) == 2 and len(won) == 1 and head.get("way") in ("hq", "stuck"):
        yield {"ev": head["way"], "p": won[0] if head["way"] == "hq" else _stuck(points, won[0])}
    if over:
        yield {"ev": "end", **({} if told is None else {"winner": won}), **time}
    else:
        yield {"ev": "note", "text": "", **time}


def _stuck(points: dict[int, Any], won: int) -> int:
    """Who was stuck, if that player won: the other one, unless that one had more medals."""
    mine, other = points[won], points[3 - won]
    return won if isinstance(mine, int) and isinstance(other, int) and mine > other else 3 - won


def _number(row: dict[str, str], name: str, none: int | None) -> Any:
    """The number of a cell, `none` where it is empty, its text where it is no number."""
    value = row.get(name, "").strip()
    digits = value.removeprefix("-")
    if not value:
        return none
    return int(value) if digits.isascii() and digits.isdigit() and len(digits) < 16 else value
