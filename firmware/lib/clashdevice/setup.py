"""Sets up everything but the game, once at the start. `app` is the App."""

from machine import Timer

import clashdevice.session  # noqa: F401  (what every game needs is loaded before `core` is noted)
from clashdevice import board, files, games, identity, memory, settings
from clashdevice.canvas import Canvas
from clashdevice.cards import Cards
from clashdevice.display import Display
from clashdevice.keys import PERIOD_MS, Keys
from clashdevice.link import Link
from clashdevice.sound import Sound
from clashdevice.words import Words


def prepare(app, frame: bytearray) -> None:
    """Set up everything but the game. Nothing of it fails for want of a display or of a good file."""
    files.start()
    memory.start()
    values = app.settings = settings.load()
    app.display = Display(frame, board.bus(), values["chip"], values["flip"] != 0, values["contrast"])
    app.canvas = Canvas(app.display.buffer)
    app.cards = Cards("/data/cards.tsv")
    app.cards.language = values["language"]
    app.words = Words(language=values["language"])
    app.t = app.words.t
    app.keys = Keys(board.keys())
    app.keys.turned = values["flip"]
    app.timer = Timer(0)
    app.timer.init(period=PERIOD_MS, mode=Timer.PERIODIC, callback=app.keys.on_timer)
    app.sound = Sound(board.buzzer(), values["sound"] != 0)
    app.board = board.name()
    app.battery = _battery()
    app.device = identity.device_id()
    app.store = games.start()
    app.link = Link(app)
    app.core = app.state_modules()
    _grow()


def _battery():
    read = board.battery()
    if read is not None:
        from clashdevice import power

        if power.fitted(read):
            return power.Battery(read)
        memory.drop("clashdevice.power")
    return None


def _grow() -> None:
    """Take up every name of every module: their pool doubles in one piece and had better be grown by then."""
    try:
        with open("/data/names.txt") as file:
            for name in file:
                name = name[:-1]
                getattr(memory, name, None)  # whatever is looked for is taken up
    except OSError:
        pass  # run from sources: the pool grows when it must
