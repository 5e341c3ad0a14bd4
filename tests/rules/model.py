"""A slow second referee for Smash Up, written down from the rules row by row, for games without card data.

It keeps what lies on the table as plain lists of who put what where and adds everything up anew each time it
is asked. Only what it is asked about in tests is there: no titan's faction, no card's effect but two.
"""

from typing import Any

# Titans that give or take power by themselves.
POWER_NOT_RECORDED = {
    *("megabot", "mergacon", "creampuff-man", "dagon", "the-kraken", "arcane-protector", "helicoprion"),
}
CANNOT_AIM_AT_TITANS = {"aliens/beam-up"}
PAYS = "samurai/honorable-combat"
SETTLING = {"turn", "phase", "score.start", "score", "titan.play", "titan.move", "duel", "end"}


class Table:
    """What lies where. Players and slots from 1."""

    def __init__(self, players: int):
        self.everybody = range(1, players + 1)
        self.turn: int | None = None
        self.phase: str | None = None
        self.start_told = False
        self.vp = dict.fromkeys(self.everybody, 0)
        self.treasures = dict.fromkeys(self.everybody, 0)
        self.madness = dict.fromkeys(self.everybody, 0)
        self.bases: dict[int, dict[str, Any]] = {}  # only slots with a base
        self.marks: list[tuple[int, int, int, str]] = []  # slot, player, power, how long
        self.minions: dict[tuple[int, int], int] = {}  # (slot, player), monsters under control included
        self.each: dict[int, dict[str, Any]] = {}
        self.titans: dict[str, dict[str, Any]] = {}
        self.arrived: list[str] = []  # titans in play in the order in which they came to where they are
        self.monsters: dict[int, dict[str, Any]] = {}
        self.buried: dict[int, dict[str, Any]] = {}
        self.winner: list[int] | None = None

    def island(self, b: int) -> bool:
        return self.bases[b]["card"] == "kaiju-island"

    def there(self, b: int) -> list[str]:
        return [titan for titan in self.arrived if self.titans[titan]["b"] == b]

    def power(self, p: int, b: int) -> int:
        total = sum(n for slot, who, n, _ in self.marks if (slot, who) == (b, p))
        for effect in self.each.values():
            if (effect["b"], effect["p"]) == (b, p):
                total += effect["n"] * self.minions.get((b, p), 0)
        for monster in self.monsters.values():
            if (monster["b"], monster["p"]) == (b, p):
                total += max(0, monster["power"])
        for slug in self.there(b):
            if self.titans[slug]["controller"] == p:
                total += self.titans[slug]["counters"] + 3 * self.island(b)
        return max(0, total)

    def powers(self, b: int) -> dict[int, int]:
        return {p: self.power(p, b) for p in self.everybody}

    def breakpoint(self, b: int) -> int:
        free = [max(0, m["power"]) for m in self.monsters.values() if m["b"] == b and not m["p"]]
        return max(0, self.bases[b]["printed"] + self.bases[b]["change"] + sum(free))

    def ready(self, b: int) -> bool:
        return sum(self.powers(b).values()) >= self.breakpoint(b)

    def due(self, b: int) -> tuple[dict[int, int], bool]:
        """What each player gets when the base scores, and whether anybody eligible is tied."""
        powers = self.powers(b)
        left = {p for p in self.everybody if powers[p] >= 1 or self.minions.get((b, p), 0) >= 1}
        due, ties, awards = dict.fromkeys(self.everybody, 0), False, list(self.bases[b]["vp"])
        while left:
            best = {p for p in left if powers[p] == max(powers[q] for q in left)}
            for p in best:
                due[p] = max(0, awards[0]) if awards else 0
            ties = ties or len(best) > 1
            awards = awards[len(best) :]
            left -= best
        return due, ties

    def clockwise(self) -> list[int]:
        seats = list(self.everybody)
        at = (self.turn or 1) - 1
        return seats[at:] + seats[:at]

    def shares(self, b: int, power_is_enough: bool) -> dict[int, int]:
        """How the treasures of the base's monsters are dealt, one after the other."""
        powers = self.powers(b)
        takers = [
            p
            for want in sorted(set(powers.values()), reverse=True)
            for p in self.clockwise()
            if powers[p] == want and (self.minions.get((b, p), 0) or (power_is_enough and want))
        ]
        shares = dict.fromkeys(self.everybody, 0)
        pool = sum(m["treasures"] for m in self.monsters.values() if m["b"] == b)
        while takers and pool > 0:
            for p in takers:
                if pool > 0:
                    shares[p] += 1
                    pool -= 1
        return shares

    def leaders(self) -> list[int]:
        final = {p: (self.vp[p] - self.madness[p] // 2, -self.madness[p]) for p in self.everybody}
        return [p for p in self.everybody if final[p] == max(final.values())]

    def sole_leader(self, goal: int = 15) -> bool:
        ranked = sorted(self.vp.values())
        return ranked[-1] >= goal and ranked[-2] < ranked[-1]

    def take_off(self, b: int) -> None:
        """The titans and buried cards of the slot leave play."""
        for slug in self.there(b):
            self.aside(slug)
        self.buried = {key: card for key, card in self.buried.items() if card["b"] != b}
        del self.bases[b]

    def sweep(self, b: int) -> None:
        """Whatever else lies there goes, too."""
        self.marks = [mark for mark in self.marks if mark[0] != b]
        self.minions = {key: n for key, n in self.minions.items() if key[0] != b}
        self.each = {key: effect for key, effect in self.each.items() if effect["b"] != b}
        self.monsters = {key: monster for key, monster in self.monsters.items() if monster["b"] != b}

    def aside(self, slug: str) -> None:
        self.titans[slug].update(controller=None, b=None, counters=0)
        self.arrived.remove(slug)

    def ends(self, until: str, p: int | None = None) -> None:
        """What lasted until now is over."""
        self.marks = [m for m in self.marks if m[3] != until or (p and m[1] != p)]
        self.each = {
            key: effect
            for key, effect in self.each.items()
            if effect["until"] != until or (p and effect["p"] != p)
        }

    def view(self, slots: int) -> dict[str, Any]:
        """What of `state` can be told from this table; lists for players and slots."""
        seats = self.everybody
        return {
            "turn": self.turn,
            "phase": self.phase,
            "vp": [self.vp[p] for p in seats],
            "treasures": [self.treasures[p] for p in seats],
            "madness": [self.madness[p] for p in seats],
            "over": self.winner is not None,
            "winner": self.winner or [],
            "bases": [
                {
                    "card": self.bases[b]["card"],
                    "breakpoint": self.breakpoint(b),
                    "power": [self.power(p, b) for p in seats],
                    "minions": [self.minions.get((b, p), 0) for p in seats],
                    "titans": self.there(b),
                    "buried": [sum(c["b"] == b and c["p"] == p for c in self.buried.values()) for p in seats],
                    "monsters": sum(m["b"] == b for m in self.monsters.values()),
                    "ready": self.ready(b),
                }
                if b in self.bases
                else None
                for b in range(1, slots + 1)
            ],
            "titans": {
                slug: {
                    "owner": titan["owner"],
                    "controller": titan["controller"],
                    "base": titan["b"],
                    "counters": titan["counters"],
                }
                for slug, titan in self.titans.items()
            },
        }
