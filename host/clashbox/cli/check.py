"""`clashbox check FILE`: replays a game file under the rules and says what broke them."""

import gc
from typing import Any

import click

from clashbox import i18n
from clashbox.cli import options
from clashbox.i18n import t
from clashbox.text import shown


@click.command("check", help=t("help.check"))
@click.argument("file", metavar="FILE")
@options.as_json
@options.lang
def check_command(file: str, as_json: bool) -> int:
    """Exit status: 0 without a violation, 1 with one, 2 where the file cannot be read (raised as
    Unreadable).
    """
    from clashbox.checking import check_file

    # Nothing of a replay forms cycles; walking the events of a long game again and again costs half its time.
    gc.disable()
    report = check_file(file, i18n.language())
    if as_json:
        options.print_json(report)
    else:
        _print(report, file)
    return 0 if report["ok"] else 1


def _print(report: dict[str, Any], file: str) -> None:
    for finding in report["findings"]:
        level = t(f"level.{finding['level']}")
        print(f"{shown(file, 200)}:{finding['line']}: {finding['rule']} {level}: {finding['text']}")
    violations = sum(finding["level"] == "violation" for finding in report["findings"])
    warnings = len(report["findings"]) - violations
    print(t("check.sum", violations, warnings) if report["findings"] else t("check.clean"))
