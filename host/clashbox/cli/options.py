"""Options that several commands share, and how a command prints data as JSON."""

import json
import sys
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import wraps
from typing import TYPE_CHECKING, TypeVar, cast

import click

from clashbox import i18n
from clashbox.i18n import t
from clashbox.text import harmless_json

if TYPE_CHECKING:
    from sqlalchemy.orm import Session

    from clashbox.db.engine import Database
    from clashbox.db.listing import Wanted

MOST = 1_000_000_000
"""The highest number that an option takes which counts or numbers rows: a database holds no larger ones."""

F = TypeVar("F", bound=Callable[..., object])


def history(named: str | None) -> "Database":
    """The history that a command works on, closed when the command ends; raises Trouble where it cannot be
    opened.
    """
    from clashbox.db.engine import Database

    opened = Database(named)
    click.get_current_context().call_on_close(opened.close)
    return opened


def _set_language(_: click.Context, __: click.Parameter, value: str | None) -> None:
    if value:
        i18n.set_language(value)


def lang(command: F) -> F:
    """--lang en|vi: the language of everything the command says."""
    return click.option(
        "--lang",
        type=click.Choice(i18n.LANGUAGES),
        expose_value=False,
        callback=_set_language,
        help=t("help.lang"),
    )(command)


def as_json(command: F) -> F:
    """--json: the data as JSON."""
    return click.option("--json", "as_json", is_flag=True, help=t("help.json"))(command)


def port(command: F) -> F:
    """--port: auto, a device path or a URL; CLASHBOX_PORT sets it."""
    return click.option(
        "--port",
        "port",
        default="auto",
        envvar="CLASHBOX_PORT",
        metavar="P",
        show_default=True,
        help=t("help.port"),
    )(command)


def database(command: F) -> F:
    """--database: path or URL; CLASHBOX_DATABASE sets it."""
    return click.option(
        "--database",
        "database",
        default=None,
        envvar="CLASHBOX_DATABASE",
        metavar="DB",
        help=t("help.database"),
    )(command)


def why(command: F) -> F:
    """--why: the reason of a change, kept with it."""
    return click.option("--why", default="", metavar="TEXT", help=t("help.why"))(command)


@dataclass(frozen=True, slots=True)
class Which:
    """Which games a command is about, as typed."""

    since: str | None
    until: str | None
    people: tuple[str, ...]
    kind: str | None

    @property
    def any(self) -> bool:
        """Whether anything was asked for."""
        return bool(self.since or self.until or self.people or self.kind)

    def wanted(self, session: "Session", void: bool = True) -> "Wanted":
        """The same as the history is asked. Raises Trouble."""
        from clashbox.db.listing import Wanted
        from clashbox.stats import filters

        return Wanted(
            filters.day("--from", self.since) if self.since else None,
            filters.day("--to", self.until, True) if self.until else None,
            tuple(filters.person(session, "--player", name) for name in self.people),
            self.kind or "",
            void,
        )


def which_games(command: F) -> F:
    """--from, --to, --player, --game: the command gets them as `which`."""

    @wraps(command)
    def with_which(
        *arguments: object,
        since: str | None,
        until: str | None,
        people: tuple[str, ...],
        kind: str | None,
        **more: object,
    ) -> object:
        return command(*arguments, which=Which(since, until, people, kind), **more)

    found = click.option("--game", "kind", type=click.Choice(["smashup", "toybattle"]), help=t("help.kind"))(
        with_which
    )
    found = click.option("--player", "people", multiple=True, metavar="NAME", help=t("help.people"))(found)
    found = click.option("--to", "until", metavar="DATE", help=t("help.until"))(found)
    return cast(F, click.option("--from", "since", metavar="DATE", help=t("help.since"))(found))


def to_json(value: object) -> str:
    """JSON on one line, letters as they are; what would steer a terminal is escaped, which means the same."""
    return harmless_json(json.dumps(value, ensure_ascii=False))


def print_json_list(values: Iterable[object]) -> None:
    """Prints a list as JSON on one line, each value as it comes."""
    between = "["
    for value in values:
        sys.stdout.write(between + to_json(value))
        between = ", "
    sys.stdout.write("[]\n" if between == "[" else "]\n")


def print_json(value: object) -> None:
    """Prints one value as JSON on one line, UTF-8."""
    sys.stdout.write(to_json(value) + "\n")
