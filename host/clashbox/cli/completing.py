"""What a shell offers where <Tab> is pressed: games, players, rules. Whatever goes wrong, nothing is offered
and nothing is said: somebody is in the middle of a line.
"""

import os
from collections.abc import Callable
from typing import TYPE_CHECKING

import click
from click.shell_completion import CompletionItem

from clashbox.trouble import Trouble

if TYPE_CHECKING:
    from sqlalchemy.orm import Session

NEWEST = 30
"""Games that are offered."""


def _of_history(
    context: click.Context, find: Callable[["Session"], list[CompletionItem]]
) -> list[CompletionItem]:
    """What is found in the history; a history that is not there yet is not begun."""
    from sqlalchemy.exc import SQLAlchemyError

    from clashbox.db import engine

    named = context.params.get("database")
    file = engine.place(named).removeprefix("sqlite:///")
    if "://" not in file and not os.path.exists(file):
        return []
    try:
        database = engine.Database(named)
        try:
            with database.read() as session:
                return find(session)
        finally:
            database.close()
    except (Trouble, SQLAlchemyError, OSError):
        return []


def games(context: click.Context, _: click.Parameter, begun: str) -> list[CompletionItem]:
    """The newest games, by id, each with who sat there and when."""
    from clashbox import history
    from clashbox.db import listing

    def find(session: "Session") -> list[CompletionItem]:
        ids = listing.ids(session, listing.Wanted(void=True), NEWEST)
        rows = [history.row(one) for one in listing.listed(session, [*ids])]
        return [
            CompletionItem(row.id, help=f"{', '.join(history.named(row.players))} · {row.started[:10]}")
            for row in rows
            if row.id.startswith(begun)
        ]

    return _of_history(context, find)


def players(context: click.Context, _: click.Parameter, begun: str) -> list[CompletionItem]:
    """Everybody whose name the history knows; small letters will do."""
    from clashbox.db import store

    def find(session: "Session") -> list[CompletionItem]:
        names = store.names(session)
        return [CompletionItem(name) for name in names if name.casefold().startswith(begun.casefold())]

    return _of_history(context, find)


def rules(_: click.Context, __: click.Parameter, begun: str) -> list[CompletionItem]:
    """The rules by id, each with its title."""
    from clashbox import book, i18n

    return [
        CompletionItem(rule.id, help=rule.title.of(i18n.language()))
        for rule in book.rules(None)
        if rule.id.startswith(begun.upper())
    ]
