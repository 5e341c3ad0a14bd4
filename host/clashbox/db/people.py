"""People: found by any name they ever had, renamed, merged, and merges undone. All inside the caller's
transaction.
"""

import hashlib
from collections.abc import Iterable

from sqlalchemy import select
from sqlalchemy.orm import Session

from clashbox.db.models import Alias, Merge, Player

Person = tuple[int, ...]
"""The ids of players that count as one person: first the one whose name is shown, then who is merged into
them.
"""


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


def together(held: dict[int, int], player: int) -> Person:
    """Everybody who counts as whom that player counts for."""
    first = root(held, player)
    return (first, *sorted(other for other in held if root(held, other) == first))


def counting(session: Session, players: Iterable[int]) -> dict[int, tuple[int, str, str]]:
    """By each of these players the id, name and key of whom they count for."""
    held = merges(session)
    roots = {player: root(held, player) for player in players}
    wanted = sorted(set(roots.values()))
    found: dict[int, tuple[int, str, str]] = {}
    # In pieces: a database takes only so many values in one question.
    for at in range(0, len(wanted), 500):
        asked = select(Player.id, Player.name, Player.key).where(Player.id.in_(wanted[at : at + 500]))
        found.update((row[0], (row[0], row[1], row[2])) for row in session.execute(asked))
    return {player: found[first] for player, first in roots.items()}


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


def unmerge(session: Session, player: int) -> None:
    """`player` counts as themselves again, and whoever was merged into them goes along."""
    session.delete(session.get_one(Merge, player))
    session.flush()
