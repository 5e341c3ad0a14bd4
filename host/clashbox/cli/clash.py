"""`clashbox clash --at "12+2" --arrives "13"`: whose titan leaves, and why."""

from typing import Any

import click

from clashbox.cli import options
from clashbox.cli.loose import Loose, examples
from clashbox.i18n import t


@click.command(
    "clash",
    cls=Loose,
    help=t("help.clash"),
    epilog=examples(
        'clash --at "12+2" --arrives 13',
        'clash --at 9 --arrives "9 + 3" --base "kaiju island"',
        "clash --at 14 --arrives 14 --defender gorgodzolla --newcomer megabot",
    ),
)
@click.option("--at", "at", required=True, metavar="SUM", help=t("help.clash.at"))
@click.option("--arrives", "arrives", required=True, metavar="SUM", help=t("help.clash.arrives"))
@click.option("--base", "base", metavar="BASE", help=t("help.clash.base"))
@click.option("--defender", "defender", metavar="TITAN", help=t("help.clash.defender"))
@click.option("--newcomer", "newcomer", metavar="TITAN", help=t("help.clash.newcomer"))
@options.as_json
@options.lang
def clash_command(
    at: str, arrives: str, base: str | None, defender: str | None, newcomer: str | None, as_json: bool
) -> int:
    """Exit status 0 whatever the verdict is."""
    from clashbox.asking import naming, numbers, table
    from clashbox.cards.sentences import told
    from clashbox.trouble import Trouble

    sums = (numbers.read_sum("--at", at), numbers.read_sum("--arrives", arrives))
    where = naming.base("--base", base) if base is not None else None
    titans = (
        naming.titan("--defender", defender) if defender is not None else None,
        naming.titan("--newcomer", newcomer) if newcomer is not None else None,
    )
    if titans[0] and titans[0] == titans[1]:
        raise Trouble("clash.same", titans[0].name, status=2)
    found = table.clash(sums[0].value, sums[1].value, where.slug if where else None)
    names = [titan.name if titan else t(f"clash.{side}") for titan, side in zip(titans, _SIDES, strict=True)]
    verdict = _verdict(found, names, where.name if where else "", any(titans))
    notes = [
        t("clash.grants", titan.name, told(titan.record.grants_power))
        for titan in titans
        if titan and titan.record.grants_power and found.leaves
    ]
    if as_json:
        sides = {
            side: {"power": power, "sum": list(typed.terms), "titan": titan.slug if titan else None}
            for side, power, typed, titan in zip(_SIDES, (found.at, found.arrives), sums, titans, strict=True)
        }
        options.print_json(
            {
                **sides,
                "base": where.slug if where else None,
                "clash": found.leaves is not None,
                "tie": found.leaves is not None and found.tie,
                "leaves": found.leaves,
                "rule": "TI-13" if found.leaves else "TI-14",
                "text": verdict,
                "notes": notes,
            }
        )
        return 0
    print(verdict)
    for name, typed, power in zip(names, sums, (found.at, found.arrives), strict=True):
        print(f"  {name}: {_told(typed, power)}")
    for note in notes:
        print(note)
    return 0


_SIDES = ("at", "arrives")


def _told(typed: Any, power: int) -> str:
    if typed.value < 0:
        return t(
            "clash.zero", typed if len(typed.terms) == 1 else f"{typed} = {typed.value}".replace("-", "−")
        )
    return str(power) if len(typed.terms) == 1 else f"{typed} = {power}"


def _verdict(found: Any, names: list[str], base: str, named: bool) -> str:
    if found.leaves is None:
        return t("clash.none", base)
    if found.tie:
        return t("clash.tie", names[1], found.at, names[0])
    at = found.leaves == "at"
    powers = (found.at, found.arrives) if at else (found.arrives, found.at)
    if not named:
        return t(f"clash.leaves.{found.leaves}", *powers)
    loser, winner = (names[0], names[1]) if at else (names[1], names[0])
    return t("clash.leaves", loser, winner, *powers)
