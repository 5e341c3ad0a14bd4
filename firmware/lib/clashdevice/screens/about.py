"""About this box: version on top, id, games held, free flash, the battery; the way to the self-test."""

from clashdevice.screens._frame import keys, title
from clashdevice.screens._widgets import Base, put


class Screen(Base):
    """One page of lines."""

    def key(self, key, kind, n):
        """a begins the self-test, any other key goes back."""
        if kind == "press" and key == "a":
            self.app.push("selftest")
        elif kind == "press":
            self.app.pop()

    def draw(self, c):
        """The lines."""
        t, app = self.app.t, self.app
        battery = app.battery
        right = t("self.charge", battery.percent) if battery else "Clashbox"
        title(c, t("home.about"), right + " " + app.VERSION)
        y = 24
        for name, value in app.cold("desk", "about"):
            put(c, t("about." + name, value), 2, y, 1, 1, 126)
            y += 12
        keys(c, t("self.start"), t("keys.back"))
