"""`clashbox flash`: MicroPython onto a bare board, from a file that the user names."""

from pathlib import Path

import click

from clashbox.cli import options
from clashbox.cli.bar import Bar
from clashbox.cli.care import confirmed
from clashbox.cli.loose import examples
from clashbox.i18n import t


@click.command(
    "flash",
    help=t("help.flash"),
    epilog=examples("flash", "flash ESP32_GENERIC-20251209-v1.27.0.bin --port /dev/ttyUSB0"),
)
@click.argument("file", metavar="[FILE]", required=False, default=None)
@options.port
@click.option("--yes", is_flag=True, help=t("help.yes"))
@options.as_json
@options.lang
def flash_command(file: str | None, port: str, yes: bool, as_json: bool) -> int:
    """Nothing is erased before file and board have been looked at and the user has said yes."""
    from clashbox.board import flash, image
    from clashbox.link import ports, registry
    from clashbox.text import shown
    from clashbox.trouble import Trouble

    if file is None:
        raise Trouble("flash.none", ".".join(map(str, image.LEAST)), flash.pages(), status=2)
    found = image.read(Path(file))
    port = ports.board_port(port, virtual=False)
    if port in registry.devices():
        raise Trouble("flash.virtual", port)
    flash.must_be_new()
    chip = flash.recognise(port)
    flash.must_match(port, found, chip)
    confirmed(t("flash.ask", shown(port, 200), chip.name, found.version), yes)
    with Bar(t("flash.progress")) as bar:
        flash.write(port, found, lambda percent: bar.update(percent, 100))
    flash.started(port)
    if as_json:
        options.print_json(
            {"port": port, "chip": chip.name, "micropython": found.version, "offset": chip.offset}
        )
    else:
        print(t("flash.done", found.version, shown(port, 200)))
    return 0
