"""The help of every command: what it does, what each option means, examples that can be typed."""

import re
import shlex
from collections.abc import Iterator

import click
import pytest
from clashbox.cli import COMMANDS, group

ROOT = click.Context(group, info_name="clashbox")


def commands(name: str, command: click.Command, above: click.Context) -> Iterator[tuple[str, click.Command]]:
    """A command, or those of a group."""
    if isinstance(command, click.Group):
        context = click.Context(command, info_name=name, parent=above)
        for part in command.list_commands(context):
            found = command.get_command(context, part)
            assert found is not None
            yield from commands(f"{name} {part}", found, context)
    else:
        yield name, command


def everything() -> list[tuple[str, click.Command]]:
    found = [(name, group.get_command(ROOT, name)) for name in COMMANDS]
    return [one for name, command in found if command for one in commands(name, command, ROOT)]


@pytest.mark.parametrize(("name", "command"), everything(), ids=[name for name, _ in everything()])
def test_every_command_says_what_it_does_and_shows_how(name: str, command: click.Command) -> None:
    assert command.help
    for option in command.params:
        assert not isinstance(option, click.Option) or option.help, option.name
    assert command.epilog
    typed = re.findall(r"clashbox ([^·|<>)\n]+)", command.epilog.split(":", 1)[1])
    assert typed
    for line in typed:
        words = shlex.split(line)
        assert " ".join(words).startswith(name) or words[0] in COMMANDS, line
        if " ".join(words).startswith(name):
            given = words[len(name.split()) :]
            # What stands in the example is read as it would be when it is typed; nothing is run.
            command.make_context(name, given, parent=ROOT)
