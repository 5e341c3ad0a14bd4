"""Follows the live game of a virtual device over its own channel, so that the serial port stays free."""

import time
from dataclasses import dataclass, field
from typing import Any, Protocol

from clashcore import wire

from clashbox import checking, core, reading, rules
from clashbox.cards import forms
from clashbox.link.records import Place, unpack
from clashbox.sentences import Sentences
from clashbox.text import shown
from clashbox.virtual import VirtualDeviceError

HELLO_EVERY = 1.0
"""Seconds between two looks at which game is live."""
COUNT = 200


class Asked(Protocol):
    """What answers requests of the link: the virtual device."""

    def request(self, kind: int, payload: dict[str, Any] | None = None) -> tuple[dict[str, Any], bytes]:
        """The END's object and the joined DATA; VirtualDeviceError where it refuses or is away."""
        ...


@dataclass(frozen=True, slots=True)
class Row:
    """A line of the list: the event's number, seconds since the start (or None), its sentence, whether it
    was taken back, and the findings at it.
    """

    number: int
    seconds: int | None
    text: str
    undone: bool
    findings: tuple[tuple[str, str, str], ...]


@dataclass(frozen=True, slots=True)
class Standing:
    """A player's line: name, VP or medals, whether it is their turn, whether they won."""

    name: str
    points: int
    turn: bool
    won: bool


@dataclass(frozen=True, slots=True)
class View:
    """What the page shows of the live game; `game` is empty where there is none, `trouble` says what cannot
    be shown.
    """

    game: str = ""
    id: str = ""
    rows: tuple[Row, ...] = ()
    standings: tuple[Standing, ...] = ()
    over: bool = False
    trouble: str = ""


@dataclass
class _Game:
    id: str
    header: dict[str, Any]
    place: Place = field(default_factory=Place)
    events: list[core.Event] = field(default_factory=list[core.Event])


class Live:
    """The live game, looked at again and again with `poll` (which waits for the device: not for the event
    loop).
    """

    def __init__(self, device: Asked, lang: str):
        self.view = View()
        self._device = device
        self._lang = lang
        self._game: _Game | None = None
        self._asked = 0.0

    def poll(self) -> bool:
        """Looks for news; whether the view changed."""
        try:
            changed = self._look()
        except VirtualDeviceError:
            # Away (restarting, or at its prompt), or the game is another: the next look begins with hello.
            self._asked = 0.0
            self._game = None
            return False
        if changed:
            self.view = self._make()
        return changed

    def _look(self) -> bool:
        changed = False
        if time.monotonic() - self._asked >= HELLO_EVERY:
            hello, _ = self._device.request(wire.HELLO)
            self._asked = time.monotonic()
            live = hello.get("live")
            if not isinstance(live, str):
                changed = self._game is not None or bool(self.view.game)
                self._game = None
            elif self._game is None or self._game.id != live:
                self._game = _Game(live, self._header(live))
                changed = True
        game = self._game
        while game is not None:
            body = {
                "id": game.id,
                "from": game.place.events + 1,
                "crc": game.place.crc,
                "size": 240,
                "count": COUNT,
            }
            end, data = self._device.request(wire.EVENTS, body)
            try:
                game.place, _, events = unpack(game.place, [data])
            except ValueError as error:
                raise VirtualDeviceError(str(error)) from None
            if not events:
                break
            game.events += events
            changed = True
            if game.place.events >= int(end.get("events", 0)):
                break
        return changed

    def _header(self, game: str) -> dict[str, Any]:
        _, data = self._device.request(wire.HEADER, {"id": game})
        try:
            return core.read_header(forms.expand(reading.loads(data.decode("utf-8"))))
        except ValueError as error:
            raise VirtualDeviceError(shown(error, 200)) from None

    def _make(self) -> View:
        game = self._game
        if game is None:
            return View()
        sentences = Sentences(game.header, self._lang)
        stands, _ = core.standing(game.events)
        standing = set(stands)
        findings: dict[int, list[tuple[str, str, str]]] = {}
        trouble = ""
        state: dict[str, Any] | None = None
        try:
            report = checking.report(game.header, list(enumerate(game.events, 2)), self._lang)
            state = report["state"]
            for found in report["findings"]:
                findings.setdefault(found["line"] - 1, []).append(
                    (found["rule"], found["level"], found["text"])
                )
        except rules.CannotApply as error:
            trouble = error.text(self._lang)
        rows = tuple(
            Row(
                number,
                event["t"] // 1000 if "t" in event else None,
                sentences.of(event),
                number - 1 not in standing and event["ev"] not in ("undo", "redo"),
                tuple(findings.get(number, ())),
            )
            for number, event in enumerate(game.events, 1)
        )
        return View(
            game=game.header["game"],
            id=game.id,
            rows=rows,
            standings=_standings(game.header, sentences, state),
            over=bool(state and state["over"]),
            trouble=trouble,
        )


def _standings(
    header: dict[str, Any], sentences: Sentences, state: dict[str, Any] | None
) -> tuple[Standing, ...]:
    if state is None:
        return ()
    points = state["vp" if header["game"] == "smashup" else "medals"]
    return tuple(
        Standing(
            sentences.player(p), points[p - 1], state["turn"] == p and not state["over"], p in state["winner"]
        )
        for p in range(1, len(header["players"]) + 1)
    )
