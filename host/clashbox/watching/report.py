"""What a watch says: lines for people, or a JSON object a line for programs."""

import json
import sys
from dataclasses import asdict
from typing import Any, Protocol

from clashbox import i18n
from clashbox.core import Event, Header
from clashbox.history import named
from clashbox.i18n import t
from clashbox.sentences import Sentences
from clashbox.sync import Summary
from clashbox.text import harmless_json, player_name
from clashbox.watching.findings import Found


class Report(Protocol):
    """Who is told of what happens."""

    def joined(self, device: str, firmware: str, port: str) -> None:
        """The box answers."""
        ...

    def synced(self, summary: Summary) -> None:
        """Everything that was on the box is in the history."""
        ...

    def game(self, game: str, header: Header, events: int) -> None:
        """This game is looked at from now on; `events` were recorded before."""
        ...

    def nothing(self) -> None:
        """No game is under way."""
        ...

    def event(self, number: int, event: Event) -> None:
        """An event has happened."""
        ...

    def found(self, finding: Found) -> None:
        """The referee has found something."""
        ...

    def gone(self, finding: Found) -> None:
        """A finding is no more: its event was taken back or mended."""
        ...

    def trouble(self, text: str) -> None:
        """Something is amiss that does not end the watch."""
        ...

    def away(self, why: str) -> None:
        """The box does not answer any more; it goes on alone."""
        ...

    def back(self, port: str) -> None:
        """The box is there again."""
        ...


class _Told:
    """The game that events and findings are told of."""

    def __init__(self) -> None:
        self.id = ""
        self.sentences: Sentences | None = None

    def of(self, event: Event) -> str:
        """The event in one sentence."""
        return self.sentences.of(event) if self.sentences else ""


def clock(ms: int) -> str:
    """Time of the game as 1:02:03 or 2:03."""
    minutes, seconds = divmod(ms // 1000, 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{seconds:02}" if hours else f"{minutes}:{seconds:02}"


class Lines:
    """For people, in the language that is set."""

    def __init__(self) -> None:
        self._game = _Told()

    def _say(self, line: str) -> None:
        print(line, flush=True)

    def joined(self, device: str, firmware: str, port: str) -> None:
        """Which box, where."""
        self._say(t("sync.device.line", device, firmware, port))

    def synced(self, summary: Summary) -> None:
        """What that brought, if anything."""
        if summary.added:
            self._say(t("watch.synced", summary.added))
        for trouble in summary.troubles:
            self.trouble(trouble)

    def game(self, game: str, header: Header, events: int) -> None:
        """Kind, players, how far it is."""
        self._game.id, self._game.sentences = game, Sentences(header, i18n.language())
        players = named([player_name(player) for player in header["players"]])
        self._say(t("watch.game", game, t(f"kind.{header['game']}"), " – ".join(players), events))

    def nothing(self) -> None:
        """That it waits."""
        self._say(t("watch.nothing"))

    def event(self, number: int, event: Event) -> None:
        """Number, time, sentence."""
        time = clock(event["t"]) if "t" in event else ""
        self._say(f"{number:>5} {time:>7}  {self._game.of(event)}")

    def found(self, finding: Found) -> None:
        """Under its event."""
        mark = "!" if finding.level == "violation" else "?"
        level = t(f"level.{finding.level}")
        self._say(f"{mark:>5} {finding.rule:>7}  {t('watch.found', finding.number, level, finding.text)}")

    def gone(self, finding: Found) -> None:
        """What is put right."""
        self._say(f"{'':>5} {finding.rule:>7}  {t('watch.gone', finding.number)}")

    def trouble(self, text: str) -> None:
        """On standard error."""
        print(text, file=sys.stderr, flush=True)

    def away(self, why: str) -> None:
        """One line."""
        self._say(t("watch.away"))

    def back(self, port: str) -> None:
        """One line."""
        self._say(t("watch.back", port))


class Objects:
    """For programs: each line an object; `what` says of what."""

    def __init__(self) -> None:
        self._game = _Told()

    def _say(self, what: str, **values: Any) -> None:
        text = json.dumps({"what": what, **values}, ensure_ascii=False)
        print(harmless_json(text), flush=True)

    def joined(self, device: str, firmware: str, port: str) -> None:
        """device, firmware, port."""
        self._say("joined", device=device, firmware=firmware, port=port)

    def synced(self, summary: Summary) -> None:
        """events, troubles."""
        self._say("synced", events=summary.added, troubles=summary.troubles)

    def game(self, game: str, header: Header, events: int) -> None:
        """id, header, events."""
        self._game.id, self._game.sentences = game, Sentences(header, i18n.language())
        self._say("game", id=game, header=header, events=events)

    def nothing(self) -> None:
        """Nothing more."""
        self._say("nothing")

    def event(self, number: int, event: Event) -> None:
        """id, number, event, text."""
        self._say("event", id=self._game.id, number=number, event=event, text=self._game.of(event))

    def found(self, finding: Found) -> None:
        """id, number, rule, level, text."""
        self._say("finding", id=self._game.id, **asdict(finding))

    def gone(self, finding: Found) -> None:
        """The same."""
        self._say("gone", id=self._game.id, **asdict(finding))

    def trouble(self, text: str) -> None:
        """text."""
        self._say("trouble", text=text)

    def away(self, why: str) -> None:
        """text: why."""
        self._say("away", text=why)

    def back(self, port: str) -> None:
        """port."""
        self._say("back", port=port)
