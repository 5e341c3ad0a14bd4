"""The end of the game: the order by VP, and who won; recorded when confirmed."""

from clashdevice.canvas import BIG
from clashdevice.screens._frame import keys, title
from clashdevice.screens._widgets import Base, put, put_right


class Screen(Base):
    """a records the end, or, once it is recorded, offers the next game."""

    def key(self, key, kind, n):
        """One key."""
        app, state = self.app, self.game.state
        if kind != "press":
            return
        if key == "b":
            app.pop(state.over)
        elif state.over:
            if key == "a":
                toy = self.game.header["game"] == "toybattle"
                app.push("seats", players=0 if toy else state.players)
        elif key == "a":
            if self.game.commit([{"ev": "end", "winner": self.winners()}]):
                app.beep("ok")
        elif key == "right" and self.leader():
            if self.game.commit([{"ev": "turn", "p": state.turn % state.players + 1}]):
                app.pop(True)

    def points(self):
        """VP or medals, by player."""
        state = self.game.state
        return state.vp if self.game.header["game"] == "smashup" else state.medals

    def lost(self):
        """What Madness costs each at the end (SB-13)."""
        state = self.game.state
        if self.game.header["game"] == "smashup":
            return [n // 2 for n in state.madness]
        return [0] * state.players

    def unit(self):
        """What is counted."""
        return "VP" if self.game.header["game"] == "smashup" else ""

    def leader(self):
        """Who ends a game of Smash Up by leading alone with the goal reached; else 0."""
        return self.game.state.leader() if self.game.header["game"] == "smashup" else 0

    def winners(self):
        """Who wins as things stand."""
        state = self.game.state
        if self.game.header["game"] == "toybattle":
            best = max(state.medals)
            return list(state.winner) if state.over else [i + 1 for i in (0, 1) if state.medals[i] == best]
        return list(state.winner) if state.over and state.winner else state.leaders()

    def draw(self, c):
        """The order, then what the keys do."""
        t, state = self.app.t, self.game.state
        winners = self.winners()
        over = state.over
        title(
            c,
            t("end.over" if over else "end.title" if self.leader() else "end.early", state.goal),
            self.unit(),
        )
        points, lost = self.points(), self.lost()
        order = [(lost[i] - points[i], i + 1) for i in range(len(points))]
        order.sort()
        rows = len(order)
        pitch = 9 if rows == 4 else 13
        for i in range(rows):
            vp, p = order[i]
            base = 13 + pitch * i + (8 if rows == 4 else 10)
            font = BIG if rows < 4 else 1
            x = 12
            if p in winners:
                c.icon("crown", 2, base - 6)
            text = str(-vp)
            if lost[p - 1]:  # what Madness costs (SB-13)
                text = "%d-%d = %d" % (points[p - 1], lost[p - 1], -vp)
            end = put_right(c, text, 126, base, font) - 3
            put(c, self.name(p), x, base, font, 1, end - x)
        if over:
            keys(c, "A: " + t("end.next"), t("keys.back"))
        else:
            keys(c, "A: " + t("end.record" if self.leader() else "end.now"), t("keys.back"))
