"""The checker of pins.toml: the boards pass, and every change of one pin is judged as a maker would."""

import copy
import tomllib
from collections.abc import Iterator
from typing import Any

import pytest

from hardware.design import pins

SOURCE = pins.read()

# What a maker could fairly use instead, by chip: from the chips' documents by hand, not from pins.toml.
FREE = {
    "esp32": {4, 13, 18, 19, 21, 22, 23, 25, 26, 27, 32, 33},
    "esp32s3": {1, 2, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 21, 47},
}
WAKES = {
    "esp32": {4, 13, 25, 26, 27, 32, 33},
    "esp32s3": {1, 2, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 21},
}
ADC1 = {"esp32": {32, 33, 34, 35, 36, 39}, "esp32s3": {1, 2, 4, 5, 6, 7, 8, 9, 10}}
NUMBERS = range(50)


def changed(board: str, job: str, number: int) -> dict[str, Any]:
    data = copy.deepcopy(SOURCE)
    data["boards"][board]["jobs"][job][0] = number
    return data


def changes() -> Iterator[tuple[str, str, int]]:
    for board, table in SOURCE["boards"].items():
        for job in table.get("jobs", ()):
            yield from ((board, job, number) for number in NUMBERS if number != table["jobs"][job][0])


def fair(board: str, job: str, number: int) -> bool:
    table = SOURCE["boards"][board]
    taken = {pin for other, (pin, _) in table["jobs"].items() if other != job}
    allowed = {"battery": ADC1, SOURCE["wake"]: WAKES}.get(job, FREE)[table["chip"]]
    return number in allowed - taken


def test_the_boards_as_they_are_pass() -> None:
    assert pins.faults(pins.load()) == []


def test_every_change_of_one_pin_is_rejected_unless_it_is_a_fair_alternative() -> None:
    rejected = accepted = 0
    for board, job, number in changes():
        found = pins.faults(pins.load(changed(board, job, number)))
        assert bool(found) != fair(board, job, number), (board, job, number, found)
        rejected += bool(found)
        accepted += not found
    print(f"single-pin changes: {rejected} rejected, {accepted} fair alternatives")
    assert (rejected, accepted) == (870, 110)


@pytest.mark.parametrize(
    ("board", "job", "number", "why"),
    [
        ("devkitc38", "b", 12, "strapping"),
        ("devkitc38", "b", 7, "flash"),
        ("devkitc38", "left", 34, "no pull-up"),
        ("devkitc38", "left", 26, "both"),
        ("devkitc38", "a", 23, "cannot wake"),
        ("devkitc38", "battery", 4, "ADC2"),
        ("devkitc38", "battery", 23, "measures no voltage"),
        ("devkitc38", "buzzer", 36, "input only"),
        ("devkitc38", "buzzer", 1, "UART0"),
        ("devkitc38", "sda", 20, "no pin of ESP32"),
        ("s3devkitc1", "up", 19, "USB"),
        ("s3devkitc1", "up", 46, "strapping"),
        ("s3devkitc1", "a", 47, "cannot wake"),
        ("s3devkitc1", "up", 33, "not on the header"),
        ("s3devkitc1", "battery", 11, "ADC2"),
    ],
)
def test_the_reason_is_told(board: str, job: str, number: int, why: str) -> None:
    assert any(why in text for text in pins.faults(pins.load(changed(board, job, number))))


def faults_of(old: str, new: str) -> list[str]:
    """What is found when a piece of the file is changed."""
    text = pins.SOURCE.read_text(encoding="utf-8")
    assert old in text
    return pins.faults(pins.load(tomllib.loads(text.replace(old, new))))


def test_a_job_without_a_pin_or_a_reason() -> None:
    data = copy.deepcopy(SOURCE)
    del data["boards"]["s3devkitc1"]["jobs"]["scl"]
    data["boards"]["s3devkitc1"]["jobs"]["left"][1] = " "
    data["boards"]["s3devkitc1"]["jobs"]["lamp"] = [21, "shines"]
    assert pins.faults(pins.load(data)) == [
        "s3devkitc1: no pin for scl",
        "s3devkitc1: unknown job lamp",
        "s3devkitc1: left: pin 7 has no reason",
    ]


def test_a_header_that_lacks_a_pin_has_one_twice_or_no_supply() -> None:
    assert faults_of('"D27", "D14"', '"D28", "D14"') == ["devkit30: a: pin 27 is not on the header"]
    assert "devkit30: pin 25 is on the header twice" in faults_of('"D25", "D26"', '"D25", "D25"')
    assert "devkit30: the header has no 5V" in faults_of('"VIN" = "5V"', '"V" = "5V"')


def test_boards_of_one_chip_must_agree() -> None:
    data = copy.deepcopy(SOURCE)
    jobs = copy.deepcopy(data["boards"]["devkitc38"]["jobs"])
    jobs["buzzer"][0] = 23
    del data["boards"]["devkit30"]["same_jobs"]
    data["boards"]["devkit30"]["jobs"] = jobs
    assert pins.faults(pins.load(data)) == [
        "devkit30: other pins than devkitc38, but one firmware serves ESP32"
    ]


def test_chips_that_the_firmware_could_not_tell_apart() -> None:
    found = faults_of('machine = "esp32"', 'machine = "esp32s3"')
    assert found == ["two chips have the same machine name: the firmware could not tell them apart"]
