"""`clashbox sync`: brings every game and event from the box into the history."""

import sys
from typing import TYPE_CHECKING, Any

import click

from clashbox import i18n
from clashbox.cli import options
from clashbox.cli.bar import Bar
from clashbox.cli.loose import examples
from clashbox.i18n import t
from clashbox.trouble import Trouble

if TYPE_CHECKING:
    from clashbox.sync import Came, Summary


@click.command(
    "sync",
    help=t("help.sync"),
    epilog=examples("sync", "sync --port /dev/ttyUSB0", "sync --player Ánh --lang vi"),
)
@options.port
@options.database
@click.option("--player", "players", multiple=True, metavar="NAME", help=t("help.player"))
@click.option("--verbose", "-v", is_flag=True, help=t("help.verbose"))
@options.as_json
@options.lang
def sync_command(
    port: str, database: str | None, players: tuple[str, ...], verbose: bool, as_json: bool
) -> int:
    """Safe to run at any time, any number of times."""
    from clashbox.link import ports
    from clashbox.sync import Sync

    with ports.connect(port, _log if verbose else None) as client:
        if not as_json:
            hello = client.hello_data
            print(t("sync.device.line", hello.device, hello.firmware, client.line.name))
        history = options.history(database)
        with Bar(t("sync.progress"), counted=True) as bar:
            summary = Sync(client, history, bar.update).run(i18n.for_the_box(), players)
        counters = client.counters
    if as_json:
        options.print_json(
            {
                "device": summary.device,
                "games": [_as_object(game) for game in summary.games],
                "events": summary.added,
                "troubles": summary.troubles,
            }
        )
    else:
        _print(summary)
    if verbose:
        print(" ".join(f"{name}={value}" for name, value in vars(counters).items()), file=sys.stderr)
    if summary.poor:
        print(t("sync.poor"), file=sys.stderr)
    if summary.troubles:
        raise Trouble("sync.bad", len(summary.troubles), "; ".join(summary.troubles))
    return 0


def _log(data: bytes) -> None:
    sys.stderr.write(data.decode("utf-8", "replace"))


def _as_object(game: "Came") -> dict[str, Any]:
    return {
        "id": game.id,
        "game": game.kind,
        "players": game.players,
        "new": game.new,
        "forked": game.forked,
        "added": game.added,
        "events": game.events,
        "live": game.live,
    }


def _print(summary: "Summary") -> None:
    from clashbox import history

    for game in summary.games:
        if game.added or game.new:
            forked = t("sync.forked") if game.forked else ""
            kind = t(f"kind.{game.kind}")
            print(
                t(
                    "sync.game",
                    game.id,
                    kind,
                    " – ".join(history.named(game.players)),
                    game.added,
                    game.events,
                    forked,
                )
            )
    new = sum(game.new for game in summary.games)
    if summary.added or new:
        print(t("sync.sum", len(summary.games), new, summary.added))
    else:
        print(t("sync.nothing", len(summary.games)))
