"""A plain second opinion on Toy Battle, written from the rules with sets and dicts: it plays whole games."""

import random

from clashbox.cards import Facts

STRENGTH = {"kwak": 0, "skully": 1, "capn": 2, "jumbo": 3, "hook": 4, "xb42": 5, "star": 6, "roxy": 7}
FACTS = Facts()


class Game:
    """A game with real racks and reserves; `events` is what a table would have written down."""

    def __init__(self, terrain, seed, special=True):
        self.random = random.Random(seed)
        board = FACTS.terrain(terrain)
        self.hq = {n["id"]: 1 if n["side"] == "red" else 2 for n in board["nodes"] if n["type"] == "hq"}
        self.effect = {n["id"]: n["effect"] for n in board["nodes"] if n.get("effect")} if special else {}
        self.allowed = {n["id"]: n["allowed"] for n in board["nodes"] if n.get("allowed")} if special else {}
        self.paths = {frozenset(edge) for edge in board["edges"]}
        self.places = [n["id"] for n in board["nodes"]]
        self.regions = [(set(r["bases"]), r["medals"]) for r in board["regions"]]
        self.goal = board["objective"]
        self.turn = self.random.choice((1, 2))
        self.header = {
            "clashbox": 1,
            "game": "toybattle",
            "terrain": terrain,
            "first": self.turn,
            "players": [{"name": "An"}, {"name": "Bình"}],
            "special_bases": special,
        }
        self.rack, self.reserve = {}, {}
        for p in (1, 2):
            troops = [kind for kind in STRENGTH for _ in range(3)]
            self.random.shuffle(troops)
            n = 3 if p == self.turn else 4
            self.rack[p], self.reserve[p] = troops[:n], troops[n:20]
        self.stacks = {place: [] for place in self.places}
        self.discard = {1: [], 2: []}
        self.medals = {1: 0, 2: 0}
        self.winner, self.why = [], None
        self.events = []

    def beside(self, place):
        """Places one path away."""
        return [other for other in self.places if frozenset((place, other)) in self.paths]

    def owner(self, place):
        """Who occupies it, or None."""
        return self.stacks[place][-1][0] if self.stacks[place] else None

    def may(self, p, troop, place):
        """Whether p may place the troop there, by TB-05, TB-06, TB-16 to TB-19."""
        if self.hq.get(place) == p:
            return False
        if place in self.allowed and troop != "kwak" and STRENGTH[troop] not in self.allowed[place]:
            return False
        if place not in self.hq and self.owner(place) == 3 - p:
            under = self.stacks[place][-1][1]
            if "kwak" not in (troop, under) and STRENGTH[troop] <= STRENGTH[under]:
                return False
        if troop == "hook" and place not in self.hq and self.effect.get(place) != "nullify":
            return True
        reached = {h for h, side in self.hq.items() if side == p}
        while True:
            border = {b for a in reached for b in self.beside(a)} - reached
            if place in border or (place in reached and place not in self.hq):
                return True
            grown = {b for b in border if b not in self.hq and self.owner(b) == p}
            if not grown:
                return False
            reached |= grown

    def note(self, p, ev, **fields):
        """Write an event down."""
        self.events.append({"ev": ev, "p": p, **fields})

    def look(self, p):
        """Regions and the objective."""
        for region in list(self.regions):
            ring, medals = region
            owners = {self.owner(base) for base in ring}
            if len(owners) == 1 and None not in owners:
                self.medals[owners.pop()] += medals
                self.regions.remove(region)
        for q in (p, 3 - p):
            if not self.why and self.medals[q] >= self.goal:
                self.winner, self.why = [q], "medals"

    def draw(self, p, n):
        """Move up to n troops to the rack; how many."""
        n = min(n, 8 - len(self.rack[p]), len(self.reserve[p]))
        for _ in range(n):
            self.rack[p].append(self.reserve[p].pop())
        return n

    def play(self):
        """Play to the end; one turn after the other."""
        for _ in range(400):
            if self.why:
                break
            self.one_turn()
        return self

    def one_turn(self):
        """Draw or place, by chance, as the rules allow."""
        p = self.turn
        self.turn = 3 - p
        moves = self.moves(p)
        can_draw = len(self.rack[p]) < 8 and self.reserve[p]
        if not moves and not can_draw:
            self.note(p, "stuck")
            self.why = "stuck"
            self.winner = [p if self.medals[p] > self.medals[3 - p] else 3 - p]
            self.turn = p
        elif can_draw and (not moves or self.random.random() < 0.3):
            self.note(p, "draw", n=self.draw(p, 2))
        else:
            waiting = []
            while moves and not self.why:
                troop, place = self.random.choice(moves)
                more = self.place(p, troop, place, waiting)
                moves = self.moves(p) if more and self.random.random() < 0.8 else []
            while waiting:
                base = waiting.pop(0)
                if not self.why and self.random.random() < 0.8:
                    self.fire(p, base, waiting)

    def moves(self, p):
        """All legal placements."""
        return [
            (t, place) for t in sorted(set(self.rack[p])) for place in self.places if self.may(p, t, place)
        ]

    def place(self, p, troop, place, waiting):
        """Place it with its effect; whether another placement follows."""
        self.rack[p].remove(troop)
        self.stacks[place].append((p, troop))
        self.note(p, "place", troop=troop, at=place)
        if self.hq.get(place) == 3 - p:
            self.winner, self.why = [p], "hq"
            return False
        self.look(p)
        if place in self.effect and self.effect[place] not in ("gate", "nullify"):
            waiting.append(place)
        if self.why or self.effect.get(place) == "nullify":
            return False
        if troop == "capn":
            return True
        if self.random.random() < 0.8:
            self.use(p, troop, place)
        return False

    def use(self, p, troop, place):
        """The effect of the troop."""
        if troop in ("skully", "star"):
            n = self.draw(p, 2 if troop == "skully" else 1)
            if n:
                self.note(p, "effect", kind="draw", n=n)
        elif troop == "jumbo":
            aims = [b for b in self.beside(place) if b not in self.hq and self.owner(b) == 3 - p]
            if aims:
                aim = self.random.choice(aims)
                self.discard[3 - p].append(self.stacks[aim].pop()[1])
                self.note(p, "effect", kind="discard", at=aim)
                self.look(p)
        elif troop == "xb42" and self.rack[3 - p]:
            hit = self.rack[3 - p].pop(self.random.randrange(len(self.rack[3 - p])))
            self.discard[3 - p].append(hit)
            self.note(p, "effect", kind="rack-discard", troop=hit)

    def fire(self, p, base, waiting):
        """The effect of a special base; those that may fire after it are in `waiting`."""
        kind = self.effect[base]
        room = len(self.rack[p]) < 8
        bases = [place for place in self.places if place not in self.hq]
        if kind == "draw" and room and self.reserve[p]:
            self.draw(p, 1)
            self.note(p, "effect", kind="draw", n=1, of="base")
        elif kind == "recall" and room and self.owner(base) == p:
            aims = [b for b in bases if b != base and self.owner(b) == p]
            if aims:
                aim = self.random.choice(aims)
                self.rack[p].append(self.stacks[aim].pop()[1])
                self.note(p, "effect", kind="recall", at=aim)
                if aim in waiting:  # the troop that took it in this turn is gone, before it fired
                    del waiting[len(waiting) - 1 - waiting[::-1].index(aim)]
                self.look(p)
        elif kind == "shove":
            aims = [(a, b) for a in self.beside(base) for b in self.beside(a) if self.owner(a) == 3 - p]
            aims = [(a, b) for a, b in aims if a in bases and b in bases]
            if aims:
                a, b = self.random.choice(aims)
                self.stacks[b].append(self.stacks[a].pop())
                self.note(p, "effect", kind="shove", at=a, to=b)
                self.look(p)
        elif kind == "exhume" and room and self.discard[p]:
            found = self.random.choice(self.discard[p])
            self.discard[p].remove(found)
            self.rack[p].append(found)
            self.note(p, "effect", kind="exhume", troop=found)
        elif kind == "suppress" and self.rack[3 - p]:
            self.note(p, "effect", kind="suppress")

    def view(self):
        """The state as interfaces.md has it."""
        return {
            "turn": self.turn,
            "medals": [self.medals[1], self.medals[2]],
            "goal": self.goal,
            "over": self.why is not None,
            "winner": self.winner,
            "why": self.why,
            "bases": {b: {"holder": s[-1][0], "troop": s[-1][1]} for b, s in self.stacks.items() if s},
            "rack": [len(self.rack[1]), len(self.rack[2])],
            "reserve": [len(self.reserve[1]), len(self.reserve[2])],
        }
