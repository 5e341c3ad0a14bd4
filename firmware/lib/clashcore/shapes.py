"""The forms of events as records need them, of the kinds met so far; table.py says what they follow from.

A game sees most events: as tuples their forms would take 9 KB of a board's memory. The table itself is loaded
when an event of a kind is first met; a device drops it after.
"""

ENUMS = (
    ("start", "play", "score", "draw", "end"),
    ("minion", "action"),
    ("minion", "base", "titan"),
    ("turn", "next"),
    ("minion", "action", "base", "titan", "buried"),
    ("p", "q", "both", "none"),
    ("play", "hand", "board"),
    ("replaced", "destroyed", "fix"),
    ("action", "minion", "none"),
    ("discard", "hand", "moved"),
    ("destroyed", "other", "fix"),
    ("destroyed", "score", "card", "fix"),
    ("draw", "discard", "rack-discard", "recall", "shove", "exhume", "suppress"),
    ("troop", "base"),
)


# Texts that records hold as a number.
WORDS = ("fix", "special", "kwak", "skully", "hook", "star", "jumbo", "roxy", "capn", "xb42", "kaiju-island")

# A form, packed: bytes of the code, then field, type, field, type ... where a field stands for its place in
# `fields`.
SHAPE = 1  # where the fields begin

fields = []  # names of fields, as far as shapes were asked for
_shapes = {}
_names = {}


def shape(name: str) -> bytes:
    """An event's form by its name: see SHAPE. Raises KeyError."""
    found = _shapes.get(name)
    if found is None:
        from clashcore.table import CODE, FIELDS, form

        made = form(name)
        out = bytearray((made[CODE],))
        for i in range(FIELDS, len(made), 2):
            if made[i] not in fields:
                fields.append(made[i])
            out.append(fields.index(made[i]))
            out.append(made[i + 1])
        found = _shapes[name] = bytes(out)
        _names[found[0]] = name
    return found


def name_of(code: int) -> str:
    """The name of the event with that code. Raises KeyError."""
    found = _names.get(code)
    if found is None:
        from clashcore import table

        found = table.name_of(code)
        shape(found)
    return found
