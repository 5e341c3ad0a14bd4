"""One finished game: order at its end, day, length; a rematch, or going on where it waits; deleting it."""

from clashdevice.canvas import BIG, SMALL
from clashdevice.screens import _past
from clashdevice.screens._frame import keys, title
from clashdevice.screens._widgets import Base, put, put_right


class Screen(Base):
    """a begins a rematch or goes on where it waits; right tells what was played; down, then right, deletes
    what the host holds.
    """

    def __init__(self, app, game, events, held):
        super().__init__(app)
        self.slug = game
        self.events = events
        self.sure = False  # deleting it was asked for
        self.header, self.result = _past.told(game)
        self.waits = game == app.store.parked
        self.safe = held >= events and game not in (app.store.parked, app.store.previous)

    def key(self, key, kind, n):
        """One key."""
        app = self.app
        sure, self.sure = self.sure, False
        if kind != "press":
            return
        if sure:
            if key == "right":
                app.cold("desk", "spare_games", self.slug)
                app.beep("ok")
                app.pop()
        elif key == "b":
            app.pop()
        elif key == "a" and self.waits:
            app.replace("begin", parked=True)
        elif key == "a" and self.header:
            people = self.header["players"]
            toy = self.header["game"] == "toybattle"
            app.push("seats", players=0 if toy else len(people), before=people)
        elif key == "right" and self.header and not self.waits:
            app.push("pastlog", game=self.slug, header=self.header)
        elif key == "down":
            self.sure = self.safe
            if not self.safe:
                app.refuse(app.t("past.unsafe"))

    def draw(self, c):
        """Kind and day, the order, what the keys do."""
        t = self.app.t
        header, result = self.header, self.result
        toy = header.get("game") == "toybattle"
        head = ("Toy Battle " if toy else "Smash Up ") + _past.day(header)
        length = t("clock.minutes", result[5]) if result else t("full.events", self.events)
        title(c, head, length)
        names = _past.names(self.app, header)
        points = result[1:5] if result else (0, 0, 0, 0)
        order = [(-points[i], i) for i in range(len(names))]
        order.sort()
        pitch = 9 if len(names) == 4 else 13
        for row in range(len(order)):
            n, i = order[row]
            base = 13 + pitch * row + (8 if pitch == 9 else 10)
            font = SMALL if pitch == 9 else BIG
            if result and result[0] >> i & 1:
                c.icon("crown", 2, base - 6)
            end = put_right(c, str(-n) if result else "", 126, base, font) - 3
            put(c, names[i], 12, base, font, 1, end - 12)
        if result and not result[0] & 128:
            put_right(c, t("past.open"), 126, 13 + pitch * 3 - 2 if pitch == 13 else 22)
        if self.sure:
            keys(c, t("full.sure"), t("keys.back"))
        else:
            right = t("past.delete" if self.safe else "keys.back")
            keys(c, t("past.go" if self.waits else "past.keys"), right)
