"""Text that came from outside, made fit to be shown on a terminal or a page."""

import re
import unicodedata
from collections.abc import Mapping

NAME_LIMIT = 40
# Control, format (zero-width, direction marks), surrogate, private and unassigned characters are not shown.
_HIDDEN = {"Cc", "Cf", "Cs", "Co", "Cn"}
_HIDDEN_LETTERS = {"\u115f", "\u1160", "\u3164", "\uffa0", "\u2028", "\u2029", "\u034f"}


# Control characters that JSON need not escape, zero-width and direction characters, line ends.
_STEERING = re.compile(r"[\x7f-\x9f\xad\u061c\u180e\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff]")


def harmless_json(text: str) -> str:
    """JSON with what would steer a terminal written as \\u escapes, which means the same."""
    return _STEERING.sub(lambda found: f"\\u{ord(found[0]):04x}", text)


def shown(text: object, limit: int = NAME_LIMIT) -> str:
    """NFC, without control, zero-width and direction characters, at most `limit` characters (then with an
    ellipsis).
    """
    value = unicodedata.normalize("NFC", str(text)[: limit * 8])
    clean = "".join(
        " " if c in "\t\n\r\u2028\u2029" else c
        for c in value
        if (unicodedata.category(c) not in _HIDDEN and c not in _HIDDEN_LETTERS) or c in "\t\n\r\u2028\u2029"
    )
    clean = " ".join(clean.split())
    return clean if len(clean) <= limit else clean[: limit - 1].rstrip() + "…"


def player_name(player: Mapping[str, object]) -> str:
    """The name in a player's entry of a header, fit to be shown; empty where there is none, or no text."""
    name = player.get("name")
    return shown(name) if isinstance(name, str) else ""
