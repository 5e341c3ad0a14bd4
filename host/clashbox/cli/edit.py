"""`clashbox edit GAME`: what the box did not know, or what was entered wrongly."""

from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Any

import click

from clashbox.cli import completing, options
from clashbox.cli.loose import examples
from clashbox.i18n import t
from clashbox.text import shown
from clashbox.trouble import Trouble

Edit = tuple[str, int | None, Any]
"""What is put right, of which seat (None: of the game), and what it is now (None: as it came)."""


@click.command(
    "edit",
    help=t("help.edit"),
    epilog=examples(
        'edit 3f2a --factions "An=dragons, mega troopers" --factions "2=kaiju, itty critters"',
        'edit 3f2a --date "2026-11-28 20:30" --place "club"',
        "edit 3f2a --seat 2=Bình --first Bình",
        "edit 3f2a --winner An,Bình --why shared",
        "edit 3f2a --reset winner",
    ),
)
@click.argument("game", metavar="GAME", shell_complete=completing.games)
@click.option("--factions", multiple=True, metavar="PLAYER=A,B", help=t("help.edit.factions"))
@click.option("--seat", "seats", multiple=True, metavar="SEAT=NAME", help=t("help.edit.seat"))
@click.option("--date", "date", metavar="DATE", help=t("help.edit.date"))
@click.option("--place", "place", metavar="TEXT", help=t("help.edit.place"))
@click.option("--winner", metavar="PLAYERS", help=t("help.edit.winner"))
@click.option("--first", metavar="PLAYER", help=t("help.edit.first"))
@click.option(
    "--reset",
    multiple=True,
    type=click.Choice(["factions", "seat", "date", "place", "winner", "first"]),
    help=t("help.edit.reset"),
)
@options.why
@options.database
@options.as_json
@options.lang
def edit_command(
    game: str,
    factions: tuple[str, ...],
    seats: tuple[str, ...],
    date: str | None,
    place: str | None,
    winner: str | None,
    first: str | None,
    reset: tuple[str, ...],
    why: str,
    database: str | None,
    as_json: bool,
) -> int:
    """All that is put right at once, or nothing; what stood before is kept."""
    from clashbox import history
    from clashbox.cli import game_view
    from clashbox.db import care, listing

    with options.history(database).write() as session:
        found = history.find(session, game)
        names = history.named(history.row(listing.one(session, found.id)).players)
        edits = _resets(reset, len(names))
        edits += edits_of(names, found.kind, factions, seats, date, place, winner, first)
        if not edits:
            raise Trouble("edit.nothing", status=2)
        made = [care.edit(session, found, field, after, why, seat) for field, seat, after in edits]
        rows = [game_view.change(one) for one in made]
        row = history.row(listing.one(session, found.id))
    if as_json:
        options.print_json({"id": row.id, "changes": rows})
    else:
        print(t("care.edit", row.id, len(rows)))
    return 0


def edits_of(
    names: list[str],
    kind: str,
    factions: Sequence[str] = (),
    seats: Sequence[str] = (),
    date: str | None = None,
    place: str | None = None,
    winner: str | None = None,
    first: str | None = None,
) -> list[Edit]:
    """What was typed as changes of a game of that kind with those players. Raises Trouble."""
    edits = [_seat(text, len(names)) for text in seats]
    edits += [_factions(text, names, kind) for text in factions]
    if date is not None:
        edits.append(("date", None, moment(date).isoformat()))
    if place is not None:
        edits.append(("location", None, shown(place, 80)))
    if winner is not None:
        edits.append(("winner", None, _winner(winner, names)))
    if first is not None:
        edits.append(("first", None, _player("--first", first, names)))
    return edits


def _resets(reset: tuple[str, ...], seats: int) -> list[Edit]:
    found: list[Edit] = []
    for name in reset:
        field = {"seat": "player", "place": "location"}.get(name, name)
        if field in ("factions", "player"):
            found += [(field, place, None) for place in range(1, seats + 1)]
        else:
            found.append((field, None, None))
    return found


def _two(option: str, text: str) -> tuple[str, str]:
    left, equals, right = text.partition("=")
    if not equals or not left.strip():
        raise Trouble("edit.two", option, shown(text), status=2)
    return left, right


def _player(option: str, text: str, names: list[str]) -> int:
    from clashbox.asking import naming

    return naming.player(option, text, names)


def _seat(text: str, seats: int) -> Edit:
    left, name = _two("--seat", text)
    number = left.strip()
    if not (number.isascii() and number.isdigit() and 1 <= int(number[:3]) <= seats):
        raise Trouble("edit.seat", shown(number), seats, status=2)
    return "player", int(number), shown(name)


def _factions(text: str, names: list[str], kind: str) -> Edit:
    from clashbox.asking import naming
    from clashbox.cards import search

    if kind != "smashup":
        raise Trouble("edit.factions", status=2)
    left, right = _two("--factions", text)
    every = search.of_kind("faction")
    slugs = [naming.one("--factions", one, "faction", every).slug for one in right.split(",") if one.strip()]
    return "factions", _player("--factions", left, names), slugs


def _winner(text: str, names: list[str]) -> list[int]:
    if text.strip().lower() in ("none", "không"):
        return []
    return sorted({_player("--winner", one, names) for one in text.split(",") if one.strip()})


def moment(text: str) -> datetime:
    """A date as typed (2026-11-28, with 20:30 or without; local unless it says otherwise) as UTC. Raises
    Trouble.
    """
    try:
        found = datetime.fromisoformat(text.strip())
        found = found.astimezone(UTC).replace(tzinfo=None, microsecond=0)
    except (ValueError, OverflowError, OSError):
        raise Trouble("edit.date", shown(text), status=2) from None
    if not 1970 <= found.year <= 9000:
        raise Trouble("edit.date", shown(text), status=2)
    return found
