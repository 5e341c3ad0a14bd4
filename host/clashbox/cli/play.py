"""`clashbox play`: a virtual device and the page that shows it."""

import os
import sys

import click

from clashbox import i18n
from clashbox.cli import options
from clashbox.cli.device import chip, heap, storage
from clashbox.cli.loose import examples
from clashbox.i18n import t
from clashbox.trouble import Trouble


@click.command(
    "play", help=t("help.play"), epilog=examples("play", "play --lang vi --no-browser", "play --share")
)
@click.option("--no-browser", is_flag=True, help=t("help.no-browser"))
@click.option(
    "--http-port", type=click.IntRange(0, 65535), default=None, metavar="N", help=t("help.http-port")
)
@click.option("--share", is_flag=True, help=t("help.share"))
@click.option("--allow-entry", "entry", is_flag=True, help=t("help.allow-entry"))
@storage
@chip
@heap
@options.database
@options.as_json
@options.lang
def play_command(
    no_browser: bool,
    http_port: int | None,
    share: bool,
    entry: bool,
    storage: str | None,
    chip: str,
    heap: str,
    database: str | None,
    as_json: bool,
) -> int:
    """Prints the page's address and the device's port when both are ready; ends at Ctrl-C or SIGTERM."""
    from clashbox import running
    from clashbox.link import registry
    from clashbox.page import serve
    from clashbox.page.archive import Archive
    from clashbox.page.box import VirtualBox

    if entry and not share:
        raise Trouble("play.entry", status=2)
    sharing = serve.Sharing.made(entry) if share else None
    bound = serve.bind(http_port, share)
    with (
        bound,
        running.until_stopped() as stop,
        running.device(storage, i18n.language(), chip, heap, keep=True) as device,
        registry.entry(device.port),
    ):

        def ready(url: str, shared: str) -> None:
            if as_json:
                more = {"share": shared} if shared else {}
                options.print_json({"url": url, "port": device.port, "pid": os.getpid(), **more})
            else:
                announce(url, shared, browser=False)
                print(t("play.device", device.port))
                print(t("play.stop"), file=sys.stderr)
            sys.stdout.flush()
            if not no_browser and _has_screen():
                click.launch(url)

        serve.serve(VirtualBox(device), i18n.language(), bound, stop, ready, sharing, Archive(database))
    return 0


def announce(url: str, shared: str, browser: bool) -> None:
    """Prints the page's addresses, and opens it where `browser` and there is a screen."""
    print(t("play.page", url))
    if shared:
        print(t("play.share", shared))
    sys.stdout.flush()
    if browser and _has_screen():
        click.launch(url)


def _has_screen() -> bool:
    # Without one, the opener only complains on the terminal.
    return not sys.platform.startswith("linux") or bool({"DISPLAY", "WAYLAND_DISPLAY"} & set(os.environ))
