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
_MOST = 2**53 - 1


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
    """A game file on one line that cannot be read where a cell is wrong: it says which."""
    try:
        return _made(rows).encode()
    except (ValueError, KeyError) as error:
        what = str(error.args[0]) if error.args else ""
        return ("{" + json.dumps(t("import.cell", what), ensure_ascii=False)).encode()


def _made(rows: list[dict[str, str]]) -> str:
    head = rows[0]
    header: dict[str, Any] = {"clashbox": 1, "game": head["kind"], "id": head["game"]}
    header["players"] = [{"name": row["player"], "factions": row.get("factions", "").split()} for row in rows]
    header["started"] = head.get("started", "")
    if head.get("approximate") == "yes":
        header["approximate"] = True
    for name in ("place", "note", "printing"):
        if head.get(name):
            header[name] = head[name]
    if head.get("goal"):
        header["goal"] = _number(head, "goal")
    if head.get("void") == "yes":
        header["void"] = True
    first = next((n for n, row in enumerate(rows, 1) if row.get("first") == "yes"), 0)
    if first:
        header["starter"] = first
    if head["kind"] == "toybattle":
        terrain = head.get("terrain", "")
        header["terrain"] = reading.loads(terrain) if terrain.startswith("{") else terrain
        header["first"] = first or 1
    over = head.get("over", "yes") == "yes"
    if over:
        header["winner"] = [n for n, row in enumerate(rows, 1) if row.get("won") == "yes"]
    lines = [header, *_events(rows, first or 1, over)]
    return "".join(json.dumps(one, ensure_ascii=False) + "\n" for one in lines)


def _events(rows: list[dict[str, str]], first: int, over: bool) -> Iterator[dict[str, Any]]:
    """Events that come to the result that the rows tell."""
    head = rows[0]
    smashup = head["kind"] == "smashup"
    seconds = {"t": _number(head, "seconds") * 1000} if head.get("seconds") else {}
    turns = min(_number(head, "turns"), 2000) if head.get("turns") else 0
    for turn in range(turns if smashup else 0):
        yield {"ev": "turn", "p": (first - 1 + turn) % len(rows) + 1}
    points = [(_number(row, "points"), p) for p, row in enumerate(rows, 1)]
    won = [p for p, row in enumerate(rows, 1) if row.get("won") == "yes"]
    # The winner's come last: they may end the game.
    for n, p in sorted(points, key=lambda pair: pair[1] in won):
        if n:
            yield {"ev": "vp" if smashup else "medal", "p": p, "n": n}
    for p, row in enumerate(rows, 1):
        if smashup and row.get("penalty") and _number(row, "penalty"):
            yield {"ev": "madness", "p": p, "n": 2 * _number(row, "penalty")}
    if not smashup and len(won) == 1 and head.get("way") in ("hq", "stuck"):
        other = 3 - won[0]
        ahead = {p: n for n, p in points}
        stuck = won[0] if ahead[won[0]] > ahead[other] else other
        yield {"ev": "hq", "p": won[0]} if head["way"] == "hq" else {"ev": "stuck", "p": stuck}
    if over:
        yield {"ev": "end", "winner": won, **seconds}
    else:
        yield {"ev": "note", "text": "", **seconds}


def _number(row: dict[str, str], name: str) -> int:
    value = row[name].strip()
    if not value.removeprefix("-").isascii() or not value.removeprefix("-").isdigit() or len(value) > 17:
        raise ValueError(name)
    number = int(value)
    if abs(number) > _MOST:
        raise ValueError(name)
    return number
