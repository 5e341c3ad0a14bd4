"""Events as they stand in game files: the check of their form and their JSON line.

For the host and for tests: a device makes its own events and needs the table and the codec alone.
"""

from clashcore.table import (
    ANYONE,
    CARD,
    EACH,
    ENUM,
    ENUMS,
    FIELDS,
    FLAG,
    GAMES,
    INT,
    LIMIT,
    NODE,
    OPTIONAL,
    OWN,
    PAIR,
    PLAYER,
    PLAYERS,
    SLOT,
    SLOTS,
    SLUG,
    TEXT,
    THREE,
    TWO,
    form,
    names,
)

LETTERS = {"smashup": "s", "toybattle": "t"}
_SLUG = "abcdefghijklmnopqrstuvwxyz0123456789-"


class EventError(ValueError):
    """A line of a game file has a wrong form: what, which field, which of a closed list of codes.

    Codes: event (unknown), game (of the other game), missing, type, range, player, slot, value (not one of
    those named in `wanted`), slug; for a file also utf8, json, header.
    """

    def __init__(self, message: str, field: str = "", code: str = "type", wanted: str = "") -> None:
        super().__init__(message)
        self.message = message
        self.field = field
        self.code = code
        self.wanted = wanted
        self.line = 0  # of the file, where there is one


# What must be there besides the required fields: event -> (field, its value or None for any, fields of
# which one set has to be complete).
_BESIDES: dict[str, tuple] = {
    "base": ("ev", None, ("card", "breakpoint vp")),
    "base.fix": ("ev", None, ("breakpoint", "vp")),
    "monster.out": ("why", "destroyed", ("p",)),
    "effect": (
        "kind",
        {"draw": "n", "discard": "at", "recall": "at", "shove": "at to", "exhume": "troop"},
        None,
    ),
}

_TITLES = {
    INT: "a whole number",
    PLAYER: "a player's number",
    ANYONE: "a player's number or 0",
    SLOT: "a base slot, 1 to 9",
    FLAG: "true or false",
    TEXT: "text",
    SLUG: "a slug: lower case letters, digits, hyphens",
    CARD: "a slug faction/card, or that of a base or titan",
    NODE: "the id of a base or headquarters",
    TWO: "a list of two whole numbers",
    THREE: "a list of three whole numbers",
    EACH: "a list of one whole number for each player",
    PLAYERS: "a list of players' numbers",
    PAIR: "a list of two players' numbers",
}


def is_int(value: object) -> bool:
    """Whether value is a whole number that I-JSON can hold; True is none."""
    return isinstance(value, int) and not isinstance(value, bool) and -LIMIT <= value <= LIMIT


def is_text(value: object) -> bool:
    """Whether value is text that UTF-8 can hold (no half of a surrogate pair)."""
    if not isinstance(value, str):
        return False
    try:
        value.encode()
    except UnicodeError:
        return False
    return True


def is_slug(value: object) -> bool:
    """Whether value has the form of a slug: mega-troopers."""
    if not isinstance(value, str) or not 0 < len(value) <= 64 or value.strip(_SLUG):
        return False
    # strip() has looked at both ends only.
    for letter in value:
        if letter not in _SLUG:
            return False
    return value[0] != "-" and value[-1] != "-"


def is_card(value: object) -> bool:
    """Whether value has the form faction/card, or of a slug."""
    if not isinstance(value, str):
        return False
    for part in value.split("/", 1):
        if not is_slug(part):
            return False
    return True


def _is_player(value, players: int) -> bool:
    return is_int(value) and 1 <= value <= players


def _fits(value, kind: int, players: int) -> bool:
    if kind == INT:
        return is_int(value)
    if kind == PLAYER:
        return _is_player(value, players)
    if kind == SLOT:
        return is_int(value) and 1 <= value <= SLOTS
    if kind >= ENUM:
        return isinstance(value, str) and value in ENUMS[kind - ENUM]
    if kind == ANYONE:
        return is_int(value) and 0 <= value <= players
    if kind == FLAG:
        return isinstance(value, bool)
    if kind == TEXT:
        return is_text(value)
    if kind == SLUG:
        return is_slug(value)
    if kind == CARD:
        return is_card(value)
    if kind == NODE:
        return is_text(value) and 0 < len(value) <= 16
    if not isinstance(value, list):
        return False
    if kind == PLAYERS or kind == PAIR:
        for n in value:
            if not _is_player(n, players):
                return False
        return len(value) == 2 if kind == PAIR else len(value) <= players
    for n in value:
        if not is_int(n):
            return False
    return len(value) == (players if kind == EACH else 2 if kind == TWO else 3)


def _harmless(text: str) -> str:
    """The text with `?` for what a terminal would obey or not show, and for halves of surrogate pairs."""
    return "".join(["?" if _steers(ord(letter)) else letter for letter in text])


def _steers(code: int) -> bool:
    return (
        code < 0x20
        or 0x7F <= code < 0xA0
        or 0x200B <= code <= 0x200F
        or 0x2028 <= code <= 0x202E
        or 0x2060 <= code <= 0x206F
        or 0xD800 <= code < 0xE000
        or code in (0x061C, 0xFEFF)
    )


def shown(value: object) -> str:
    """A value for a message: like JSON, cut to a length that fits a line, without characters that steer."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if value is None:
        return "null"
    if isinstance(value, str):
        text = _quoted(_harmless(value[:60]))
    elif isinstance(value, (int, float)):
        text = str(value) if -LIMIT <= value <= LIMIT else "a number too large"
    elif isinstance(value, list):
        text = "[" + ", ".join([shown(v) for v in value[:5]]) + (", ...]" if len(value) > 5 else "]")
    else:
        text = "an object"
    return text if len(text) <= 60 else text[:57] + "..."


def _wrong(ev: dict, field: str, kind: int, players: int) -> EventError:
    value = ev[field]
    code, wanted = "type", _TITLES.get(kind, "")
    if kind >= ENUM:
        wanted = "one of " + ", ".join(ENUMS[kind - ENUM])
        code = "value" if isinstance(value, str) else "type"
    elif kind == SLOT and is_int(value):
        code = "slot"
    elif (kind == PLAYER or kind == ANYONE) and is_int(value):
        code = "player"
        wanted = "a player, 1 to %d" % players + (", or 0" if kind == ANYONE else "")
    elif (kind == PLAYERS or kind == PAIR) and isinstance(value, list):
        code = "player"
    elif (kind == SLUG or kind == CARD) and isinstance(value, str):
        code = "slug"
    elif kind == INT and isinstance(value, int) and not isinstance(value, bool):
        code, wanted = "range", "a whole number within 2^53"
    return EventError(
        "%s: %s is %s, expected %s" % (ev["ev"], field, shown(value), wanted), field, code, wanted
    )


def _missing(name: str, field: str, kind: int) -> EventError:
    wanted = "one of " + ", ".join(ENUMS[kind - ENUM]) if kind >= ENUM else _TITLES[kind]
    return EventError("%s: %s is missing, expected %s" % (name, field, wanted), field, "missing", wanted)


def _check_besides(ev: dict) -> None:
    """What one event asks for beyond the table: a base its card or numbers, an effect what its kind needs."""
    name = ev["ev"]
    where, value, sets = _BESIDES[name]
    if isinstance(value, dict):
        sets = (value.get(ev[where], ""),)
    elif value is not None and ev[where] != value:
        return
    short = []
    for group in sets:
        short = [field for field in group.split() if field not in ev]
        if not short:
            return
    if len(sets) > 1:
        wanted = " or ".join([group.replace(" ", " and ") for group in sets])
        raise EventError("%s: %s is missing" % (name, wanted), sets[0].split()[0], "missing", wanted)
    raise EventError(
        "%s: %s is missing where %s is %s" % (name, short[0], where, ev[where]), short[0], "missing", short[0]
    )


def check_form(ev: object, game: str, players: int) -> None:
    """Raise EventError unless ev is an event of that game ("smashup", "toybattle") in good form.

    Whether slugs, nodes and ids exist is not looked at. Fields that the event does not have are passed over.
    """
    if not isinstance(ev, dict):
        raise EventError("expected an object with the key ev, found %s" % shown(ev), "", "type")
    name = ev.get("ev")
    if not isinstance(name, str):
        raise EventError("ev is missing, expected the name of an event", "ev", "missing")
    try:
        table = form(name)
    except KeyError:
        raise EventError("ev is %s, which is no event" % shown(name), "ev", "event")
    if LETTERS[game] not in table[GAMES]:
        raise EventError("ev is %s, which is no event of %s" % (shown(name), game), "ev", "game")
    for i in range(FIELDS, len(table), 2):
        field = table[i]
        kind = table[i + 1]
        if kind >= OPTIONAL:
            if field not in ev:
                continue
            kind -= OPTIONAL
        elif field not in ev:
            raise _missing(name, field, kind)
        if not _fits(ev[field], kind, players):
            raise _wrong(ev, field, kind, players)
    for field in ("t", "m"):
        if field in ev and not is_int(ev[field]):
            raise _wrong(ev, field, INT, players)
    if name in _BESIDES:
        _check_besides(ev)


def _quoted(text: str) -> str:
    """Text as a JSON string, letters as they are."""
    plain = True
    for letter in text:
        if letter < " " or letter == '"' or letter == "\\":
            plain = False
            break
    if plain:
        return '"' + text + '"'
    out = []
    for letter in text:
        if letter == '"' or letter == "\\":
            letter = "\\" + letter
        elif letter < " ":
            letter = "\\u%04x" % ord(letter)
        out.append(letter)
    return '"' + "".join(out) + '"'


def to_json(value: object, first: tuple = ()) -> str:
    """JSON on one line, letters as they are; keys: those in `first` before others, which are sorted."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if value is None:
        return "null"
    if isinstance(value, dict):
        keys = [key for key in first if key in value]
        keys += sorted([key for key in value if key not in first])
        return "{" + ", ".join([_quoted(key) + ": " + to_json(value[key]) for key in keys]) + "}"
    if isinstance(value, str):
        return _quoted(value)
    if isinstance(value, list):
        return "[" + ", ".join([to_json(v) for v in value]) + "]"
    return str(value)


def dumps(ev: dict) -> str:
    """The event as one line of JSON without a line end: ev, its fields in the table's order, t, card, why, m.

    Fields that the event does not have are left out. The event must be of good form.
    """
    table = form(ev["ev"])
    fields = [table[i] for i in range(FIELDS, table[OWN], 2)]
    common = [table[i] for i in range(table[OWN], len(table), 2)]
    out = ['"ev": "' + ev["ev"] + '"']
    for field in fields + ["t"] + common + ["m"]:
        if field in ev:
            out.append('"' + field + '": ' + to_json(ev[field]))
    return "{" + ", ".join(out) + "}"


def event_names(game: str) -> "list[str]":
    """The names of all events of a game, in the order of their codes."""
    return [name for name in names() if LETTERS[game] in form(name)[GAMES]]
