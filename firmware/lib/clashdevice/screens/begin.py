"""Begins a game or goes back to another, once the screens that asked are gone: it takes memory."""

from clashdevice.screens._widgets import Base


class Screen(Base):
    """Nothing to see: the table follows at once. Without a header the new game is taken back.

    With `parked` the game that waits is taken up; with `mended` (number, event) an old entry is put right.
    `then`: the screen that follows the new game's own. `back`: the log asked for an undo (-1) or a redo (1).
    """

    def __init__(self, app, header=None, first=0, parked=False, mended=None, back=0, then=""):
        super().__init__(app)
        if mended:
            done = app.game.mend(mended[0], mended[1])
            if done:
                app.beep("ok")
            app.replace("log", done=done)
        elif parked:
            if app.cold("beginning", "take_up"):
                app.toast(app.t("home.back"))
            else:
                app.home()
        elif header is None:
            fresh = app.store.previous and not app.game.begun
            event = app.game.redo() if back > 0 else app.game.undo()
            from clashdevice.screens import _moves

            _moves.told(app, event, back > 0)
            if back and not fresh:
                app.replace("log")
            else:
                app.home()
        elif app.cold("beginning", "new_game", header):
            if first:
                app.game.commit([{"ev": "turn", "p": first}])
            if then:
                app.push(then)

    def key(self, key, kind, n):
        """Never gets one."""

    def draw(self, c):
        """Never drawn for long."""
