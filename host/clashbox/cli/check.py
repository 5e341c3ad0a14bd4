"""`clashbox check FILE`: replays a game file under the rules and says what broke them."""

import gc
import sys
from typing import TYPE_CHECKING

import click

from clashbox import i18n
from clashbox.cli import options
from clashbox.cli.loose import examples
from clashbox.i18n import t
from clashbox.text import shown

if TYPE_CHECKING:
    from clashbox.rules import Result


@click.command(
    "check",
    help=t("help.check"),
    epilog=examples("check evening.jsonl", "check evening.jsonl --json", "check - < evening.jsonl"),
)
@click.argument("file", metavar="FILE")
@options.as_json
@options.lang
def check_command(file: str, as_json: bool) -> int:
    """Exit status: 0 without a violation, 1 with one, 2 where the file cannot be read (raised as
    Unreadable).
    """
    from clashbox.checking import replay_file

    # Nothing of a replay forms cycles; walking the events of a long game again and again costs half its time.
    gc.disable()
    game, result = replay_file(file, i18n.language())
    if as_json:
        _print_json(game, result)
    else:
        _print(result, file)
    return 0 if result.ok else 1


def _print_json(game: str, result: "Result") -> None:
    from clashbox.checking import as_data

    # Written piece by piece: the report on a long game in which nothing was right is long as well.
    write = sys.stdout.write
    write(f'{{"game": "{game}", "ok": {"true" if result.ok else "false"}, "findings": [')
    for number, found in enumerate(result.findings):
        write((", " if number else "") + options.to_json(as_data(found)))
    write(f'], "state": {options.to_json(result.state)}}}\n')


def _print(result: "Result", file: str) -> None:
    name = shown(file, 200)
    levels = {level: t(f"level.{level}") for level in ("violation", "warning")}
    for found in result.findings:
        print(f"{name}:{found.line}: {found.rule} {levels[found.level]}: {found.text}")
    violations = sum(found.level == "violation" for found in result.findings)
    warnings = len(result.findings) - violations
    if result.findings:
        print(t("check.sum", violations, warnings))
        print(t("check.explained", result.findings[0].rule))
    else:
        print(t("check.clean"))
