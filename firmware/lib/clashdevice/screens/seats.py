"""Who plays and who begins; then the game starts (Toy Battle: after its terrain)."""

from clashdevice import files
from clashdevice.screens._list import List

_GOAL = 15
_SHORT = 5  # letters of a faction's name in a row
_FIRST = "\ue005"  # the mark of who begins
_EACH = 2  # factions of a player


class Screen(List):
    """A row for each seat: left and right change the name, the cursor's row begins; last a row of options."""

    hint = "seats.keys"

    def __init__(self, app, players, before=None, drawn=0):
        """`before`: the seats of the game that this one follows; without them those of the live game.

        `drawn`: the laptop drew them, factions included, and who begins.
        """
        super().__init__(app)
        self.toy = not players
        count = players or 2
        self.holds = "" if self.toy else "right"
        self.head = app.t("seats.title" if players else "seats.toy")
        self.known = app.settings["names"]  # names that are offered
        self.names = []
        self.factions = [[] for _ in range(count)]
        self.drawn = drawn
        if drawn and before:
            self.factions = [seat["factions"] for seat in before]
            self.at = drawn - 1
        self.goal = _GOAL
        self.modules = None  # not chosen: what the factions suggest
        self.current = app.cards.printing == "current"
        self.special = True
        self.told = False  # who lacks a faction
        if app.game:
            header = app.game.header
            before = before or header["players"]
            if header["game"] == "smashup" and players:
                self.goal = header.get("goal", _GOAL)
                self.current = header.get("printing") == "current"
        for i in range(count):
            if before and i < len(before):  # a seat without a name has the one of the language now
                self.names.append(before[i].get("name") or app.t("player", i + 1))
            elif i < len(self.known) and self.known[i] not in self.names:
                self.names.append(self.known[i])
            else:
                self.names.append(app.t("player", i + 1))

    def count(self):
        """Seats and the options."""
        return len(self.names) + 1

    def row(self, i):
        """A name; who begins, and in Toy Battle the colour."""
        t = self.app.t
        if i == len(self.names):
            if self.toy:
                return t("seats.special"), t("on" if self.special else "off")
            return t("options.title"), "%d VP" % self.goal
        right = t("toy.red" if i == 0 else "toy.blue") if self.toy else self.shown(i, _SHORT)
        if i == self.at:
            right = (right + " " if right else "") + (_FIRST if any(self.factions[i]) else t("seats.first"))
        return "%d %s" % (i + 1, self.names[i]), right

    def shown(self, i, most=99):
        """The factions of seat i, their names cut to so many letters."""
        name = self.app.cards.name
        return "·".join([name("faction", slug)[:most].strip() for slug in self.factions[i]])

    def key(self, key, kind, n):
        """Right held: the factions of that seat."""
        if kind == "hold":
            if self.at < len(self.names):
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
        """A faction was picked (there are two to a player), a name was typed, or options were chosen."""
        if isinstance(result, tuple):
            self.goal, self.modules, self.current = result
        elif self.at < len(self.names) and self.names[self.at] == self.app.t("seats.new"):
            self.names[self.at] = self.app.t("player", self.at + 1)
            if result:
                name = self.app.cold("settings", "remember", result)
                self.known = self.app.settings["names"]
                if name in self.names:
                    self.app.refuse(self.app.t("seats.twice"))
                else:
                    self.names[self.at] = name
        elif result:
            own = self.factions[self.at]
            own.append(result)
            self.told = False
            if len(own) < _EACH:
                self.faction()

    def side(self, i, step):
        """The next name that no other seat has; the last choice is to type one."""
        if i == len(self.names):
            if self.toy:
                self.special = not self.special
            return
        own = self.app.t("player", i + 1)
        here = self.names[i]
        choices = [name for name in self.known if name not in self.names or name == here]
        for name in (here, own, self.app.t("seats.new")):
            if name not in choices:
                choices.append(name)
        self.names[i] = choices[(choices.index(here) + step) % len(choices)]

    def suggested(self):
        """The modules that the factions bring along."""
        from clashdevice.deck import modules

        found = []
        for own in self.factions:
            for slug in own:
                found += [module for module in modules(self.app.cards, slug) if module not in found]
        return found

    def choose(self, i):
        """Begin; on the last row change the options, on a seat without a name type it."""
        app = self.app
        if i == len(self.names):
            if self.toy:
                self.side(i, 1)
            else:
                chosen = self.suggested() if self.modules is None else self.modules
                app.push("options", goal=self.goal, modules=chosen, current=self.current)
        elif self.names[i] == app.t("seats.new"):
            app.push("spell", head=app.t("seats.name", i + 1))
        elif not self.lacking():
            self.begin(i + 1)

    def lacking(self):
        """Whether somebody lacks a faction while others have theirs: says who, once."""
        if not any(self.factions) or self.told:
            return False
        for i in range(len(self.names)):
            if len(self.factions[i]) < _EACH:
                self.told = True
                self.at = i
                self.app.refuse(self.app.t("seats.lacks", self.names[i], _EACH - len(self.factions[i])))
                return True
        return False

    def begin(self, first):
        """The header of the game; what nobody said stays unknown."""
        app = self.app
        players = []
        known = any(self.factions)
        unnamed = app.t("seats.new")
        for i in range(len(self.names)):
            seat = {}
            if self.names[i] not in (unnamed, app.t("player", i + 1)):
                seat["name"] = self.names[i]
            if self.factions[i]:
                seat["factions"] = self.factions[i]
            players.append(seat)
        if self.toy:
            app.push("terrain", players=players, first=first, special=self.special)
            return
        header = {"clashbox": 1, "game": "smashup", "players": players}
        if self.goal != _GOAL:
            header["goal"] = self.goal
        if self.current:
            header["printing"] = "current"
        modules = self.suggested() if self.modules is None and known else self.modules
        if modules is not None:
            header["modules"] = modules
        if self.drawn:
            files.remove(files.SAVE + "/draft")
        app.replace("begin", header=header, first=first)

    def draw(self, c):
        """The rows. The title: the factions of the seat at the cursor, or how to choose them."""
        if not self.toy:
            own = self.shown(self.at) if self.at < len(self.names) else ""
            self.head = own or self.app.t("seats.title")
        if self.at == len(self.names):
            self.hint = "settings.keys" if self.toy else "seats.look"
        else:
            unnamed = self.names[self.at] == self.app.t("seats.new")
            self.hint = "seats.type" if unnamed else "seats.keys"
        super().draw(c)
