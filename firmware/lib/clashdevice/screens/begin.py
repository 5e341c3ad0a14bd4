"""Begins a game or goes back to the one before, once the screens that asked are gone: it takes memory."""

from clashdevice.screens._widgets import Base


class Screen(Base):
    """Nothing to see: the table follows at once. Without a header the new game is taken back."""

    def __init__(self, app, header=None, first=0):
        super().__init__(app)
        if header is None:
            event = app.game.undo()
            from clashdevice.screens import _moves

            _moves.told(app, event)
            app.home()
        elif app.new_game(header) and first:
            app.game.commit([{"ev": "turn", "p": first}])

    def key(self, key, kind, n):
        """Never gets one."""

    def draw(self, c):
        """Never drawn for long."""
