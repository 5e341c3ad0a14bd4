"""Whether a card can be aimed at a titan (TI-15) or at a buried card (BU-06)."""

from dataclasses import dataclass

from clashbox.cards import Facts, search, store

RULES = {"titan": "TI-15", "buried": "BU-06"}


@dataclass(frozen=True, slots=True)
class Answer:
    """Yes (True), no (False) or not known (None), by which rule, and what the data say of the card."""

    can: bool | None
    rule: str
    given: bool
    """The data say so themselves; else it follows from what else is known of the card."""
    summary: str | None
    note: str | None


def can_target(entry: search.Entry, what: str) -> Answer:
    """The referee's own answer; `what` is titan or buried."""
    role = store.roles().get(entry.slug)
    given = role is not None and getattr(role, f"can_target_{what}") is not None
    return Answer(
        Facts().can_target(entry.slug, what),
        RULES[what],
        given,
        role.summary if role else None,
        role.note if role else None,
    )
