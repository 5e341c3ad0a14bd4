"""Games begun, given up and taken from flash: loaded when wanted. `app` is the App everywhere."""

import gc
import json

from clashcore.codec import Codec
from clashcore.rejected import Rejected

from clashdevice import games, identity
from clashdevice.session import Session


def new_game(app, header: dict) -> bool:
    """Begin a game; the present one is kept until more than an opening turn is recorded in the new one."""
    header = dict(header)
    header["clashbox"] = 1
    header["id"] = identity.random_id()
    header["device"] = app.device
    used = app.game is not None and app.game.begun
    app.link.forget()
    try:
        games.new_game(app.store, header["id"], json.dumps(header).encode(), used)
    except OSError as error:
        print("new game:", repr(error))
        app.refuse(app.t("store.full"))
        return False
    app.leave()
    app.game = Session(app, header)
    app.home()
    return True


def undo_new(app) -> bool:
    """Go back to the game that the present one replaced."""
    app.link.forget()
    if not games.undo_new(app.store):
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
    gc.collect()
    store = app.store
    while store.live:
        found = games.open_live(store, _counter())
        if found is None:
            continue
        try:
            session = Session(app, found[0], found[1])
        except (ValueError, Rejected, KeyError, TypeError, IndexError, AttributeError) as error:
            print("live game cannot be read:", repr(error))
            games.spoilt_live(store)
            continue
        if store.previous and session.begun:
            store.begun()
        return session
    return None


def recover(app, session: Session) -> None:
    """Memory went ahead of flash: take the timeline from there again."""
    del session.timeline
    gc.collect()
    found = games.open_live(app.store, _counter())
    if found:
        session.take(found[1])
