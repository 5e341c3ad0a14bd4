"""What the checks of all sections share: the game as it stands, and how a finding is made."""

from array import array
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from clashbox.recorded import Events
from clashbox.text import player_name

Event = dict[str, Any]
VIOLATION = "violation"
WARNING = "warning"
MAX_FINDINGS = 1 << 20
"""Findings of one game at most, so that no file can fill the memory with them."""
_NO_MOTION = -(2**63)  # no `m` of a file is that small


class CannotApply(Exception):
    """An event (or the header) that cannot be applied at all: the line, the sentence in both languages."""

    def __init__(self, line: int, english: str, vietnamese: str):
        super().__init__(line, english, vietnamese)
        self.line = line
        self.english = english
        self.vietnamese = vietnamese

    def text(self, lang: str) -> str:
        """The sentence in en or vi."""
        return self.vietnamese if lang == "vi" else self.english

    def __str__(self) -> str:
        return f"line {self.line}: {self.english}"


@dataclass(slots=True, frozen=True)
class Finding:
    """What the referee found: the file's line, the rule's id, violation or warning, the sentence."""

    line: int
    rule: str
    level: str
    text: str


def standing(events: Iterable[tuple[int, Event]]) -> Iterator[tuple[int, Event]]:
    """The events that stand once every undo and redo is done, each with its line.

    An undo takes the newest one with those right before it that have the same `m`; a redo brings back what
    the newest undo took, if nothing else was recorded since. Where there is nothing: raises CannotApply,
    before anything is given.
    """
    recorded = events if isinstance(events, Sequence) else list(events)
    # Numbers alone are kept: an undo at the end of a long game may reach back to its start.
    stand = array("I")  # those that stand, and behind `top` those that a redo brings back
    starts = array("I")  # where the motion of each begins
    undone = array("I")  # how far each redo reaches
    top = 0
    motions = array("q")  # `m` of each
    for number, (line, event) in enumerate(recorded):
        kind = event["ev"]
        if kind == "undo":
            if not top:
                raise CannotApply(
                    line,
                    "undo: no event stands before it that could be taken back",
                    "undo: phía trước không còn sự kiện nào để hoàn tác",
                )
            undone.append(top)
            top = starts[top - 1]
        elif kind == "redo":
            if not undone:
                raise CannotApply(
                    line,
                    "redo: nothing was taken back by an undo right before it",
                    "redo: ngay trước đó không có gì bị hoàn tác",
                )
            top = undone.pop()
        else:
            if undone:
                del undone[:], stand[top:], starts[top:], motions[top:]
            motion = event.get("m")
            same = motion is not None and top and motions[top - 1] == motion
            starts.append(starts[top - 1] if same else top)
            stand.append(number)
            motions.append(_NO_MOTION if motion is None else motion)
            top += 1
    del stand[top:]
    if isinstance(recorded, Events):
        return recorded.pick(stand)
    return (recorded[number] for number in stand)


_PHASES_VI = {
    "start": "Đầu lượt",
    "play": "Đánh bài",
    "score": "Ghi điểm base",
    "draw": "Rút bài",
    "end": "Cuối lượt",
}
_PHASES = {
    "start": "Start of turn",
    "play": "Play Cards",
    "score": "Score Bases",
    "draw": "Draw",
    "end": "End of turn",
}


def some(n: int, thing: str) -> str:
    """A number of things in English: `1 minion`, `2 minions`."""
    return f"{n} {thing}" if n == 1 else f"{n} {thing}s"


class Replay:
    """A game of Smash Up under replay: `s` is the core's state around the event at `line`.

    The rest is what the checks have to remember between events and the core has no use for.
    """

    def __init__(self, header: dict[str, Any], state: Any, facts: Any, vi: bool):
        self.s = state
        self.facts = facts
        self.vi = vi
        self.line = 1
        self.findings: list[Finding] = []
        self._said: dict[str, str] = {}
        self.known: set[str] = set()
        unnamed = "Người chơi" if vi else "Player"
        self._names = [
            player_name(player) or f"{unnamed} {n}" for n, player in enumerate(header["players"], 1)
        ]
        factions: list[list[str]] = [player.get("factions") or [] for player in header["players"]]
        self.factions: set[str] | None = {f for each in factions for f in each} if all(factions) else None
        # bases and scoring
        self.held: set[int] = set()  # slots that ever held a base
        self.unscored: set[int] = set()  # SB-06 reported
        self.unfilled: set[int] = set()  # SB-10 reported
        self.looked = False  # Score Bases of this turn is over
        # titans
        self.unsettled: set[tuple[int, str, str]] = set()  # clashes owed, TI-13 reported
        # duels
        self.pay: tuple[list[int], list[int]] | None = None  # Honorable Combat: VP due, VP gained
        # monsters
        self.revealed = False  # a monster destroyed by nobody: its treasures are discarded (MT-04)
        self.loose: list[int] = []  # the shares if power alone took part in the dealing (MT-06)
        self.scored = (
            ""  # the base with monsters that scored, and who of those with a minion was in which place
        )
        # buried cards
        self.late = False  # a regular play or another phase than start in this turn
        self.opened = False  # a start-of-turn uncover in this turn

    # -- findings --

    def add(self, rule: str, level: str, english: str, vietnamese: str) -> None:
        """A finding at the event's line."""
        text = vietnamese if self.vi else english
        # A long game in which nothing is right says the same over and over: each sentence is kept once.
        if len(self._said) > 1000:
            self._said.clear()
        if len(self.findings) >= MAX_FINDINGS:
            raise CannotApply(
                self.line,
                f"more than {MAX_FINDINGS} findings, which no game has that was played",
                f"hơn {MAX_FINDINGS} lỗi luật, không ván chơi thật nào có nhiều như vậy",
            )
        self.findings.append(Finding(self.line, rule, level, self._said.setdefault(text, text)))

    def violation(self, rule: str, english: str, vietnamese: str) -> None:
        """The recorded facts break the rule."""
        self.add(rule, VIOLATION, english, vietnamese)

    def warning(self, rule: str, english: str, vietnamese: str) -> None:
        """It looks wrong, but a card that is not recorded could explain it."""
        self.add(rule, WARNING, english, vietnamese)

    # -- words for the sentences --

    def player(self, p: int) -> str:
        """The player's name."""
        return self._names[p - 1]

    def players(self, players: list[int]) -> str:
        """The names of several players."""
        return ", ".join(self._names[p - 1] for p in players) or ("không ai" if self.vi else "nobody")

    def each(self, numbers: list[int]) -> str:
        """A number of each player: `An 12, Bình 8`."""
        return ", ".join(f"{name} {n}" for name, n in zip(self._names, numbers, strict=True))

    def base(self, b: int, word: str = "base") -> str:
        """The base in slot b: `base 2`, with its name where it has one; `word` where a sentence begins."""
        base = self.s.bases[b - 1]
        return (
            f"{word} {b}"
            if base is None or not base.card
            else f"{word} {b} ({self.facts.name('base', base.card)})"
        )

    def duellists(self) -> str:
        """The two players of the duel that is on: `An and Bình`."""
        p, q = self.s.duel[:2]
        return f"{self.player(p)} {'và' if self.vi else 'and'} {self.player(q)}"

    def named(self, ev: Event) -> str:
        """The card of an event in brackets, behind what it is: ` (Oh, No!)`; empty where none is recorded."""
        return f" ({self.card(ev['card'])})" if ev.get("card") else ""

    def phase(self) -> str:
        """The phase of the turn, as players call it."""
        phase: str = self.s.phase
        return (_PHASES_VI if self.vi else _PHASES).get(phase, phase)

    def titan(self, slug: str) -> str:
        """The titan's name."""
        return self.facts.name("titan", slug)

    def card(self, slug: str) -> str:
        """The card's name."""
        for kind in ("card",) if "/" in slug else ("base", "titan"):
            if self.facts.has(kind, slug):
                return self.facts.name(kind, slug)
        return slug

    # -- slugs --

    def know(self, line: int, field: str, slug: str, what: str) -> None:
        """Raises CannotApply unless the card data have that slug; `what` is card, base, titan or cause.

        A card may also be a base or a titan; what causes a titan to come or move may also be "special".
        """
        key = f"{what} {slug}" if what != "card" else slug
        if key in self.known:
            return
        has = self.facts.has
        if what in ("base", "titan"):
            found = has(what, slug)
        else:
            found = has("card", slug) if "/" in slug else has("base", slug) or has("titan", slug)
            found = found or (what == "cause" and slug == "special")
        if not found:
            what_vi = {"base": "base", "titan": "Titan"}.get(what, "lá bài")
            raise CannotApply(
                line,
                f"{field}: {slug} is no {what if what in ('base', 'titan') else 'card'} of the card data",
                f"{field}: dữ liệu không có {what_vi} {slug}",
            )
        self.known.add(key)
