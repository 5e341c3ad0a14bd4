"""The settings: a small file, each value checked and clamped on its own; a broken file gives the defaults."""

import json

from micropython import const

from clashdevice import display, files

_PATH = files.SAVE + "/settings"
_NAMES = files.SAVE + "/names"
_MOST_NAMES = const(24)
_LONGEST_NAME = const(40)

# name: default, lowest, highest for numbers; name: default, choices for texts.
_NUMBERS = {"flip": (0, 0, 1), "sound": (1, 0, 1), "contrast": (2, 1, 3), "lines": (0, 0, 1)}
_TEXTS = {"language": ("vi", ("vi", "en")), "chip": ("ssd1306", display.CHIPS)}


def clean_name(text) -> str:
    """A person's name without control characters, at most 40 letters; empty where it is no text."""
    if not isinstance(text, str):
        return ""
    return "".join([c for c in text if ord(c) >= 32 and ord(c) != 127])[:_LONGEST_NAME].strip()


class Settings:
    """Dict-like: language, chip, flip, sound, contrast; `names` are the people known to the box."""

    def __init__(self) -> None:
        self._values = {}
        for key in _NUMBERS:
            self._values[key] = _NUMBERS[key][0]
        for key in _TEXTS:
            self._values[key] = _TEXTS[key][0]
        raw = files.load(_PATH)
        if raw is not None and not self.take(raw):
            files.set_aside(_PATH)

    def take(self, raw: bytes) -> bool:
        """Take over a JSON object value by value; False, with nothing changed, where it is none."""
        try:
            found = json.loads(raw)
        except ValueError:
            return False
        if not isinstance(found, dict):
            return False
        for key in found:
            self._set(key, found[key])
        return True

    def _set(self, key: str, value) -> None:
        if key in _NUMBERS and isinstance(value, int):
            self._values[key] = min(max(int(value), _NUMBERS[key][1]), _NUMBERS[key][2])
        elif key in _TEXTS and value in _TEXTS[key][1]:
            self._values[key] = value

    def __getitem__(self, key: str):
        if key == "names":
            return self.names()
        return self._values[key]

    def get(self, key: str, default=None):
        """The value, or `default` for an unknown key."""
        return self.names() if key == "names" else self._values.get(key, default)

    def __setitem__(self, key: str, value) -> None:
        """Set one value and write the file. Raises OSError where the flash is full."""
        if key == "names":
            kept = [clean_name(name) for name in value][:_MOST_NAMES]
            files.save(_NAMES, json.dumps([name for name in kept if name]).encode())
            return
        before = self._values.get(key)
        self._set(key, value)
        if self._values.get(key) != before:
            self.save()

    def save(self) -> None:
        """Write the file."""
        files.save(_PATH, json.dumps(self._values).encode())

    def names(self) -> list:
        """People's names as the laptop sent them; read from flash each time, they are seldom wanted."""
        raw = files.load(_NAMES)
        if raw is None:
            return []
        try:
            found = json.loads(raw)
            return [clean_name(name) for name in found[:_MOST_NAMES] if clean_name(name)]
        except (ValueError, TypeError, KeyError):
            files.set_aside(_NAMES)
            return []
