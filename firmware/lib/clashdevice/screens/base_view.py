"""One base, large: the total against the breakpoint, what is missing, each player's share."""

from clashdevice.canvas import BIG, LARGE, SMALL
from clashdevice.screens._frame import signed
from clashdevice.screens._widgets import Base, centred, put, put_right, short, triangle


class Screen(Base):
    """Left and right go to the next base; up and down change the breakpoint; a more; b back."""

    def __init__(self, app, p, b):
        super().__init__(app)
        self.p = p
        self.b = b
        self.n = 0  # the open change of the breakpoint
        self.editing = False
        self.done = False  # something was recorded: the table follows at once

    def key(self, key, kind, n):
        """One key."""
        if kind == "hold":
            return
        if key in ("up", "down"):
            self.editing = True
            self.n += n if key == "up" else -n
        elif kind != "press":
            return
        elif self.editing:
            n, self.n, self.editing = self.n, 0, False
            if key == "a" and n and self.game.commit([{"ev": "breakpoint", "b": self.b, "n": n}]):
                self.done = True
                self.app.beep("ok")
        elif key == "b":
            self.app.pop(self.done)
        elif key == "a":
            self.app.push("base_more", p=self.p, b=self.b)
        else:
            self.step(1 if key == "right" else -1)

    def step(self, by):
        """The next slot with a base."""
        bases = self.game.state.bases
        b = self.b
        for _ in bases:
            b = (b - 1 + by) % len(bases) + 1
            if bases[b - 1] is not None:
                self.b = b
                return

    def resume(self, result):
        """The base may have left meanwhile, or there was nothing but an effect to record."""
        if result:
            self.done = True
        if result == "table" or self.game.state.bases[self.b - 1] is None:
            self.app.pop(True)

    def draw(self, c):
        """The base."""
        t, state, b = self.app.t, self.game.state, self.b
        base = state.bases[b - 1]
        if base is None:
            return
        vp = "·".join([str(v) for v in base.vp]) if sum(base.vp) else "?"
        end = put_right(c, vp, 127, 10, BIG) - 4
        put(c, self.label(b), 1, 10, BIG, 1, end - 1)
        goal = state.breakpoint(b) + self.n
        total = state.total(b)
        x = c.text(str(total), 1, 13, LARGE)
        end = put(c, "/%d" % goal, x + 1, 38, BIG)
        if self.editing:
            put_right(c, "%d%s=%d" % (goal - self.n, signed(self.n), goal), 127, 24)
            put_right(c, t("keys.edit"), 127, 36)
        else:
            missing = max(0, goal - total)
            if missing:
                put_right(c, t("view.missing", missing), 127, 24, BIG)
            else:
                c.fill_rect(104, 14, 24, 13, 1)
                put_right(c, "OK", 123, 24, BIG, 0)
            hint = self.others(base) or t("view.keys")
            if end + c.text_width(hint) < 128:
                put_right(c, hint, 127, 36)
        width = 128 // state.players
        c.hline(0, 40, 128, 1)
        for p in range(1, state.players + 1):
            x = (p - 1) * width
            if p > 1:
                c.vline(x - 1, 41, 23, 1)
            turn = p == state.turn
            if turn:
                c.fill_rect(x, 41, width - 1, 12, 1)
            centred(c, short(c, self.name(p), width - 4), x + 1, width - 4, 51, SMALL, not turn)
            temp, power = state.temp(p, b), state.power(p, b)
            text = "%d" % power
            put(c, text, x + 7, 62, BIG if power < 100 else SMALL)
            if self.titan(p):
                triangle(c, x + 1, 62)
            minions = "×%d" % state.minions(p, b)
            if temp and state.players < 4:
                minions = "(%s) " % signed(temp) + minions
            put_right(c, minions, x + width - 2, 62, SMALL)

    def others(self, base):
        """Monsters and buried cards here, each with its mark."""
        text = " \ue007%d" % base.mons if base.mons else ""
        buried = sum(base.bu)
        return text + (" \ue009%d" % buried if buried else "")

    def titan(self, p):
        """Whether a titan of p stands here."""
        for titan in self.game.state.titans.values():
            if titan.base == self.b and titan.controller == p:
                return True
        return False
