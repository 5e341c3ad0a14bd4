"""People: found by any name they ever had, renamed, merged, and merges undone. All inside the caller's
transaction.
"""

import hashlib
from collections.abc import Iterable

from sqlalchemy import select, update
from sqlalchemy.orm import Session

from clashbox.db.derived import Seat
from clashbox.db.models import Alias, Merge, Player


def named(session: Session, name: str) -> Player:
    """The person of that name (fit to be shown), new where nobody has it. Not who they are merged into."""
    found = known(session, name)
    if found is None:
        found = Player(name=name, key=_key(session, name))
        session.add(found)
        session.flush()
        session.add(Alias(name=name, player_id=found.id))
        session.flush()
    return found


def known(session: Session, name: str) -> Player | None:
    """The person who has or had that name, None where nobody did."""
    return session.scalars(select(Player).join(Alias).where(Alias.name == name)).first()


def near(session: Session, name: str, limit: int = 3) -> list[str]:
    """Names that look like that one, the nearest first."""
    import difflib

    names = {alias.casefold(): alias for alias in session.scalars(select(Alias.name))}
    return [names[found] for found in difflib.get_close_matches(name.casefold(), list(names), n=limit)]


def _key(session: Session, name: str) -> str:
    # The same name gives the same key on every laptop, unless someone else had it here first.
    number = 0
    while True:
        text = f"{name}/{number}" if number else name
        key = hashlib.sha256(text.encode()).hexdigest()[:16]
        if session.scalar(select(Player.id).where(Player.key == key)) is None:
            return key
        number += 1


def merges(session: Session) -> dict[int, int]:
    """Who is merged into whom, by id."""
    return {row.player_id: row.into_id for row in session.scalars(select(Merge))}


def root(held: dict[int, int], player: int) -> int:
    """Who that player counts for."""
    while player in held:
        player = held[player]
    return player


def rename(session: Session, player: Player, name: str) -> None:
    """Gives a person another name; the old one stays theirs. `name` is nobody else's."""
    if session.get(Alias, name) is None:
        session.add(Alias(name=name, player_id=player.id))
    player.name = name
    session.flush()


def merge(session: Session, player: int, into: int) -> None:
    """From now on `player` counts as `into`; neither counts as the other before."""
    session.add(Merge(player_id=player, into_id=into))
    session.flush()
    _count_anew(session, [player])


def unmerge(session: Session, player: int) -> None:
    """`player` counts as themselves again, and whoever was merged into them goes along."""
    session.delete(session.get_one(Merge, player))
    session.flush()
    _count_anew(session, [player])


def _count_anew(session: Session, changed: Iterable[int]) -> None:
    held = merges(session)
    behind = set(changed)
    while True:
        more = {player for player, into in held.items() if into in behind} - behind
        if not more:
            break
        behind |= more
    for player in sorted(behind):
        session.execute(update(Seat).where(Seat.named_id == player).values(player_id=root(held, player)))
