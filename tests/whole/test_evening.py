"""The whole product: keys, device, journal, power cuts, serial line, database, export, verdict."""

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from clashbox.virtual import VirtualDevice

from tests.device.hands import play
from tests.whole.evening import CUT, MODULES, SMASHUP, TOYBATTLE, Motion


def run_motion(device: VirtualDevice, motion: Motion) -> list[str]:
    """Press the keys of one motion; returns the text of the screens that it looks at."""
    seen: list[str] = []
    keys = motion.keys.split()
    cut = keys[-1] == CUT
    if cut:
        keys.pop()
    play(device, " ".join(keys), lambda _name: seen.append("\n".join(device.text())))
    if cut:
        device.power_cut()
        device.boot()
    return seen


class Laptop:
    """The command line with a database of its own."""

    def __init__(self, folder: Path, port: str) -> None:
        self.environment = {
            **os.environ,
            "CLASHBOX_DATABASE": str(folder / "history.sqlite"),
            "CLASHBOX_PORT": port,
            "CLASHBOX_LANG": "en",
        }

    def run(self, *arguments: str, status: int = 0) -> str:
        """What a command prints; its exit status has to be as given."""
        done = subprocess.run(
            [sys.executable, "-m", "clashbox", *arguments],
            env=self.environment,
            capture_output=True,
            text=True,
            timeout=120,
            check=False,
        )
        assert done.returncode == status, f"{arguments}: {done.returncode}\n{done.stdout}\n{done.stderr}"
        assert "Traceback" not in done.stderr
        return done.stdout


def recorded(motions: tuple[Motion, ...]) -> list[dict[str, Any]]:
    return [event for motion in motions for event in motion.events]


def without_clock(lines: list[str]) -> list[dict[str, Any]]:
    events = [json.loads(line) for line in lines]
    return [{k: v for k, v in event.items() if k not in ("t", "m")} for event in events]


@pytest.mark.parametrize("language", ["en", "vi"])
def test_an_evening_by_keys_alone_arrives_whole_and_once(tmp_path: Path, language: str) -> None:
    with VirtualDevice(storage=tmp_path / "flash.img", language=language) as device:
        seen: list[str] = []
        for motion in SMASHUP:
            seen += run_motion(device, motion)
        clash, tie, over = seen
        assert "Arcane Protector" in clash and "Ancient Lord" in clash
        assert tie.count("+4") == 3
        assert "15" in over
        laptop = Laptop(tmp_path, device.port)
        laptop.run("sync")  # a game that goes on later is fetched in two parts
        for motion in TOYBATTLE:
            seen += run_motion(device, motion)
        first = json.loads(laptop.run("sync", "--json"))
        second = json.loads(laptop.run("sync", "--json"))

    assert first["events"] == len(recorded(TOYBATTLE))
    assert second["events"] == 0
    games = json.loads(laptop.run("games", "--json"))
    by_kind = {game["game"]: game["id"] for game in games}
    assert len(games) == 2 and set(by_kind) == {"smashup", "toybattle"}
    for kind, motions in (("smashup", SMASHUP), ("toybattle", TOYBATTLE)):
        file = tmp_path / f"{kind}.jsonl"
        laptop.run("export", by_kind[kind], "--format", "jsonl", "-o", str(file))
        header, *lines = file.read_text(encoding="utf-8").splitlines()
        assert json.loads(header)["game"] == kind
        assert without_clock(lines) == recorded(motions)
        times = [json.loads(line)["t"] for line in lines]
        assert times == sorted(times)
        verdict = json.loads(laptop.run("check", str(file), "--json"))
        assert verdict["ok"] and verdict["state"]["over"] and verdict["state"]["winner"] == [1]
    assert json.loads(laptop.run("check", str(tmp_path / "smashup.jsonl"), "--json"))["state"]["vp"] == [
        15,
        4,
        4,
    ]
    assert verdict["state"]["medals"] == [8, 2]


@pytest.mark.parametrize("language", ["en", "vi"])
def test_a_game_with_every_module_by_keys_alone_keeps_the_rules(tmp_path: Path, language: str) -> None:
    with VirtualDevice(storage=tmp_path / "flash.img", language=language) as device:
        seen: list[str] = []
        for motion in MODULES:
            seen += run_motion(device, motion)
        laptop = Laptop(tmp_path, device.port)
        laptop.run("sync")
        assert b"Traceback" not in device.log
    duel, uncover, loot, mend, ledger, over = seen
    words = {"en": ("wins", "uncover", "Treasures", "Mend"), "vi": ("thắng", "lá chôn", "Kho báu", "Sửa")}
    for text, word in zip((duel, uncover, loot, mend), words[language], strict=True):
        assert word in text, text
    assert "Madness" in ledger and "-5" in ledger
    assert "4-5 = -1" in over, "what Madness costs is shown before the end is recorded"
    (game,) = json.loads(laptop.run("games", "--json"))
    file = tmp_path / "game.jsonl"
    laptop.run("export", game["id"], "--format", "jsonl", "-o", str(file))
    header, *lines = file.read_text(encoding="utf-8").splitlines()
    assert json.loads(header)["modules"] == ["titans", "duels", "monsters", "buried", "madness"]
    assert without_clock(lines) == recorded(MODULES)
    verdict = json.loads(laptop.run("check", str(file), "--json"))
    assert verdict["findings"] == []
    state = verdict["state"]
    assert (state["vp"], state["madness"], state["treasures"]) == ([15, 2, 4], [0, 0, 10], [0, 1, 3])
    assert state["over"] and state["winner"] == [1]


def test_the_referee_sees_what_was_played_wrongly(tmp_path: Path) -> None:
    with VirtualDevice(storage=tmp_path / "flash.img", language="en") as device:
        for motion in SMASHUP[:7]:
            run_motion(device, motion)
        # An has a titan at base 2 and plays another one at base 3.
        play(device, "right hold:a up down a a down a a hold:right")
        laptop = Laptop(tmp_path, device.port)
        laptop.run("sync")
    (game,) = json.loads(laptop.run("games", "--json"))
    file = tmp_path / "game.jsonl"
    laptop.run("export", game["id"], "--format", "jsonl", "-o", str(file))
    verdict = json.loads(laptop.run("check", str(file), "--json", status=1))
    assert [(found["rule"], found["level"]) for found in verdict["findings"]] == [("TI-04", "violation")]
    text = laptop.run("check", str(file), "--lang", "vi", status=1)
    assert "TI-04" in text and "Ancient Lord" in text
