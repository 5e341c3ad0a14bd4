"""Short games for the tests of the rules: events in, findings and state out."""

from dataclasses import dataclass
from typing import Any

from clashbox.cards import Facts
from clashbox.rules import check
from clashcore import events, gamefile

FACTS = Facts()
KAIJU = (["kaiju", "mega-troopers"], ["dragons", "itty-critters"])


def ev(name: str, /, **fields: Any) -> dict[str, Any]:
    return {"ev": name, **fields}


def base(
    b: int = 1, breakpoint: int = 20, vp: tuple[int, int, int] = (4, 2, 1), **more: Any
) -> dict[str, Any]:
    return ev("base", b=b, breakpoint=breakpoint, vp=list(vp), **more)


def turn(p: int) -> dict[str, Any]:
    return ev("turn", p=p)


def power(p: int, n: int, b: int = 1, **more: Any) -> dict[str, Any]:
    return ev("power", p=p, b=b, n=n, **more)


def minions(p: int, n: int, power: int = 0, b: int = 1) -> dict[str, Any]:
    return ev("minion", p=p, b=b, n=n, power=power)


def header(players: int = 2, factions: Any = None, **more: Any) -> dict[str, Any]:
    return gamefile.read_header(
        {
            "clashbox": 1,
            "game": "smashup",
            "players": [
                {"name": name, "factions": factions[i] if factions else []}
                for i, name in enumerate(("An", "Bình", "Chi", "Dung")[:players])
            ],
            **more,
        }
    )


@dataclass
class Played:
    findings: list[tuple[int, str, str]]  # number of the event from 1, rule, V or W
    state: dict[str, Any]
    texts: list[str]

    @property
    def rules(self) -> list[tuple[int, str]]:
        return [(line, rule) for line, rule, _ in self.findings]


def play(
    *told: dict[str, Any], players: int = 2, factions: Any = None, lang: str = "en", **more: Any
) -> Played:
    for event in told:
        events.check_form(event, "smashup", players)
    result = check(header(players, factions, **more), list(enumerate(told, 1)), FACTS, lang)
    return Played(
        [(found.line, found.rule, found.level[0].upper()) for found in result.findings],
        result.state,
        [found.text for found in result.findings],
    )
