"""Options that several commands share, and how a command prints data as JSON."""

import json
import re
import sys
from collections.abc import Callable
from typing import TypeVar

import click

from clashbox import i18n
from clashbox.i18n import t

# Control characters that JSON does not escape by itself, zero-width and direction characters, line ends.
_STEERING = re.compile("[\x7f-\x9f\xad\u061c\u180e\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff]")

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


def _escaped(found: re.Match[str]) -> str:
    return f"\\u{ord(found[0]):04x}"


def to_json(value: object) -> str:
    """JSON on one line, letters as they are; what would steer a terminal is escaped, which means the same."""
    text = json.dumps(value, ensure_ascii=False)
    return text if text.isprintable() else _STEERING.sub(_escaped, text)


def print_json(value: object) -> None:
    """Prints one value as JSON on one line, UTF-8."""
    sys.stdout.write(to_json(value) + "\n")
