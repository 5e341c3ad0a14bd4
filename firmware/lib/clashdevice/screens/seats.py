"""Who plays and who begins; then the game starts (Toy Battle: after its terrain)."""

from clashdevice.screens._list import List


class Screen(List):
    """A row for each seat: left and right change the name, the cursor's row begins."""

    holds = "right"
    hint = "seats.keys"

    def __init__(self, app, players):
        super().__init__(app)
        self.toy = not players
        count = players or 2
        self.head = app.t("seats.title" if players else "seats.toy")
        self.known = app.settings["names"]  # names that are offered
        if not self.known:
            self.hint = "terrain.keys"  # left and right would change nothing
        self.names = []
        self.factions = [[] for _ in range(count)]
        before = app.game.header["players"] if app.game else []
        for i in range(count):
            if i < len(before):  # a seat without a name has the one of the language now
                self.names.append(before[i].get("name") or app.t("player", i + 1))
            elif i < len(self.known) and self.known[i] not in self.names:
                self.names.append(self.known[i])
            else:
                self.names.append(app.t("player", i + 1))

    def count(self):
        """Seats."""
        return len(self.names)

    def row(self, i):
        """A name; who begins, and in Toy Battle the colour."""
        t = self.app.t
        right = t("toy.red" if i == 0 else "toy.blue") if self.toy else "•" * len(self.factions[i])
        if i == self.at:
            right = (right + " " if right else "") + t("seats.first")
        return "%d %s" % (i + 1, self.names[i]), right

    def key(self, key, kind, n):
        """Right held: the factions of that seat."""
        if kind == "hold":
            if not self.toy:
                self.factions[self.at] = []
                self.faction()
        else:
            super().key(key, kind, n)

    def faction(self):
        """Ask for one more faction of the seat at the cursor."""
        used = [slug for own in self.factions for slug in own]
        head = self.app.t("seats.faction", len(self.factions[self.at]) + 1)
        self.app.push("pick", kind="faction", head=head, used=used)

    def resume(self, result):
        """A faction was picked; there are two to a player."""
        if result:
            own = self.factions[self.at]
            own.append(result)
            if len(own) < 2:
                self.faction()

    def side(self, i, step):
        """The next name that no other seat has."""
        own = self.app.t("player", i + 1)
        choices = [name for name in self.known if name not in self.names or name == self.names[i]]
        if own not in choices:
            choices.append(own)
        if self.names[i] in choices:
            step += choices.index(self.names[i])
        self.names[i] = choices[step % len(choices)]

    def choose(self, i):
        """Begin."""
        app = self.app
        players = []
        known = min([len(own) for own in self.factions]) == 2
        for seat_at in range(len(self.names)):
            seat = {}
            if self.names[seat_at] != self.app.t("player", seat_at + 1):  # else unknown, not guessed
                seat["name"] = self.names[seat_at]
            if known:  # given for some only they would not count
                seat["factions"] = self.factions[seat_at]
            players.append(seat)
        if self.toy:
            app.replace("terrain", players=players, first=i + 1)
            return
        header = {"clashbox": 1, "game": "smashup", "players": players}
        app.replace("begin", header=header, first=i + 1)
