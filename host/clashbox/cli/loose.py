"""Commands that take what people type at a table: `--power 12 9 9 0` without quotes, negative numbers."""

import re
from collections.abc import Sequence

import click

from clashbox.i18n import t

_NUMBER = re.compile(r"-(\s*[0-9].*)?", re.DOTALL)
"""A word that begins like an option and is none: a negative number, or the minus in 12 - 2."""


class Loose(click.Command):
    """A command without arguments, all of whose values are texts: words go with the option before them."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Glues words to the value before them, then parses as usual."""
        return super().parse_args(ctx, glued(args, self._with_value()))

    def _with_value(self) -> frozenset[str]:
        return frozenset(
            name
            for param in self.params
            if isinstance(param, click.Option) and not param.is_flag
            for name in param.opts
        )


def glued(args: Sequence[str], options: frozenset[str]) -> list[str]:
    """The command line with every option's words as one: --power 12 9 is --power "12 9"."""
    out: list[str] = []
    taking = False
    begun: object = False
    for at, word in enumerate(args):
        if word == "--":
            return out + list(args[at:])
        if word.startswith("-") and not _NUMBER.fullmatch(word):
            name, begun, value = word.partition("=")
            taking = name in options
            out += [name, value] if taking and begun else [word]
        elif taking and begun:
            out[-1] = f"{out[-1]} {word}"
        else:
            out.append(word)
            begun = True
    return out


def examples(*commands: str) -> str:
    """The end of a help text: the commands as they are typed."""
    return "\b\n" + t("help.examples") + "\n" + "\n".join(f"  clashbox {command}" for command in commands)
