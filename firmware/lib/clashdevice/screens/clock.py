"""The turn clock: the time of the present turn, each player's total, the limit after which it sounds."""

from clashcore.past import walk

from clashdevice.canvas import BIG, LARGE, SMALL
from clashdevice.screens._frame import title
from clashdevice.screens._widgets import Base, centred, put, put_right, short

_MOST = 30  # minutes


class Screen(Base):
    """Up and down set the limit in minutes, 0: no sound."""

    def __init__(self, app):
        super().__init__(app)
        self.times = [0] * self.game.state.players  # ms, without the present turn
        self.start = 0  # of the present turn, in the game's time
        p = 0
        log = self.game.timeline.log
        for _, ev in walk(log, 1, log.top, True):
            if ev["ev"] in ("turn", "end"):
                t = ev.get("t", self.start)
                if p:
                    self.times[p - 1] += max(0, t - self.start)
                p, self.start = ev.get("p", 0), t

    def key(self, key, kind, n):
        """Set the limit, or go back."""
        if key in ("up", "down"):
            limit = self.app.settings["limit"] + (n if key == "up" else -n)
            self.app.set("limit", min(max(0, limit), _MOST))
        elif kind == "press" and key in ("a", "b"):
            self.app.pop()

    def draw(self, c):
        """The present turn large, the totals at the bottom."""
        app, state, t = self.app, self.game.state, self.app.t
        running = state.turn and not state.over
        now = max(0, self.game.now() - self.start) if running else 0
        title(c, t("clock.title"), self.name(state.turn) if running else "")
        x = c.text("%d" % (now // 60000), 2, 15, LARGE)
        put(c, ":", x, 38, BIG)
        c.text("%02d" % (now // 1000 % 60), x + 5, 15, LARGE)
        limit = app.settings["limit"]
        put_right(c, t("clock.limit"), 127, 24)
        put_right(c, t("clock.minutes", limit) if limit else t("off"), 127, 37, BIG)
        width = 128 // state.players
        for p in range(1, state.players + 1):
            x = (p - 1) * width
            spent = (self.times[p - 1] + (now if p == state.turn else 0)) // 1000
            centred(c, short(c, self.name(p), width - 2), x, width - 2, 50, SMALL)
            centred(c, "%d:%02d" % (spent // 60, spent % 60), x, width - 2, 62, SMALL)
        if running:
            app.due = app.now() + 1000 - now % 1000
