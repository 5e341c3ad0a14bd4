"""The card facts on board leafed through: lists to choose from, and what is asked for once a game.

Loaded when wanted, dropped after. `cards` is a Cards (cards.py) everywhere, `kind` one of its kinds: base,
faction, monster, terrain, titan.
"""

from clashdevice.cards import slug_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from clashdevice.cards import Cards

_MODULES = {"d": "duels", "m": "monsters", "b": "buried", "x": "madness"}


class Slugs:
    """The slugs of a kind, sorted, as a sequence that is read from the file as it is asked for."""

    def __init__(self, cards: "Cards", kind: str) -> None:
        self._cards = cards
        self._kind = kind

    def __len__(self) -> int:
        return count(self._cards, self._kind)

    def __getitem__(self, i: int) -> str:
        many = len(self)
        if not -many <= i < many:
            raise IndexError("no such card")
        return nth(self._cards, self._kind, i % many)


def count(cards: "Cards", kind: str) -> int:
    """How many there are of a kind."""
    return cards.kinds[kind][0] if kind in cards.kinds else 0


def nth(cards: "Cards", kind: str, i: int) -> str:
    """The slug number i (from 0) in order; next to the one read before it is a short way."""
    many, start, end = cards.kinds[kind]
    file = cards.file
    if not 0 <= i < many or not file:
        raise IndexError("no such card")
    last, number, at = cards.last
    if last != kind or i < abs(i - number):
        number, at = 0, start
    if many - i < abs(i - number):
        number, at = many, end
    while number > i:
        at = _back(file, at)
        number -= 1
    file.seek(at)
    while number < i:
        at += len(file.readline())
        number += 1
    cards.last = (kind, i, at)
    return slug_of(file.readline()).decode()


def _back(file, at: int) -> int:
    # The start of the line that ends at `at`.
    step = 48
    while True:
        first = max(0, at - step)
        file.seek(first)
        piece = file.read(at - first - 1)
        found = piece.rfind(b"\n")
        if found >= 0:
            return first + found + 1
        step *= 2


def lines(cards: "Cards", kind: str):
    """Slug after slug with its name, in order."""
    if kind in cards.kinds and cards.file:
        _, at, end = cards.kinds[kind]
        while at < end:
            cards.file.seek(at)
            line = cards.file.readline()
            at += len(line)
            fields = line.decode()[:-1].split("\t")
            yield fields[0], cards.named(kind, fields)


def find(cards: "Cards", kind: str, prefix: str) -> int:
    """The number of the first slug that is not before the prefix; the count where there is none."""
    wanted = prefix.encode()
    low = 0
    high = count(cards, kind)
    while low < high:
        middle = (low + high) // 2
        if nth(cards, kind, middle).encode() < wanted:
            low = middle + 1
        else:
            high = middle
    return low


def titan(cards: "Cards", slug: str) -> "str | None":
    """The faction of a titan."""
    line = cards.line("titan", slug)
    return line[1] if line else None


def titan_of(cards: "Cards", faction: str) -> "str | None":
    """The titan of a faction, None: it has none."""
    line = cards.line("faction", faction)
    return line[1] or None if line and len(line) > 1 else None


def modules(cards: "Cards", faction: str) -> "list[str]":
    """The modules that a faction's cards ask for."""
    line = cards.line("faction", faction) or []
    found = ["titans"] if len(line) > 1 and line[1] else []
    for letter in line[3] if len(line) > 3 else "":
        found.append(_MODULES[letter])
    return found


def monster(cards: "Cards", slug: str) -> "tuple[int, int] | None":
    """(power, treasures) of a monster, by its slug or `monsters/slug`."""
    line = cards.line("monster", slug.split("/")[-1])
    if not line:
        return None
    power, treasures = line[1].split()
    return int(power), int(treasures)


def goal(cards: "Cards", terrain: str) -> int:
    """The medal objective of a terrain, 0: no such terrain."""
    line = cards.line("terrain", terrain)
    return int(line[1].split()[0]) if line else 0


def terrain(cards: "Cards", slug: str) -> "str | None":
    """A terrain on board in the compact format of clashcore.board."""
    line = cards.line("terrain", slug)
    if not line:
        return None
    board = line[2]
    if board.startswith("="):
        # Another terrain's board, its special bases with another effect.
        other, effect = board[1:].split()
        body = cards.line("terrain", other)
        if not body:
            return None
        parts = body[2].split(";")
        for i in range(len(parts)):
            if parts[i].startswith("S "):
                ids = parts[i].split()[2:]
                parts[i] = "S %s %s" % (effect, " ".join(ids))
        board = ";".join(parts)
    return "T %s %s;%s" % (slug, line[1], board)
