"""The card facts on board: names and numbers of bases, factions, titans, monsters and terrains.

They lie in data/cards.tsv (its format: host/clashbox/cards/board_table.py), sorted by slug, and are read by
offset; nothing but the place of each kind in the file is kept in memory.
"""

_KEEP = 12
_MODULES = {"d": "duels", "m": "monsters", "b": "buried", "x": "madness"}
_SMALL = ("a", "and", "for", "in", "no", "of", "on", "that", "the", "to")


def capitals(slug: str) -> str:
    """The name that most slugs stand for: `school-of-wizardry` is School of Wizardry."""
    words = slug.split("-")
    for i in range(len(words)):
        if not i or words[i] not in _SMALL:
            words[i] = words[i][:1].upper() + words[i][1:]
    return " ".join(words)


class Slugs:
    """The slugs of a kind, sorted, as a sequence that is read from the file as it is asked for."""

    def __init__(self, cards: "Cards", kind: str) -> None:
        self._cards = cards
        self._kind = kind

    def __len__(self) -> int:
        return self._cards.count(self._kind)

    def __getitem__(self, i: int) -> str:
        count = len(self)
        if not -count <= i < count:
            raise IndexError("no such card")
        return self._cards.nth(self._kind, i % count)


class Cards:
    """The table at `path`; a table that is missing or of another version knows nothing, and nothing fails.

    `printing` original or current; `language` en or vi, for the names of terrains.
    """

    def __init__(self, path: str) -> None:
        self.printing = "original"
        self.language = "en"
        self._kinds: "dict[str, tuple[int, int, int]]" = {}  # kind: count, start, end
        self._last = ("", 0, 0)  # the line read last by number: kind, number, offset
        # The names asked for last, each with kind, slug and language: screens draw them often.
        self._names: "list[tuple[str, str, str, str]]" = []
        self._file = None
        try:
            self._file = open(path, "rb")
            if self._file.readline() != b"#cards 1\n":
                return
            start = -1
            while start < 0 or self._file.tell() < start:
                kind, count, first, end = self._file.readline().decode().split()
                self._kinds[kind] = (int(count), int(first), int(end))
                start = int(first) if start < 0 else start
        except (OSError, ValueError):
            self._kinds = {}

    def forget(self) -> None:
        """Give the memory of the names at hand back."""
        self._names = []

    def close(self) -> None:
        """Lets go of the file."""
        if self._file:
            self._file.close()
            self._file = None
        self._kinds = {}

    # --- finding lines ---

    def _line(self, kind: str, slug: str) -> "list[str] | None":
        # Halves the stretch of the file in which the line must start.
        if kind not in self._kinds or not self._file:
            return None
        _, low, high = self._kinds[kind]
        wanted = slug.encode()
        file = self._file
        while low < high:
            middle = (low + high) // 2
            # From the byte before: where that is a line end, a line starts right at the middle.
            file.seek(middle - 1 if middle > low else low)
            if middle > low:
                file.readline()
            at = file.tell()
            if at >= high:
                # No line starts in the upper half: read on from the first one line by line.
                file.seek(low)
                while low < high:
                    line = file.readline()
                    if self._slug(line) == wanted:
                        return line.decode()[:-1].split("\t")
                    low += len(line)
                return None
            line = file.readline()
            found = self._slug(line)
            if found == wanted:
                return line.decode()[:-1].split("\t")
            if found < wanted:
                low = at + len(line)
            elif middle == low:
                return None
            else:
                high = middle
        return None

    def _slug(self, line: bytes) -> bytes:
        end = line.find(b"\t")
        return line[:end] if end >= 0 else line[:-1]

    def count(self, kind: str) -> int:
        """How many there are of a kind."""
        return self._kinds[kind][0] if kind in self._kinds else 0

    def nth(self, kind: str, i: int) -> str:
        """The slug number i (from 0) in order; next to the one read before it is a short way."""
        count, start, end = self._kinds[kind]
        file = self._file
        if not 0 <= i < count or not file:
            raise IndexError("no such card")
        last, number, at = self._last
        if last != kind or i < abs(i - number):
            number, at = 0, start
        if count - i < abs(i - number):
            number, at = count, end
        while number > i:
            at = self._back(at)
            number -= 1
        file.seek(at)
        while number < i:
            at += len(file.readline())
            number += 1
        self._last = (kind, i, at)
        return self._slug(file.readline()).decode()

    def _back(self, at: int) -> int:
        # The start of the line that ends at `at`.
        file = self._file
        step = 48
        while file:
            first = max(0, at - step)
            file.seek(first)
            piece = file.read(at - first - 1)
            found = piece.rfind(b"\n")
            if found >= 0:
                return first + found + 1
            step *= 2
        return at

    def slugs(self, kind: str) -> Slugs:
        """All slugs of a kind, sorted, without holding them."""
        return Slugs(self, kind)

    def lines(self, kind: str):
        """Slug after slug with its name, in order."""
        if kind in self._kinds and self._file:
            _, at, end = self._kinds[kind]
            while at < end:
                self._file.seek(at)
                line = self._file.readline()
                at += len(line)
                fields = line.decode()[:-1].split("\t")
                yield fields[0], self._named(kind, fields)

    def find(self, kind: str, prefix: str) -> int:
        """The number of the first slug that is not before the prefix; the count where there is none."""
        wanted = prefix.encode()
        low = 0
        high = self.count(kind)
        while low < high:
            middle = (low + high) // 2
            if self.nth(kind, middle).encode() < wanted:
                low = middle + 1
            else:
                high = middle
        return low

    # --- what they say ---

    def _named(self, kind: str, fields: "list[str]") -> str:
        column = 3 if kind == "terrain" else 2
        if kind == "terrain" and self.language == "vi" and len(fields) > 4 and fields[4]:
            return fields[4]
        return fields[column] if len(fields) > column and fields[column] else capitals(fields[0])

    def name(self, kind: str, slug: str) -> str:
        """The name; what the slug looks like in capitals where it is not known."""
        if ";" in slug:
            # A terrain of one's own: its N line, else its id. It is long: none is kept.
            at = slug.find(";N ")
            return slug[at + 3 :].split(";", 1)[0] if at > 0 else capitals(slug[2:].split(" ", 1)[0])
        for entry in self._names:
            if entry[0] == kind and entry[1] == slug and entry[2] == self.language:
                return entry[3]
        found = self._named(kind, self._line(kind, slug) or [slug])
        self._names.append((kind, slug, self.language, found))
        if len(self._names) > _KEEP:
            self._names.pop(0)
        return found

    def base_name(self, slug: str) -> str:
        """The name of a base."""
        return self.name("base", slug)

    def titan_name(self, slug: str) -> str:
        """The name of a titan."""
        return self.name("titan", slug)

    def base(self, slug: str) -> "tuple[int, tuple[int, int, int]] | None":
        """(breakpoint, (first, second, third VP)), None: no such base or its numbers are not known."""
        line = self._line("base", slug)
        if not line or line[1] == "?":
            return None
        both = line[1].split("|")
        numbers = [int(n) for n in both[-1 if self.printing == "current" else 0].split()]
        return numbers[0], (numbers[1], numbers[2], numbers[3])

    def titan(self, slug: str) -> "str | None":
        """The faction of a titan."""
        line = self._line("titan", slug)
        return line[1] if line else None

    def titan_of(self, faction: str) -> "str | None":
        """The titan of a faction, None: it has none."""
        line = self._line("faction", faction)
        return line[1] or None if line and len(line) > 1 else None

    def modules(self, faction: str) -> "list[str]":
        """The modules that a faction's cards ask for."""
        line = self._line("faction", faction) or []
        found = ["titans"] if len(line) > 1 and line[1] else []
        for letter in line[3] if len(line) > 3 else "":
            found.append(_MODULES[letter])
        return found

    def monster(self, slug: str) -> "tuple[int, int] | None":
        """(power, treasures) of a monster, by its slug or `monsters/slug`."""
        line = self._line("monster", slug.split("/")[-1])
        if not line:
            return None
        power, treasures = line[1].split()
        return int(power), int(treasures)

    def minion_power(self, card: str) -> "int | None":
        """The power of a minion card: treasures and factions' cards are not on board, monsters are."""
        found = self.monster(card) if card.startswith("monsters/") else None
        return found[0] if found else None

    def goal(self, terrain: str) -> int:
        """The medal objective of a terrain, 0: no such terrain."""
        line = self._line("terrain", terrain)
        return int(line[1].split()[0]) if line else 0

    def terrain(self, slug: str) -> "str | None":
        """A terrain in the compact format of clashcore.board; one of one's own is already so in headers."""
        if ";" in slug:
            return slug
        line = self._line("terrain", slug)
        if not line:
            return None
        board = line[2]
        if board.startswith("="):
            # Another terrain's board, its special bases with another effect.
            other, effect = board[1:].split()
            body = self._line("terrain", other)
            if not body:
                return None
            parts = body[2].split(";")
            for i in range(len(parts)):
                if parts[i].startswith("S "):
                    ids = parts[i].split()[2:]
                    parts[i] = "S %s %s" % (effect, " ".join(ids))
            board = ";".join(parts)
        return "T %s %s;%s" % (slug, line[1], board)
