"""The first five minutes as both READMEs have them: played on the box, judged by the referee."""

import re
from pathlib import Path

import pytest
from clashbox import checking
from clashbox.virtual import VirtualDevice
from clashcore import gamefile

from tests.device.hands import events, play

ROOT = Path(__file__).resolve().parents[2]
READMES = ("README.md", "README.vi.md")
KEY = r"(?:hold:)?(?:up|down|left|right|a|b)"


def tour(name: str) -> list[str]:
    """The keys of the first game and the first finding, line by line."""
    text = (ROOT / name).read_text(encoding="utf-8")
    part = text.split("\n2. ")[1].split("clashbox sync")[0]
    return [keys for keys in re.findall(r"`([^`]+)`", part) if re.fullmatch(rf"{KEY}(?: {KEY})*", keys)]


def test_both_readmes_press_the_same_keys() -> None:
    assert tour("README.md") == tour("README.vi.md")


def commands(name: str) -> set[str]:
    text = (ROOT / name).read_text(encoding="utf-8")
    return set(re.findall(r"^\| `clashbox ([a-z-]+)", text, re.MULTILINE))


def test_both_readmes_name_the_same_commands() -> None:
    assert commands("README.md") == commands("README.vi.md") and len(commands("README.md")) > 15


@pytest.mark.parametrize("name", READMES)
def test_every_link_leads_somewhere(name: str) -> None:
    text = (ROOT / name).read_text(encoding="utf-8")
    heads = {
        file: {
            re.sub(r"[^\w -]", "", head.lower()).replace(" ", "-")
            for head in re.findall(r"^#+ (.+)$", (ROOT / file).read_text(encoding="utf-8"), re.MULTILINE)
        }
        for file in READMES
    }
    for target in re.findall(r"\]\(([^)\s]+)\)", text):
        if "://" in target:
            continue
        file, _, anchor = target.partition("#")
        assert not file or (ROOT / file).exists(), target
        if anchor and (not file or file in heads):
            assert anchor in heads[file or name], target


def test_the_first_finding_comes_as_told(tmp_path: Path) -> None:
    new, base, _, minions, end, on, back, score = tour("README.md")
    with VirtualDevice(language="en", bounce=False) as device:
        for keys in (new, base, minions, end, on):
            play(device, keys)
        played = events(device)
        play(device, back)
        play(device, score)
        (scored,) = [event for event in events(device) if event["ev"] == "score"]
    assert [event["ev"] for event in played] == ["turn", "base", "play", "play", "play", "play", "turn"]
    assert played[1]["breakpoint"] == 20 and played[1]["vp"] == [4, 2, 1]
    assert scored["vp"] == [4, 0, 0]
    header = {"clashbox": 1, "game": "smashup", "players": [{"name": name} for name in ("1", "2", "3")]}
    file = tmp_path / "game.jsonl"
    file.write_text("".join(gamefile.write(header, played)), encoding="utf-8")
    report = checking.check_file(str(file), "en")
    assert [found["rule"] for found in report["findings"]] == ["SB-06"]
