"""A page of fields: left and right choose one, up and down change it, a confirms all, b goes back."""

from clashdevice.canvas import SMALL
from clashdevice.screens._widgets import Base, centred


class Fields(Base):
    """Subclasses say how many fields there are, how one changes, and draw them with `field`."""

    at = 0
    fields = 1

    def key(self, key, kind, n):
        """Choose, change, confirm."""
        if kind == "hold":
            return
        if key in ("up", "down"):
            self.change(self.at, n if key == "up" else -n)
        elif kind != "press":
            return
        elif key == "a":
            self.forward()
        elif key == "b":
            self.back()
        else:
            self.at = (self.at + (1 if key == "right" else -1)) % self.fields

    def change(self, i, n):
        """Field i goes up by n."""

    def forward(self):
        """The key a."""

    def back(self):
        """The key b."""
        self.app.pop()

    def field(self, c, i, s, x, base, width, font=SMALL):
        """Field i as text in the middle of a row's columns, inverted while it is chosen."""
        centred(c, s, x + 1, width - 2, base, font)
        if i == self.at:
            c.invert(x, base - (9 if font == SMALL else 10), width, 11 if font == SMALL else 13)

    def player(self, p, n, least=1):
        """The player n seats on from p, going round; least 0: nobody is one of them."""
        return (p - least + n) % (self.game.state.players + 1 - least) + least

    def slot(self, b, n):
        """The next slot with a base, that way."""
        bases = self.game.state.bases
        for _ in bases:
            b = (b - 1 + (1 if n > 0 else -1)) % len(bases) + 1
            if bases[b - 1] is not None:
                break
        return b
