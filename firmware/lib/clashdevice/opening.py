"""Games given up and taken from flash: loaded when wanted. `app` is the App everywhere."""

import gc

from clashcore.codec import Codec
from clashcore.rejected import Rejected

from clashdevice import memory
from clashdevice.session import Session

# What looks after the games goes before a game's own code comes: there is not room for both.


def _games():
    from clashdevice import games

    return games


def _drop_games() -> None:
    memory.drop("clashdevice.games", "clashdevice.archive", "clashdevice.folding")


def undo_new(app) -> bool:
    """Go back to the game that the present one replaced."""
    app.link.forget()
    if not _games().undo_new(app.store):
        return False
    go_on(app)
    return True


def go_on(app) -> None:
    """Let go of the present game, and show the one that is live now."""
    app.leave()
    app.canvas.forget()  # letters and words at hand give way
    app.words.forget()
    try:
        app.game = load(app)
    except MemoryError:  # what reads it has been loaded by now: there is room for a second try
        app.leave()
        app.game = load(app)
    app.home()


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


def _session(app, found: tuple) -> Session:
    for _ in range(2):
        try:
            return Session(app, found[0], found[1])
        except MemoryError:
            pass  # some of the code that it needs has been loaded by now: there is room for another try
        app.store.journal.held = None
        app.store.journal.spare()
        app.room()
    return Session(app, found[0], found[1])


def load(app) -> "Session | None":
    """The live game as flash has it; None where there is none or it cannot be read (it is then set aside)."""
    gc.collect()
    store = app.store
    while store.live:
        found = _games().open_live(store, _counter())
        _drop_games()
        if found is None:
            continue
        try:
            session = _session(app, found)
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
    try:
        _take(app, session)
    except MemoryError:  # what reads it has been loaded by now: there is room for a second try
        _take(app, session)


def _take(app, session: Session) -> None:
    memory.scrub(10)
    gc.collect()
    found = _games().open_live(app.store, _counter())
    _drop_games()
    if found:
        session.take(found[1])
