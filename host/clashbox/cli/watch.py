"""`clashbox watch`: looks on while a game is played on the box."""

import signal
import sys
from types import FrameType
from typing import TYPE_CHECKING

import click

from clashbox.cli import options
from clashbox.cli.loose import examples
from clashbox.i18n import t
from clashbox.trouble import Trouble

if TYPE_CHECKING:
    from clashbox.page.mirror import Beside


@click.command("watch", help=t("help.watch"), epilog=examples("watch", "watch --json", "watch --port COM5"))
@options.port
@options.database
@click.option("--no-page", is_flag=True, help=t("help.no-page"))
@click.option("--no-browser", is_flag=True, help=t("help.no-browser"))
@click.option(
    "--http-port", type=click.IntRange(0, 65535), default=None, metavar="N", help=t("help.http-port")
)
@click.option("--share", is_flag=True, help=t("help.share"))
@click.option("--allow-entry", "entry", is_flag=True, help=t("help.watch.allow-entry"))
@click.option("--verbose", "-v", is_flag=True, help=t("help.verbose"))
@options.as_json
@options.lang
def watch_command(
    port: str,
    database: str | None,
    no_page: bool,
    no_browser: bool,
    http_port: int | None,
    share: bool,
    entry: bool,
    verbose: bool,
    as_json: bool,
) -> int:
    """Goes on until Ctrl-C, which ends it with status 0. Objects for programs come without a page."""
    from clashbox.link import ports
    from clashbox.watching.follow import Watch
    from clashbox.watching.report import Lines, Objects

    if entry and not share:
        raise Trouble("play.entry", status=2)
    log = _log if verbose else None
    page = None if no_page or as_json else _page(database, http_port, share, entry, not no_browser)
    report = Objects() if as_json else Lines()
    watch = Watch(options.history(database), report, log, page.box if page else None)

    def end(number: int, frame: FrameType | None) -> None:
        # The interrupt ends what waits; in a moment that swallows it the event ends the watch.
        watch.stop.set()
        raise KeyboardInterrupt

    before = signal.signal(signal.SIGINT, end)
    try:
        client = ports.connect(port, log)
        if page:
            page.start()
        watch.run(client)
    except KeyboardInterrupt:
        pass
    finally:
        signal.signal(signal.SIGINT, before)
        if page:
            page.stop()
    if not as_json:
        print(t("watch.ended"))
    return 0


def _page(database: str | None, http_port: int | None, share: bool, entry: bool, browser: bool) -> "Beside":
    from clashbox import i18n
    from clashbox.cli.play import announce
    from clashbox.page.mirror import Beside, MirrorBox

    def ready(url: str, shared: str) -> None:
        announce(url, shared, browser)

    return Beside(MirrorBox(), database, http_port, share, entry, i18n.language(), ready)


def _log(data: bytes) -> None:
    sys.stderr.write(data.decode("utf-8", "replace"))
