"""The six keys: which pin each is on, and how its contacts bounce."""

import random

PINS = {"left": 25, "right": 26, "up": 32, "down": 33, "a": 27, "b": 13}  # classic ESP32, see hardware/
PRESS_MS = 60  # a short press
GAP_MS = 60  # between two presses

Edge = tuple[int, int, int]  # microseconds, pin, level (0: pressed, the keys switch to ground)


def pin(key: str) -> int:
    """Return the pin of a key; ValueError names the keys there are."""
    if key not in PINS:
        raise ValueError(f"no key {key!r}: the keys are {' '.join(PINS)}")
    return PINS[key]


def edges(at: int, number: int, level: int, bounce: random.Random | None) -> list[Edge]:
    """Return the changes of a pin that settles on `level`, from `at` (microseconds) on.

    Contacts of small push buttons bounce for up to 5 ms, closing and opening.
    """
    result: list[Edge] = [(at, number, level)]
    if bounce is not None:
        moment = at
        for _ in range(bounce.randrange(1, 4)):
            moment += bounce.randrange(100, 900)
            result.append((moment, number, 1 - level))
            moment += bounce.randrange(100, 700)
            result.append((moment, number, level))
    return result
