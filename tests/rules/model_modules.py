"""The slow referee's other half: titans, duels, buried cards, monsters and treasures."""

from typing import Any

from tests.rules.model import CANNOT_AIM_AT_TITANS, PAYS, POWER_NOT_RECORDED, Table

Ev = dict[str, Any]


class Modules:
    """What the referee remembers of them; see model_referee.Referee for the rest."""

    def __init__(self, players: int):
        self.t = Table(players)
        self.found: list[tuple[int, str, str]] = []
        self.number = 0
        self.used: set[str] = set()  # regular plays of this turn
        self.clashes: list[dict[str, Any]] = []  # owed: b, new, old, told
        self.duel: Ev | None = None
        self.cards: list[int] = []  # who has revealed a duel card
        self.pay: tuple[dict[int, int], dict[int, int]] | None = None
        self.debts: dict[str, dict[str, dict[int, int]]] = {}
        self.nobodys = False  # a monster with treasures was destroyed by nobody's monster
        self.late = self.uncovered = False

    def say(self, rule: str, level: str = "V") -> None:
        self.found.append((self.number, rule, level))

    def count(self, b: int, p: int, n: int) -> None:
        """That many more minions."""
        there = self.t.minions.get((b, p), 0)
        if there + n < 0:
            self.say("SB-15")
        self.t.minions[b, p] = max(0, there + n)

    def pile(self, pile: dict[int, int], p: int, n: int) -> None:
        """That many more treasures or Madness cards."""
        if pile[p] + n < 0:
            self.say("SB-15")
        pile[p] = max(0, pile[p] + n)

    def opens(self) -> None:
        """Play Cards begins, if it has not."""
        if self.t.phase == "start":
            self.t.phase = "play"

    # -- titans --

    def in_play(self, slug: str) -> bool:
        return slug in self.t.arrived

    def titan_play(self, ev: Ev) -> None:
        t, p, slug, instead = self.t, ev["p"], ev["titan"], ev.get("instead")
        if self.in_play(slug):
            self.say("TI-21")
            return
        if any(t.titans[other]["controller"] == p for other in t.arrived):
            self.say("TI-04")
        if instead:
            right_phase = t.phase == "play" or (t.phase == "start" and not t.start_told)
            wrong = p != t.turn or not right_phase or instead in self.used
            if self.duel:
                self.say("DU-04")
            elif wrong:
                self.say("TI-06")
            if p == t.turn and (self.duel or not wrong):
                self.used.add(instead)
            self.opens()
        titan = t.titans.setdefault(slug, {"owner": p, "controller": None, "b": None, "counters": 0})
        if titan["owner"] != p:
            self.say("TI-10", "W")
        titan["controller"] = p
        self.arrives(slug, ev["b"])

    def arrives(self, slug: str, b: int) -> None:
        there = self.t.there(b)
        if there and not self.t.island(b):
            self.clashes.append({"b": b, "new": slug, "old": there[0], "told": False})
        self.t.arrived.append(slug)
        self.t.titans[slug]["b"] = b

    def titan_move(self, ev: Ev) -> None:
        slug = ev["titan"]
        if not self.in_play(slug) or self.t.titans[slug]["b"] == ev["b"]:
            self.say("TI-11")
            return
        self.forget(slug)
        self.t.arrived.remove(slug)
        self.arrives(slug, ev["b"])

    def forget(self, slug: str) -> None:
        self.clashes = [clash for clash in self.clashes if slug not in (clash["new"], clash["old"])]

    def counter(self, ev: Ev) -> None:
        if not self.in_play(ev["titan"]):
            self.say("TI-17")
            return
        titan = self.t.titans[ev["titan"]]
        if titan["counters"] + ev["n"] < 0:
            self.say("SB-15")
        titan["counters"] = max(0, titan["counters"] + ev["n"])

    def loser(self, clash: dict[str, Any]) -> str:
        mine, theirs = (
            self.t.power(self.t.titans[clash[side]]["controller"], clash["b"]) for side in ("new", "old")
        )
        return clash["old"] if mine > theirs else clash["new"]

    def put_out(self, slug: str, clashes: list[dict[str, Any]]) -> None:
        if clashes and all(self.loser(clash) != slug for clash in clashes):
            unsure = POWER_NOT_RECORDED & {clashes[0]["new"], clashes[0]["old"]}
            self.say("TI-13", "W" if unsure else "V")
        self.forget(slug)
        if self.in_play(slug):
            self.t.aside(slug)

    def titan_out(self, ev: Ev) -> None:
        slug = ev["titan"]
        if not self.in_play(slug):
            self.say("TI-17", "W")
        self.put_out(slug, [clash for clash in self.clashes if slug in (clash["new"], clash["old"])])

    def clash(self, ev: Ev) -> None:
        b, slug = ev["b"], ev["out"]
        here = [clash for clash in self.clashes if clash["b"] == b and slug in (clash["new"], clash["old"])]
        if self.t.island(b):
            self.say("TI-14")
        elif not here:
            self.say("TI-13")
        self.put_out(slug, here)

    def target(self, ev: Ev) -> None:
        if ev["what"] == "titan" and ev["card"] in CANNOT_AIM_AT_TITANS:
            self.say("TI-15")

    # -- duels --

    def duel_starts(self, ev: Ev) -> None:
        if self.duel:
            self.say("DU-05")
            return
        if ev["p"] == ev["q"]:
            self.say("DU-01")
        self.duel, self.cards = ev, []

    def duel_card(self, ev: Ev) -> None:
        p = ev["p"]
        if not self.duel or p not in (self.duel["p"], self.duel["q"]):
            self.say("DU-03")
            return
        if p in self.cards or (p != self.duel["p"] and self.duel["p"] not in self.cards):
            self.say("DU-03")
        self.cards.append(p)

    def duel_end(self, ev: Ev) -> None:
        if not self.duel:
            self.say("DU-07")
            return
        mine, theirs = ev["power"]
        if not ev["together"]:
            if ev["won"] != "none":
                self.say("DU-07")
        elif ev["won"] != ("both" if mine == theirs else "p" if mine > theirs else "q"):
            self.say("DU-08")
        if self.duel.get("by") == PAYS:
            holders = ev.get("control", [self.duel["p"], self.duel["q"]])
            due = dict.fromkeys(self.t.everybody, 0)
            for side, holder in zip("pq", holders, strict=True):
                due[holder] += ev["won"] in (side, "both")
            self.pay = (due, dict.fromkeys(self.t.everybody, 0))
        self.duel = None

    # -- buried cards --

    def bury(self, ev: Ev) -> None:
        self.t.buried[ev["id"]] = {"p": ev["p"], "b": ev["b"]}

    def uncover(self, ev: Ev) -> None:
        t, p = self.t, ev["p"]
        if t.buried[ev["id"]]["p"] != p:
            self.say("BU-04")
        del t.buried[ev["id"]]
        if ev.get("by"):
            self.opens()
            return
        if self.duel:
            self.say("DU-04")
        elif p != t.turn or self.uncovered or self.late:
            self.say("BU-07")
        if p == t.turn:
            self.uncovered = True

    def bury_out(self, ev: Ev) -> None:
        card = self.t.buried.pop(ev["id"])
        if ev["to"] == "moved":
            self.t.buried[ev["id"]] = {"p": ev.get("p", card["p"]), "b": ev.get("b", card["b"])}

    # -- monsters and treasures --

    def monster(self, ev: Ev) -> None:
        self.t.monsters[ev["id"]] = {**ev, "p": 0}

    def joins(self, monster: dict[str, Any], sign: int) -> None:
        if monster["p"]:
            self.count(monster["b"], monster["p"], sign)

    def monster_control(self, ev: Ev) -> None:
        monster = self.t.monsters[ev["id"]]
        if monster["p"] != ev["p"]:
            self.joins(monster, -1)
            monster["p"] = ev["p"]
            self.joins(monster, 1)

    def monster_move(self, ev: Ev) -> None:
        monster = self.t.monsters[ev["id"]]
        if monster["b"] != ev["b"]:
            self.joins(monster, -1)
            monster["b"] = ev["b"]
            self.joins(monster, 1)

    def monster_power(self, ev: Ev) -> None:
        self.t.monsters[ev["id"]]["power"] += ev["n"]

    def monster_out(self, ev: Ev) -> None:
        monster = self.t.monsters.pop(ev["id"])
        self.joins(monster, -1)
        if ev["why"] == "destroyed" and monster["treasures"] > 0:
            if not ev["p"]:
                self.nobodys = True
                return
            nothing = dict.fromkeys(self.t.everybody, 0)
            debt = self.debts.setdefault("destroyed", {"due": dict(nothing), "got": dict(nothing)})
            debt["due"][ev["p"]] += monster["treasures"]

    def treasure(self, ev: Ev) -> None:
        why, p, n = ev["why"], ev["p"], ev["n"]
        if why in self.debts:
            self.debts[why]["got"][p] += n
        elif why == "destroyed" and self.nobodys:
            self.say("MT-04")
        elif why in ("destroyed", "score"):
            self.say("MT-02")
        self.pile(self.t.treasures, p, n)
        if sum(self.t.treasures.values()) > 22:
            self.say("MT-01")

    def treasure_out(self, ev: Ev) -> None:
        self.pile(self.t.treasures, ev["p"], -ev["n"])
