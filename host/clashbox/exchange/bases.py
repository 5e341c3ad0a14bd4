"""Bases that scored, as a table (CSV): one row a base a player."""

from collections.abc import Iterable, Iterator

from sqlalchemy import select
from sqlalchemy.orm import Session

from clashbox.cards import Facts
from clashbox.db.derived import BaseShare, ScoredBase
from clashbox.db.listing import Listed
from clashbox.exchange.table import BOM, line

COLUMNS = (
    *("game", "started", "number", "turn", "slot", "card", "base", "breakpoint", "total", "tied", "seat"),
    *("player", "power", "minions", "rank", "vp"),
)


def lines(session: Session, games: Iterable[Listed]) -> Iterator[str]:
    """The whole table."""
    yield BOM + line(COLUMNS)
    facts = Facts()
    for found in games:
        query = (
            select(ScoredBase, BaseShare)
            .join(
                BaseShare,
                (BaseShare.game_id == ScoredBase.game_id) & (BaseShare.number == ScoredBase.number),
            )
            .where(ScoredBase.game_id == found.game.id)
            .order_by(ScoredBase.number, BaseShare.place)
        )
        for base, share in session.execute(query):
            yield line(
                (
                    found.game.id,
                    found.summary.started.isoformat(timespec="seconds") + "Z",
                    base.number,
                    base.turn or "",
                    base.slot,
                    base.card,
                    facts.name("base", base.card) if base.card else "",
                    base.breakpoint,
                    base.power,
                    "yes" if base.tied else "no",
                    share.place,
                    found.seats[share.place - 1].name,
                    share.power,
                    share.minions,
                    share.rank or "",
                    share.points,
                )
            )
