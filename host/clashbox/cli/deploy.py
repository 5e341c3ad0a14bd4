"""`clashbox deploy`: the firmware onto a board, or an update of the one that is there."""

import sys
from typing import TYPE_CHECKING

import click

from clashbox.cli import options
from clashbox.cli.bar import Bar
from clashbox.cli.care import confirmed
from clashbox.cli.loose import examples
from clashbox.i18n import t

if TYPE_CHECKING:
    from clashbox.board.plan import Found, Plan


@click.command("deploy", help=t("help.deploy"), epilog=examples("deploy", "deploy --port /dev/ttyUSB0"))
@options.port
@click.option("--yes", is_flag=True, help=t("help.yes"))
@options.as_json
@options.lang
def deploy_command(port: str, yes: bool, as_json: bool) -> int:
    """Whatever happens on the way, the board starts anew in the end; running it again mends what was cut."""
    from clashbox import firmware
    from clashbox.board import deploy, mpremote, plan
    from clashbox.link import ports
    from clashbox.trouble import Trouble

    try:
        files, version = firmware.files(), firmware.version()
    except firmware.FirmwareError as error:
        raise Trouble("deploy.firmware", error) from None
    port = ports.board_port(port)
    here = deploy.look(port)
    started = False
    try:
        todo = deploy.prepare(here, files)
        if plan.another_program(here, files):
            confirmed(t("deploy.ask", port), yes)
        if not as_json:
            _announce(port, here, todo, len(files))
        if not todo.empty:
            with Bar(t("deploy.progress")) as bar:
                deploy.carry_out(port, here, todo, files, bar.update)
        started = True
        hello = deploy.start(port, version)
    finally:
        if not started:
            mpremote.reset(port)
    if as_json:
        options.print_json(
            {
                "port": port,
                "device": hello.device,
                "firmware": hello.firmware,
                "micropython": here.board.micropython,
                "machine": here.board.machine,
                "copied": sorted(todo.copy),
                "removed": list(todo.remove),
                "bytes": todo.size,
            }
        )
    else:
        print(t("deploy.done", hello.device, hello.firmware, port))
    return 0


def _announce(port: str, here: "Found", todo: "Plan", count: int) -> None:
    from clashbox.text import shown

    print(t("deploy.board", port, here.board.micropython, shown(here.board.machine, 80)))
    if todo.empty:
        print(t("deploy.same", count))
    else:
        print(t("deploy.copies", len(todo.copy), count, -(-todo.size // 1024), len(todo.remove)))
    sys.stdout.flush()
