"""The command line: one module a command, imported when it is asked for, so that a quick check starts
quickly.
"""

from importlib import import_module

import click

from clashbox.i18n import t

COMMANDS = {
    "check": "check",
    "rule": "rule",
    "play": "play",
    "device": "device",
    "ports": "ports",
    "sync": "sync",
    "watch": "watch",
    "games": "games",
    "show": "games",
    "import": "exchange",
    "quarantine": "quarantine",
    "export": "exchange",
    "edit": "edit",
    "note": "care",
    "void": "care",
    "restore": "backup",
    "delete": "care",
    "rename": "care",
    "merge": "care",
    "backup": "backup",
    "rebuild": "care",
    "clash": "clash",
    "score": "score",
    "duel": "duel",
    "loot": "loot",
    "cards": "cards",
    "can-target": "can_target",
    "terrain": "terrain",
    "stats": "stats",
    "draft": "draft",
    "flash": "flash",
    "deploy": "deploy",
    "doctor": "doctor",
    "completion": "completion",
}
"""Every command and the module of this package that holds it, under the name `<command>_command`."""


class Commands(click.Group):
    """A group whose commands are imported by name only."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """All commands, in the order in which one meets them."""
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """The command of that name, or None."""
        module = COMMANDS.get(cmd_name)
        if module is None:
            return None
        return getattr(import_module(f"clashbox.cli.{module}"), f"{cmd_name.replace('-', '_')}_command")

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Lists every command with its whole first sentence: click would cut it at the line's end."""
        rows = [(name, self.get_command(ctx, name)) for name in self.list_commands(ctx)]
        with formatter.section(t("click.commands")):
            formatter.write_dl([(name, c.get_short_help_str(limit=400)) for name, c in rows if c])


def _version(ctx: click.Context, _: click.Parameter, wanted: bool) -> None:
    if wanted and not ctx.resilient_parsing:
        from importlib.metadata import version

        from clashcore import wire

        click.echo(f"clashbox {version('clashbox')}, protocol {wire.PROTOCOL}")
        ctx.exit()


group = Commands(
    "clashbox",
    help=t("help"),
    no_args_is_help=True,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 110},
    params=[
        click.Option(
            ["--version"],
            is_flag=True,
            is_eager=True,
            expose_value=False,
            callback=_version,
            help=t("help.version"),
        ),
        click.Option(["--lang"], type=click.Choice(["en", "vi"]), expose_value=False, help=t("help.lang")),
    ],
)
