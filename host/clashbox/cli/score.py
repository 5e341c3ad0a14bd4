"""`clashbox score`: a base scores: is it ready, who is in which place, who gets what."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from clashbox.cli import options
from clashbox.cli.loose import Loose, examples
from clashbox.i18n import t
from clashbox.trouble import Trouble

if TYPE_CHECKING:
    from clashbox.asking.table import Score


@click.command(
    "score",
    cls=Loose,
    help=t("help.score"),
    epilog=examples(
        'score --base "jungle oasis" --power "12 9 9 0" --minions "3 2 2 0"',
        'score --breakpoint 20 --vp 4,2,1 --power "12+2, 9, 9" --players "An, Bình, Chi"',
        'score --base tsars --power "12 9 9" --minions "3 2 2" --monsters "bigfoot, ghoul" --current 2',
    ),
)
@click.option("--base", "base", metavar="BASE", help=t("help.score.base"))
@click.option("--breakpoint", "breakpoint_", metavar="N", help=t("help.score.breakpoint"))
@click.option("--vp", "vp", metavar="A,B,C", help=t("help.score.vp"))
@click.option("--power", "power", required=True, metavar="LIST", help=t("help.score.power"))
@click.option("--minions", "minions", metavar="LIST", help=t("help.score.minions"))
@click.option("--monsters", "monsters", metavar="NAMES", help=t("help.score.monsters"))
@click.option("--treasures", "treasures", metavar="N", help=t("help.score.treasures"))
@click.option("--current", "current", metavar="P", help=t("help.score.current"))
@click.option("--players", "players", metavar="NAMES", help=t("help.score.players"))
@click.option("--printing", type=click.Choice(["original", "current"]), help=t("help.printing"))
@options.as_json
@options.lang
def score_command(
    base: str | None,
    breakpoint_: str | None,
    vp: str | None,
    power: str,
    minions: str | None,
    monsters: str | None,
    treasures: str | None,
    current: str | None,
    players: str | None,
    printing: str | None,
    as_json: bool,
) -> int:
    """Exit status 0 whether or not the base is ready."""
    from clashbox.asking import naming, numbers, table
    from clashbox.cli import seats

    powers, here, names, turn = seats.read(power, minions, players, current)
    where = naming.base("--base", base) if base is not None else None
    needed = numbers.read_number("--breakpoint", breakpoint_) if breakpoint_ is not None else None
    awards = numbers.read_vp("--vp", vp) if vp is not None else None
    if where is not None:
        needed, awards = _printed(where, needed, awards, printing or "original")
    if awards is None:
        raise Trouble("score.unnamed", status=2)
    there = seats.monsters(monsters, treasures)
    if there and here is None:
        raise Trouble("score.minions", status=2)
    values = [one.value for one in powers]
    found = table.score(needed or 0, awards, values, here, there, turn)
    told = seats.Told(found, names, sum(power for power, _ in there))
    notes = told.notes(powers, here)
    brings = _brings(where, printing) if not there else 0
    if where is not None and brings:
        notes.append(t("score.brings", where.name, brings))
    if as_json:
        options.print_json(
            {
                "base": where.slug if where else None,
                "printing": (printing or "original") if where else None,
                "breakpoint": None if needed is None else found.breakpoint,
                "total": found.total,
                "missing": None if needed is None else found.missing,
                "ready": None if needed is None else not found.missing,
                "vp": list(awards),
                "players": seats.rows(found, names),
                "treasures": found.treasures,
                "order": found.order,
                "current": turn or None,
                "unsure": found.unsure,
                "notes": notes,
            }
        )
        return 0
    print((where.name if where else t("score.base")) + "  " + t("score.awards", *awards))
    if needed is not None:
        print(told.readiness())
    _print(found, names, bool(there))
    for line in told.loot() + notes:
        print(line)
    return 0


def _printed(
    where: Any, needed: int | None, awards: tuple[int, int, int] | None, printing: str
) -> tuple[int | None, tuple[int, int, int] | None]:
    """What the base's card says, where nobody gave other numbers."""
    from clashbox.cards import Facts

    printed = Facts(printing).base(where.slug)
    if printed is None and awards is None:
        raise Trouble("score.unknown", where.name, status=2)
    if printed is None:
        return needed, awards
    return printed[0] if needed is None else needed, printed[1] if awards is None else awards


def _brings(where: Any, printing: str | None) -> int:
    """The monsters that the base brings (MT-11)."""
    if where is None:
        return 0
    return (where.record.monsters_current if printing == "current" else where.record.monsters) or 0


def _print(found: Score, names: list[str], loot: bool) -> None:
    from clashbox.cli import tables

    counted = any(seat.minions is not None for seat in found.seats)
    columns = [(t("score.column.player"), "~"), (t("score.column.power"), ">")]
    columns += [(t("score.column.minions"), ">")] if counted else []
    columns += [(t("score.column.place"), "<"), (t("score.column.vp"), ">")]
    columns += [(t("score.column.treasures"), ">")] if loot else []
    table = tables.table(columns)
    far = len(found.seats) + 1
    for seat in sorted(found.seats, key=lambda seat: (seat.place or far, seat.player)):
        row: list[str] = [names[seat.player - 1], str(seat.power)]
        row += [str(seat.minions)] if counted else []
        if seat.place is None:
            row += [t("score.out"), "–"]
        else:
            row += [t("score.tied", seat.place) if seat.tied else str(seat.place), str(seat.vp)]
        row += [str(seat.treasures)] if loot else []
        table.add_row(*row)
    tables.console().print(table)
