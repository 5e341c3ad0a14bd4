"""`clashbox completion`: what makes a shell complete commands, options, games, players and rules at <Tab>."""

import os
import subprocess
from pathlib import Path

import click
from click.shell_completion import get_completion_class

from clashbox.cli import options
from clashbox.i18n import t
from clashbox.trouble import Trouble

SHELLS = ("bash", "zsh", "fish")
EXAMPLES = (
    "\b\n"
    + t("help.examples")
    + "\n"
    + """  eval "$(clashbox completion bash)"
  clashbox completion zsh > ~/.zfunc/_clashbox
  clashbox completion fish > ~/.config/fish/completions/clashbox.fish"""
)


@click.command("completion", help=t("help.completion"), epilog=EXAMPLES)
@click.argument("shell", type=click.Choice(SHELLS), metavar="[SHELL]", required=False)
@options.lang
def completion_command(shell: str | None) -> int:
    """Prints the script; raises Trouble where the shell is not known."""
    from clashbox.cli import group

    name = shell or Path(os.environ.get("SHELL", "")).name
    made = get_completion_class(name) if name in SHELLS else None
    if made is None:
        raise Trouble("completion.shell", ", ".join(SHELLS), status=2)
    try:
        click.echo(made(group, {}, "clashbox", "_CLASHBOX_COMPLETE").source())
    except (OSError, RuntimeError, subprocess.SubprocessError):  # bash is asked for its version
        raise Trouble("completion.failed", name) from None
    return 0
