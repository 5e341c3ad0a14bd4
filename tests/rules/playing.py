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


def two_titans(*then, **more):
    return play(
        base(),
        base(2),
        turn(1),
        ev("titan.play", p=1, titan="gorgodzolla", b=1),
        turn(2),
        ev("titan.play", p=2, titan="rainboroc", b=1),
        *then,
        factions=KAIJU,
        **more,
    )


def instead(p=1, kind="minion"):
    return ev("titan.play", p=p, titan="gorgodzolla", b=1, by="special", instead=kind)


def duel(*then, **more):
    return play(
        base(), turn(1), ev("duel", p=1, q=2, b=1, power=[3, 2], **more.pop("duel", {})), *then, **more
    )


END = ev("duel.end", power=[3, 2], together=True, won="p")


def honorable(*then, won="p", **more):
    end = ev("duel.end", power=[3, 2], together=True, won=won, **more)
    return duel(end, *then, duel={"by": "samurai/honorable-combat"})


def monster(id=1, treasures=2, power=4, b=1, **more):
    return ev("monster", b=b, id=id, treasures=treasures, power=power, **more)


def takes(p, n, why="destroyed"):
    return ev("treasure", p=p, n=n, why=why)


def slain(id=1, p=1):
    return ev("monster.out", id=id, why="destroyed", p=p)


SETTLING = [
    turn(2),
    ev("phase", name="draw"),
    ev("score.start", b=2),
    ev("score", b=2),
    ev("titan.play", p=1, titan="megabot", b=1),
    ev("titan.move", titan="megabot", b=1),
    ev("duel", p=1, q=2, b=1, power=[1, 2]),
    ev("end"),
]
