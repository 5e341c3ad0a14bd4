"""`clashbox play`: a virtual device and the page that shows it."""

import os
import sys

import click

from clashbox import i18n
from clashbox.cli import options
from clashbox.cli.device import chip, heap, storage
from clashbox.i18n import t


@click.command("play", help=t("help.play"))
@click.option("--no-browser", is_flag=True, help=t("help.no-browser"))
@click.option(
    "--http-port", type=click.IntRange(0, 65535), default=None, metavar="N", help=t("help.http-port")
)
@storage
@chip
@heap
@options.as_json
@options.lang
def play_command(
    no_browser: bool, http_port: int | None, storage: str | None, chip: str, heap: str, as_json: bool
) -> int:
    """Prints the page's address and the device's port when both are ready; ends at Ctrl-C or SIGTERM."""
    from clashbox import running
    from clashbox.link import registry
    from clashbox.page import serve

    bound = serve.bind(http_port)
    with (
        bound,
        running.until_stopped() as stop,
        running.device(storage, i18n.language(), chip, heap, keep=True) as device,
        registry.entry(device.port),
    ):

        def ready(url: str) -> None:
            if as_json:
                options.print_json({"url": url, "port": device.port, "pid": os.getpid()})
            else:
                print(t("play.page", url))
                print(t("play.device", device.port))
                print(t("play.stop"), file=sys.stderr)
            sys.stdout.flush()
            if not no_browser and _has_screen():
                click.launch(url)

        serve.serve(device, i18n.language(), bound, stop, ready)
    return 0


def _has_screen() -> bool:
    # Without one, the opener only complains on the terminal.
    return not sys.platform.startswith("linux") or bool({"DISPLAY", "WAYLAND_DISPLAY"} & set(os.environ))
