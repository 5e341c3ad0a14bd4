"""About this box: version, id, games held, free memory."""

from clashdevice.screens._frame import keys, title
from clashdevice.screens._widgets import Base, put


class Screen(Base):
    """One page of lines."""

    def key(self, key, kind, n):
        """Any key goes back."""
        if kind == "press":
            self.app.pop()

    def draw(self, c):
        """The lines."""
        t, app = self.app.t, self.app
        title(c, t("home.about"), "Clashbox")
        facts = app.about()
        y = 22
        for name, value in facts:
            put(c, t("about." + name, value), 2, y, 1, 1, 126)
            y += 10
        keys(c, "", t("keys.back"))
