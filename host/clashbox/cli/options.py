"""Options that several commands share, and how a command prints data as JSON."""

import json
import sys
from collections.abc import Callable
from typing import TypeVar

import click

from clashbox import i18n
from clashbox.i18n import t

F = TypeVar("F", bound=Callable[..., object])


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


def print_json(value: object) -> None:
    """Prints one value as JSON on one line, UTF-8."""
    sys.stdout.write(json.dumps(value, ensure_ascii=False) + "\n")
