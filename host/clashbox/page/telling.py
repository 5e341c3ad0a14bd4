"""A game as the page tells it: its events as sentences with what the referee finds, and what lies on the
table.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any

from clashbox import core, rules
from clashbox.cards import Facts
from clashbox.core import Event, Header
from clashbox.i18n import t
from clashbox.page.table import Course, Tables


@dataclass(frozen=True, slots=True)
class Row:
    """A line of the list: the event's number, seconds since the start (or None), its sentence, whether it
    was taken back, and the findings at it: rule, level, text.
    """

    number: int
    seconds: int | None
    text: str
    undone: bool
    findings: tuple[tuple[str, str, str], ...]

    def as_data(self) -> list[Any]:
        """As browsers get it."""
        return [self.number, self.seconds, self.text, self.undone, self.findings]


@dataclass(frozen=True, slots=True)
class View:
    """What the page shows of a game in one language. `head`: all but the list of events."""

    head: dict[str, Any]
    rows: tuple[Row, ...] = ()


class Followed:
    """A game that goes on: what was made of it is kept for every language that somebody reads."""

    def __init__(self, id: str, header: Header):
        self.id = id
        self.header = header
        self.events: list[Event] = []
        self._course = Course(header, Facts(header.get("printing", "original")))
        self._told: dict[str, _Told] = {}
        self._views: dict[str, View] = {}

    def add(self, events: Iterable[Event]) -> None:
        """What happened next."""
        for event in events:
            self.events.append(event)
            self._course.add(event)
            self._views = {}

    def view(self, lang: str) -> View:
        """The game as it stands."""
        if lang not in self._views:
            told = self._told.setdefault(lang, _Told(Tables(self.header, lang)))
            rows, trouble = told.rows(self.events)
            head = {
                **told.head(self.id),
                "table": told.tables.of(self._course.state),
                "curve": self._course.points,
                "trouble": trouble,
            }
            self._views[lang] = View(head, rows)
        return self._views[lang]


@dataclass
class _Told:
    tables: Tables
    sentences: list[str] = field(default_factory=list[str])

    def head(self, id: str) -> dict[str, Any]:
        header = self.tables.header
        return {
            "id": id,
            "game": header["game"],
            "title": t(f"kind.{header['game']}", lang=self.tables.lang),
            "players": self.tables.people(),
            "board": self.tables.board(),
        }

    def rows(self, events: Sequence[Event], at_last: bool = False) -> tuple[tuple[Row, ...], str]:
        """The list, and why the referee cannot judge the game ("" where it can)."""
        for event in events[len(self.sentences) :]:
            self.sentences.append(self.tables.words.of(event))
        stands, _ = core.standing(list(events))
        standing = set(stands)
        findings: dict[int, list[tuple[str, str, str]]] = {}
        trouble = ""
        try:
            header, facts, lang = self.tables.header, self.tables.facts, self.tables.lang
            result = rules.check(header, list(enumerate(events, 2)), facts, lang, at_last=at_last)
            for found in result.findings:
                findings.setdefault(max(1, found.line - 1), []).append((found.rule, found.level, found.text))
        except rules.CannotApply as error:
            trouble = error.text(self.tables.lang)
        rows = tuple(
            Row(
                number,
                event["t"] // 1000 if "t" in event else None,
                self.sentences[number - 1],
                number - 1 not in standing and event["ev"] not in ("undo", "redo"),
                tuple(findings.get(number, ())),
            )
            for number, event in enumerate(events, 1)
        )
        return rows, trouble


def whole(
    id: str, header: Header, events: Sequence[Event], lang: str, at_last: bool = True
) -> dict[str, Any]:
    """A game of the history: head, rows, and how the points came."""
    told = _Told(Tables(header, lang))
    rows, trouble = told.rows(events, at_last)
    course = Course(header, told.tables.facts)
    for event in events:
        course.add(event)
    return {
        **told.head(id),
        "goal": course.state.goal,
        "curve": course.points,
        "trouble": trouble,
        "rows": [row.as_data() for row in rows],
    }
