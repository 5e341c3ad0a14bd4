"""The settings: a small file, each value checked and clamped on its own; a broken file gives the defaults."""

import json

from micropython import const

from clashdevice import display, files

_PATH = files.SAVE + "/settings"
_NAMES = files.SAVE + "/names"
DRAFT = files.SAVE + "/draft"
_MOST_NAMES = const(24)
_LONGEST_NAME = const(40)

# name: default, lowest, highest for numbers; name: default, choices for texts.
_NUMBERS = {
    "flip": (0, 0, 1),
    "sound": (1, 0, 1),
    "contrast": (2, 1, 3),
    "lines": (0, 0, 1),
    "limit": (0, 0, 30),
}
_TEXTS = {"language": ("vi", ("vi", "en")), "chip": ("ssd1306", display.CHIPS)}


def clean_name(text) -> str:
    """A person's name without control characters, at most 40 letters; empty where it is no text."""
    if not isinstance(text, str):
        return ""
    # By bytes: each letter that is taken out of a text would stay in the pool of names for ever.
    kept = bytes([c for c in text.encode() if c >= 32 and c != 127])
    return kept.decode()[:_LONGEST_NAME].strip()


def load() -> dict:
    """All settings, from the file as far as it is good; "names" are the people the laptop knows."""
    values: dict = {"names": _names()}
    for key in _NUMBERS:
        values[key] = _NUMBERS[key][0]
    for key in _TEXTS:
        values[key] = _TEXTS[key][0]
    raw = files.load(_PATH)
    if raw is not None and not take(values, raw):
        files.set_aside(_PATH)
    return values


def take(values: dict, raw: bytes) -> bool:
    """Take over a JSON object value by value; False, with nothing changed, where it is none."""
    try:
        found = json.loads(raw)
    except ValueError:
        return False
    if not isinstance(found, dict):
        return False
    for key in found:
        put(values, key, found[key])
    return True


def put(values: dict, key: str, value) -> bool:
    """Set one value if it is good (numbers are clamped); whether it changed anything."""
    before = values.get(key)
    if key in _NUMBERS and isinstance(value, int):
        values[key] = min(max(int(value), _NUMBERS[key][1]), _NUMBERS[key][2])
    elif key in _TEXTS and value in _TEXTS[key][1]:
        values[key] = value
    return values.get(key) != before


def save(values: dict) -> None:
    """Write the file. Raises OSError (flash full)."""
    kept = {}
    for key in values:
        if key != "names":
            kept[key] = values[key]
    files.save(_PATH, json.dumps(kept).encode())


def _clean(found) -> list:
    kept = [clean_name(name) for name in found[:_MOST_NAMES]]
    return [name for name in kept if name]


def _names() -> list:
    raw = files.load(_NAMES)
    if raw is None:
        return []
    try:
        return _clean(json.loads(raw))
    except (ValueError, TypeError, KeyError):
        files.set_aside(_NAMES)
        return []


def take_names(values: dict, raw: bytes) -> bool:
    """Keep a JSON list of names; False where it is none. Raises OSError (flash full)."""
    try:
        found = json.loads(raw)
    except ValueError:
        return False
    if not isinstance(found, list):
        return False
    _keep(values, _clean(found))
    return True


def remember(app, name: str) -> str:
    """Offer a name that was typed from now on, in the place of the last one where there are many."""
    name = clean_name(name)
    names = app.settings["names"]
    if name and name not in names:
        try:
            _keep(app.settings, names[: _MOST_NAMES - 1] + [name])
        except OSError:
            app.refuse(app.t("store.full"))
    return name


def _keep(values: dict, names: list) -> None:
    values["names"] = names
    files.save(_NAMES, json.dumps(names).encode())


def drawn(app) -> "tuple | None":
    """The set-up that the laptop drew: (seats as in a header, who begins); a spoilt one is set aside."""
    from clashdevice import deck

    cards = app.cards
    raw = files.load(DRAFT)
    try:
        found = json.loads(raw or b"")
        seats = []
        used = []
        for seat in found["players"]:
            own = seat["factions"]
            for slug in own:
                at = deck.find(cards, "faction", slug)
                if (
                    slug in used
                    or at == deck.count(cards, "faction")
                    or deck.nth(cards, "faction", at) != slug
                ):
                    raise ValueError("faction")
                used.append(slug)
            if len(own) != 2:
                raise ValueError("factions")
            name = clean_name(seat.get("name"))
            if name in [other["name"] for other in seats]:
                name = ""
            seats.append({"name": name, "factions": own})
        if 2 <= len(seats) <= 4 and 1 <= found["first"] <= len(seats):
            return seats, int(found["first"])
    except (ValueError, TypeError, KeyError, AttributeError, MemoryError):
        pass
    if raw is not None:
        files.set_aside(DRAFT)
    return None
