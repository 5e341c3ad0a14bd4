"""The table of a game at one moment as values of JSON: the core's state, with names where it has slugs."""

from collections.abc import Sequence
from typing import Any, cast

from clashcore import game as core_game
from clashcore.rejected import Rejected
from clashcore.titans import verdict
from clashcore.toybattle import TROOPS

from clashbox import core
from clashbox.cards import Facts, drawing
from clashbox.core import Event, Header
from clashbox.i18n import t
from clashbox.sentences import Sentences


def state_at(header: Header, events: Sequence[Event], facts: Facts) -> Any:
    """The core's state after those events, as far as they can be applied."""
    state: Any = core_game.new_state(header, facts)  # pyright: ignore[reportUnknownMemberType]
    stand, _ = core.standing(list(events))
    try:
        for at in stand:
            state.apply(events[at])
    except Rejected:
        pass  # the referee says so, with the reason
    return state


class Tables:
    """Makes tables of one game in one language."""

    def __init__(self, header: Header, lang: str):
        self.header = header
        self.lang = lang
        self.facts = Facts(header.get("printing", "original"))
        self.words = Sentences(header, lang)

    def of(self, state: Any) -> dict[str, Any]:
        """What lies on the table. Both games: `turn` (0: nobody's yet), `goal`, `points` by player, `over`,
        `winner` (players); the rest by game, see below.
        """
        return self._toybattle(state) if self.header["game"] == "toybattle" else self._smashup(state)

    def people(self) -> list[dict[str, Any]]:
        """Name and factions of each player."""
        return [
            {
                "name": self.words.player(p),
                "factions": [self._name("faction", slug) for slug in player.get("factions") or ()],
            }
            for p, player in enumerate(self.header["players"], 1)
        ]

    def _name(self, kind: str, slug: str) -> str:
        return self.facts.name(kind, slug, self.lang)

    # -- Smash Up --

    def _smashup(self, s: Any) -> dict[str, Any]:
        """`bases` by slot (None: empty), `titans` out of play, `clashes` not settled, `duel`."""
        view = s.view()
        return {
            "turn": view["turn"] or 0,
            "phase": t(f"name.{view['phase']}", lang=self.lang) if view["phase"] else "",
            "goal": s.goal,
            "points": view["vp"],
            "over": view["over"],
            "winner": view["winner"],
            "treasures": view["treasures"],
            "madness": view["madness"],
            "bases": [base and self._base(s, b, base) for b, base in enumerate(view["bases"], 1)],
            "titans": [
                {"name": self._name("titan", slug), "p": titan["owner"]}
                for slug, titan in view["titans"].items()
                if titan["base"] is None
            ],
            "clashes": [self._clash(s, b, one, other) for b, one, other in s.owed],
            "duel": {"p": s.duel[0], "q": s.duel[1], "slot": s.duel[2]} if s.duel else None,
        }

    def _clash(self, s: Any, b: int, newcomer: str, defender: str) -> dict[str, Any]:
        """A clash that waits to be settled: `titans` are newcomer and defender, `powers` their controllers'
        there; `out` must leave (TI-13).
        """
        mine, theirs, out = verdict(s, newcomer, defender, b)
        titans = (newcomer, defender)
        return {
            "slot": b,
            "titans": titans,
            "names": [self._name("titan", slug) for slug in titans],
            "powers": [mine, theirs],
            "out": out,
        }

    def _base(self, s: Any, b: int, view: dict[str, Any]) -> dict[str, Any]:
        base = s.base(b)
        card = view["card"]
        return {
            "name": self.words.card(card) if card else t("page.base", b, lang=self.lang),
            "vp": list(base.vp),
            "breakpoint": view["breakpoint"],
            "power": view["power"],
            "minions": view["minions"],
            "buried": view["buried"],
            "missing": max(0, s.missing(b)),
            "ready": view["ready"],
            "scoring": s.scoring == b,
            "titans": [
                {"name": self._name("titan", slug), "p": titan.controller, "counters": titan.counters}
                for slug, titan in ((slug, s.titans[slug]) for slug in view["titans"])
            ],
            "monsters": [
                {"power": power, "treasures": treasures, "p": p}
                for where, treasures, power, p in s.monsters.values()
                if where == b
            ],
        }

    # -- Toy Battle --

    def _toybattle(self, s: Any) -> dict[str, Any]:
        """`stacks` by node, bottom first: [player, strength (0: the joker), name]; `taken` by region: player
        or 0; `left`: medals of the regions nobody has yet, None where that is not known.
        """
        view = s.view()
        names = [self._name("troop", troop) for troop in TROOPS]
        return {
            "turn": view["turn"] or 0,
            "phase": "",
            "goal": view["goal"],
            "points": view["medals"],
            "over": view["over"],
            "winner": view["winner"],
            "rack": view["rack"],
            "reserve": view["reserve"],
            "placed": bool(s.placed),
            "taken": list(s.taken),
            "left": s.left(),
            "stacks": {
                s.board.ids[node]: [[code >> 3, code & 7, names[code & 7]] for code in stack]
                for node, stack in enumerate(s.stacks)
                if stack
            },
        }

    def board(self) -> dict[str, Any] | None:
        """The terrain to be drawn; None for Smash Up."""
        if self.header["game"] != "toybattle":
            return None
        found = self.header.get("terrain")
        terrain = self.facts.terrain(found) if isinstance(found, str) else cast(dict[str, Any], found)
        if not terrain:
            return None
        special = self.header.get("special_bases") is not False
        return drawing.board(terrain, special, self.lang)


class Course:
    """The state of a game that goes on, and how the points came: `points` holds [event, points by player]
    for each event after which they were others.
    """

    def __init__(self, header: Header, facts: Facts):
        from clashcore.timeline import Timeline

        self._line: Any = Timeline(header, facts)
        self._kind = "medals" if header["game"] == "toybattle" else "vp"
        self._stuck = False
        self._number = 0
        self.points: list[tuple[int, list[int]]] = [(0, [0] * len(header["players"]))]

    @property
    def state(self) -> Any:
        """The core's state now; for reading."""
        return self._line.state

    def add(self, event: Event) -> None:
        """The next event; nothing more happens after one that cannot be applied (the referee says why)."""
        self._number += 1
        if self._stuck:
            return
        try:
            self._line.record(event)
        except Rejected:
            self._stuck = True
            return
        now = list(getattr(self._line.state, self._kind))
        if now != self.points[-1][1]:
            self.points.append((self._number, now))
