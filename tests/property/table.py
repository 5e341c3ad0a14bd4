"""A plain second opinion on a table of Smash Up: cards as lists, sums added up anew each time. It writes down
what happens as events and shows the state as interfaces ask for it.
"""

from typing import Any

from clashbox.cards import Facts

FACTS = Facts()
ISLAND = "kaiju-island"


class Place:
    """A base in play and what lies there."""

    def __init__(self, players: int):
        self.card: str | None = None
        self.breakpoint = 0
        self.vp = [0, 0, 0]
        self.change = 0
        self.loose = [[0, 0, 0] for _ in range(players)]  # power of actions: to stay, until turn, until next
        self.minions: list[list[list[int]]] = [[] for _ in range(players)]  # [power, part that ends], each
        self.each: dict[int, list[Any]] = {}  # id: p, n, until
        self.titans: list[str] = []
        self.buried: dict[int, int] = {}  # id: p


class Table:
    """Everything that lies on the table; every method that changes it writes an event down."""

    def __init__(self, players: int, factions: list[list[str]] | None, goal: int = 15):
        self.players = players
        self.seats = range(1, players + 1)
        self.goal = goal
        self.events: list[dict[str, Any]] = []
        self.turn = 0
        self.phase: str | None = None
        self.told = False
        self.places: dict[int, Place] = {}
        self.top = 0
        self.vp = [0] * players
        self.treasures = [0] * players
        self.madness = [0] * players
        self.monsters: dict[int, dict[str, int]] = {}  # id: b, treasures, power, p
        self.titans: dict[str, dict[str, int]] = {}
        for p, pair in enumerate(factions or (), 1):
            for titan in (FACTS.titan_of(faction) for faction in pair):
                if titan:
                    self.titans[titan] = {"owner": p, "controller": 0, "base": 0, "counters": 0}
        self.over = False
        self.winner: list[int] = []
        self._ids = 0

    def write(self, ev: str, /, **fields: Any) -> None:
        self.events.append({"ev": ev, **{k: v for k, v in fields.items() if v is not None}})

    def new_id(self) -> int:
        self._ids += 1
        return self._ids

    # -- what is there --

    def count(self, p: int, b: int) -> int:
        """The minions of p at b, monsters under control included."""
        own = sum(m["b"] == b and m["p"] == p for m in self.monsters.values())
        return len(self.places[b].minions[p - 1]) + own

    def power(self, p: int, b: int) -> int:
        """The whole power of p at b."""
        place = self.places[b]
        total = sum(place.loose[p - 1]) + sum(power for power, _ in place.minions[p - 1])
        total += sum(max(0, m["power"]) for m in self.monsters.values() if m["b"] == b and m["p"] == p)
        total += sum(n for q, n, _ in place.each.values() if q == p) * self.count(p, b)
        for slug in place.titans:
            if self.titans[slug]["controller"] == p:
                total += self.titans[slug]["counters"] + (3 if place.card == ISLAND else 0)
        return max(0, total)

    def needed(self, b: int) -> int:
        """The breakpoint as it stands."""
        wild = sum(max(0, m["power"]) for m in self.monsters.values() if m["b"] == b and not m["p"])
        return max(0, self.places[b].breakpoint + self.places[b].change + wild)

    def ready(self) -> list[int]:
        """Bases that are ready to score."""
        return [b for b in self.places if sum(self.power(p, b) for p in self.seats) >= self.needed(b)]

    def due(self, b: int) -> list[int]:
        """The VP of each player were the base to score now."""
        there = {p: self.power(p, b) for p in self.seats if self.power(p, b) or self.count(p, b)}
        awards = [*self.places[b].vp, 0]
        found = []
        for p in self.seats:
            place = sum(other > there[p] for other in there.values()) if p in there else 3
            found.append(max(0, awards[place]))
        return found

    def tied(self, b: int) -> bool:
        """Whether two who share in the VP of the base have the same power."""
        there = [self.power(p, b) for p in self.seats if self.power(p, b) or self.count(p, b)]
        return len(set(there)) < len(there)

    def loot(self, b: int, who: list[int] | None = None) -> list[int]:
        """The treasures of each player were the base to score now; `who` takes part, else who has minions."""
        left = sum(m["treasures"] for m in self.monsters.values() if m["b"] == b)
        who = [p for p in self.seats if self.count(p, b)] if who is None else who
        shares = [0] * self.players
        if who:
            who.sort(key=lambda p: (-self.power(p, b), (p - self.turn) % self.players))
            for n in range(left):
                shares[who[n % len(who)] - 1] += 1
        return shares

    def leader(self) -> int:
        """Who alone leads with the goal reached, or 0."""
        best = max(self.vp)
        return self.vp.index(best) + 1 if best >= self.goal and self.vp.count(best) == 1 else 0

    def winners(self) -> list[int]:
        """Who wins if it ends now."""
        marks = [(vp - mad // 2, -mad) for vp, mad in zip(self.vp, self.madness, strict=True)]
        return [p for p in self.seats if marks[p - 1] == max(marks)]

    def titan_of(self, p: int) -> str | None:
        """The titan in play that p controls."""
        return next((slug for slug, t in self.titans.items() if t["controller"] == p), None)

    # -- what changes it --

    def new_turn(self, p: int) -> None:
        self.write("turn", p=p)
        self.fade(p)
        self.turn, self.phase, self.told = p, "start", False

    def fade(self, p: int = 0) -> None:
        """What ends with the turn ends, and what lasts until p's turn."""
        for place in self.places.values():
            for who, loose in enumerate(place.loose, 1):
                loose[1] = 0
                if who == p:
                    loose[2] = 0
            for minion in (m for minions in place.minions for m in minions):
                minion[0] -= minion[1]
                minion[1] = 0
            for key, (q, _, until) in list(place.each.items()):
                if until == "turn" or (until == "next" and q == p):
                    del place.each[key]

    def enter(self, phase: str) -> None:
        self.write("phase", name=phase)
        self.phase, self.told = phase, phase == "start"

    def lay(self, b: int, card: str | None = None, numbers: tuple[int, list[int]] | None = None) -> None:
        """A base comes to the slot."""
        self.write(
            "base",
            b=b,
            card=card,
            breakpoint=numbers and numbers[0],
            vp=numbers and numbers[1],
        )
        place = self.places.setdefault(b, Place(self.players))
        place.card = card
        known = numbers or FACTS.base(card or "")
        assert known
        place.breakpoint, place.vp, place.change = known[0], list(known[1]), 0
        self.top = max(self.top, b)

    def take_off(self, b: int, stay: bool = False) -> None:
        """The base goes, titans and buried cards with it; with `stay` the rest awaits the next base."""
        place = self.places[b]
        for slug in place.titans:
            self.titans[slug].update(controller=0, base=0, counters=0)
        place.titans, place.buried = [], {}
        if not stay:
            self.monsters = {key: m for key, m in self.monsters.items() if m["b"] != b}
            del self.places[b]

    def aside(self, slug: str) -> None:
        """The titan leaves play."""
        self.places[self.titans[slug]["base"]].titans.remove(slug)
        self.titans[slug].update(controller=0, base=0, counters=0)

    def arrive(self, slug: str, b: int) -> None:
        """The titan comes to the base, from wherever it is."""
        titan = self.titans[slug]
        if titan["base"]:
            self.places[titan["base"]].titans.remove(slug)
        titan["base"] = b
        self.places[b].titans.append(slug)

    def begin_play(self) -> None:
        """The first play of the turn opens Play Cards."""
        if self.phase == "start":
            self.phase = "play"

    def finish(self, winner: list[int] | None) -> None:
        self.write("end", winner=winner)
        self.fade()
        self.over = True
        self.winner = self.winners() if winner is None else winner

    def view(self) -> dict[str, Any]:
        """The state, as `clashbox check --json` shows it."""
        return {
            "turn": self.turn or None,
            "phase": self.phase,
            "vp": self.vp,
            "over": self.over,
            "winner": self.winner,
            "bases": [self._view(b) if b in self.places else None for b in range(1, self.top + 1)],
            "titans": {
                slug: {**t, "controller": t["controller"] or None, "base": t["base"] or None}
                for slug, t in self.titans.items()
            },
            "treasures": self.treasures,
            "madness": self.madness,
        }

    def _view(self, b: int) -> dict[str, Any]:
        place = self.places[b]
        return {
            "card": place.card,
            "breakpoint": self.needed(b),
            "power": [self.power(p, b) for p in self.seats],
            "minions": [self.count(p, b) for p in self.seats],
            "titans": place.titans,
            "buried": [sum(q == p for q in place.buried.values()) for p in self.seats],
            "monsters": sum(m["b"] == b for m in self.monsters.values()),
            "ready": b in self.ready(),
        }
