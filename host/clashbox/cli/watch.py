"""`clashbox watch`: looks on while a game is played on the box."""

import signal
import sys
from types import FrameType

import click

from clashbox.cli import options
from clashbox.cli.loose import examples
from clashbox.i18n import t


@click.command("watch", help=t("help.watch"), epilog=examples("watch", "watch --json", "watch --port COM5"))
@options.port
@options.database
@click.option("--verbose", "-v", is_flag=True, help=t("help.verbose"))
@options.as_json
@options.lang
def watch_command(port: str, database: str | None, verbose: bool, as_json: bool) -> int:
    """Goes on until Ctrl-C, which ends it with status 0."""
    from clashbox.link import ports
    from clashbox.watching.follow import Watch
    from clashbox.watching.report import Lines, Objects

    log = _log if verbose else None
    watch = Watch(options.history(database), Objects() if as_json else Lines(), log)

    def end(number: int, frame: FrameType | None) -> None:
        # The interrupt ends what waits; in a moment that swallows it the event ends the watch.
        watch.stop.set()
        raise KeyboardInterrupt

    before = signal.signal(signal.SIGINT, end)
    try:
        watch.run(ports.connect(port, log))
    except KeyboardInterrupt:
        pass
    finally:
        signal.signal(signal.SIGINT, before)
    if not as_json:
        print(t("watch.ended"))
    return 0


def _log(data: bytes) -> None:
    sys.stderr.write(data.decode("utf-8", "replace"))
