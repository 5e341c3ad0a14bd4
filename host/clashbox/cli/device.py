"""`clashbox device`: the virtual device alone, in real time, until it is stopped."""

import os
import sys

import click

from clashbox import i18n
from clashbox.cli import options
from clashbox.cli.loose import examples
from clashbox.i18n import t


def storage(command: options.F) -> options.F:
    """--storage: the file that stands for the device's flash."""
    return click.option(
        "--storage", type=click.Path(dir_okay=False), default=None, metavar="FILE", help=t("help.storage")
    )(command)


def chip(command: options.F) -> options.F:
    """--chip: the display's controller."""
    return click.option(
        "--chip",
        type=click.Choice(["ssd1306", "sh1106"]),
        default="ssd1306",
        show_default=True,
        help=t("help.chip"),
    )(command)


def heap(command: options.F) -> options.F:
    """--heap: the firmware's heap."""
    option = click.option("--heap", default="160k", show_default=True, metavar="SIZE", help=t("help.heap"))
    return option(command)


@click.command(
    "device", help=t("help.device"), epilog=examples("device", "device --storage evening.img --lang vi")
)
@storage
@chip
@heap
@options.as_json
@options.lang
def device_command(storage: str | None, chip: str, heap: str, as_json: bool) -> int:
    """Prints {"port": ..., "pid": ...} when it is ready; ends at Ctrl-C or SIGTERM, its flash saved."""
    from clashbox import running
    from clashbox.link import registry

    del as_json  # it is JSON with and without it

    with (
        running.until_stopped() as stop,
        running.device(storage, i18n.for_the_box(), chip, heap) as device,
        registry.entry(device.port),
    ):
        options.print_json({"port": device.port, "pid": os.getpid()})
        sys.stdout.flush()
        while device.running and not stop.wait(0.5):
            pass
    return 0
