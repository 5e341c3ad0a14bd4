"""A Toy Battle terrain as small numbers: bases and headquarters, paths, regions.

A terrain comes as an object in the terrain format of the card data (terrain.py), or as text in the compact
format, a line or a part between semicolons for each of

    T castle-field 7 15            id, objective, bases numbered 1 to n
    H R B                          headquarters: R, R1, R2 are red (player 1), B, B1, B2 blue (player 2)
    X 17,8 83,8 50,7               where to draw them, in per cent of the board: 1 to n, then as H has them
    N Lâu đài                      the name, where it is not the id in capitals
    S recall 5 6 10 11             special bases of one kind
    G 345* 5 9                     a gate: strengths admitted; the joker always is
    P 1-3,R 2-4,R                  paths, each once: from 1 to 3 and to R
    Z 3:1,2,3,4,8 1:3,5,7          regions: medals, then the bases that ring them
"""

from clashcore.rejected import Rejected

KINDS = ("", "recall", "draw", "shove", "exhume", "nullify", "suppress", "gate")
MAX_NODES = 99
OWN_MOST = 8  # terrains of its owners' own that a box holds
OWN_BYTES = 1000  # of each, as text and with a line end


def need(true: object, what: str) -> None:
    """Raises Rejected("terrain") with what is wrong."""
    if not true:
        raise Rejected("terrain", what)


class Board:
    """The bases, numbered from 0 in the terrain's order, with what stands around them; it never changes.

    `ids` names; `hq` 0, 1 or 2: whose headquarters; `kind` number in KINDS; `gate` a bit for each strength
    admitted (0: no gate); `near` the neighbours; `regions` the bases round each; `medals` in each;
    `goal` the objective, `total` of the medals.
    """

    def __init__(self, source: "dict | str") -> None:
        """Raises Rejected("terrain") with what is wrong."""
        self.id = ""
        self.ids: list[str] = []
        self.hq = bytearray()
        self.kind = bytearray()
        self.gate = bytearray()
        self.near: list[bytes] = []
        self.regions: list[bytes] = []
        self.medals: list[int] = []
        self.goal: int = 0
        self.total = 0
        if isinstance(source, str):
            self._read_text(source)
        else:
            # Only boards of one's own come as objects on the device: their reader is loaded when one does.
            from clashcore.terrain import read_object

            read_object(self, source)
        self.total = sum(self.medals)
        if not self.goal:
            self.goal = self.total // 2
        for p in (1, 2):
            need(p in bytes(self.hq), "no headquarters of player %d" % p)

    def index(self, name: object) -> int:
        """The number of the base or headquarters of that name, -1: there is none."""
        return self.ids.index(name) if name in self.ids else -1  # type: ignore

    def add(self, name: object, hq: int) -> None:
        """A base (hq 0) or a headquarters of player 1 or 2."""
        need(isinstance(name, str) and 0 < len(name) <= 8, "a node's id is a short text")
        need(self.index(name) < 0, "node %s stands twice" % name)
        need(len(self.ids) < MAX_NODES, "more than %d nodes" % MAX_NODES)
        self.ids.append(name)  # type: ignore
        self.hq.append(hq)
        self.kind.append(0)
        self.gate.append(0)
        self.near.append(b"")

    def find(self, name: object) -> int:
        """The number of a node that has to be there."""
        found = self.index(name)
        need(found >= 0, "no node %s" % (name,))
        return found

    def edge(self, a: object, b: object) -> None:
        """A path between two nodes; twice the same is once."""
        i = self.find(a)
        j = self.find(b)
        need(i != j, "a path from %s to itself" % (a,))
        if j not in self.near[i]:
            self.near[i] += bytes((j,))
            self.near[j] += bytes((i,))

    def region(self, bases: list, medals: object) -> None:
        """A region with its medals and the bases that ring it."""
        need(type(medals) is int and 0 <= medals <= 99, "a region's medals are a number from 0")
        ring = []
        for name in bases:
            i = self.find(name)
            need(not self.hq[i], "%s is a headquarters, no base" % name)
            if i not in ring:
                ring.append(i)
        need(len(ring) > 0, "a region without bases")
        self.regions.append(bytes(ring))
        self.medals.append(medals)  # type: ignore

    def set_goal(self, goal: object) -> None:
        """The objective."""
        need(type(goal) is int and 0 < goal <= 999, "the objective is a number from 1")
        self.goal = goal  # type: ignore

    def special(self, i: int, effect: str, allowed: object) -> None:
        """Makes a base special, or puts a gate onto a base or headquarters."""
        need(effect == "gate" or not self.hq[i], "a headquarters can only have a gate")
        if effect != "gate":
            self.kind[i] = KINDS.index(effect)
            return
        need(isinstance(allowed, list), "a gate has a list of what it admits")
        mask = 1  # A gate that admits the joker alone still is one: bit 0 stands for the joker.
        for strength in allowed:  # type: ignore
            if strength != "joker":
                need(type(strength) is int and 1 <= strength <= 7, "a gate admits strengths from 1 to 7")
                mask |= 1 << strength
        self.gate[i] = mask
        if not self.kind[i]:
            self.kind[i] = KINDS.index("gate")

    def _read_text(self, text: str) -> None:
        for line in text.replace(";", "\n").split("\n"):
            words = line.split()
            if not words or words[0].startswith("#"):
                continue
            try:
                self._read_words(words[0], words[1:])
            except (ValueError, IndexError):
                raise Rejected("terrain", line)

    def _read_words(self, what: str, words: list) -> None:
        if what == "T":
            self.id = words[0]
            self.set_goal(int(words[1]))
            for n in range(int(words[2])):
                self.add(str(n + 1), 0)
        elif what == "H":
            for name in words:
                need(name[0] in "RB", "a headquarters is R or B")
                self.add(name, 1 if name[0] == "R" else 2)
        elif what == "S":
            need(words[0] in KINDS, "no effect of a base: " + words[0])
            for name in words[1:]:
                self.special(self.find(name), words[0], None)
        elif what == "G":
            allowed = [int(c) for c in words[0] if c != "*"]
            for name in words[1:]:
                self.special(self.find(name), "gate", allowed)
        elif what == "P":
            for word in words:
                start, ends = word.split("-")
                for end in ends.split(","):
                    self.edge(start, end)
        elif what == "Z":
            for word in words:
                medals, bases = word.split(":")
                self.region(bases.split(","), int(medals))
        elif what == "X":  # for those who draw
            for word in words:
                x, y = word.split(",")
                need(0 <= int(x) <= 100 and 0 <= int(y) <= 100, "a place lies within the board")
        elif what != "N":  # for those who list
            raise Rejected("terrain", what)
