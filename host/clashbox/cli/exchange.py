"""`clashbox export` and `import`: games out of the history and into it."""

import sys
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from clashbox.cli import options
from clashbox.cli.loose import examples
from clashbox.i18n import t
from clashbox.text import shown
from clashbox.trouble import Trouble

if TYPE_CHECKING:
    from sqlalchemy.orm import Session

    from clashbox.exchange.storing import Outcome

FORMATS = ("jsonl", "csv", "bgstats", "bgg")


@click.command(
    "export",
    help=t("help.export"),
    epilog=examples(
        "export 3f2a -o evening.jsonl",
        "export --all --format csv -o games.csv",
        "export --from 2026-01-01 --player An --format bgstats -o an.json",
        "export --all --format csv --bases -o bases.csv",
        "export 3f2a --format bgg",
    ),
)
@click.argument("games", metavar="[GAME]...", nargs=-1)
@click.option("--all", "everything", is_flag=True, help=t("help.export.all"))
@options.which_games
@click.option(
    "--format", "form", type=click.Choice(FORMATS), default="jsonl", show_default=True, help=t("help.format")
)
@click.option("--bases", is_flag=True, help=t("help.export.bases"))
@click.option("-o", "--output", default="-", metavar="FILE", help=t("help.output"))
@options.database
@options.as_json
@options.lang
def export_command(
    games: tuple[str, ...],
    everything: bool,
    which: options.Which,
    form: str,
    bases: bool,
    output: str,
    database: str | None,
    as_json: bool,
) -> int:
    """A file is written whole or not at all; what stood there before is replaced at the end."""
    from clashbox import history
    from clashbox.cli.writing import write
    from clashbox.db import listing

    if bool(games) + (everything or which.any) != 1:
        raise Trouble("export.which", status=2)
    if bases and form != "csv":
        raise Trouble("export.bases", status=2)
    with options.history(database).read() as session:
        if games:
            names = list(dict.fromkeys(history.find(session, game).id for game in games))
        else:
            names = list(listing.ids(session, which.wanted(session, void=False)))
        if not names:
            # What is written is right all the same: the table, or the document, of no games.
            click.echo(t("export.none"), err=True)
        lines = lines_of(session, names, form, bases)
        if output == "-":
            for line in lines:
                sys.stdout.write(line)
            return 0
        write(Path(output), lines)
        events = listing.events(session, names)
    if as_json:
        one = {"id": names[0]} if len(names) == 1 else {}
        options.print_json({**one, "file": output, "games": names, "events": events})
    else:
        print(t("export.done", shown(output, 200), len(names), events))
    return 0


def lines_of(session: "Session", names: list[str], form: str, with_bases: bool) -> Iterable[str]:
    """Those games in one of FORMATS, a piece of the file after the other, while the session is open."""
    from clashbox.db import listing
    from clashbox.exchange import bases, bgg, bgstats, table

    found = listing.each(session, names)
    if form == "csv":
        return bases.lines(session, found) if with_bases else table.lines(found)
    if form == "bgg":
        return bgg.lines(found)
    if form == "bgstats":
        return bgstats.lines(found)
    return _files(session, names)


def _files(session: "Session", names: list[str]) -> Iterator[str]:
    from clashbox import history
    from clashbox.db import listing

    for found in listing.each(session, names):
        yield from history.file_lines(session, found.game, found)


@click.command(
    "import",
    help=t("help.import"),
    epilog=examples("import evening.jsonl friends/*.jsonl", "import games.csv", "quarantine"),
)
@click.argument("files", metavar="FILE...", nargs=-1, required=True)
@options.database
@options.as_json
@options.lang
def import_command(files: tuple[str, ...], database: str | None, as_json: bool) -> int:
    """Exit status: 0 all is in the history, 1 something waits in quarantine, 2 a file cannot be read at
    all (the others are stored).
    """
    from clashbox.exchange import candidates, storing
    from clashbox.sources import opened as source

    opened = options.history(database)
    outcomes: list[Outcome] = []
    troubles: list[Trouble] = []
    for file in files:
        try:
            with source(file) as stream:
                found = candidates.of_file(stream, shown(file, 200))
        except Trouble as trouble:
            troubles.append(trouble)
            continue
        with opened.write() as session:
            outcomes += storing.store_all(session, found)
    if as_json:
        options.print_json(_as_object(outcomes, troubles))
    else:
        _print(outcomes)
    for trouble in troubles[:-1]:
        print(trouble, file=sys.stderr)
    if troubles:
        raise troubles[-1]
    return 1 if any(outcome.what == "quarantine" for outcome in outcomes) else 0


def _as_object(outcomes: "list[Outcome]", troubles: list[Trouble]) -> dict[str, Any]:
    from dataclasses import asdict

    found: dict[str, Any] = {what: [] for what in ("stored", "longer", "known", "quarantine")}
    for outcome in outcomes:
        row = asdict(outcome)
        found[row.pop("what")].append(row)
    return {**found, "troubles": [str(trouble) for trouble in troubles]}


def _print(outcomes: "list[Outcome]") -> None:
    for outcome in outcomes:
        if outcome.what == "quarantine":
            print(f"{outcome.file}:{outcome.line}: {t('import.waits', outcome.id, outcome.why)}")
    counts = [sum(outcome.what == what for outcome in outcomes) for what in ("stored", "longer", "known")]
    waits = len(outcomes) - sum(counts)
    if outcomes:
        print(t("import.sum", *counts, waits))
    if waits:
        print(t("import.see"))
