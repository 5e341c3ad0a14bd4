"""Numbers as people type them: sums such as 12+2, and one for each player such as "12 9 9 0"."""

import re
from dataclasses import dataclass

from clashbox.text import shown
from clashbox.trouble import Trouble

MOST_POWER = 999
"""The highest number in a sum of power."""
MOST = 99
"""The highest breakpoint, award of VP, number of minions or of treasures."""
_MOST_TERMS = 30
_LONGEST = 300
_WIDE = {code: code - 0xFEE0 for code in range(0xFF01, 0xFF5F)}
"""Full-width forms, as an East Asian keyboard gives them."""
_LIKE = str.maketrans("−–—‐‑‒﹣﹢、，；／", "-------+,,;/")
_SUM = re.compile(r"[+-]?\s*[0-9]+(?:\s*[+-]\s*[0-9]+)*")
_TERM = re.compile(r"([+-]?)\s*([0-9]+)")
_BETWEEN = re.compile(r"[,;/]|(?<=[0-9])\s+(?=-?[0-9])")
_UNCLEAR = re.compile(r"[0-9]+\s+\+[0-9]+")


@dataclass(frozen=True, slots=True)
class Sum:
    """A sum as it was typed; its value may be negative."""

    terms: tuple[int, ...]

    @property
    def value(self) -> int:
        """What it comes to."""
        return sum(self.terms)

    def __str__(self) -> str:
        text = " ".join(f"{'−' if n < 0 else '+'} {abs(n)}" for n in self.terms)
        return text.removeprefix("+ ").replace("− ", "−", 1) if self.terms[0] < 0 else text.removeprefix("+ ")


def _plain(text: str) -> str:
    return text[: _LONGEST + 1].translate(_LIKE).translate(_WIDE).translate(_LIKE).strip()


def read_sum(option: str, text: str, most: int = MOST_POWER, least: int | None = None) -> Sum:
    """A sum such as "12", "12+2", "12 + 2 - 1".

    Each of its numbers is at most `most`, and so is what it comes to; below `least` is refused.
    Raises Trouble.
    """
    plain = _plain(text)
    if len(plain) > _LONGEST or not _SUM.fullmatch(plain):
        raise Trouble("ask.sum" if least is None else "ask.number", option, shown(text), status=2)
    digits: list[tuple[str, str]] = _TERM.findall(plain)
    if len(digits) > _MOST_TERMS:
        raise Trouble("ask.terms", option, _MOST_TERMS, status=2)
    found = Sum(tuple(int(sign + number) for sign, number in digits))
    high = max(abs(found.value), *(abs(term) for term in found.terms))
    if high > most:
        raise Trouble("ask.big", option, high if high < 10**9 else shown(text, 20), most, status=2)
    if least is not None and found.value < least:
        raise Trouble("ask.small", option, found.value, least, status=2)
    return found


def read_list(option: str, text: str, most: int = MOST_POWER, least: int | None = None) -> list[Sum]:
    """Several sums: "12 9 9 0", "12,9,9,0", "12+2, 9, -1". Raises Trouble.

    A minus that stands before its number, as in "12 -2", begins a number of its own.
    """
    plain = _plain(text)
    unclear = _UNCLEAR.search(plain)
    if unclear:
        a, b = unclear[0].split("+")
        raise Trouble(
            "ask.unclear", option, shown(unclear[0]), a.strip() + "+" + b, f"{a.strip()}, {b}", status=2
        )
    if len(plain) > _LONGEST:
        raise Trouble("ask.sum", option, shown(text), status=2)
    return [read_sum(option, part, most, least) for part in _BETWEEN.split(plain)]


def read_number(option: str, text: str, most: int = MOST) -> int:
    """A whole number from 0 to `most`. Raises Trouble."""
    return read_sum(option, text, most, 0).value


def read_counts(option: str, text: str, most: int = MOST) -> list[int]:
    """Several whole numbers from 0 to `most`. Raises Trouble."""
    return [found.value for found in read_list(option, text, most, 0)]


def read_vp(option: str, text: str) -> tuple[int, int, int]:
    """A base's VP for first, second and third. Raises Trouble."""
    found = read_counts(option, text)
    if len(found) != 3:
        raise Trouble("ask.vp", option, len(found), status=2)
    return found[0], found[1], found[2]
