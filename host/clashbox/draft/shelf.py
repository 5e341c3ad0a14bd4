"""What one owns and what was just played, from the history's database."""

from collections.abc import Iterable, Sequence
from datetime import UTC, date, timedelta

from sqlalchemy import select
from sqlalchemy.orm import Session

from clashbox.cards import store
from clashbox.db.derived import Seat, Summary
from clashbox.db.dialects import by
from clashbox.db.models import Setting
from clashbox.draft.draw import Pair

OWNED = "draft.sets"
"""The setting that holds the slugs of the boxes one owns."""
_NIGHT = timedelta(hours=6)
"""An evening goes on after midnight: games until six belong to the day before."""


def owned(session: Session) -> list[str]:
    """The slugs of the boxes one owns, in order of release; empty where nobody said so."""
    held = session.get(Setting, OWNED)
    kept = set(held.value) if held is not None else set[str]()
    return [slug for slug in store.sets() if slug in kept]


def own(session: Session, sets: Iterable[str]) -> list[str]:
    """Notes which boxes one owns, in place of what stood there."""
    wanted = set(sets)
    kept = [slug for slug in store.sets() if slug in wanted]
    held = session.get(Setting, OWNED)
    if held is None:
        session.add(Setting(key=OWNED, value=kept))
    else:
        held.value = kept
    session.flush()
    return kept


def factions(sets: Sequence[str], titans: bool) -> list[str]:
    """The factions of these boxes (of all where there are none), sorted; with `titans` those that have
    one.
    """
    known = store.factions()
    found = {slug for box in sets for slug in store.sets()[box].factions} if sets else set(known)
    return sorted(slug for slug in found if slug in known and (known[slug].titan or not titans))


def evenings(session: Session, count: int) -> list[set[Pair]]:
    """The pairs of factions that were played on each of the last `count` evenings with a game of Smash Up
    (void ones are none), the newest first.
    """
    if count < 1:
        return []
    rows = session.execute(
        # In the order of an index, from its end: no more is read than is needed.
        by(select(Summary.started, Seat.pair), Summary, "ix_summary_kind_started_game_id")
        .join(Seat, Seat.game_id == Summary.game_id)
        .where(Summary.kind == "smashup", Summary.void.is_(False))
        .order_by(Summary.started.desc(), Summary.game_id.desc())
        .execution_options(yield_per=100)
    )
    found: list[set[Pair]] = []
    last: date | None = None
    for started, pair in rows:
        local = started.replace(tzinfo=UTC).astimezone()
        evening = (local - _NIGHT).date()
        if evening != last:
            if len(found) == count:
                break
            last = evening
            found.append(set())
        if pair:
            found[-1].add(frozenset(pair.split("+")))
    rows.close()
    return found
