"""`clashbox doctor`: looks at everything from the laptop to the box, and says for each trouble what to do."""

import sys
from dataclasses import asdict

import click

from clashbox.cli import options
from clashbox.cli.loose import examples
from clashbox.i18n import t


@click.command(
    "doctor", help=t("help.doctor"), epilog=examples("doctor", "doctor --port /dev/ttyUSB0 --json")
)
@click.option("--thorough", is_flag=True, help=t("help.doctor.thorough"))
@options.port
@options.database
@options.as_json
@options.lang
def doctor_command(thorough: bool, port: str, database: str | None, as_json: bool) -> int:
    """Exit status 0 where all is right, 1 where there is a trouble."""
    from clashbox.board import doctor

    found: list[doctor.Check] = []
    for check in doctor.examine(port, database, thorough):
        found.append(check)
        if not as_json:
            mark = t("doctor.good") if check.ok else t("doctor.bad")
            print(f"{mark}  {t(f'doctor.name.{check.name}')}: {check.text}")
            sys.stdout.flush()
    bad = [check for check in found if not check.ok]
    if as_json:
        options.print_json({"ok": not bad, "checks": [asdict(check) for check in found]})
    else:
        print(t("doctor.sum", len(bad)) if bad else t("doctor.fine"))
    return 1 if bad else 0
