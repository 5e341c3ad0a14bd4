"""Settings: each row a choice that left, right or a turns on."""

from clashdevice.screens._list import List

_ROWS = (
    ("language", ("vi", "en")),
    ("sound", (1, 0)),
    ("flip", (0, 1)),
    ("contrast", (1, 2, 3)),
    ("chip", ("ssd1306", "sh1106")),
    ("selftest", ()),
)


class Screen(List):
    """The rows."""

    hint = "settings.keys"

    def __init__(self, app):
        super().__init__(app)
        self.head = app.t("home.settings")

    def count(self):
        """Rows."""
        return len(_ROWS)

    def row(self, i):
        """Name and value."""
        key, values = _ROWS[i]
        t = self.app.t
        if not values:
            return t("self.test"), ""
        value = self.app.settings[key]
        if key == "chip":
            text = str(value).upper()
        elif key == "contrast":
            text = t("contrast.%d" % value)
        elif key == "language":
            text = t("language." + value)
        else:
            text = t("on" if value else "off")
        return t("settings." + key), text

    def place(self, i):
        """Where the value stands among its choices (0 for one that is not among them)."""
        key, values = _ROWS[i]
        value = self.app.settings.get(key)
        return values.index(value) if value in values else 0

    def side(self, i, step):
        """The next value; the last row leads to the self-test."""
        key, values = _ROWS[i]
        if not values:
            self.app.push(key)
            return
        self.app.set(key, values[(self.place(i) + step) % len(values)])
        self.head = self.app.t("home.settings")

    def choose(self, i):
        """The next value."""
        self.side(i, 1)
