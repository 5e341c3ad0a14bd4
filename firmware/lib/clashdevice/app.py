"""The application: main loop, stack of screens, notices, the settings at work.

Whatever is broken (no display, a spoilt file, a wrong setting, a fault in a screen), the loop goes on and
every committed event is safe.
"""

import gc
import json
import os
import sys
import time

from machine import Timer
from micropython import const

from clashdevice import files, memory, session
from clashdevice.canvas import HEIGHT, SMALL, WIDTH, Canvas
from clashdevice.display import Display
from clashdevice.keys import PERIOD_MS, Keys
from clashdevice.link import Link
from clashdevice.settings import Settings
from clashdevice.sound import Sound
from clashdevice.words import Words

_SCREENS = "clashdevice.screens."
_TOAST_MS = const(2000)
_DIM_MS = const(90_000)
_SHIFT_MS = const(180_000)
_IDLE_MS = const(5)
_FAULTS = const(2)  # faults in a row after which nothing is tried until a key is pressed
_PUSH = const(0)
_POP = const(1)
_REPLACE = const(2)
_HOME = const(3)
_ROOTS = {"smashup": "table", "toybattle": "race"}


class _Trouble:
    """What is shown where not even the first screen can be: any key tries again."""

    holds = repeats = ""

    def __init__(self, app) -> None:
        self._app = app

    def key(self, key: str, kind: str, n: int) -> None:
        self._app.reload()
        self._app.home()

    def draw(self, c) -> None:
        c.text("Clashbox", 2, 4, SMALL)


class App:
    """What screens see. `game` is the Session of the live game, None where there is none."""

    VERSION = "0.1.0"

    def __init__(self, frame: bytearray) -> None:
        self.clock = 0  # ms since the start
        self._ticks = time.ticks_ms()
        self.game = None
        self._stack = []  # (name, screen, helper modules that were loaded before it)
        self._moves = []  # changes of screen that were asked for: (kind, name, arguments or result)
        self._toast = ""
        self._toast_until = 0
        self._dirty = True
        self._progress = 0
        self._shift = 0
        self._faults = 0
        from clashdevice import board, games, identity

        files.start()
        self.settings = Settings()
        self.display = Display(
            frame,
            board.bus(),
            self.settings["chip"],
            self.settings["flip"] != 0,
            self.settings["contrast"],
        )
        self.canvas = Canvas(self.display.buffer)
        self._words = Words(language=self.settings["language"])
        self.t = self._words.t
        self.keys = Keys(board.keys())
        self._timer = Timer(0)
        self._timer.init(period=PERIOD_MS, mode=Timer.PERIODIC, callback=self.keys.on_timer)
        self._sound = Sound(board.buzzer(), self.settings["sound"] != 0)
        self.board = board.name()
        self.device = identity.device_id()
        self.store = games.start()
        self.link = Link(self)
        self._core = self._state_modules()
        self._grow()
        from clashdevice.cards import Cards

        self.cards = Cards("/data/cards.tsv")
        self.cards.language = self.settings["language"]

    def start(self) -> None:
        """Show the live game, or the first screen."""
        memory.drop("clashdevice.board", "clashdevice.identity")
        self.reload()
        self.home()
        self._go()
        if files.spoilt:
            self.toast(self.t("store.bad"))

    def _grow(self) -> None:
        """Load every screen once: the pool of names doubles in one piece and had better be grown by then."""
        try:
            found = os.listdir("/lib/clashdevice/screens")
        except OSError:
            found = []
        for file in found:
            if file[0] != "_":
                try:
                    __import__(_SCREENS + file[: file.rfind(".")])
                except Exception as error:
                    sys.print_exception(error)
                self._drop_modules(())
                self._drop_state()

    # Screens

    def _modules(self) -> list:
        return [name for name in sys.modules if name.startswith(_SCREENS)]

    def _drop_modules(self, kept) -> None:
        memory.drop(*[name for name in self._modules() if name not in kept])

    def _load(self, name: str, args: dict):
        before = self._modules()
        try:
            module = __import__(_SCREENS + name, None, None, ("Screen",))
            screen = module.Screen(self, **args)
        except Exception:
            self._drop_modules(before)
            raise
        # The module itself is held by its class: it need not stay in the table.
        del module
        self._stack.append((name, screen, before))
        self._changed()

    def _changed(self) -> None:
        self.keys.forget()
        self._dirty = True

    @property
    def screen(self):
        """The screen on top."""
        return self._stack[-1][1]

    # A screen that asks for another one is still running: the change comes when it has returned, so that its
    # own code can go before the next one is loaded.

    def push(self, name: str, **args) -> None:
        """Show a screen over the present one."""
        self._moves.append((_PUSH, name, args))

    def pop(self, result=None) -> None:
        """Close the screen on top; the one below gets `result`. The last one is replaced by the start."""
        self._moves.append((_POP, "", result))

    def replace(self, name: str, **args) -> None:
        """Show a screen in the place of the present one."""
        self._moves.append((_REPLACE, name, args))

    def home(self) -> None:
        """Close all screens: the table of the live game, or the start."""
        self._moves.append((_HOME, "", None))

    def _go(self) -> None:
        """Change screens as asked."""
        while self._moves:
            kind, name, args = self._moves.pop(0)
            if kind == _HOME or (kind == _POP and len(self._stack) < 2):
                self._stack = []
                self._drop_modules(())
                self._load(_ROOTS[self.game.header["game"]] if self.game else "home", {})
            elif kind == _PUSH:
                self._load(name, args)
            else:
                self._drop_modules(self._stack.pop()[2])
                if kind == _REPLACE:
                    self._load(name, args)
                else:
                    self.screen.resume(args)
                    self._changed()

    def redraw(self) -> None:
        """Draw anew in this round of the loop."""
        self._dirty = True

    # Notices

    def toast(self, text: str) -> None:
        """A notice over the bottom line for two seconds or until a key."""
        self._toast = text
        self._toast_until = self.clock + _TOAST_MS
        self._dirty = True

    def refuse(self, text: str) -> None:
        """A notice with the sound for no."""
        self.toast(text)
        self.beep("no")

    def beep(self, kind: str) -> None:
        """A sound: "ok", "no" or "ready"."""
        self._sound.beep(kind)

    def now(self) -> int:
        """Milliseconds since the start."""
        return self.clock

    @property
    def presses(self) -> int:
        """Keys pressed since the start."""
        return self.keys.presses

    # Settings

    def names(self) -> list:
        """People's names that the laptop sent."""
        return self.settings.names()

    def set(self, key: str, value) -> None:
        """Change a setting, keep it, and put it to work."""
        try:
            self.settings[key] = value
        except OSError:
            self.refuse(self.t("store.full"))
        self._apply()

    def _apply(self) -> None:
        settings = self.settings
        self._sound.on = settings["sound"] != 0
        if self._words.language != settings["language"]:
            self._words = Words(language=settings["language"])
            self.t = self._words.t
            self.cards.language = settings["language"]
        self.display.configure(settings["chip"], settings["flip"] != 0, settings["contrast"])
        self._dirty = True

    def receive(self, name: str, data: bytes) -> bool:
        """Settings or names from the laptop; False where they cannot be read."""
        if name == "names":
            found = json.loads(data)
            if not isinstance(found, list):
                return False
            self.settings["names"] = found
            return True
        if not self.settings.take(data):
            return False
        self.settings.save()
        self._apply()
        return True

    def about(self) -> list:
        """What the box says of itself: pairs of a word's key and a value."""
        from clashdevice import games

        count = games.count(self.store)
        memory.drop_cold()
        return [
            ("version", self.VERSION),
            ("device", self.device),
            ("games", count),
            ("free", "%d KB" % (files.free() // 1024)),
        ]

    # Games

    def new_game(self, header: dict) -> bool:
        """Begin a game; the present one is kept until more than an opening turn is recorded in it."""
        from clashdevice import games, identity

        header = dict(header)
        header["clashbox"] = 1
        header["id"] = identity.random_id()
        header["device"] = self.device
        used = self.game is not None and self.game.begun
        self.link.forget()
        try:
            games.new_game(self.store, header["id"], json.dumps(header).encode(), used)
        except OSError as error:
            print("new game:", repr(error))
            self.refuse(self.t("store.full"))
            return False
        self._leave()
        self.game = session.Session(self, header)
        self.home()
        return True

    def _leave(self) -> None:
        """Let go of the game and all that is loaded for it."""
        self.game = None
        self._stack = []
        self._drop_modules(())
        memory.drop(
            "clashdevice.identity", *[name for name in self._state_modules() if name not in self._core]
        )
        memory.drop_cold()

    def _drop_state(self) -> None:
        memory.drop(*[name for name in self._state_modules() if name not in self._core])

    def _state_modules(self) -> list:
        return [name for name in sys.modules if name.startswith("clashcore.")]

    def undo_new(self) -> bool:
        """Go back to the game that the present one replaced."""
        from clashdevice import games

        self.link.forget()
        if not games.undo_new(self.store):
            return False
        self._leave()
        self.game = session.load(self)
        memory.drop_cold()
        self.home()
        return True

    def reload(self) -> None:
        """Take the live game from flash again: memory went ahead of it, or is not to be trusted."""
        self.game = None
        gc.collect()
        self.game = session.load(self)
        memory.drop_cold()

    def terrain_name(self, header: dict) -> str:
        """The name of a Toy Battle header's terrain."""
        terrain = header.get("terrain", "")
        if isinstance(terrain, dict):
            return terrain.get("name", "")
        return self.cards.name("terrain", terrain) or terrain

    # The loop

    def run(self) -> None:
        """Go round until Ctrl-C, which leaves everything saved and the prompt free."""
        try:
            while True:
                self.turn()
                if not self.link.busy:
                    time.sleep_ms(_IDLE_MS)
        finally:
            self._timer.deinit()

    def turn(self) -> None:
        """One round: time, line, keys, sound, picture."""
        ticks = time.ticks_ms()
        self.clock += time.ticks_diff(ticks, self._ticks)
        self._ticks = ticks
        try:
            self.link.turn()
        except Exception as error:
            self._failed(error)
        while True:
            screen = self.screen
            found = self.keys.poll(ticks, screen.holds, screen.repeats)
            if found is None:
                break
            self._key(found)
        self._sound.tick()
        self._tend(ticks)
        if self._dirty:
            self._draw()
        elif not self.display.ok:
            self.display.show()

    def _key(self, found: tuple) -> None:
        # The display is readable when dimmed, so a press there counts like any other.
        self.display.dim(False)
        self._toast = ""
        self._faults = 0
        self._dirty = True
        try:
            self.screen.key(found[0], found[1], found[2])
            self._go()
        except Exception as error:
            self._failed(error)

    def _tend(self, ticks: int) -> None:
        """Notices that end, the bar of a long press, dimming, the shift against burn-in."""
        if self._toast and self.clock >= self._toast_until:
            self._toast = ""
            self._dirty = True
        if time.ticks_diff(ticks, self.keys.last) >= _DIM_MS:
            self.display.dim(True)
        shift = self.clock // _SHIFT_MS & 1
        if shift != self._shift:
            self._shift = shift
            self._dirty = True
        progress = self.keys.progress(ticks) // 10
        if progress != self._progress:
            if progress > self._progress > 0 and not self._dirty:
                self._bar(progress)
                self.display.show()
            else:
                self._dirty = True
            self._progress = progress

    def _bar(self, progress: int) -> None:
        self.canvas.fill_rect(0, HEIGHT - 2, progress * WIDTH // 10, 2, 1)

    def _draw(self) -> None:
        self._dirty = False
        canvas = self.canvas
        canvas.clear()
        try:
            self.screen.draw(canvas)
        except Exception as error:
            self._failed(error)
        if self._toast:
            canvas.fill_rect(0, HEIGHT - 12, WIDTH, 12, 1)
            canvas.text(self._toast, 1, HEIGHT - 9, SMALL, 0, WIDTH - 2)
        if self._progress:
            canvas.fill_rect(0, HEIGHT - 3, WIDTH, 3, 0)
            self._bar(self._progress)
        if self._shift:
            canvas.scroll(1, 0)
            canvas.vline(0, 0, HEIGHT, 0)
        self.display.show()

    def _failed(self, error: Exception) -> None:
        """A fault of ours: say so, and go on from what is safe in flash."""
        sys.print_exception(error)
        gc.collect()
        self._faults += 1
        if self._faults > _FAULTS:
            return  # it comes again and again: wait for a key
        try:
            self._moves = []
            self.reload()
            self.home()
            self._go()
        except Exception as second:
            sys.print_exception(second)
            self._stack = [("", _Trouble(self), ())]
        self.toast(self.t("app.error", type(error).__name__))


def main(frame: bytearray) -> None:
    """Run the application; returns on Ctrl-C."""
    try:
        app = App(frame)
        app.start()
        app.run()
    except KeyboardInterrupt:
        print("clashbox: all saved")
