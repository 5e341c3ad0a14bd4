"""`clashbox duel --challenger 5 --challenged 5`: who wins a duel, and what its card does then."""

import click

from clashbox.cli import options
from clashbox.cli.loose import Loose, examples
from clashbox.i18n import t

_RULES = {"none": "DU-07"}


@click.command(
    "duel",
    cls=Loose,
    help=t("help.duel"),
    epilog=examples(
        "duel --challenger 5 --challenged 3+2",
        "duel --challenger 5 --challenged 3 --card gunfighter",
        "duel --challenger 4 --challenged 4 --card high-noon",
        "duel --challenger 6 --challenged 3 --apart",
    ),
)
@click.option("--challenger", "challenger", required=True, metavar="SUM", help=t("help.duel.challenger"))
@click.option("--challenged", "challenged", required=True, metavar="SUM", help=t("help.duel.challenged"))
@click.option("--apart", "apart", is_flag=True, help=t("help.duel.apart"))
@click.option("--card", "card", metavar="CARD", help=t("help.duel.card"))
@options.as_json
@options.lang
def duel_command(challenger: str, challenged: str, apart: bool, card: str | None, as_json: bool) -> int:
    """Exit status 0 whoever wins."""
    from clashbox.asking import duel, naming, numbers

    mine = numbers.read_sum("--challenger", challenger)
    theirs = numbers.read_sum("--challenged", challenged)
    by = naming.one("--card", card, "duel", duel.starters()) if card is not None else None
    won = duel.outcome(mine.value, theirs.value, not apart)
    powers = (max(0, mine.value), max(0, theirs.value))
    text = t(f"duel.won.{won}", *(powers if won != "q" else powers[::-1]))
    done = [t(f"duel.do.{key}.{to}") for key, to in duel.effects(by, won)] if by else []
    if as_json:
        options.print_json(
            {
                "challenger": powers[0],
                "challenged": powers[1],
                "together": not apart,
                "won": won,
                "rule": _RULES.get(won, "DU-08"),
                "card": by.slug if by else None,
                "effects": [{"does": key, "to": to} for key, to in duel.effects(by, won)] if by else [],
                "text": " ".join([text, *done]),
            }
        )
        return 0
    print(text)
    if by and won == "none":
        print(t("duel.nothing", by.name))
    elif by:
        print(f"{by.name}: {' '.join(done)}")
        print(t("duel.control"))
    return 0
