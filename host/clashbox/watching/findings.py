"""What the referee finds in a game that goes on, and the list of it that goes back to the box."""

import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from clashbox import book, core, rules
from clashbox.cards import Facts
from clashbox.core import Event, Header

MOST_BYTES = 700
"""Bytes of a list: some nine requests. The box takes 1,000."""
MOST_TEXT = 80
"""Bytes of a rule's sentence: two lines of the box's screen."""
MOST_FOUND = 40
"""Findings of a list at most; older ones are left out."""


@dataclass(frozen=True, slots=True)
class Found:
    """A finding: the number of the event that it is about, rule, violation or warning, the sentence."""

    number: int
    rule: str
    level: str
    text: str


@dataclass(frozen=True, slots=True)
class Judged:
    """All findings, old to new. `trouble`: why the game cannot be judged; empty where it can."""

    found: tuple[Found, ...] = ()
    trouble: str = ""


def judge(header: Header, events: Sequence[Event], lang: str) -> Judged:
    """Judges a game that goes on: what may still be done is not yet left undone."""
    facts = Facts(header.get("printing", "original"))
    try:
        result = rules.check(header, list(enumerate(events, 2)), facts, lang, at_last=False)
    except rules.CannotApply as error:
        return Judged(trouble=error.text(lang))
    found = (Found(one.line - 1, one.rule, one.level, one.text) for one in result.findings)
    return Judged(tuple(sorted(found, key=lambda one: one.number)))


def newest_motion(events: Sequence[Event]) -> int:
    """The number of the first event of the motion that the newest event belongs to: what an undo on the box
    would take back. The number after the last event where the newest one is an undo, or nothing stands.
    """
    none = len(events) + 1
    if not events or events[-1]["ev"] == "undo":
        return none
    stands, _ = core.standing(list(events))
    if not stands:
        return none
    motion = events[stands[-1]].get("m")
    first = stands[-1]
    for at in reversed(stands[:-1]):
        if motion is None or events[at].get("m") != motion:
            break
        first = at
    return first + 1


def open_book() -> None:
    """Reads the book of rules, so that the first finding need not wait for it."""
    book.rules()


def sentence(rule: str, language: str) -> str:
    """The rule's short sentence, at most MOST_TEXT bytes of it."""
    text = book.rule(rule).short.of(language)
    while len(text.encode()) > MOST_TEXT:
        text = text[:-2].rstrip() + "…"
    return text


def for_the_box(game: str, events: Sequence[Event], found: Iterable[Found], language: str) -> bytes:
    """The list as the box takes it (firmware/README.md), the newest first; nothing where nothing was found.

    Where it gets too long the sentences of older findings are left out first, then the oldest findings.
    """
    newest = sorted(found, key=lambda one: (-one.number, one.level != "violation"))[:MOST_FOUND]
    texts = {one.rule: sentence(one.rule, language) for one in newest}
    while newest:
        data = json.dumps(
            {
                "id": game,
                "events": len(events),
                "first": newest_motion(events),
                "found": [[one.number, one.rule, int(one.level == "violation")] for one in newest],
                "text": texts,
            },
            ensure_ascii=False,
            separators=(",", ":"),
        ).encode()
        if len(data) <= MOST_BYTES:
            return data
        if len(texts) > 1:
            texts.popitem()
        else:
            newest.pop()
    return b""
