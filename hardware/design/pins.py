"""Reads pins.toml and checks that the boards' pins can do what they are given to do."""

import re
import tomllib
from dataclasses import dataclass
from pathlib import Path
from typing import Any

HARDWARE = Path(__file__).resolve().parent.parent
SOURCE = HARDWARE / "pins.toml"

KEYS = ("left", "right", "up", "down", "a", "b")  # the order of firmware/lib/clashdevice/keys.py
JOBS = ("sda", "scl", *KEYS, "buzzer", "battery")
SUPPLIES = ("3V3", "5V", "GND")


@dataclass(frozen=True)
class Chip:
    """What the pins of a chip must not or cannot do; numbers are the chip's own."""

    key: str
    name: str
    machine: str
    pins: frozenset[int]
    adc1: frozenset[int]
    adc2: frozenset[int]
    wakes: frozenset[int]
    input_only: frozenset[int]
    no_pull_up: frozenset[int]
    avoid: dict[int, str]


@dataclass(frozen=True)
class HeaderPin:
    """A pin of a board's header: `place` is L1, L2, ... R1, ... from the top, USB socket at the bottom."""

    place: str
    label: str
    number: int | None  # the chip's pin
    supply: str | None  # one of SUPPLIES


@dataclass(frozen=True)
class Board:
    """A board that can be bought: its header and what each pin is used for (`jobs`: job to chip's pin)."""

    key: str
    name: str
    short: str
    chip: Chip
    body: str
    wokwi: str
    header: tuple[HeaderPin, ...]
    jobs: dict[str, int]
    reasons: dict[str, str]

    def at(self, job: str) -> HeaderPin:
        """The header's pin that does a job; KeyError where the header has none."""
        for pin in self.header:
            if pin.number == self.jobs[job]:
                return pin
        raise KeyError(f"{self.key}: the header has no pin {self.jobs[job]} for {job}")

    def job_of(self, pin: HeaderPin) -> str | None:
        """What a header's pin is used for, None where it stays free or is a supply."""
        return next((job for job, number in self.jobs.items() if number == pin.number), None)


@dataclass(frozen=True)
class Pins:
    """All of pins.toml."""

    boards: dict[str, Board]
    wake: str


def read(path: Path = SOURCE) -> dict[str, Any]:
    """The file as it stands."""
    return tomllib.loads(path.read_text(encoding="utf-8"))


def load(data: dict[str, Any] | None = None) -> Pins:
    """The boards of pins.toml (or of `data`, read from such a file)."""
    data = data or read()
    chips = {key: _chip(key, table) for key, table in data["chips"].items()}
    boards = {key: _board(key, table, data["boards"], chips) for key, table in data["boards"].items()}
    return Pins(boards, data["wake"])


def _chip(key: str, table: dict[str, Any]) -> Chip:
    sets = {
        name: frozenset(table[name]) for name in ("pins", "adc1", "adc2", "wakes", "input_only", "no_pull_up")
    }
    avoid = {int(number): why for number, why in table["avoid"].items()}
    return Chip(key=key, name=table["name"], machine=table["machine"], avoid=avoid, **sets)


def _board(key: str, table: dict[str, Any], tables: dict[str, Any], chips: dict[str, Chip]) -> Board:
    header = [
        _header_pin(f"{side[0].upper()}{place}", text, table["supply"])
        for side in ("left", "right")
        for place, text in enumerate(table[side], 1)
    ]
    jobs = tables[table.get("same_jobs", key)]["jobs"]
    return Board(
        key=key,
        name=table["name"],
        short=table["short"],
        chip=chips[table["chip"]],
        body=table["body"],
        wokwi=table["wokwi"],
        header=tuple(header),
        jobs={job: pin for job, (pin, _) in jobs.items()},
        reasons={job: why for job, (_, why) in jobs.items()},
    )


def _header_pin(place: str, text: str, supply: dict[str, str]) -> HeaderPin:
    label, _, number = text.partition("=")
    plain = re.fullmatch(r"[A-Z]?(\d+)", label)
    if label.startswith("GND"):
        return HeaderPin(place, label, None, "GND")
    if label in supply:
        return HeaderPin(place, label, None, supply[label])
    if number or plain:
        return HeaderPin(place, label, int(number or plain[1]), None)
    return HeaderPin(place, label, None, None)


def faults(pins: Pins) -> list[str]:
    """What is wrong with the pins, one sentence each; empty where all is well."""
    found: list[str] = []
    by_chip: dict[str, Board] = {}
    for board in pins.boards.values():
        found += [f"{board.key}: {text}" for text in _board_faults(board, pins.wake)]
        other = by_chip.setdefault(board.chip.key, board)
        if board.jobs != other.jobs:
            found.append(
                f"{board.key}: other pins than {other.key}, but one firmware serves {board.chip.name}"
            )
    if len({board.chip.machine for board in pins.boards.values()}) != len(by_chip):
        found.append("two chips have the same machine name: the firmware could not tell them apart")
    return found


def _board_faults(board: Board, wake: str) -> list[str]:
    found = [f"no pin for {job}" for job in JOBS if job not in board.jobs]
    found += [f"unknown job {job}" for job in board.jobs if job not in JOBS]
    for supply in SUPPLIES:
        if not any(pin.supply == supply for pin in board.header):
            found.append(f"the header has no {supply}")
    numbers = [pin.number for pin in board.header if pin.number is not None]
    found += [f"pin {n} is on the header twice" for n in sorted(set(numbers)) if numbers.count(n) > 1]
    used: dict[int, str] = {}
    for job, number in board.jobs.items():
        if number in used:
            found.append(f"pin {number} is both {used[number]} and {job}")
        used[number] = job
        if number not in numbers:
            found.append(f"{job}: pin {number} is not on the header")
        if not board.reasons[job].strip():
            found.append(f"{job}: pin {number} has no reason")
        found += [f"{job}: pin {number} {text}" for text in _pin_faults(board.chip, job, number, wake)]
    return found


def _pin_faults(chip: Chip, job: str, number: int, wake: str) -> list[str]:
    found: list[str] = []
    if number in chip.avoid:
        found.append(f"is kept free ({chip.avoid[number]})")
    elif number not in chip.pins:
        found.append(f"is no pin of {chip.name}")
    if job in ("sda", "scl", "buzzer") and number in chip.input_only:
        found.append("is an input only")
    if job in (*KEYS, "sda", "scl") and number in chip.no_pull_up:
        found.append("has no pull-up")
    if job == wake and number not in chip.wakes:
        found.append("cannot wake the chip from deep sleep")
    if job == "battery" and number not in chip.adc1:
        found.append(
            "is on ADC2, which stops with the radio" if number in chip.adc2 else "measures no voltage"
        )
    return found
