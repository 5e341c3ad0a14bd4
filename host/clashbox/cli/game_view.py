"""One game as `clashbox show` prints it: result, where the points came from, findings, events, changes."""

from dataclasses import asdict, dataclass
from typing import Any, cast

from clashbox import history, i18n
from clashbox.cards import Facts
from clashbox.cli import tables
from clashbox.cli.games import date
from clashbox.db.models import Change
from clashbox.db.observed import Entry, Observed
from clashbox.i18n import t
from clashbox.sentences import Sentences
from clashbox.text import shown


def change(made: Change) -> dict[str, Any]:
    """A change as `show --json` gives it."""
    at = made.at.isoformat(timespec="seconds") + "Z"
    return {"at": at, "who": made.who, "why": made.why, "kind": made.kind, **made.data}


@dataclass(frozen=True, slots=True)
class View:
    """All that is shown of a game; `events` each with its line in the exported file (the header is 1)."""

    row: history.Row
    header: dict[str, Any]
    events: list[tuple[int, dict[str, Any]]]
    report: dict[str, Any]
    seen: Observed
    changes: list[dict[str, Any]]

    def as_object(self) -> dict[str, Any]:
        """The game as JSON."""
        return {
            **asdict(self.row),
            **self.report,
            "ledger": [asdict(entry) for entry in self.seen.ledger],
            "bases": [asdict(base) for base in self.seen.bases],
            "changes": self.changes,
            "log": [event for _, event in self.events],
        }

    def print(self) -> None:
        """Prints the game for people."""
        console = tables.console()
        row, names = self.row, history.named(self.row.players)
        console.print(f"{t(f'kind.{row.game}')}  {row.id}  {date(row.started, row.approximate)}")
        for line in self._facts():
            console.print(line, soft_wrap=True)
        console.print(self._result(names))
        state = self.report["state"]
        if state["turn"] and not row.over:
            console.print(t("game.turn", names[int(state["turn"]) - 1]))
        if self.seen.ledger:
            console.print(t(f"game.ledger.{row.game}"))
            for entry in self.seen.ledger:
                console.print(self._entry(entry, names), soft_wrap=True)
        findings = self.report["findings"]
        console.print(t("game.findings") if findings else t("game.clean"))
        for finding in findings:
            where = f"{finding['line'] - 1}: {finding['rule']} {t('level.' + finding['level'])}"
            console.print(f"  {where}: {finding['text']}", soft_wrap=True)
        console.print(t("game.events.title"))
        sentences = Sentences(self.header, i18n.language())
        for line, event in self.events:
            console.print(f"  {line - 1:>5}  {sentences.of(event)}", soft_wrap=True)

    def _facts(self) -> list[str]:
        row = self.row
        found = [t("game.void")] if row.void else []
        if row.over:
            found.append(t(f"way.{self.seen.way}"))
        if self.seen.turns:
            found.append(t("game.turns", self.seen.turns))
        if self.seen.length:
            found.append(t("game.length", round(self.seen.length / 60_000)))
        lines = [" · ".join(found)] if found else []
        for name in ("location", "note"):
            if getattr(row, name):
                lines.append(t(f"game.{name}", getattr(row, name)))
        by_hand = sum(made["kind"] != "import" for made in self.changes)
        if by_hand:
            lines.append(t("game.changed", by_hand, row.id))
        return lines

    def _result(self, names: list[str]) -> Any:
        points = t("game.vp") if self.row.game == "smashup" else t("game.medals")
        titles = (t("game.rank"), t("game.player"), points, t("game.factions"), t("game.winner"))
        made = tables.table(zip(titles, ">~>~<", strict=True))
        facts = Facts()
        for place, name in enumerate(names, 1):
            played = self.header["players"][place - 1].get("factions") or ()
            factions = ", ".join(facts.name("faction", faction) for faction in played)
            rank = self.row.ranks[place - 1]
            won = t("game.yes") if place in self.row.winner else ""
            made.add_row(str(rank or "–"), name, str(self.row.points[place - 1]), factions, won)
        return made

    def _entry(self, entry: Entry, names: list[str]) -> str:
        what = source_of(self.header, entry)
        return f"  {entry.line - 1:>5}  {names[entry.place - 1]} {entry.points:+d}  {what}"

    def print_changes(self) -> None:
        """Prints who changed what, when, why, and what stood before."""
        console = tables.console()
        if not self.changes:
            console.print(t("game.unchanged"))
        for made in self.changes:
            console.print(told(made), soft_wrap=True)


def source_of(header: dict[str, Any], entry: Entry) -> str:
    """What points came from, in a few words."""
    card = f": {Sentences(header, i18n.language()).card(entry.card)}" if entry.card else ""
    return t(f"source.{entry.source}") + card


def told(made: dict[str, Any]) -> str:
    """A change (see `change`) in one line: when, who, what, why."""
    what = t(f"change.{made['kind']}")
    if made["kind"] == "edit":
        seat = f" {made['place']}" if "place" in made else ""
        what += f" {t('field.' + made['field'])}{seat}"
    before, after = (_value(made.get(name)) for name in ("before", "after"))
    why = f" ({made['why']})" if made["why"] else ""
    return f"{date(made['at'], False)}  {made['who'] or '–'}  {what}: {before} → {after}{why}"


def _value(value: Any) -> str:
    if isinstance(value, bool):
        return t("game.yes") if value else t("game.no")
    if isinstance(value, list):
        return ", ".join(shown(one) for one in cast(list[object], value)) or "–"
    return shown(value, 200) if value not in (None, "") else "–"
