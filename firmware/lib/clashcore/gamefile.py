"""Game files: UTF-8 JSON Lines, a header and one event a line. For the host and for tests.

Strict JSON is the caller's part: `loads` turns the text of one line into an object and raises ValueError.
"""

from clashcore.events import (
    EventError,
    check_form,
    dumps,
    is_int,
    is_slug,
    is_text,
    shown,
    to_json,
)

GAMES = ("smashup", "toybattle")
MODULES = ("titans", "duels", "monsters", "buried", "madness")
PRINTINGS = ("original", "current")
GOAL = 15

_ORDER = (
    "clashbox",
    "game",
    "id",
    "started",
    "device",
    "terrain",
    "special_bases",
    "first",
    "goal",
    "modules",
    "printing",
    "note",
)


def _header_error(field: str, what: str, wanted: str) -> EventError:
    return EventError("header: %s %s, expected %s" % (field, what, wanted), field, "header", wanted)


def _header_is(obj: dict, field: str, good: bool, wanted: str) -> None:
    if field not in obj:
        raise _header_error(field, "is missing", wanted)
    if not good:
        raise _header_error(field, "is " + shown(obj[field]), wanted)


def _read_players(obj: dict, least: int, most: int) -> list:
    given = obj.get("players", [])
    wanted = "a list of %d players" % least if least == most else "a list of %d to %d players" % (least, most)
    _header_is(obj, "players", isinstance(given, list) and least <= len(given) <= most, wanted)
    players = []
    known = True
    for number, player in enumerate(given):
        if not isinstance(player, dict):
            raise _header_error("players", "holds %s" % shown(player), "objects with a name")
        # A name is never a reason to refuse a file.
        name = player.get("name")
        factions = player.get("factions", [])
        if not isinstance(factions, list) or not all([is_slug(slug) for slug in factions]):
            raise _header_error(
                "factions of player %d" % (number + 1), "is %s" % shown(factions), "a list of slugs"
            )
        known = known and len(factions) > 0
        players.append({"name": name if is_text(name) else "", "factions": list(factions)})
    if not known:
        # Known for some players only is as good as unknown.
        for player in players:
            player["factions"] = []
    return players


def read_header(obj: object) -> dict:
    """The header with its defaults filled in; EventError where it is none.

    Keys: clashbox, game, players [{name, factions}]; Smash Up: goal, printing; Toy Battle: terrain (slug or
    object), first, special_bases; id, started, modules, device and note where given. Factions that are not
    given for every player are empty for all. Unknown keys are passed over.
    """
    if not isinstance(obj, dict) or "clashbox" not in obj:
        raise EventError(
            'no header: expected an object {"clashbox": 1, "game": ..., "players": [...]}',
            "clashbox",
            "header",
        )
    _header_is(obj, "clashbox", is_int(obj["clashbox"]) and obj["clashbox"] == 1, "1")
    game = obj.get("game")
    _header_is(obj, "game", isinstance(game, str) and game in GAMES, "one of " + ", ".join(GAMES))
    header = {"clashbox": 1, "game": game}
    for field in ("id", "started", "device", "note"):
        if field in obj:
            _header_is(obj, field, is_text(obj[field]), "text")
            header[field] = obj[field]
    modules = obj.get("modules", [])
    _header_is(
        {"modules": modules},
        "modules",
        isinstance(modules, list) and all([isinstance(m, str) and m in MODULES for m in modules]),
        "a list of " + ", ".join(MODULES),
    )
    if "modules" in obj:
        header["modules"] = list(modules)
    if game == "smashup":
        header["players"] = _read_players(obj, 2, 4)
        goal = obj.get("goal", GOAL)
        _header_is({"goal": goal}, "goal", is_int(goal) and goal > 0, "a whole number above 0")
        printing = obj.get("printing", PRINTINGS[0])
        _header_is(
            {"printing": printing},
            "printing",
            isinstance(printing, str) and printing in PRINTINGS,
            "one of " + ", ".join(PRINTINGS),
        )
        header["goal"] = goal
        header["printing"] = printing
        return header
    header["players"] = _read_players(obj, 2, 2)
    terrain = obj.get("terrain")
    _header_is(
        obj, "terrain", is_slug(terrain) or isinstance(terrain, dict), "the slug of a terrain or a terrain"
    )
    first = obj.get("first", 0)
    _header_is(obj, "first", is_int(first) and 1 <= first <= 2, "1 or 2")
    special = obj.get("special_bases", True)
    _header_is({"special_bases": special}, "special_bases", isinstance(special, bool), "true or false")
    header["terrain"] = terrain
    header["first"] = first
    header["special_bases"] = special
    return header


class Reader:
    """Reads a game file: `header` and `header_line` at once, then the events, one after the other.

    Iterating gives (line number, event) for each event, its form checked. Every error is an EventError with
    its `line`. `lines` are str or bytes, cut at LF alone (as files opened with "rb" are).
    """

    def __init__(self, lines, loads) -> None:
        self.line = 0
        self._lines = iter(lines)
        self._loads = loads
        obj = self._next()
        self.header_line = self.line
        if obj is None:
            self.header_line = 1
            raise self._at(EventError("the file is empty, expected a header", "clashbox", "header"), 1)
        try:
            self.header = read_header(obj[0])
        except EventError as e:
            raise self._at(e, self.line)
        self._game = self.header["game"]
        self._players = len(self.header["players"])

    def _at(self, error: EventError, line: int) -> EventError:
        error.line = line
        return error

    def _next(self):
        """The object of the next line that is not passed over, in a tuple, or None at the end."""
        for raw in self._lines:
            self.line += 1
            text = raw
            if not isinstance(text, str):
                try:
                    text = str(raw, "utf-8")
                except ValueError:
                    raise self._at(EventError("not UTF-8", "", "utf8"), self.line)
            if self.line == 1 and text.startswith("\ufeff"):
                text = text[1:]
            text = text.strip(" \t\r\n")
            if text == "" or raw[:1] in ("#", b"#") or (self.line == 1 and text[0] == "#"):
                continue
            try:
                return (self._loads(text),)
            except ValueError as e:
                raise self._at(EventError("not JSON: %s" % e, "", "json"), self.line)
        return None

    def __iter__(self) -> "Reader":
        return self

    def __next__(self) -> "tuple[int, dict]":
        obj = self._next()
        if obj is None:
            raise StopIteration
        ev = obj[0]
        try:
            check_form(ev, self._game, self._players)
        except EventError as e:
            raise self._at(e, self.line)
        return self.line, ev


def read(lines, loads) -> "tuple[dict, Reader]":
    """The header of a game file and an iterator over its events: (line number, event). See Reader."""
    reader = Reader(lines, loads)
    return reader.header, reader


def header_line(header: dict) -> str:
    """The header as one line of JSON without a line end."""
    names = [to_json({k: p[k] for k in ("name", "factions") if k in p}, ("name",)) for p in header["players"]]
    rest = {key: header[key] for key in header if key != "players"}
    return to_json(rest, _ORDER)[:-1] + ', "players": [' + ", ".join(names) + "]}"


def write(header: dict, events):
    """The lines of a game file, each with its LF."""
    yield header_line(header) + "\n"
    for ev in events:
        yield dumps(ev) + "\n"


def standing(events: "list[dict]") -> "tuple[list[int], tuple[int, str] | None]":
    """Which events stand: their indexes, and (index, "undo" or "redo") of the first that has nothing to do.

    Where there is such a one, those that stand before it are given.
    """
    stands = []
    taken = []
    for i, ev in enumerate(events):
        name = ev["ev"]
        if name != "undo" and name != "redo":
            stands.append(i)
            taken = []
            continue
        source, target = (stands, taken) if name == "undo" else (taken, stands)
        if not source:
            return stands, (i, name)
        m = events[source[-1]].get("m")
        target.append(source.pop())
        while m is not None and source and events[source[-1]].get("m") == m:
            target.append(source.pop())
    return stands, None
