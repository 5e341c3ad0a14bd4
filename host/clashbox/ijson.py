"""I-JSON (RFC 7493) read strictly: no key twice, no number that a double does not hold, no half of a
surrogate pair, nesting bounded.
"""

import json
import re
from typing import Any, NoReturn, cast

from clashbox.i18n import t
from clashbox.text import shown

MAX_DEPTH = 100
MAX_WHOLE = 2**53 - 1

_HALF_PAIR = re.compile(r"\\u[dD][89a-fA-F]")
_NO_BRACKETS = re.compile(r'"[^"]*"?|[^][{}"]+')


class BadJson(ValueError):
    """Text that is no I-JSON; `key` and `values` name the sentence of the host's words."""

    def __init__(self, key: str, *values: object):
        super().__init__(key, *values)
        self.key = key
        self.values = values

    def __str__(self) -> str:
        return t(self.key, *self.values)


def _pairs(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) != len(pairs):
        seen: set[str] = set()
        for key, _ in pairs:
            if key in seen:
                raise BadJson("json.twice", shown(key))
            seen.add(key)
    return found


def _whole(digits: str) -> int:
    # The length is looked at first: int() of a very long text is slow, and refused by Python with words of
    # its own.
    if len(digits) > 17 or not -MAX_WHOLE <= (number := int(digits)) <= MAX_WHOLE:
        raise BadJson("json.big", shown(digits, 24))
    return number


def _fraction(text: str) -> float:
    mantissa, _, exponent = text.lower().partition("e")
    whole, _, decimals = mantissa.partition(".")
    decimals = decimals.rstrip("0")
    digits = (whole.lstrip("-") + decimals).strip("0")
    power = int(exponent or 0) if len(exponent) < 8 else (-(10**7) if exponent.startswith("-") else 10**7)
    trailing = len(whole) - len(whole.rstrip("0")) if not decimals else -len(decimals)
    # Whole by value, however it is written: 1.0, 2e3, 10e-1, 0.0. Beyond a double it is no number to us
    # either.
    if not digits or trailing + power >= 0:
        raise BadJson("json.fraction", shown(text, 24))
    number = float(text)
    if number in (float("inf"), float("-inf")):
        raise BadJson("json.big", shown(text, 24))
    return number


def _constant(name: str) -> NoReturn:
    raise BadJson("json.constant", name)


_decoder = json.JSONDecoder(
    object_pairs_hook=_pairs, parse_int=_whole, parse_float=_fraction, parse_constant=_constant
)


def _depth(text: str) -> int:
    # Escapes go first, so that a quotation mark that is left begins or ends a text; a pattern that knew of
    # them would take 100 bytes for each.
    bare = text.replace("\\\\", "").replace('\\"', "")
    deepest = depth = 0
    for c in _NO_BRACKETS.sub("", bare):
        if c in "[{":
            depth += 1
            deepest = max(deepest, depth)
        else:
            depth -= 1
    return deepest


def _refuse_half_pairs(value: object) -> None:
    if isinstance(value, str):
        try:
            value.encode()
        except UnicodeEncodeError:
            raise BadJson("json.surrogate") from None
    elif isinstance(value, list):
        for item in cast(list[object], value):
            _refuse_half_pairs(item)
    elif isinstance(value, dict):
        for key, item in cast(dict[str, object], value).items():
            _refuse_half_pairs(key)
            _refuse_half_pairs(item)


def loads(text: str) -> Any:
    """One value of I-JSON; raises BadJson for anything else. Depth is bounded, so no text can exhaust the
    stack.
    """
    if text.count("[") + text.count("{") > MAX_DEPTH and _depth(text) > MAX_DEPTH:
        raise BadJson("json.deep", MAX_DEPTH)
    try:
        value = _decoder.decode(text)
    except json.JSONDecodeError as error:
        if error.msg == "Extra data":
            raise BadJson("json.extra", error.pos + 1) from None
        raise BadJson("json.bad", error.pos + 1) from None
    if _HALF_PAIR.search(text):
        _refuse_half_pairs(value)
    return value
