"""A base is laid: its card from the list, or its printed numbers. Or the numbers are put right."""

from clashdevice.canvas import BIG, DIGITS, SMALL
from clashdevice.screens._frame import keys, title
from clashdevice.screens._widgets import Base, centred, put

_CARD, _BREAKPOINT = 0, 1


class Screen(Base):
    """Left and right choose a field, up and down change it, a confirms; on the card a opens the list."""

    def __init__(self, app, b, fix="", then=""):
        super().__init__(app)
        self.b = b
        self.then = then  # the step of scoring that comes after this
        self.fix = fix  # "vp" or "all": the base lies there and its numbers are put right
        self.card = ""
        self.numbers = [20, 0, 0, 0]
        self.at = _BREAKPOINT
        if fix:
            base = self.game.state.bases[b - 1]
            self.card = base.card or ""
            self.numbers = [base.printed] + list(base.vp)
            self.at = 2 if fix == "vp" else _BREAKPOINT

    def key(self, key, kind, n):
        """One key."""
        if kind == "hold":
            return
        if key in ("up", "down"):
            if self.at == _CARD:  # nothing of the numbers changes before the cursor stands there
                if key == "down" and kind == "press":
                    self.at = _BREAKPOINT
                return
            i = self.at - 1
            self.numbers[i] = min(max(0, self.numbers[i] + (n if key == "up" else -n)), 99)
        elif kind != "press":
            return
        elif key in ("left", "right"):
            first = 1 if self.fix else 0
            self.at = (self.at - first + (1 if key == "right" else -1)) % (5 - first) + first
        elif key == "b":
            self.app.pop()
        elif self.at == _CARD:
            self.choose()
        else:
            self.commit()

    def choose(self):
        """Open the list of bases."""
        self.app.push("pick", kind="base", head=self.app.t("base.pick"), used=self.used())

    def used(self):
        """The bases that lie on the table."""
        return [base.card for base in self.game.state.bases if base is not None and base.card]

    def resume(self, result):
        """A base was picked from the list: it is laid, and an undo takes it back."""
        if result:
            self.card = result
            facts = self.app.cards.base(result)
            if facts:
                self.numbers = [facts[0]] + list(facts[1])
            self.at = _CARD
            self.commit()

    def commit(self):
        """Lay the base, or put its numbers right."""
        bp, vp = self.numbers[0], self.numbers[1:]
        event = {"ev": "base", "b": self.b}
        if self.fix:
            base = self.game.state.bases[self.b - 1]
            event["ev"] = "base.fix"
            if bp != base.printed:
                event["breakpoint"] = bp
            if vp != list(base.vp):
                event["vp"] = vp
            if len(event) == 2:
                self.done()
                return
        else:
            facts = self.app.cards.base(self.card) if self.card else None
            if self.card:
                event["card"] = self.card
            if not facts or [bp] + vp != [facts[0]] + list(facts[1]):
                event["breakpoint"], event["vp"] = bp, vp
        if self.game.commit([event]):
            self.app.beep("ok")
            self.done()

    def done(self):
        """On to the places, to the next ready base, or back."""
        if self.then == "score_base":
            self.app.replace("score_base", b=self.b, step=self.step())
        elif self.then and self.game.state.ready():
            self.app.replace("score")
        else:
            self.app.pop(True)

    def step(self):
        """Where scoring goes on: at the places where the base is locked in and its VP are known."""
        state = self.game.state
        known = sum(state.bases[self.b - 1].vp) > 0
        return "places" if known and state.scoring == self.b else "before"

    def draw(self, c):
        """Card, breakpoint, the three VP."""
        t = self.app.t
        title(c, t("base.vp" if self.fix == "vp" else "base.fix" if self.fix else "base.new", self.b))
        if self.fix:
            name = self.label(self.b)
        else:
            name = self.app.cards.base_name(self.card) if self.card else t("base.nocard")
        if self.at == _CARD:
            c.fill_rect(0, 13, 128, 11, 1)
        put(c, name, 2, 21, SMALL, self.at != _CARD, 124)
        for i in range(4):
            x = 0 if i == 0 else 28 + i * 25
            width = 52 if i == 0 else 24
            centred(c, t("base.breakpoint") if i == 0 else "VP %d" % i, x, width, 33)
            if i and not sum(self.numbers[1:]):
                centred(c, "?", x, width, 47, BIG)
            else:
                text = str(self.numbers[i])
                c.text(text, x + (width - c.text_width(text, DIGITS)) // 2, 36, DIGITS)
            if i + 1 == self.at:
                c.invert(x, 25, width, 27)
        hint = "keys.list" if self.at == _CARD else "base.keys"
        keys(c, t(hint), t("keys.back"))
