"""What screens ask of the application and is seldom wanted: modules do it that are loaded for it and dropped.

The loop is in app.py.
"""

import gc
import sys

from micropython import const

from clashdevice import memory
from clashdevice.canvas import SMALL
from clashdevice.stack import Stack

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from clashdevice.cards import Cards
    from clashdevice.display import Display
    from clashdevice.storage import Store

_FIND = const(9_000)  # bytes free before findings are looked at
_ROOM = const(40_000)  # bytes free before seldom code is loaded, else what is only kept for speed goes


class Trouble:
    """What is shown where not even the first screen can be: any key tries again."""

    holds = repeats = ""

    def __init__(self, app) -> None:
        self._app = app

    def key(self, key: str, kind: str, n: int) -> None:
        """Any key."""
        self._app.reload()
        self._app.home()

    def draw(self, c) -> None:
        """Next to nothing, which takes no memory."""
        c.text("Clashbox", 2, 4, SMALL)


class Errands(Stack):
    """Settings, games, findings. `notice`: what the laptop found at the newest motion (_notice.py)."""

    # Set by setup.prepare (annotations cost nothing on the device).
    settings: "dict[str, Any]"
    display: "Display"
    cards: "Cards"
    t: "Any"
    timer: "Any"
    battery: "Any"  # power.Battery, None where none is fitted
    store: "Store"
    board: str
    device: str
    core: "list[str]"

    notice: "Any"

    # What is seldom wanted

    def cold(self, module: str, what: str, *args):
        """Have a function of a module do something; the module is loaded for it and dropped after."""
        if memory.short(_ROOM):
            self._spare()
            if self.game is not None:
                self.game.spare()
        memory.tidy(True)
        try:
            desk = __import__("clashdevice." + module, None, None, (what,))
            return getattr(desk, what)(self, *args)
        finally:
            desk = None
            memory.drop_cold()
            memory.tidy(False)

    def set(self, key: str, value) -> None:
        """Change a setting, keep it, and put it to work."""
        self.cold("desk", "change", key, value)

    def take_in(self) -> None:
        """Put to work what the laptop sent."""
        self.cold("desk", "take_in")

    def find(self) -> None:
        """Show what the laptop found, where that is about the newest motion."""
        if memory.short(_FIND):
            self.make_room()
        self.notice = memory.screen("_notice").arrived(self)
        self.redraw()

    def undo_new(self) -> bool:
        """Go back to the game that the present one replaced."""
        return self.cold("opening", "undo_new")

    # Games

    def leave(self) -> None:
        """Let go of the game and all that is loaded for it."""
        if self.game is not None:
            if hasattr(self.game, "timeline"):
                self.game.timeline.forget()  # the screen that asked still holds the session
                del self.game.timeline
            self.game = None
        self._stack = []
        self.drop_modules(())
        self.drop_state()

    def drop_state(self) -> None:
        """Forget the code of the game's state."""
        memory.drop(*[name for name in self.state_modules() if name not in self.core])

    def state_modules(self) -> list:
        """The modules of clashcore that are loaded."""
        return [name for name in sys.modules if name.startswith("clashcore.")]

    def reload(self) -> None:
        """Take the live game from flash again: memory is not to be trusted, or there is none yet."""
        self.game = None
        self.game = self.cold("opening", "load")

    def recover(self, game) -> None:
        """Put a session's timeline back to what flash holds."""
        self.cold("opening", "recover", game)

    def terrain_name(self, header: dict) -> str:
        """The name of a Toy Battle header's terrain."""
        terrain = header.get("terrain", "")
        if isinstance(terrain, dict):
            return terrain.get("name", "")
        return self.cards.name("terrain", terrain) or terrain

    def _spare(self) -> None:
        """Let go of what is only kept for speed, and of what answers the host unless it does just now."""
        self.canvas.forget()
        self.words.forget()
        if not self.link.busy:
            self.link.forget()
        gc.collect()
