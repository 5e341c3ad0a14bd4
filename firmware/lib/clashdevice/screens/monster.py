"""One monster: whose it is, where, its power, how it leaves; or one that comes, by its numbers."""

from clashdevice.canvas import BIG, DIGITS
from clashdevice.screens._fields import Fields
from clashdevice.screens._frame import keys, title
from clashdevice.screens._widgets import centred

# Fields: how it leaves, power, controller (of one that comes: treasures), base.
_OUT, _POWER, _WHO, _BASE = 0, 1, 2, 3


class Screen(Fields):
    """All that changes is recorded by one a, as one motion."""

    fields = 4

    def __init__(self, app, p, number=0, b=0):
        super().__init__(app)
        self.turn = p
        self.number = number
        # 0: it stays; up to players: so many seats on destroys it; then: another monster does, it leaves.
        self.out = 0
        self.monster = self.game.state.monsters[number] if number else [b, 1, 3, 0]
        self.at = _OUT if number else _POWER
        self.b, self.treasures, self.power, self.p = self.monster

    def change(self, i, n):
        """A field goes up or down."""
        if i == _POWER:
            self.power = min(max(0, self.power + n), 99)
        elif i == _BASE:
            self.b = self.slot(self.b, n)
        elif i == _WHO and self.number:
            self.p = self.player(self.p, 1 if n > 0 else -1, 0)
        elif i == _WHO:
            self.treasures = min(max(0, self.treasures + n), 22)
        elif self.number:
            self.out = (self.out + (1 if n > 0 else -1)) % (self.game.state.players + 3)

    def destroyer(self):
        """The player who destroys it, 0: nobody does."""
        players = self.game.state.players
        return self.player(self.turn, self.out - 1) if 0 < self.out <= players else 0

    def events(self):
        """What has changed."""
        number, was = self.number, self.monster
        if not number:
            known = self.game.state.monsters
            event = {"ev": "monster", "b": self.b, "id": max(known) + 1 if known else 1}
            event["treasures"], event["power"] = self.treasures, self.power
            return [event]
        events = []
        if self.out:
            p = self.destroyer()
            event = {"ev": "monster.out", "id": number, "why": "other"}
            if self.out < self.game.state.players + 2:
                event["why"], event["p"] = "destroyed", p
            events.append(event)
            if p and self.treasures:
                events.append({"ev": "treasure", "p": p, "n": self.treasures, "why": "destroyed"})
            return events
        if self.p != was[3]:
            events.append({"ev": "monster.control", "id": number, "p": self.p})
        if self.b != was[0]:
            events.append({"ev": "monster.move", "id": number, "b": self.b})
        if self.power != was[2]:
            events.append({"ev": "monster.power", "id": number, "n": self.power - was[2]})
        return events

    def forward(self):
        """Record it."""
        events = self.events()
        if events and not self.game.commit(events):
            return
        self.app.beep("ok")
        self.app.pop(True)

    def draw(self, c):
        """How it leaves on top, then the numbers."""
        t = self.app.t
        title(c, t("monster.one" if self.number else "monster.other"))
        p = self.destroyer()
        if not self.number:
            text = t("monster.comes")
        elif p:
            text = t("monster.destroys", self.name(p), self.treasures)
        else:
            text = t("monster.out.%d" % (self.out - self.game.state.players if self.out else 0))
        self.field(c, _OUT, text, 0, 23, 128)
        who, whose = t("monster.who"), self.name(self.p)
        if not self.number:
            who, whose = t("mend.treasures"), self.treasures
        cells = (
            (_POWER, t("monster.power"), self.power),
            (_WHO, who, whose),
            (_BASE, "Base", "B%d" % self.b),
        )
        for i in range(3):
            at, head, value = cells[i]
            x = i * 43
            centred(c, head, x, 42, 34)
            if at == _POWER:
                text = str(value)
                c.text(text, x + 21 - c.text_width(text, DIGITS) // 2, 36, DIGITS)
            else:
                centred(c, str(value), x + 1, 40, 48, BIG)
            if at == self.at:
                c.invert(x, 25, 42, 28)
        keys(c, t("duel.keys"), t("keys.back"))
