"""What the tests of deploy do to a board and to the laptop, and what they ask the board."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from clashbox import firmware
from clashbox.board import deploy, mpremote, plan
from clashbox.link import ports
from clashbox.virtual import VirtualDevice

SAVED = """
import os
for path in ("/save", "/save/games", "/lib/theirs"):
    try:
        os.mkdir(path)
    except OSError:
        pass
for path in ("/save/games/0123456789abcdef", "/save/settings", "/lib/theirs/x.py"):
    with open(path, "w") as file:
        file.write("theirs: " + path)
"""
READ = """
for path in ("/save/games/0123456789abcdef", "/save/settings", "/lib/theirs/x.py"):
    assert open(path).read() == "theirs: " + path, path
print("all there")
"""


def versions(device: VirtualDevice) -> tuple[str, str]:
    """The version that answers, and the one of which another of its files is."""
    with ports.open_client(device.port) as client:
        return client.hello_data.firmware, client.hello_data.board


def after_a_power_cycle(device: VirtualDevice) -> tuple[str, str]:
    """The same once the plug was pulled."""
    device.power_cut()
    device.boot()
    return versions(device)


def update(device: VirtualDevice, folder: Path, progress: deploy.Progress = lambda *_: None) -> plan.Plan:
    """What the command does, up to the restart."""
    files = firmware.files(folder)
    here = deploy.look(device.port)
    todo = deploy.prepare(here, files)
    if not todo.empty:
        deploy.carry_out(device.port, here, todo, files, progress)
    return todo


class Killed(BaseException):
    """The laptop's process is gone: nobody sees to the board any more."""


class Cut:
    """`mpremote.run` for tests: gives up sooner, and does something at a line that holds a word."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch):
        self._run = mpremote.run
        self.lines: list[str] = []
        self.at: Callable[[str], bool] = lambda _: False
        self.do: Callable[[], object] = lambda: None
        monkeypatch.setattr(mpremote, "run", self.run)

    def run(
        self, port: str, steps: list[list[str]], tell: mpremote.Tell = lambda _: None, **_: Any
    ) -> list[str]:
        def heard(line: str) -> None:
            self.lines.append(line)
            tell(line)
            if self.at(line):
                self.at = lambda _: False
                self.do()

        return self._run(port, steps, heard, silence=1.5)

    def kill(self) -> None:
        raise Killed


def nth(word: str, number: int) -> Callable[[str], bool]:
    """True at the n-th line that holds that word."""
    left = [number]

    def at(line: str) -> bool:
        left[0] -= word in line
        return left[0] <= 0

    return at
