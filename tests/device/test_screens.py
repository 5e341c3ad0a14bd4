"""The screens: pictures as accepted, no key that breaks one, words for everything they say."""

import random
import re
from collections.abc import Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from pathlib import Path

import pytest
from clashbox.virtual import VirtualDevice

from tests.device import pictures
from tests.device.hands import events, play

ROOT = Path(__file__).resolve().parents[2]
FIRMWARE = ROOT / "firmware"
KEYS = ("left", "right", "up", "down", "a", "b")


@pytest.fixture(scope="module")
def drawn() -> Iterator[Future[dict[str, dict[str, list[bytes]]]]]:
    with ThreadPoolExecutor(1) as pool:
        yield pool.submit(pictures.draw_all)


@pytest.mark.parametrize("language", pictures.LANGUAGES)
def test_every_screen_looks_as_accepted(
    drawn: Future[dict[str, dict[str, list[bytes]]]], language: str
) -> None:
    found = pictures.digests(drawn.result())[language]
    known = pictures.accepted()[language]
    differing = sorted(name for name in found.keys() | known.keys() if found.get(name) != known.get(name))
    assert not differing, "look at them with `make pictures`, then accept: see tests/device/pictures.py"


def test_no_two_screens_of_a_language_are_all_the_same(
    drawn: Future[dict[str, dict[str, list[bytes]]]],
) -> None:
    for found in pictures.digests(drawn.result()).values():
        assert len(set(found.values())) > 0.9 * len(found)


STARTS = ["a down down a a", "a down down down a a a", "a up a a right"]


@pytest.mark.parametrize("start", STARTS, ids=["smashup", "race", "board"])
@pytest.mark.parametrize("seed", [1, 2])
def test_no_key_in_any_screen_breaks_it(start: str, seed: int) -> None:
    hand = random.Random(seed)
    with VirtualDevice(language="vi", bounce=False) as device:
        play(device, start)
        for _ in range(250):
            key = hand.choice(KEYS)
            play(device, f"hold:{key}" if hand.random() < 0.15 else key)
        log = device.log.decode(errors="replace")
        assert "Traceback" not in log, log[-2000:]
        play(device, "b b b b b b")
        assert any("#" in row for row in device.screen())
        events(device)


def table() -> dict[str, list[str]]:
    """The words by key: English, Vietnamese."""
    lines = (FIRMWARE / "data" / "words.tsv").read_text(encoding="utf-8").splitlines()
    return {cells[0]: cells[1:] for cells in (line.split("\t") for line in lines if line)}


def test_every_word_that_a_screen_says_is_in_the_table() -> None:
    words = table()
    missing: list[str] = []
    for file in (FIRMWARE / "lib" / "clashdevice").rglob("*.py"):
        for key in re.findall(r"""\bt\(\s*"([a-z][a-z0-9.-]*[a-z0-9])"[,)\s]""", file.read_text()):
            if key not in words:
                missing.append(f"{file.name}: {key}")
    assert not missing


def test_both_languages_say_the_same_numbers() -> None:
    for key, cells in table().items():
        assert len(cells) == 2 and all(cells), key
        marks = [sorted(set(re.findall(r"\{\d\}", cell))) for cell in cells]
        assert marks[0] == marks[1], key
