"""The medal race of Toy Battle: both players' medals, large, against the objective of the terrain."""

from clashdevice.canvas import BIG, LARGE, SMALL
from clashdevice.screens._frame import bar
from clashdevice.screens._widgets import Base, centred, put, put_right

_HOLDS = "a b"
_RESERVES = 33  # troops in both reserves at the start
_VALUES = 3  # values of regions shown: no terrain of the game has more
_GAINS = ("left", "down", "up")  # medals of a region: 1, 2, 3


class Screen(Base):
    """Left and right choose a player, a opens the pad of medals, up and down put the count right."""

    holds = _HOLDS

    def __init__(self, app):
        super().__init__(app)
        self.at = self.game.state.turn or 1
        self.mode = ""  # "pad", "edit", "menu"
        self.n = 0

    def open(self, mode):
        """Open or ("") close something."""
        self.mode, self.n = mode, 0
        self.holds = "" if mode else _HOLDS

    def resume(self, result):
        """Back from another screen."""
        self.open("")

    def key(self, key, kind, n):
        """One key."""
        app, over = self.app, self.game.state.over
        if kind == "hold":
            if key == "b":
                self.undo()
            elif key == "a" and not self.mode:
                app.push("more", p=self.at)
        elif self.mode == "pad":
            if kind == "press":
                self.padding(key)
        elif self.mode == "edit":
            self.editing(key, n)
        elif over:
            if key == "a":
                app.push("seats", players=0)
            elif kind == "press":
                app.refuse(app.t("table.over"))
        elif key in ("left", "right"):
            self.at = 1 if key == "left" else 2
        elif key == "a":
            self.open("pad")
        elif key == "b":
            self.at = 3 - self.at
        else:
            self.open("edit")
            self.editing(key, n)

    def padding(self, key):
        """Medals of a region, or the headquarters."""
        if key in _GAINS:
            n = _GAINS.index(key) + 1
            left = self.game.state.left()
            if left is not None and n not in left:  # a sum (up, down) records what the hands know better
                self.open("")
                self.app.refuse(self.app.t("race.none", n))
            else:
                self.commit({"ev": "medal", "p": self.at, "n": n})
        elif key == "right":
            self.commit({"ev": "hq", "p": self.at})
        else:
            self.open("")

    def editing(self, key, n):
        """The count is put right."""
        if key in ("up", "down"):
            medals = self.game.state.medals[self.at - 1]
            self.n = max(-medals, self.n + (n if key == "up" else -n))
        elif key == "a" and self.n:
            self.commit({"ev": "medal", "p": self.at, "n": self.n})
        else:
            self.open("")

    def commit(self, event):
        """Record it, unless the terrain has not so many medals left."""
        self.open("")
        state = self.game.state
        left = state.board.total - sum(state.medals)
        if event.get("n", 0) > left:
            self.app.refuse(self.app.t("race.left", left))
            return
        if self.game.commit([event]):
            self.app.beep("ready" if self.game.state.over else "ok")

    def draw(self, c):
        """Objective, numbers with the regions between, names; dots, the pad or the verdict at the bottom."""
        t, state = self.app.t, self.game.state
        terrain = self.game.header["terrain"]
        name = terrain.get("id", "") if isinstance(terrain, dict) else self.app.cards.name("terrain", terrain)
        end = put_right(c, t("race.goal", state.goal), 127, 8) - 3
        put(c, name, 1, 8, SMALL, 1, end - 1)
        # Whose turn it is follows from draws and placements alone: medals may come on the other's turn.
        turn = state.turn if not state.over and (state.placed or sum(state.reserve) < _RESERVES) else 0
        for p in (1, 2):
            x = 0 if p == 1 else 65
            n = state.medals[p - 1] + (self.n if p == self.at and self.mode == "edit" else 0)
            text = str(n)
            c.text(text, x + (62 - c.text_width(text, LARGE)) // 2, 11, LARGE)
            if p == self.at and not state.over:
                c.rect(x, 38, 63, 14, 1)
            if p in state.winner:
                c.icon("crown", 2 if p == 1 else 119, 14)
            name = self.name(p)
            if p == turn:
                name = "▶" + name
            centred(c, name, x + 1, 60, 48, BIG)
        if not state.over:
            self.regions(c)
        if self.mode == "pad":
            bar(c, "◀1 ▼2 ▲3 ▶HQ", t("race.rest", state.board.total - sum(state.medals)))
        elif self.mode == "edit":
            medals = state.medals[self.at - 1]
            bar(c, "%d%+d=%d/%d" % (medals, self.n, medals + self.n, state.goal), t("keys.edit"))
        elif state.over:
            who = self.name(state.winner[0]) if state.winner else ""
            bar(c, t("race." + (state.why or "end"), who), t("race.again"))
        else:
            for p in (1, 2):
                self.dots(c, 0 if p == 1 else 65, state.medals[p - 1], state.goal)

    def regions(self, c):
        """Between the numbers: what is left of the regions of each value, the greatest first."""
        left = self.game.state.left()
        values = sorted(set(self.game.state.board.medals), reverse=True)[:_VALUES]
        y = 38 - 9 * len(values)
        for value in values:
            text = "×%s" % ("?" if left is None else left.count(value))
            if value > 3:
                text = str(value) + text
            else:  # as on the board: a dot for each medal
                for i in range(value):
                    c.fill_rect(60 - 4 * i, y + 3, 3, 3, 1)
            c.text(text, 64, y + 1, SMALL)
            y += 9

    def dots(self, c, x, n, goal):
        """A row of medals, the objective's number of them; those won are filled."""
        step = min(8, 62 // max(1, goal))
        x += (62 - step * goal) // 2
        for i in range(goal):
            if step >= 8:
                c.icon("medal" if i < n else "open", x + i * step, 55)
            else:
                c.rect(x + i * step, 56, step - 2, 6, 1)
                if i < n:
                    c.fill_rect(x + i * step, 56, step - 2, 6, 1)
