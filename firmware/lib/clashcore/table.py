"""The one table of all events of both games: names, codes, fields, their order and types.

The check of an event's form and its JSON line (events.py) and its compact record (codec.py) follow from this
table. Codes and the order of fields, enumerations and WORDS are part of saved games: append, never change.
(Enumerations and WORDS stand in shapes.py: the rest is only wanted when an event of a kind is first met.)

A line reads: name, code (1 to 255), games (s: Smash Up, t: Toy Battle), fields. A field is `name` where the
type follows from the name (_TYPES), else `name=type`; `?` marks optional ones. Every event may carry t, card,
why and m besides.
"""

from clashcore.shapes import ENUMS as ENUMS
from clashcore.shapes import WORDS as WORDS

_TABLE = """
turn 1 s p
phase 2 s name=phase
base 3 s b card? breakpoint? vp=three?
base.fix 4 s b breakpoint? vp=three?
base.out 5 s b why=leaving
breakpoint 6 s b n
play 7 s p kind card? b? on? power? extra?
minion 8 s p b n power? temp?
move 9 s p b to power n? temp?
control 10 s p q b power n? temp?
power 11 s p b n until?
each 12 s id p b n until?
each.out 13 s id
titan.play 14 s p titan b by? instead?
titan.move 15 s titan b p? by?
counter 16 s titan n
titan.out 17 s titan why?
clash 18 s b out
target 19 s card what titan? id?
score.start 20 s b
score 21 s b vp=each?
vp 22 s p n why?
madness 23 s p n
duel 24 s p q b power=two by?
duel.card 25 s p kind=showing
duel.end 26 s power=two together won control?
bury 27 s p b id from card? kind?
uncover 28 s p id by?
bury.out 29 s id to=away b? p?
monster 30 s b id treasures power card?
monster.control 31 s id p=anyone
monster.move 32 s id b
monster.power 33 s id n
monster.out 34 s id why=slain p=anyone?
treasure 35 s p n why=source
treasure.out 36 s p n
draw 50 t p n
place 51 t p troop at
effect 52 t p kind=effect at? to=node? n? troop? of?
medal 53 t p n
hq 54 t p
stuck 55 t p
undo 70 st
redo 71 st
note 72 st text
end 73 st winner?
"""

# Types. A number is whole and within +-LIMIT.
INT = 0
PLAYER = 1
ANYONE = 2  # a player, or 0 for nobody
SLOT = 3
FLAG = 4
TEXT = 5
SLUG = 6
CARD = 7  # faction/card, or the slug of a base or titan
NODE = 8  # a base or headquarters of a Toy Battle terrain
TWO = 9  # a list of two numbers
THREE = 10
EACH = 11  # a list of one number for each player
PLAYERS = 12  # a list of players
PAIR = 13  # a list of two players
ENUM = 16  # and up: the enumerations
OPTIONAL = 64  # added to the type of a field that may be missing

LIMIT = 9007199254740991  # 2**53 - 1, as in I-JSON
SLOTS = 9
MOST_PLAYERS = 4

# The types of fields by their names, or as a line of the table names them; INT where it is none of these.
# One text, because a dict takes three times the memory.
_TYPES = (
    " p=1 q=1 anyone=2 b=3 to=3 extra=4 together=4 text=5 why=5 titan=6 out=6 troop=6 card=7 by=7 "
    "at=8 node=8 two=9 three=10 each=11 winner=12 control=13 phase=16 kind=17 instead=17 on=18 "
    "until=19 what=20 won=21 from=22 leaving=23 showing=24 away=25 slain=26 source=27 effect=28 "
    "of=29 "
)

# Positions in a form, which is one flat tuple: small in RAM and quick to walk.
CODE = 0
GAMES = 1
OWN = 2  # where the event's own fields end and `card` and `why`, as of every event, begin
FIELDS = 3  # from here on: field, type, field, type ...

_forms = {}


def _type(name: str) -> int:
    at = _TYPES.find(" " + name + "=")
    if at < 0:
        return INT
    at += len(name) + 2
    return int(_TYPES[at : _TYPES.find(" ", at)])


def _made(name: str) -> tuple:
    start = _TABLE.find("\n" + name + " ") + 1
    words = _TABLE[start : _TABLE.find("\n", start)].split()
    if not start or words[0] != name:
        raise KeyError(name)
    found = []
    for word in words[3:]:
        optional = OPTIONAL if word.endswith("?") else 0
        parts = word.rstrip("?").split("=")
        found.append(parts[0])
        found.append(_type(parts[-1]) + optional)
    own = FIELDS + len(found)
    for common in ("card", "why"):
        if common not in found:
            found.append(common)
            found.append(_type(common) + OPTIONAL)
    return tuple([int(words[1]), words[2], own] + found)


def form(name: str) -> tuple:
    """An event's form by its name: (code, games, end of own fields, field, type, ...). Raises KeyError."""
    found = _forms.get(name)
    if found is None:
        found = _forms[name] = _made(name)
    return found


def names() -> list[str]:
    """The names of all events, in the order of their codes."""
    return [line.split()[0] for line in _TABLE.strip().split("\n")]


def name_of(code: int) -> str:
    """The name of the event with that code. Raises KeyError."""
    at = _TABLE.find(" %d " % code)
    if at < 0:
        raise KeyError(code)
    return _TABLE[_TABLE.rfind("\n", 0, at) + 1 : at]
