"""Games begun, given up and taken from flash: loaded when wanted. `app` is the App everywhere."""

import gc
import json
import struct

from clashcore.codec import Codec
from clashcore.rejected import Rejected

from clashdevice import identity, memory
from clashdevice.session import Session

# What looks after the games goes before a game's own code comes: there is not room for both.


def _games():
    from clashdevice import games

    return games


def _drop_games() -> None:
    memory.drop("clashdevice.games", "clashdevice.archive", "clashdevice.folding")


def _result(game) -> bytes:
    """What a game came to, as an archive keeps it."""
    state = game.state
    points = state.vp if game.header["game"] == "smashup" else state.medals
    won = 128 if state.over else 0
    for p in state.winner:
        won |= 1 << (p - 1)
    kept = [max(-128, min(127, n)) for n in points] + [0, 0]
    minutes = min(game.timeline.t // 60_000, 65535)
    return struct.pack("<B4bH", won, kept[0], kept[1], kept[2], kept[3], minutes)


def _used(app) -> bool:
    return app.game is not None and app.game.begun


def take_up(app) -> bool:
    """Go back to the game that waits; False where there is none, or with a notice no room for the present."""
    used = _used(app)
    app.link.forget()
    try:
        if not _games().take_up(app.store, used, _result(app.game) if used else b""):
            return False
    except OSError as error:
        print("take up:", repr(error))
        app.refuse(app.t("store.full" if error.errno == 28 else "store.failed"))
        return False
    app.leave()
    app.game = load(app)
    app.home()
    return True


def new_game(app, header: dict) -> bool:
    """Begin a game; the present one is kept until more than an opening turn is recorded in the new one."""
    header = dict(header)
    header["clashbox"] = 1
    header["id"] = identity.random_id()
    header["device"] = app.device
    used = _used(app)
    result = _result(app.game) if used else b""
    app.link.forget()
    try:
        _games().new_game(app.store, header["id"], json.dumps(header).encode(), used, result)
    except OSError as error:
        print("new game:", repr(error))
        app.home()
        if error.errno == 28:
            app.beep("no")
            app.push("full")
        else:
            app.refuse(app.t("store.failed"))
        return False
    app.leave()
    _drop_games()
    app.game = Session(app, header)
    app.home()
    return True


def undo_new(app) -> bool:
    """Go back to the game that the present one replaced."""
    app.link.forget()
    if not _games().undo_new(app.store):
        return False
    app.leave()
    app.game = load(app)
    app.home()
    return True


def _counter():
    """A function that counts the events in the records of one game, part after part."""
    codec = Codec()

    def count(records: bytes) -> int:
        pos = found = 0
        while pos < len(records):
            _, pos = codec.skip(records, pos)
            found += 1
        return found

    return count


def load(app) -> "Session | None":
    """The live game as flash has it; None where there is none or it cannot be read (it is then set aside)."""
    app.canvas.forget()  # letters and words at hand give way
    app.words.forget()
    gc.collect()
    store = app.store
    while store.live:
        found = _games().open_live(store, _counter())
        _drop_games()
        if found is None:
            continue
        try:
            session = Session(app, found[0], found[1])
        except (ValueError, Rejected, KeyError, TypeError, IndexError, AttributeError) as error:
            print("live game cannot be read:", repr(error))
            _games().spoilt_live(store)
            continue
        if store.previous and session.begun:
            store.begun()
        return session
    return None


def recover(app, session: Session) -> None:
    """Memory went ahead of flash: take the timeline from there again."""
    session.timeline.forget()
    del session.timeline
    gc.collect()
    found = _games().open_live(app.store, _counter())
    _drop_games()
    if found:
        session.take(found[1])
