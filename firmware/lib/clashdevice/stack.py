"""The stack of screens, of which only the one on top need be loaded, and the notices over it."""

import gc
import sys

from micropython import const

from clashdevice import memory

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from clashdevice.canvas import Canvas
    from clashdevice.cards import Cards
    from clashdevice.keys import Keys
    from clashdevice.link import Link
    from clashdevice.session import Session
    from clashdevice.sound import Sound
    from clashdevice.words import Words

_SCREENS = "clashdevice.screens."
_DECK = "clashdevice.deck"  # screens choose from it
_TOAST_MS = const(2000)
_SHORT = const(24_000)  # bytes free; below that a screen comes with all the room that can be had
_PUSH = const(0)
_POP = const(1)
_REPLACE = const(2)
_HOME = const(3)


class Away:
    """Stands for a screen whose code made room for what answers the host. The picture stays as it is."""

    def __init__(self, name: str, screen) -> None:
        self.name = name
        self.holds = screen.holds
        self.repeats = screen.repeats
        self.kept = dict(screen.__dict__)  # cursor, open sum ... nothing but plain values, App and Session


class Stack:
    """What screens ask for one another: the base of App, which has the attributes named here."""

    canvas: "Canvas"
    cards: "Cards"
    keys: "Keys"
    link: "Link"
    sound: "Sound"
    words: "Words"

    def __init__(self) -> None:
        self.clock = 0  # ms since the start
        self.game: "Session | None" = None
        # Name, screen, the helper modules that were loaded before it.
        self._stack: "list[tuple[str, Any, Any]]" = []
        # Changes of screen that were asked for: kind, name, arguments or result.
        self._moves: "list[tuple[int, str, Any]]" = []
        self._toast = ""
        self._toast_until = 0
        self._dirty = True

    def _modules(self) -> list:
        return [name for name in sys.modules if name.startswith(_SCREENS) or name == _DECK]

    def drop_modules(self, kept) -> None:
        """Forget the screens' modules but those kept."""
        memory.drop(*[name for name in self._modules() if name not in kept])

    def _load(self, name: str, args: "dict | None", again: bool = False) -> None:
        """Show a screen; without `args` it is one that comes back and gets what it held."""
        before = self._modules()
        busy = self.link.busy
        if not busy:
            self.link.close()
        if name == "begin":  # which cannot be tried twice: it may have begun
            self.all_room()
            before = []
        elif memory.short(_SHORT):
            if not busy:
                self.link.forget()  # what answers the host is soon loaded again; a screen needs its room
            self.canvas.forget()
            self.words.forget()
            if self.game is not None:
                self.game.spare()
            if not busy:
                memory.drop_cold()
        moves = len(self._moves)
        try:
            screen = self._made(name, args, before)
        except MemoryError:
            if name == "begin":
                raise  # the game is taken from flash again
            del self._moves[moves:]
            self.all_room()
            before = []
            screen = self._made(name, args, before)
        self._stack.append((name, screen, before))
        if not again:
            self._changed()

    def _made(self, name: str, args: "dict | None", before: list):
        memory.tidy(True)
        try:
            kind = memory.screen(name).Screen
            return object.__new__(kind) if args is None else kind(self, **args)
        except Exception:
            self.drop_modules(before)
            raise
        finally:
            memory.tidy(False)

    def all_room(self) -> None:
        """Let go of all that comes back when it is wanted: the code of the screens, and what answers the
        host, were it in the middle of an answer. The host asks again.
        """
        self.link.forget()
        self._put_away()
        self.room()

    def room(self) -> None:
        """As much room as a screen can have while it runs: what it changes would be lost with its code."""
        self.canvas.forget()
        self.words.forget()
        self.cards.forget()
        if self.game is not None:
            self.game.forget()
        if not self.link.busy:
            self.link.forget()
            memory.drop_cold()
        memory.scrub(10)
        gc.collect()

    def make_room(self) -> None:
        """Let go of what is only kept for speed, and of the code of all screens."""
        self.canvas.forget()
        self.words.forget()
        if self.game is not None:
            self.game.spare()
        if not self._moves:
            self._put_away()

    def _put_away(self) -> None:
        """Let go of the code of the screens; what they hold is kept."""
        for i in range(len(self._stack)):
            name, screen, _ = self._stack[i]
            if name:
                self._stack[i] = ("", Away(name, screen), ())
                screen = None
        self.drop_modules(())

    def _wake(self) -> None:
        """Have the screen that made room back."""
        screen = self.screen
        if isinstance(screen, Away):
            self._load(screen.name, None, True)
            del self._stack[-2]
            for name in screen.kept:
                setattr(self.screen, name, screen.kept[name])

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

    def _root(self) -> str:
        game = self.game
        if game is None:
            return "home"
        if game.header["game"] == "smashup":
            return "table"
        return "field" if game.on_board else "race"

    def at_root(self) -> bool:
        """Whether the game itself is on the screen, and nothing over it."""
        return len(self._stack) == 1 and self._stack[0][0] == self._root()

    def _go(self) -> None:
        """Change screens as asked."""
        while self._moves:
            kind, name, args = self._moves.pop(0)
            if kind == _HOME or (kind == _POP and len(self._stack) < 2):
                self._stack = []
                self.drop_modules(())
                self._load(self._root(), {})
            elif kind == _PUSH:
                if memory.short(_SHORT):
                    self._put_away()
                self._load(name, args)
            else:
                self.drop_modules(self._stack.pop()[2])
                if kind == _REPLACE:
                    self._load(name, args)
                else:
                    self._wake()
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
        self.sound.beep(kind)

    def now(self) -> int:
        """Milliseconds since the start."""
        return self.clock

    @property
    def presses(self) -> int:
        """Keys pressed since the start."""
        return self.keys.presses
