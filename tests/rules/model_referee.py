"""The slow referee itself: each event is looked at as the rules have it, then laid on the table."""

from typing import Any

from tests.rules.model import SETTLING
from tests.rules.model_modules import Modules

Ev = dict[str, Any]
NAMES = {"duel": "duel_starts", "turn": "turn_starts"}


class Referee(Modules):
    """`found` is [(number of the event from 1, rule, V or W)]; `table` what lies there by now."""

    def __init__(self, players: int):
        super().__init__(players)
        self.top = 0
        self.locked: set[int] = set()
        self.score_bases_over = False
        self.told_ready: set[int] = set()
        self.told_empty: set[int] = set()
        self.held: set[int] = set()

    def event(self, ev: Ev) -> None:
        """One more event that the table played."""
        self.number += 1
        kind = ev["ev"]
        if kind in SETTLING:
            self.settle(ev)
        if kind in ("turn", "phase", "score", "score.start", "end") and self.duel:
            self.say("DU-07")
            self.duel = None
        getattr(self, NAMES.get(kind, kind.replace(".", "_")))(ev)

    def last(self) -> None:
        """There is no more."""
        self.settle({"ev": "last"})
        if self.duel:
            self.say("DU-07")

    # -- what was left undone --

    def settle(self, ev: Ev) -> None:
        for clash in self.clashes:
            walks = ev["ev"] == "titan.move" and ev["titan"] in (clash["new"], clash["old"])
            if not clash["told"] and not (walks and ev["b"] != clash["b"]):
                clash["told"] = True
                self.say("TI-13")
        for why, debt in self.debts.items():
            if debt["due"] != debt["got"]:
                loose = why == "score" and debt["got"] == debt["loose"]
                self.say("MT-03" if why == "destroyed" else "MT-06", "W" if loose else "V")
        if self.pay and self.pay[0] != self.pay[1]:
            self.say("DU-12")
        self.debts, self.pay, self.nobodys = {}, None, False

    def look_for_ready(self) -> None:
        for b in self.t.bases:
            if not self.t.ready(b):
                self.told_ready.discard(b)
            elif b not in self.told_ready:
                self.told_ready.add(b)
                self.say("SB-06", "W")

    # -- turns and bases --

    def turn_starts(self, ev: Ev) -> None:
        t = self.t
        if t.turn:
            if not self.score_bases_over:
                self.look_for_ready()
            if t.sole_leader():
                self.say("SB-12")
            if ev["p"] != t.clockwise()[1]:
                self.say("SB-03", "W")
        for b in self.held - set(t.bases) - self.told_empty:
            self.told_empty.add(b)
            self.say("SB-10")
        t.ends("turn")
        t.ends("next", ev["p"])
        t.turn, t.phase, t.start_told = ev["p"], "start", False
        self.used, self.locked = set(), set()
        self.score_bases_over = self.late = self.uncovered = False

    def phase(self, ev: Ev) -> None:
        if self.t.turn and ev["name"] in ("draw", "end") and not self.score_bases_over:
            self.score_bases_over = True
            self.look_for_ready()
        if ev["name"] != "start":
            self.late = True
        if self.t.turn:
            self.t.phase, self.t.start_told = ev["name"], ev["name"] == "start"

    def base(self, ev: Ev) -> None:
        b = ev["b"]
        if b > len(self.t.everybody) + 1:
            self.say("SB-02", "W")
        self.held.add(b)
        self.told_ready.discard(b)
        self.told_empty.discard(b)
        self.top = max(self.top, b)
        self.t.bases[b] = {
            "card": ev.get("card"),
            "printed": ev["breakpoint"],
            "vp": ev["vp"],
            "change": 0,
        }

    def base_fix(self, ev: Ev) -> None:
        self.t.bases[ev["b"]]["printed"] = ev["breakpoint"]

    def base_out(self, ev: Ev) -> None:
        self.gone(ev["b"], ev["why"] == "replaced")

    def gone(self, b: int, stay: bool) -> None:
        self.t.take_off(b)
        if not stay:
            self.t.sweep(b)
        self.locked.discard(b)
        self.clashes = [clash for clash in self.clashes if clash["b"] != b]

    def breakpoint(self, ev: Ev) -> None:
        self.t.bases[ev["b"]]["change"] += ev["n"]

    def score_start(self, ev: Ev) -> None:
        if not self.t.ready(ev["b"]):
            self.say("SB-05")
        self.locked.add(ev["b"])
        self.scoring()

    def scoring(self) -> None:
        if self.t.turn:
            self.t.phase = "score"

    def score(self, ev: Ev) -> None:
        t, b = self.t, ev["b"]
        if b not in self.locked and not t.ready(b):
            self.say("SB-05")
        due, tied = t.due(b)
        given = dict(zip(t.everybody, ev["vp"], strict=True)) if "vp" in ev else due
        if given != due:
            absent = [p for p in given if given[p] > 0 and not t.power(p, b) and not t.minions.get((b, p), 0)]
            self.say("SB-07" if absent else "SB-09" if tied else "SB-08")
        for p in t.everybody:
            t.vp[p] += given[p]
        if sum(m["treasures"] for m in t.monsters.values() if m["b"] == b) > 0:
            self.debts["score"] = {
                "due": t.shares(b, False),
                "loose": t.shares(b, True),
                "got": dict.fromkeys(t.everybody, 0),
            }
        self.gone(b, False)
        self.scoring()

    def vp(self, ev: Ev) -> None:
        self.t.vp[ev["p"]] += ev["n"]
        if self.pay and ev.get("why") != "fix":
            self.pay[1][ev["p"]] += ev["n"]

    def note(self, ev: Ev) -> None:
        pass

    def end(self, ev: Ev) -> None:
        t = self.t
        if not t.sole_leader():
            self.say("SB-12", "W")
        right = t.leaders()
        if set(ev.get("winner", right)) != set(right):
            self.say("SB-13" if max(t.madness.values()) >= 2 else "SB-12")
        t.ends("turn")
        t.winner = ev.get("winner", right)

    # -- minions and power --

    def add(self, b: int, p: int, n: int, until: str = "") -> None:
        self.t.marks.append((b, p, n, until))

    def regular(self, ev: Ev) -> None:
        self.late = True
        if self.duel:
            self.say("DU-04")
        elif ev["p"] != self.t.turn or ev["kind"] in self.used:
            self.say("SB-04", "W")
        if ev["p"] == self.t.turn:
            self.used.add(ev["kind"])

    def play(self, ev: Ev) -> None:
        if not ev.get("extra"):
            self.regular(ev)
        if ev["kind"] == "minion" and "b" in ev:
            self.count(ev["b"], ev["p"], 1)
            self.add(ev["b"], ev["p"], ev.get("power", 0))
        self.opens()

    def minion(self, ev: Ev) -> None:
        self.count(ev["b"], ev["p"], ev["n"])
        temp = ev.get("temp", 0)
        self.add(ev["b"], ev["p"], ev.get("power", 0) - temp)
        self.add(ev["b"], ev["p"], temp, "turn")

    def goes(self, ev: Ev, b: int, p: int, to: int, q: int) -> None:
        if (b, p) != (to, q):
            n = ev.get("n", 1)
            for slot, who, sign in ((b, p, -1), (to, q, 1)):
                self.minion(
                    {
                        "b": slot,
                        "p": who,
                        "n": sign * n,
                        "power": sign * ev["power"],
                        "temp": sign * ev.get("temp", 0),
                    }
                )

    def move(self, ev: Ev) -> None:
        self.goes(ev, ev["b"], ev["p"], ev["to"], ev["p"])

    def control(self, ev: Ev) -> None:
        self.goes(ev, ev["b"], ev["p"], ev["b"], ev["q"])

    def power(self, ev: Ev) -> None:
        self.add(ev["b"], ev["p"], ev["n"], ev.get("until", ""))

    def each(self, ev: Ev) -> None:
        self.t.each[ev["id"]] = {"until": "", **ev}

    def each_out(self, ev: Ev) -> None:
        del self.t.each[ev["id"]]

    def madness(self, ev: Ev) -> None:
        self.pile(self.t.madness, ev["p"], ev["n"])
