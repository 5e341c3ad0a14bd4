"""A slow second referee for Toy Battle, written down from the rules row by row, with names and lists."""

from tests.toybattle.model import STRENGTH

DRAWS = {"skully": 2, "star": 1}
OF_TROOPS = {"skully": "draw", "star": "draw", "jumbo": "discard", "xb42": "rack-discard"}
ENDS = {"hq": "TB-10", "medals": "TB-11", "stuck": "TB-12"}


class Referee:
    """`found` is [(number of the event from 1, rule)]; `view()` the state as interfaces.md has it."""

    def __init__(self, header, terrain):
        nodes = terrain["nodes"]
        on = header["special_bases"]
        self.hq = {n["id"]: 1 if n["side"] == "red" else 2 for n in nodes if n["type"] == "hq"}
        self.kind = {n["id"]: n["effect"] for n in nodes if n.get("effect") and on}
        self.gate = {n["id"]: n["allowed"] for n in nodes if n.get("allowed") and on}
        self.names = [n["id"] for n in nodes]
        self.paths = [set(edge) for edge in terrain["edges"]]
        self.regions = [(region["bases"], region["medals"]) for region in terrain["regions"]]
        self.goal = terrain["objective"]
        self.turn = header["first"]
        self.rack = {p: 3 if p == self.turn else 4 for p in (1, 2)}
        self.reserve = {p: 20 - self.rack[p] for p in (1, 2)}
        self.medals = {1: 0, 2: 0}
        self.stacks = {name: [] for name in self.names}
        self.discard = {1: [], 2: []}  # None: a troop that nobody saw
        self.board = False  # a troop was placed
        self.over, self.winner, self.why = False, [], None
        self.told = False
        self.number, self.found = 0, []
        self.gain = {1: 0, 2: 0}
        self.forget()

    def say(self, rule):
        self.found.append((self.number, rule))

    def forget(self):
        """The action before is over and done with."""
        self.who = self.troop = self.at = None
        self.due = self.used = False
        self.taken = []  # special bases of this action in order: [name, fired]
        self.passed = 0  # those before it had their turn

    def event(self, ev):
        self.number += 1
        kind = ev["ev"]
        if self.over and kind not in ("note", "end"):
            repeats = kind == "medal" and ev["n"] == self.gain[ev["p"]]
            if not repeats and self.why and not self.told:
                self.told = True
                self.say(ENDS[self.why])
            if repeats:
                self.gain[ev["p"]] = 0
            if kind in ("draw", "place"):
                self.turn = 3 - ev["p"]
            return
        getattr(self, "captured" if kind == "hq" else kind)(ev)

    # -- the board --

    def beside(self, name):
        return {other for path in self.paths if name in path for other in path - {name}}

    def top(self, name):
        return self.stacks[name][-1] if self.stacks[name] and name not in self.hq else (0, None)

    def connected(self, p):
        """Whatever a troop of p's may be placed on by its way."""
        reached = {name for name in self.hq if self.hq[name] == p}
        while True:
            border = {other for name in reached for other in self.beside(name)}
            more = {name for name in border if self.top(name)[0] == p} - reached
            if not more:
                return border
            reached |= more

    def slot(self, p, troop, at):
        """TB-05, TB-18, TB-06: the first that is broken."""
        strength = STRENGTH[troop]
        holder, under = self.top(at)
        if self.hq.get(at) == p:
            return "TB-05"
        if holder == 3 - p and "kwak" not in (troop, under) and strength <= STRENGTH[under]:
            return "TB-05"
        if at in self.gate and troop != "kwak" and strength not in self.gate[at]:
            return "TB-18"
        if troop == "hook" and at not in self.hq and self.kind.get(at) != "nullify":
            return None
        return None if at in self.connected(p) else "TB-06"

    def look(self, p):
        """TB-09, TB-11."""
        for region in list(self.regions):
            holders = {self.top(base)[0] for base in region[0]}
            if holders in ({1}, {2}):
                self.regions.remove(region)
                self.medals[min(holders)] += region[1]
                self.gain[min(holders)] += region[1]
        self.reached(p)

    def reached(self, p):
        for q in (p, 3 - p):
            if self.medals[q] >= self.goal and not self.over:
                self.finish("medals", q)

    def finish(self, why, winner):
        self.over, self.why, self.winner = True, why, [winner]

    def seen(self, p, troop):
        on_board = sum(stack.count((p, troop)) for stack in self.stacks.values())
        return on_board + self.discard[p].count(troop)

    # -- actions --

    def draw(self, ev):
        p, n = ev["p"], ev["n"]
        if p != self.turn:
            self.say("TB-03")
        possible = max(0, min(2, 8 - self.rack[p], self.reserve[p]))
        if n != possible or not possible:
            self.say("TB-04")
        self.turn = 3 - p
        if possible:
            self.gain = {1: 0, 2: 0}
            self.forget()
            self.fetch(p, n)

    def fetch(self, p, n):
        self.rack[p] = max(0, self.rack[p] + n)
        self.reserve[p] = max(0, self.reserve[p] - n)

    def place(self, ev):
        p, troop, at = ev["p"], ev["troop"], ev["at"]
        further = p != self.turn and self.who == p and self.troop == "capn"
        if further and self.kind.get(self.at) == "nullify":
            self.say("TB-19")
        elif further and any(fired for _, fired in self.taken):
            self.say("TB-08")
        elif p != self.turn and not further:
            self.say("TB-03")
        self.turn = 3 - p
        rule = self.slot(p, troop, at)
        if self.hq.get(at) != p:
            if not self.rack[p]:
                self.say("TB-04")
            if self.seen(p, troop) >= 3:
                self.say("TB-02")
        if rule:
            self.say(rule)
        if self.hq.get(at) == p:
            return
        if not further:
            self.forget()
        self.board = True
        self.gain = {1: 0, 2: 0}
        self.who, self.troop, self.at, self.used = p, troop, at, False
        self.rack[p] = max(0, self.rack[p] - 1)
        self.stacks[at].append((p, troop))
        if self.kind.get(at) not in (None, "gate", "nullify"):
            self.taken.append([at, False])
        if at in self.hq:
            self.finish("hq", p)
        else:
            self.look(p)

    # -- effects --

    def effect(self, ev):
        p, kind = ev["p"], ev["kind"]
        rule, base, troops = self.judge(ev)
        if kind == "rack-discard" and ev.get("troop") and self.seen(3 - p, ev["troop"]) >= 3:
            self.found.append((self.number, "TB-02"))
        if rule:
            self.say(rule)
        if rule == "TB-14":
            return
        self.gain = {1: 0, 2: 0}
        if troops:
            self.used = True
        if base is not None:
            self.taken[base][1] = True
            self.passed = max(self.passed, base + 1)
        getattr(self, "do_" + kind.replace("-", "_"))(p, ev)

    def judge(self, ev):
        """(rule, special base that fires, whether it is the troop's effect)."""
        p, kind = ev["p"], ev["kind"]
        if p != self.who:
            return "TB-08", None, False
        own = OF_TROOPS.get(self.troop)
        default = "troop" if own == "draw" and not self.used else "base"
        if kind in ("discard", "rack-discard") or (kind == "draw" and ev.get("of", default) == "troop"):
            if own != kind:
                return "TB-08", None, False
            if self.kind.get(self.at) == "nullify":
                return "TB-19", None, True
            if self.used:
                return "TB-08", None, False
            if any(fired for _, fired in self.taken):
                return "TB-08", None, True
            return self.troops_terms(p, kind, ev), None, True
        waiting = [i for i, (name, fired) in enumerate(self.taken) if self.kind[name] == kind and not fired]
        faults = {i: self.bases_terms(p, kind, self.taken[i][0], ev) for i in waiting}
        in_turn = [i for i in waiting if i >= self.passed]
        too_late = [i for i in waiting if i < self.passed]
        fine = [i for i in in_turn if not faults[i]]
        if fine:
            return None, fine[0], False
        if any(not faults[i] for i in too_late):
            return "TB-08", next(i for i in too_late if not faults[i]), False
        if in_turn:
            return faults[in_turn[0]], in_turn[0], False
        return "TB-08", too_late[0] if too_late else None, False

    def troops_terms(self, p, kind, ev):
        if kind == "draw":
            if ev["n"] > min(DRAWS[self.troop], self.reserve[p]):
                return "TB-17"
            return "TB-04" if self.rack[p] + ev["n"] > 8 else None
        if kind == "discard":
            near = ev["at"] in self.beside(self.at)
            return None if near and self.top(ev["at"])[0] == 3 - p else "TB-14"
        return None if self.rack[3 - p] else "TB-04"

    def bases_terms(self, p, kind, name, ev):
        if kind == "draw":
            if ev["n"] > min(1, self.reserve[p]):
                return "TB-19"
            return "TB-04" if self.rack[p] + ev["n"] > 8 else None
        if kind == "suppress":
            return None if self.rack[3 - p] else "TB-04"
        if kind == "shove":
            if ev["at"] not in self.beside(name) or self.top(ev["at"])[0] != 3 - p:
                return "TB-14"
            to = ev["to"]
            return "TB-19" if to in self.hq or to not in self.beside(ev["at"]) else None
        if kind == "exhume" and not {ev["troop"], None} & set(self.discard[p]):
            return "TB-14"
        if kind == "recall":
            if self.top(ev["at"])[0] != p:
                return "TB-14"
            if ev["at"] == name:
                return "TB-19"
        return "TB-04" if self.rack[p] >= 8 else None

    def do_draw(self, p, ev):
        self.fetch(p, ev["n"])

    def do_suppress(self, p, ev):
        pass

    def do_rack_discard(self, p, ev):
        self.rack[3 - p] = max(0, self.rack[3 - p] - 1)
        self.discard[3 - p].append(ev.get("troop"))

    def do_exhume(self, p, ev):
        for troop in (ev["troop"], None):
            if troop in self.discard[p]:
                self.discard[p].remove(troop)
                self.rack[p] += 1
                return

    def do_discard(self, p, ev):
        if self.top(ev["at"])[0] == 3 - p:
            self.discard[3 - p].append(self.stacks[ev["at"]].pop()[1])
            self.look(p)

    def do_recall(self, p, ev):
        if self.top(ev["at"])[0] == p:
            self.stacks[ev["at"]].pop()
            self.rack[p] += 1
            places = [i for i, (name, _) in enumerate(self.taken) if name == ev["at"]]
            if places:  # what its base has not done by now it will not do
                self.taken[places[-1]][1] = True
            self.look(p)

    def do_shove(self, p, ev):
        if self.top(ev["at"])[0] == 3 - p:
            self.stacks[ev["to"]].append(self.stacks[ev["at"]].pop())
            self.look(p)

    # -- the rest --

    def medal(self, ev):
        p, n = ev["p"], ev["n"]
        if self.board:
            if n != self.gain[p]:
                self.say("TB-09")
            else:
                self.gain[p] = 0
            return
        if n > 0 and sum(self.medals.values()) + n > sum(medals for _, medals in self.regions):
            self.say("TB-09")
        self.medals[p] = max(0, self.medals[p] + n)
        self.reached(p)

    def captured(self, ev):
        self.finish("hq", ev["p"])

    def stuck(self, ev):
        p = ev["p"]
        if self.board and self.rack[p] < 8 and self.reserve[p]:
            self.say("TB-12")
        self.finish("stuck", p if self.medals[p] > self.medals[3 - p] else 3 - p)

    def note(self, ev):
        pass

    def end(self, ev):
        if not self.over:
            self.over, self.winner = True, ev.get("winner", [])

    def view(self):
        return {
            "turn": self.turn,
            "medals": [self.medals[1], self.medals[2]],
            "goal": self.goal,
            "over": self.over,
            "winner": self.winner,
            "why": self.why,
            "bases": {n: {"holder": s[-1][0], "troop": s[-1][1]} for n, s in self.stacks.items() if s},
            "rack": [self.rack[1], self.rack[2]],
            "reserve": [self.reserve[1], self.reserve[2]],
        }
