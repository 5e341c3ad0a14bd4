"""The whole way: a key on the real firmware, its event on the laptop's screen, the finding on the box's."""

import json
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from clashbox import book
from clashbox.db.engine import Database
from clashbox.page.live import Live
from clashbox.virtual import VirtualDevice

from tests.device.hands import events, live_game, play, settle_in
from tests.host.syncing import held
from tests.watch.box import Told, until, watching

NEXT = "hold:right right"  # the next turn although base 1 is ready: SB-06


@pytest.fixture(scope="module")
def device() -> Iterator[VirtualDevice]:
    with VirtualDevice(language="en", bounce=False, realtime=True) as device:
        settle_in(device, ["An", "Bình"])
        play(device, "a a a a a")  # a game of two, base 1 of 20
        device.hold("up", 3200)
        play(device, "a")
        assert device.text()[0].startswith("OK")
        yield device
        assert b"Traceback" not in device.log, device.log[-2000:].decode(errors="replace")


def shown(device: VirtualDevice) -> str:
    return " ".join(device.text())


@pytest.fixture
def told(device: VirtualDevice, database: Database, quick: None) -> Iterator[Told]:
    """What a watch tells from here on; in the end the history has what the box has."""
    told = Told()
    with watching(device.port, database, told):
        until(lambda: told.of("game"))
        yield told
    assert held(database, live_game(device)) == events(device)


def test_a_finding_comes_back_to_the_screen_and_one_press_undoes_it(
    device: VirtualDevice, told: Told
) -> None:
    for language in ("vi", "en"):
        device.put("settings", json.dumps({"language": language}).encode())
        play(device, NEXT)
        sentence = book.rule("SB-06").short.of(language)
        until(lambda text=sentence: "SB-06?" in shown(device) and text in shown(device))
        play(device, "hold:b")
        assert "SB-06" not in shown(device)
        until(lambda: told.of("gone") and len(told.of("gone")) == len(told.of("found")))
    count = len(events(device))
    until(lambda: told.numbers() == list(range(count - 3, count + 1)))


def test_neither_a_reset_nor_the_page_is_in_the_way(device: VirtualDevice, told: Told) -> None:
    live = Live(device)
    first = len(events(device))
    for n in range(1, 4):
        live.poll()
        play(device, "up a")
        live.poll()
        until(lambda n=n: told.numbers() == list(range(first + 1, first + n + 1)), 30)
        if n == 2:
            device.reset()
    assert live.game is not None
    assert live.game.events == events(device)


@contextmanager
def command(*words: str) -> Iterator[subprocess.Popen[str]]:
    process = subprocess.Popen(
        [sys.executable, "-m", "clashbox", "watch", *words],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env={**os.environ, "LANG": "C.UTF-8"},
    )
    try:
        yield process
    finally:
        process.kill()
        process.communicate()


def test_the_command_until_ctrl_c(device: VirtualDevice, tmp_path: Path) -> None:
    words = ("--port", device.port, "--database", str(tmp_path / "h.db"))
    with command(*words, "--json") as watch:
        assert watch.stdout is not None
        told: list[dict[str, Any]] = []
        while not told or told[-1]["what"] != "game":
            told.append(json.loads(watch.stdout.readline()))
        assert [line["what"] for line in told] == ["joined", "synced", "game"]
        assert told[1]["events"] == told[2]["events"] == len(events(device))
        # The line is held: a second one is refused at once, and says so.
        with command(*words, "--lang", "en") as second:
            _, said = second.communicate(timeout=60)
            assert second.returncode == 1
            assert device.port in said
            assert len(said.splitlines()) == 1
        play(device, NEXT)
        event = json.loads(watch.stdout.readline())
        finding = json.loads(watch.stdout.readline())
        assert (event["what"], event["event"]["ev"]) == ("event", "turn")
        assert (finding["what"], finding["rule"]) == ("finding", "SB-06")
        assert finding["number"] == event["number"] == len(events(device))
        watch.send_signal(signal.SIGINT)
        rest, said = watch.communicate(timeout=30)
        assert (watch.returncode, said, rest) == (0, "", "")
    play(device, "hold:b")
