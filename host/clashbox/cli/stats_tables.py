"""The answers of `clashbox stats` as tables."""

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from clashbox.cli import tables
from clashbox.i18n import t
from clashbox.stats import naming
from clashbox.stats.answers import RATES
from clashbox.stats.wilson import FEW, Proportion

if TYPE_CHECKING:
    from clashbox.stats.answers import Course

Columns = list[tuple[str, str]]
Lines = list[list[str]]


def show(what: str, rows: Sequence[Any], overview: dict[str, int], about: str, of: int) -> None:
    """Prints an answer: what it is about, the table, and how to read it."""
    console = tables.console()
    heading = t(f"stats.title.{what}")
    console.print(f"{heading} · {about}" if about else heading, style="bold")
    console.print(t("stats.overview", overview["games"], overview["smashup"], overview["toybattle"]))
    if not rows:
        console.print(t("stats.none" if overview["games"] else "stats.empty"))
        return
    columns, lines = laid_out(what, rows)
    made = tables.table(columns)
    for line in lines:
        made.add_row(*line)
    console.print(made)
    if len(rows) < of:
        console.print(t("stats.more", len(rows), of))
    for note in notes(what, lines, overview):
        console.print(note, style="dim")


def show_course(course: "Course") -> None:
    """Prints a game's points at the end of each turn."""
    console = tables.console()
    names = [name or t("player.nameless", place) for place, name in enumerate(course.names, 1)]
    points = t("game.medals" if course.kind == "toybattle" else "game.vp")
    console.print(f"{t('stats.title.turns', points)} · {course.game}", style="bold")
    made = tables.table([(t("stats.axis.turn"), ">"), *[(name, ">") for name in names]])
    for turn, row in enumerate(course.points, 1):
        made.add_row(str(turn), *[str(n) for n in row])
    console.print(made)


def laid_out(what: str, rows: Sequence[Any]) -> tuple[Columns, Lines]:
    """An answer as a table: titles with how they are set, and lines of cells."""
    return _LAYOUT.get(what, _rates if what in RATES else _shares)(rows)


def notes(what: str, lines: Lines, overview: dict[str, int]) -> list[str]:
    """How to read the table, a sentence each."""
    found: list[str] = []
    if what in RATES or what in ("titans", "versus"):
        if overview["nobody"]:
            found.append(t("stats.note.nobody", overview["nobody"]))
        if what != "versus":
            found.append(t("stats.note.shared"))
    own = f"stats.note.{what}"
    if what in ("seats", "terrains", "versus", "sources", "ties", "streaks", "rules"):
        found.append(t(own))
    if any("*" in cell for line in lines for cell in line):
        found.append(t("stats.note.few", FEW))
    return found


def _percent(value: float | None) -> str:
    return "–" if value is None else f"{value * 100:.0f}%"


def _part(part: Proportion) -> list[str]:
    """A rate and its interval; a star where it rests on few games."""
    if not part.n:
        return ["–", ""]
    low, high = part.interval
    star = "*" if part.few else ""
    return [_percent(part.rate) + star, f"{_percent(low)}–{_percent(high)}"]


def _head(*keys: str) -> Columns:
    # The first column is a name and may wrap; the others are numbers.
    return [(t(f"stats.column.{key}"), ">" if at else "~") for at, key in enumerate(keys)]


def _rate(rate: Any) -> list[str]:
    points = "–" if rate.points is None else f"{rate.points:.1f}"
    counts = [str(rate.n), str(rate.won), str(rate.shared), str(rate.lost)]
    return [rate.name, *counts, *_part(rate.wins), _percent(rate.fair), points]


_RATE = ("name", "n", "won", "shared", "lost", "rate", "interval", "fair", "points")


def _rates(rows: Sequence[Any]) -> tuple[Columns, Lines]:
    return _head(*_RATE), [_rate(row) for row in rows]


def _titans(rows: Sequence[Any]) -> tuple[Columns, Lines]:
    lines = [[*_rate(row.rate)[:7], str(row.plays), _won(row.attacks), _won(row.defences)] for row in rows]
    return _head(*_RATE[:7], "plays", "attacks", "defences"), lines


def _won(part: Proportion) -> str:
    return f"{part.count}/{part.n}" if part.n else "–"


def _shares(rows: Sequence[Any]) -> tuple[Columns, Lines]:
    lines: Lines = []
    for row in rows:
        name = f"{t(f'kind.{row.group}')}: {row.name}" if row.group else row.name
        lines.append([name, str(row.part.count), str(row.part.n), *_part(row.part)])
    return _head("name", "count", "of", "part", "interval"), lines


def _versus(rows: Sequence[Any]) -> tuple[Columns, Lines]:
    lines = [
        [
            f"{row.first} – {row.second}",
            str(row.n),
            f"{row.first_won}–{row.second_won}",
            str(row.both),
            str(row.neither),
            *_part(row.rate),
            f"{row.first_ahead}–{row.second_ahead}",
        ]
        for row in rows
    ]
    return _head("versus", "n", "wins", "shared", "neither", "rate", "interval", "ahead"), lines


def _sources(rows: Sequence[Any]) -> tuple[Columns, Lines]:
    lines = [
        [
            f"  {naming.card(row.card)}" if row.card else t(f"stats.source.{row.source}"),
            str(row.points),
            _percent(row.part),
            str(row.times),
        ]
        for row in rows
    ]
    return _head("name", "sum", "part", "times"), lines


def _clashes(rows: Sequence[Any]) -> tuple[Columns, Lines]:
    lines = [
        [
            row.name or t("stats.all"),
            _won(row.attacks),
            *_part(row.attacks),
            _won(row.defences),
            *_part(row.defences),
        ]
        for row in rows
    ]
    return _head("name", "attacks", "rate", "interval", "defences", "rate", "interval"), lines


def _length(rows: Sequence[Any]) -> tuple[Columns, Lines]:
    lines = [
        [
            f"{t(f'kind.{row.kind}')}, {t('stats.about.players', row.players)}",
            str(row.n),
            f"{row.turns:.1f}",
            f"{row.fewest}–{row.most}",
            str(row.timed),
            _minutes(row.median),
            f"{_minutes(row.shortest)}–{_minutes(row.longest)}" if row.timed else "–",
        ]
        for row in rows
    ]
    return _head("name", "n", "turns", "range", "timed", "median", "minutes"), lines


def _minutes(ms: int | None) -> str:
    return "–" if ms is None else f"{ms / 60_000:.0f}"


def _streaks(rows: Sequence[Any]) -> tuple[Columns, Lines]:
    lines: Lines = []
    for row in rows:
        running = t("stats.running.won" if row.running > 0 else "stats.running.lost", abs(row.running))
        lines.append([row.name, str(row.n), str(row.wins), str(row.losses), running])
    return _head("name", "n", "longest.won", "longest.lost", "running"), lines


def _rules(rows: Sequence[Any]) -> tuple[Columns, Lines]:
    lines = [
        [
            f"{row.rule} {naming.rule(row.rule)}",
            str(row.violations),
            str(row.warnings),
            _won(row.games),
            *_part(row.games),
        ]
        for row in rows
    ]
    return _head("rule", "violations", "warnings", "games", "part", "interval"), lines


_LAYOUT: dict[str, Callable[[Sequence[Any]], tuple[Columns, Lines]]] = {
    "titans": _titans,
    "versus": _versus,
    "sources": _sources,
    "clashes": _clashes,
    "length": _length,
    "streaks": _streaks,
    "rules": _rules,
}
