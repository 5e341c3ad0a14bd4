"""Games begun, and the one that waits taken up: loaded when wanted. `app` is the App.

The present game is let go of before flash is written, which takes memory: its journal holds all of it, and
where the flash is full it is taken from there again.
"""

import json
import struct

from clashdevice import identity, memory
from clashdevice.session import Session


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
    if not app.store.parked:
        return False
    used = _used(app)
    result = _result(app.game) if used else b""
    app.link.forget()
    app.leave()
    failed = _written("take_up", app.store, used, result)
    from clashdevice import opening

    opening.go_on(app)
    if failed:
        app.refuse(app.t("store.full" if failed == 28 else "store.failed"))
    return not failed


def _written(what: str, *args) -> int:
    """Have games.py do something; 0, or the errno where flash is as before. Its code is gone then."""
    from clashdevice import games

    try:
        getattr(games, what)(*args)
        return 0
    except OSError as error:
        print("games:", repr(error))
        return error.errno or 5
    finally:
        games = None  # the module is held no longer
        memory.drop("clashdevice.games", "clashdevice.archive", "clashdevice.folding")


def new_game(app, header: dict) -> bool:
    """Begin a game; the present one is kept until more than an opening turn is recorded in the new one."""
    header = dict(header)
    header["clashbox"] = 1
    header["id"] = identity.random_id()
    header["device"] = app.device
    used = _used(app)
    result = _result(app.game) if used else b""
    app.link.forget()
    app.leave()
    failed = _written("new_game", app.store, header["id"], json.dumps(header).encode(), used, result)
    if failed:
        from clashdevice import opening

        opening.go_on(app)
        if failed == 28:
            app.beep("no")
            app.push("full")
        else:
            app.refuse(app.t("store.failed"))
        return False
    app.game = Session(app, header)
    app.home()
    return True
