"""Enters what the laptop proposes (ENTER) as a key press would. Loaded when wanted, dropped after.

Nothing is remembered of a proposal: whether it came before is seen from the event that has its number.
"""

from clashcore.codec import Codec
from clashcore.rejected import Rejected
from clashcore.shapes import SHAPE, fields, shape
from clashcore.table import (
    ANYONE,
    CARD,
    EACH,
    ENUM,
    FLAG,
    INT,
    NODE,
    OPTIONAL,
    PAIR,
    PLAYER,
    PLAYERS,
    SLOT,
    SLUG,
    TEXT,
    TWO,
)
from micropython import const

from clashdevice.serve import number_of
from clashdevice.stack import Away

_LONGEST = const(100)  # bytes of a record: it has to fit into a segment of the journal
_SLUG = "abcdefghijklmnopqrstuvwxyz0123456789-/"


def enter(app, body: dict) -> dict:
    """The answer: `number` of the event; else `refused`, why not, and `next`, the number that is due.

    Raises ValueError, TypeError, KeyError where it is no proposal.
    """
    number = number_of(body["number"], 1)
    given = body["event"]
    if not isinstance(given, dict):
        raise ValueError("event")
    game = app.game
    if game is None or body["id"] != app.store.live:
        return {"refused": "id", "next": 0}
    timeline = game.timeline
    event, why = _read(given, len(game.names))
    if not why:
        if number <= timeline.count and _bare(timeline.event(number)) == event:
            return {"number": number}  # the answer got lost
        why = _refused(app, number, event) or _entered(app, event)
    if why:
        return {"refused": why, "next": timeline.count + 1}
    return {"number": number}


def _bare(event: dict) -> dict:
    """The event without what the device says of it: when, and in which motion."""
    event.pop("t", None)
    event.pop("m", None)
    return event


def _read(given: dict, players: int) -> tuple:
    """The event as it will be recorded, whatever else was said, and ""; or {} and a code."""
    name = given.get("ev", "")
    event = {"ev": name}
    try:
        known = shape(name)
    except (KeyError, TypeError):
        return {}, "event"
    for i in range(SHAPE, len(known), 2):
        field = fields[known[i]]
        kind = known[i + 1]
        value = given.get(field)
        if value is None:
            continue  # one that must be there is missed by the codec
        kind &= OPTIONAL - 1
        if not _fits(value, kind, players):
            return {}, "player" if kind in (PLAYER, ANYONE) else "field"
        event[field] = value
    if name in ("undo", "redo"):
        return {}, "event"
    try:
        if len(Codec().encode(event)) <= _LONGEST:
            return event, ""
    except ValueError:
        pass
    return {}, "field"


def _fits(value, kind: int, players: int) -> bool:
    """Whether a value from the line is of that kind; texts of a closed list and limits are the codec's."""
    if kind == FLAG:
        return isinstance(value, bool)
    if isinstance(value, str):
        if kind in (SLUG, CARD):
            return value != "" and not [letter for letter in value if letter not in _SLUG]
        # What was no UTF-8 on the line would not come back from flash.
        return (kind >= ENUM or kind in (TEXT, NODE)) and str(value.encode(), "utf-8") == value
    if isinstance(value, list):
        if kind < TWO or kind >= ENUM or (kind == EACH and len(value) != players):
            return False
        one = PLAYER if kind in (PLAYERS, PAIR) else INT
        return not [n for n in value if isinstance(n, list) or not _fits(n, one, players)]
    if isinstance(value, bool) or not isinstance(value, int):
        return False
    if kind in (PLAYER, ANYONE):
        return (kind == PLAYER) <= value <= players
    return kind in (INT, SLOT)


def _refused(app, number: int, event: dict) -> str:
    """Why it cannot be entered now, "" where it can be tried."""
    if number != app.game.timeline.count + 1:
        return "number"
    if app.game.state.over:
        return "over"
    return "" if _rests(app) else "busy"


def _rests(app) -> bool:
    """Whether nothing is open on the box that an event would disturb."""
    screen = app.screen
    held = screen.kept if isinstance(screen, Away) else screen.__dict__
    name = screen.name if isinstance(screen, Away) else app._stack[-1][0]
    if name == "base_view":  # one base, large: it shows what there is
        return not held["editing"]
    return len(app._stack) == 1 and name == app._root() and not held.get("mode")


def _entered(app, event: dict) -> str:
    """Enter it, in flash too, and let it be seen and heard; else why not."""
    game = app.game
    timeline = game.timeline
    smashup = game.header["game"] == "smashup"
    before = game.state.ready() if smashup else ()
    event["t"] = game.now()
    event["m"] = timeline.m + 1
    try:
        timeline.commit([event])
        if not game._keep(1):
            return "full"
    except Rejected as error:
        return error.code
    except Exception:
        _mend(app, game)
        raise  # for want of memory: the host asks again, and finds more room or the event
    app.redraw()
    if not smashup:
        app.home()  # a board keeps what it offers
    elif ready := [b for b in game.state.ready() if b not in before]:
        app.toast(app.t("table.ready", ready[0]))
        app.beep("ready")
        return ""
    app.beep("ok")
    return ""


def _mend(app, game) -> None:
    """After a fault: the state is that of the journal again."""
    timeline = game.timeline
    if timeline.torn or timeline.count != app.store.journal.count:
        try:
            app.all_room()
            app.recover(game)
        except MemoryError:
            raise RuntimeError("memory")  # the game is taken from flash again
