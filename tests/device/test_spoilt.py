"""Files in flash spoilt in every way that one can think of: the box starts, says so, and can be used.

The image is changed between two starts, through the true littlefs.
"""

import json
from pathlib import Path

import pytest
from clashbox.virtual import VirtualDevice
from clashcore import wire

from tests.device.hands import events, live_game, play, settle_in
from tests.examples import LONG
from tests.micropython import run

EVERY = max(1, round(8 / LONG))

SCRIPT = Path(__file__).with_name("flash_script.py")
WAYS = ("cut", "bits", "newer", "deep", "long", "empty", "null", "folder")
GAME = "a a a a right up up up up right up up right up a"  # two players, a base of 24


@pytest.fixture(scope="module")
def image(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A box that has played one game and is in the middle of the next one."""
    path = tmp_path_factory.mktemp("flash") / "flash.img"
    with VirtualDevice(storage=path, language="en", bounce=False) as device:
        settle_in(device, ["An", "Bình"])
        play(device, GAME + " a right" * 5)
        play(device, "hold:a down a a" + GAME[len("a a a") :] + " a right" * 60)
    return path


def on_flash(image: Path, *what: str) -> list[str]:
    return run(SCRIPT, str(image), *what).split()


def start_and_play(image: Path) -> tuple[int, int]:
    """Start the box, fetch what it holds, record a motion, start again: (events at the start, in the end)."""
    with VirtualDevice(storage=image, bounce=False) as device:
        before = len(events(device)) if live_game(device) else 0
        for game in json.loads(device.request(wire.GAMES)[1]):
            if game["live"]:
                device.request(wire.HEADER, {"id": game["id"]})
        device.advance(3000)
        if live_game(device):
            play(device, "hold:right right")  # past the bases that are ready
        else:
            play(device, GAME)
        after = events(device)
        assert after, device.text()
        device.power_cut()
        device.boot()
        assert events(device) == after
        assert b"Traceback" not in device.log
        return before, len(after)


def spoilt(image: Path, tmp_path: Path, path: str, how: str) -> tuple[int, int]:
    copy = tmp_path / "spoilt.img"
    copy.write_bytes(image.read_bytes())
    on_flash(copy, "damage", path, how)
    return start_and_play(copy)


def named(image: Path, end: str) -> str:
    return next(path for path in on_flash(image, "files", "/save") if path.endswith(end))


@pytest.mark.parametrize(
    ("end", "how"),
    [("/h", "deep"), ("/h", "folder"), ("/live", "folder"), ("/index", "deep"), ("/settings", "folder")],
)
def test_a_spoilt_file_never_stops_a_start(image: Path, tmp_path: Path, end: str, how: str) -> None:
    before, after = spoilt(image, tmp_path, named(image, end), how)
    assert after > before or not before


def test_a_folder_in_place_of_a_segment_stops_no_game(image: Path, tmp_path: Path) -> None:
    before, after = spoilt(image, tmp_path, named(image, "/s3"), "folder")
    assert before and after == before + 1


def test_what_the_host_sent_and_cannot_be_read_never_stops_a_start(image: Path, tmp_path: Path) -> None:
    before, after = spoilt(image, tmp_path, "/save/new.settings", "folder")
    assert before and after == before + 1
    before, after = spoilt(image, tmp_path, "/save/new.names", "deep")
    assert before and after == before + 1


@pytest.mark.soak
def test_every_file_spoilt_in_every_other_way(image: Path, tmp_path: Path) -> None:
    for number, path in enumerate(on_flash(image, "files", "/save")):
        for how in WAYS[number % EVERY :: EVERY]:
            before, after = spoilt(image, tmp_path, path, how)
            assert after > before or not before, (path, how)
