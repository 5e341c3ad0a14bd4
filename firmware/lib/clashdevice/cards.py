"""The card facts on board: names and numbers of bases, factions, titans, monsters and terrains.

They lie in data/cards.tsv (its format: host/clashbox/cards/board_table.py), sorted by slug, and are read by
offset; nothing but the place of each kind in the file is kept in memory. What a game asks for all evening is
here; lists to choose from and what is asked for once a game are in deck.py.
"""

_KEEP = 12
_SMALL = ("a", "and", "for", "in", "no", "of", "on", "that", "the", "to")


def capitals(slug: str) -> str:
    """The name that most slugs stand for: `school-of-wizardry` is School of Wizardry."""
    words = slug.split("-")
    for i in range(len(words)):
        if not i or words[i] not in _SMALL:
            words[i] = words[i][:1].upper() + words[i][1:]
    return " ".join(words)


class Cards:
    """The table at `path`; a table that is missing or of another version knows nothing, and nothing fails.

    `printing` original or current; `language` en or vi, for the names of terrains.
    """

    def __init__(self, path: str) -> None:
        self.printing = "original"
        self.language = "en"
        self.kinds: "dict[str, tuple[int, int, int]]" = {}  # kind: count, start, end
        self.last: "tuple[str, int, int]" = ("", 0, 0)  # the line deck.py read last: kind, number, offset
        # The names asked for last, each with kind, slug and language: screens draw them often.
        self._names: "list[tuple[str, str, str, str]]" = []
        self.file = None
        try:
            self.file = open(path, "rb")
            if self.file.readline() != b"#cards 1\n":
                return
            start = -1
            while start < 0 or self.file.tell() < start:
                kind, count, first, end = self.file.readline().decode().split()
                self.kinds[kind] = (int(count), int(first), int(end))
                start = int(first) if start < 0 else start
        except (OSError, ValueError):
            self.kinds = {}

    def forget(self) -> None:
        """Give the memory of the names at hand back."""
        self._names = []

    # --- finding lines ---

    def line(self, kind: str, slug: str) -> "list[str] | None":
        """The fields of a line, None: there is none."""
        # Halves the stretch of the file in which the line must start.
        if kind not in self.kinds or not self.file:
            return None
        _, low, high = self.kinds[kind]
        wanted = slug.encode()
        file = self.file
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
                    if slug_of(line) == wanted:
                        return line.decode()[:-1].split("\t")
                    low += len(line)
                return None
            line = file.readline()
            found = slug_of(line)
            if found == wanted:
                return line.decode()[:-1].split("\t")
            if found < wanted:
                low = at + len(line)
            elif middle == low:
                return None
            else:
                high = middle
        return None

    # --- what they say ---

    def named(self, kind: str, fields: "list[str]") -> str:
        """The name in the fields of a line."""
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
        found = self.named(kind, self.line(kind, slug) or [slug])
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
        line = self.line("base", slug)
        if not line or line[1] == "?":
            return None
        both = line[1].split("|")
        numbers = [int(n) for n in both[-1 if self.printing == "current" else 0].split()]
        return numbers[0], (numbers[1], numbers[2], numbers[3])

    # --- what is seldom asked for ---

    def titan_of(self, faction: str) -> "str | None":
        """The titan of a faction, None: it has none."""
        return _deck().titan_of(self, faction)

    def minion_power(self, card: str) -> "int | None":
        """The power of a minion card: treasures and factions' cards are not on board, monsters are."""
        found = _deck().monster(self, card) if card.startswith("monsters/") else None
        return found[0] if found else None

    def terrain(self, slug: str) -> "str | None":
        """A terrain in the compact format of clashcore.board; one of one's own is already so in headers."""
        return slug if ";" in slug else _deck().terrain(self, slug)


def _deck():
    from clashdevice import deck

    return deck


def slug_of(line: bytes) -> bytes:
    """The slug that a line begins with."""
    end = line.find(b"\t")
    return line[:end] if end >= 0 else line[:-1]
