"""Click's own words (headings of a help, what is wrong with a command line) from the table of words."""

import sys
from collections.abc import Callable
from typing import Any

from clashbox import i18n

MESSAGES = {
    "Usage:": "click.usage",
    "Options": "click.options",
    "Commands": "click.commands",
    "Show this message and exit.": "click.help",
    "default: {default}": "click.default",
    "Missing command.": "click.nothing",
    "Option {name!r} does not take a value.": "click.novalue",
    "Option {name!r} requires an argument.": "click.needs",
    "Got unexpected extra argument ({args})": "click.extra",
    "Got unexpected extra arguments ({args})": "click.extra",
    "{value!r} is not {choice}.": "click.choice",
    "{value!r} is not one of {choices}.": "click.choices",
    "{value} is not in the range {range}.": "click.range",
    "{value!r} is not a valid {number_type}.": "click.number",
}
"""Click's message and the key of ours; they have the same {fields}."""


def _said(message: str) -> str:
    key = MESSAGES.get(message)
    return i18n.t(key) if key else message


def _counted(one: str, many: str, count: int) -> str:
    return _said(one if count == 1 else many)


def speak() -> None:
    """From now on click says what it has to say in our words, in the language that is set when it says it.

    Click takes its messages from gettext, which wants a compiled catalogue and a variable of the environment
    before the first import; our words come from one table and the language may stand on the command line.
    """
    ours: dict[str, Callable[..., Any]] = {"_": _said, "ngettext": _counted}
    for module in [sys.modules[name] for name in sys.modules if name.startswith("click.")]:
        for name, function in ours.items():
            if hasattr(module, name):
                setattr(module, name, function)
