"""The application: main loop, idling, drawing, faults, the settings at work.

Whatever is broken (no display, a spoilt file, a wrong setting, a fault in a screen), the loop goes on and
every committed event is safe.
"""

import gc
import sys
import time

from micropython import const

from clashdevice import files, memory
from clashdevice.canvas import HEIGHT, SMALL, WIDTH
from clashdevice.errands import Errands, Trouble
from clashdevice.stack import Away

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

_DIM_MS = const(90_000)
_DARK_MS = const(300_000)  # outside a game
_SHIFT_MS = const(180_000)
_IDLE_MS = const(5)
_FAULTS = const(2)  # faults in a row after which nothing is tried until a key is pressed


class App(Errands):
    """What screens see. `game` is the Session of the live game, None where there is none."""

    VERSION = "0.1.0"

    def __init__(self, frame: bytearray) -> None:
        super().__init__()
        self._ticks = time.ticks_ms()
        self.due = 0  # when to draw anew without a key, 0: never
        self.alarm = 0  # when the turn clock sounds, 0: never
        self.notice: "Any" = None  # what the laptop found at the newest motion (screens/_notice.py)
        self._progress = 0
        self._shift = 0
        self._faults = 0
        self.tight = False  # a key is given once more, as it found no memory: undo gives way at once
        self.cold("setup", "prepare", frame)

    def start(self) -> None:
        """Show the live game, or the first screen."""
        try:
            if files.exists(files.SAVE + "/new.settings") or files.exists(files.SAVE + "/new.names"):
                self.take_in()
            self.reload()
            self.home()
            self._go()
        except Exception as error:
            self._failed(error)
        if files.spoilt:
            self.toast(self.t("store.bad"))

    # The loop

    def run(self) -> None:
        """Go round until Ctrl-C, which leaves everything saved and the prompt free."""
        try:
            while True:
                self.turn()
                if not self.link.busy:
                    time.sleep_ms(_IDLE_MS)
        finally:
            self.timer.deinit()

    def turn(self) -> None:
        """One round: time, line, keys, sound, picture."""
        ticks: "Any" = time.ticks_ms()
        self.clock += time.ticks_diff(ticks, self._ticks)
        self._ticks = ticks
        try:
            self.link.turn()
        except MemoryError:
            # The host asks again, and finds more room; whoever plays sees nothing of it.
            self.link.forget()
            self.all_room()
        except Exception as error:
            self._failed(error)
        # A screen that made room comes back between two answers, not in the middle of one.
        while not self._waits():
            dark = self.display.dark
            screen = self.screen
            found = self.keys.poll(ticks, "" if dark else screen.holds, "" if dark else screen.repeats)
            screen = None
            if found is None:
                break
            if dark:
                self._light()
            else:
                self._key(found)
        self.sound.tick()
        self._tend(ticks)
        if self._dirty and not self._waits():
            self._draw()
        elif not self.display.ok:
            self.display.show()
        if self._moves:  # a screen closes by itself when its time is over
            self._step()

    def _step(self) -> None:
        try:
            self._go()
        except Exception as error:
            self._failed(error)

    def _waits(self) -> bool:
        return self.link.busy and isinstance(self.screen, Away)

    def _key(self, found: tuple) -> None:
        # The display is readable when dimmed, so a press there counts like any other.
        self.display.dim(False)
        self._toast = ""
        self._faults = 0
        self._dirty = True
        try:
            self._wake()
            self._press(found)
            if self._moves:
                memory.scrub(10)
            self._go()
        except Exception as error:
            self._failed(error)

    def _press(self, found: tuple) -> None:
        """Give the key to the screen; once more with all room there is where it found no memory."""
        game = self.game
        count = game.timeline.count if game is not None else 0
        if self._tried(found):
            return
        self._moves = []
        self.all_room()
        if game is not None:
            if game.timeline.torn or game.timeline.count != self.store.journal.count:  # type: ignore
                self.recover(game)
            if game.timeline.count != count:
                self.home()  # it was done, and is in flash: all that is missing is what was to be said of it
                return
        self.tight = True
        try:
            self._wake()
            self.screen.key(found[0], found[1], found[2])
        finally:
            self.tight = False

    def _tried(self, found: tuple) -> bool:
        """Whether the screen took the key; where not, the screen is as it was. (A function of its own: what
        its frame holds of the screen's code would be in the way of the second try.)
        """
        screen = self.screen
        kept = dict(screen.__dict__)
        game = self.game
        try:
            screen.key(found[0], found[1], found[2])
            return True
        except MemoryError:
            if game is not self.game:
                raise  # flash knows what was done
        for name in kept:
            setattr(screen, name, kept[name])
        return False

    def _tend(self, ticks) -> None:
        """Notices that end, the bar of a long press, dimming, the shift against burn-in."""
        if self._toast and self.clock >= self._toast_until:
            self._toast = ""
            self._dirty = True
        if self.due and self.clock >= self.due:
            self.due = 0
            self._dirty = True
        if self.alarm and self.clock >= self.alarm:
            self.alarm = 0
            self.toast(self.t("clock.over"))
            self.beep("ready")
        idle = time.ticks_diff(ticks, self.keys.last)
        if idle >= _DIM_MS:
            self.display.dim(True)
            if idle >= _DARK_MS and not self.display.dark and not self._plays():
                self.sleep()
        if self.battery is not None and self.clock >= self.battery.next:
            self.battery.watch(self)
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

    def _plays(self) -> bool:
        """Whether a game is under way: it is never in the dark."""
        return self.game is not None and not self.game.state.over

    def sleep(self) -> None:
        """Switch off: with a battery for good, until key a is pressed; else the display until any key is."""
        if self.battery is not None:
            self.cold("sleep", "sleep")
        self.display.off()

    def _light(self) -> None:
        """A key on a dark screen only lights it."""
        self.keys.forget()
        self.display.dim(False)
        self.display.start()
        self._dirty = True

    def _bar(self, progress: int) -> None:
        self.canvas.fill_rect(0, HEIGHT - 2, progress * WIDTH // 10, 2, 1)

    def _draw(self) -> None:
        try:
            self._picture()
        except MemoryError:
            # Nothing is lost by a picture half drawn: it comes with more room, or after the answer.
            self._dirty = True
            if self.link.busy:
                self._spare()
                return
            self.all_room()
            try:
                self._picture()
            except Exception as error:
                self._failed(error)
        except Exception as error:
            self._failed(error)
        self.display.show()

    def _picture(self) -> None:
        self._wake()
        self._dirty = False
        self.canvas.clear()
        self.screen.draw(self.canvas)
        self._overlay(self.canvas)

    def _overlay(self, canvas) -> None:
        """What lies over every screen: notices, bar of a long press, shift by a pixel."""
        if self.notice is not None and not self.notice.draw(canvas):
            self.notice = None
        if self._toast:
            canvas.fill_rect(0, HEIGHT - 12, WIDTH, 12, 1)
            canvas.text(self._toast, 1, HEIGHT - 9, SMALL, 0, WIDTH - 2)
        if self._progress:
            canvas.fill_rect(0, HEIGHT - 3, WIDTH, 3, 0)
            self._bar(self._progress)
        if self._shift:
            canvas.nudge()

    def _failed(self, error: Exception) -> None:
        """A fault of ours: say so, and go on from what is safe in flash."""
        sys.print_exception(error)
        self.canvas.forget()
        self.words.forget()
        self.link.forget()
        gc.collect()
        self._faults += 1
        if self._faults > _FAULTS:
            return  # it comes again and again: wait for a key
        try:
            self._moves = []
            self.leave()  # all room for what flash holds
            self.reload()
            self.home()
            self._go()
        except Exception as second:
            sys.print_exception(second)
            self._stack = [("", Trouble(self), ())]
        self.toast(self.t("app.error", type(error).__name__))


def main(frame: bytearray) -> None:
    """Run the application; returns on Ctrl-C."""
    try:
        app = App(frame)
        app.start()
        app.run()
    except KeyboardInterrupt:
        print("clashbox: all saved")
