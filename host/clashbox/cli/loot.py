"""`clashbox loot`: whose the treasures are, of a base that scores or of a monster that was destroyed."""

import click

from clashbox.cli import options
from clashbox.cli.loose import Loose, examples
from clashbox.i18n import t
from clashbox.trouble import Trouble


@click.command(
    "loot",
    cls=Loose,
    help=t("help.loot"),
    epilog=examples(
        'loot --treasures 5 --power "12 9 9 0" --minions "3 2 2 0" --current 2',
        'loot --monsters "bigfoot, ghoul" --power "12 9" --minions "3 1" --players "An, Bình" --current An',
        'loot --destroyed "plutonium dragon" --by 2',
        "loot --destroyed bigfoot --by 0",
    ),
)
@click.option("--treasures", "treasures", metavar="N", help=t("help.score.treasures"))
@click.option("--monsters", "monsters", metavar="NAMES", help=t("help.loot.monsters"))
@click.option("--power", "power", metavar="LIST", help=t("help.score.power"))
@click.option("--minions", "minions", metavar="LIST", help=t("help.loot.minions"))
@click.option("--current", "current", metavar="P", help=t("help.score.current"))
@click.option("--players", "players", metavar="NAMES", help=t("help.score.players"))
@click.option("--destroyed", "destroyed", metavar="NAMES", help=t("help.loot.destroyed"))
@click.option("--by", "by", metavar="P", help=t("help.loot.by"))
@options.as_json
@options.lang
def loot_command(
    treasures: str | None,
    monsters: str | None,
    power: str | None,
    minions: str | None,
    current: str | None,
    players: str | None,
    destroyed: str | None,
    by: str | None,
    as_json: bool,
) -> int:
    """Exit status 0 where the question could be answered."""
    from clashbox.asking import table
    from clashbox.cli import seats

    if destroyed is not None or by is not None:
        for option, value in (("--treasures", treasures), ("--monsters", monsters), ("--power", power)):
            if value is not None:
                raise Trouble("loot.mixed", option, status=2)
        return _destroyed(destroyed, by, players, as_json)
    if power is None or minions is None or (treasures is None and monsters is None):
        raise Trouble("loot.needs", status=2)
    powers, here, names, turn = seats.read(power, minions, players, current)
    found = table.score(
        0, (0, 0, 0), [p.value for p in powers], here, seats.monsters(monsters, treasures), turn
    )
    told = seats.Told(found, names, 0)
    if as_json:
        options.print_json(
            {
                "treasures": found.treasures,
                "players": [
                    {key: row[key] for key in ("player", "name", "power", "minions", "place", "treasures")}
                    for row in seats.rows(found, names)
                ],
                "order": found.order,
                "current": turn or None,
                "unsure": found.unsure,
                "rule": "MT-06",
                "notes": told.notes(powers, here),
            }
        )
        return 0
    for line in told.loot(True):
        print(line)
    for seat in found.seats:
        print(f"  {names[seat.player - 1]}: {seat.treasures}")
    for line in told.notes(powers, here):
        print(line)
    return 0


def _destroyed(monsters: str | None, by: str | None, players: str | None, as_json: bool) -> int:
    """MT-03, MT-04: who draws treasures for a monster that was destroyed."""
    from clashbox.asking import naming, numbers, table
    from clashbox.cli import seats

    if monsters is None or by is None:
        raise Trouble("loot.by", status=2)
    count = seats.MOST_PLAYERS if players is None else len(players.split("," if "," in players else None))
    names = naming.players("--players", players, min(count, seats.MOST_PLAYERS))
    who = naming.player("--by", by, names, 0)
    found = [] if monsters.strip().isdigit() else naming.monsters("--destroyed", monsters)
    number = sum(m.record.treasures for m in found) if found else numbers.read_number("--destroyed", monsters)
    drawn = table.destroyed(number, who)
    told = ", ".join(m.name for m in found) or t("loot.monster")
    if not number:
        text = t("loot.nodraw", told)
    else:
        text = t("loot.drawn", names[who - 1], drawn, told) if who else t("loot.discarded", number, told)
    if as_json:
        options.print_json(
            {
                "monsters": [m.slug for m in found],
                "treasures": number,
                "by": who or None,
                "drawn": drawn,
                "discarded": number - drawn,
                "rule": "MT-03" if who else "MT-04",
                "text": text,
            }
        )
    else:
        print(text)
    return 0
