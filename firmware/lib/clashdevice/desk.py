"""What the application does once an evening: set up, settings, names, games begun and given up.

Loaded when wanted, dropped after. `app` is the App everywhere.
"""

import gc
import json
import os
import sys

from clashcore.codec import Codec
from clashcore.rejected import Rejected
from machine import Timer

from clashdevice import board, files, games, identity, settings
from clashdevice.canvas import Canvas
from clashdevice.cards import Cards
from clashdevice.display import Display
from clashdevice.keys import PERIOD_MS, Keys
from clashdevice.link import Link
from clashdevice.session import Session
from clashdevice.sound import Sound
from clashdevice.words import Words


def prepare(app, frame: bytearray) -> None:
    """Set up everything but the game. Nothing of it fails for want of a display or of a good file."""
    files.start()
    values = app.settings = settings.load()
    app.display = Display(frame, board.bus(), values["chip"], values["flip"] != 0, values["contrast"])
    app.canvas = Canvas(app.display.buffer)
    app.cards = Cards("/data/cards.tsv")
    _speak(app)
    app.keys = Keys(board.keys())
    app.timer = Timer(0)
    app.timer.init(period=PERIOD_MS, mode=Timer.PERIODIC, callback=app.keys.on_timer)
    app.sound = Sound(board.buzzer(), values["sound"] != 0)
    app.board = board.name()
    app.device = identity.device_id()
    app.store = games.start()
    app.link = Link(app)
    app.core = app.state_modules()
    _grow(app)


def _speak(app) -> None:
    """Words and names in the language of the settings."""
    language = app.settings["language"]
    app.words = Words(language=language)
    app.t = app.words.t
    app.cards.language = language


def _grow(app) -> None:
    """Load every screen once: the pool of names doubles in one piece and had better be grown by then."""
    try:
        found = os.listdir("/lib/clashdevice/screens")
    except OSError:
        found = []
    for file in found:
        if file[0] != "_":
            try:
                __import__("clashdevice.screens." + file[: file.rfind(".")])
            except Exception as error:
                sys.print_exception(error)
            app.drop_modules(())
            app.drop_state()


# Settings


def change(app, key: str, value) -> None:
    """Change a setting, keep it, put it to work."""
    if settings.put(app.settings, key, value):
        try:
            settings.save(app.settings)
        except OSError:
            app.refuse(app.t("store.full"))
    _apply(app)


def _apply(app) -> None:
    values = app.settings
    app.sound.on = values["sound"] != 0
    if app.words.language != values["language"]:
        _speak(app)
    app.display.configure(values["chip"], values["flip"] != 0, values["contrast"])
    app.redraw()


def receive(app, name: str, data: bytes) -> bool:
    """Settings or names from the laptop; False where they cannot be read. Raises OSError (flash full)."""
    if name == "names":
        return settings.take_names(app.settings, data)
    if not settings.take(app.settings, data):
        return False
    settings.save(app.settings)
    _apply(app)
    return True


def about(app) -> list:
    """What the box says of itself: pairs of a word's key and a value."""
    return [
        ("version", app.VERSION),
        ("device", app.device),
        ("games", games.count(app.store)),
        ("free", "%d KB" % (files.free() // 1024)),
    ]


# Games


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
            session = Session(app, found[0], found[1], found[2])
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
    session.timeline = None
    gc.collect()
    _, chunks, snapshot = games.open_live(app.store, _counter())
    session.take(chunks, snapshot)
