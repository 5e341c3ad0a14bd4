"""The house itself: targets, documents, generated files, the wheel that works without the repository."""

import importlib.metadata
import json
import os
import re
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest
from clashbox import firmware

from tests import generated

ROOT = generated.ROOT
README = (ROOT / "README.md").read_text(encoding="utf-8")


def run(*command: str, **environment: str) -> str:
    """What a command prints, with warnings and all; it has to succeed."""
    done = subprocess.run(
        command,
        cwd=ROOT,
        env={**os.environ, **environment},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        timeout=120,
        check=False,
    )
    assert done.returncode == 0, done.stdout
    return done.stdout


def test_every_target_has_its_sentence() -> None:
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    targets = set(re.findall(r"^([a-z]+):", makefile, re.MULTILINE)) - {"browser", "postgresql"}
    told = run("make", "--no-print-directory", "help")
    assert targets == set(re.findall(r"^ +make ([a-z]+) +\S", told, re.MULTILINE))
    assert {"help", "install", "run", "test", "lint", "bench", "soak"} <= targets


def test_laptop_box_and_package_have_one_version() -> None:
    told = run(sys.executable, "-m", "clashbox", "--version").split()[1].rstrip(",")
    assert told == firmware.version() == importlib.metadata.version("clashbox")


def test_generated_files_are_fresh_and_a_stale_one_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    assert generated.main([]) == 0
    wanted = generated.wanted()
    one = next(iter(wanted))
    monkeypatch.setattr(generated, "wanted", lambda: {**wanted, one: wanted[one] + b"more"})
    assert generated.main([]) == 1


def test_the_commands_of_the_readme_are_there() -> None:
    told = run(sys.executable, "-m", "clashbox", "--help", CLASHBOX_LANG="en")
    table = README[README.index("## The laptop") : README.index("## The page")]
    named = {
        name
        for row in re.findall(r"^\| (.+?) \|", table, re.MULTILINE)
        for name in re.findall(r"`(?:clashbox )?([a-z][a-z-]*)", row)
    }
    assert named >= {"play", "device", "ports", "sync", "games", "show", "export", "check"}
    for name in named:
        assert re.search(rf"^ +{name} ", told, re.MULTILINE), name


def test_the_game_file_of_the_readme_says_what_the_readme_says(tmp_path: Path) -> None:
    game = tmp_path / "game.jsonl"
    game.write_text("".join(re.findall(r"^    (\{.*\n)", README, re.MULTILINE)), encoding="utf-8")
    done = subprocess.run(
        [sys.executable, "-m", "clashbox", "check", str(game), "--json"],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 1
    assert [found["rule"] for found in json.loads(done.stdout)["findings"]] == ["SB-05"]


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel's content in a folder of its own."""
    folder = tmp_path_factory.mktemp("wheel")
    run(
        sys.executable,
        "-m",
        "pip",
        "wheel",
        ".",
        "--quiet",
        "--no-deps",
        "--no-build-isolation",
        "-w",
        str(folder),
    )
    (built,) = folder.glob("clashbox-*.whl")
    with zipfile.ZipFile(built) as archive:
        archive.extractall(folder / "content")
    return folder / "content"


def test_the_wheel_carries_firmware_and_card_data(wheel: Path) -> None:
    for folder in ("boot.py", "main.py", "lib", "data"):
        for path in [ROOT / "firmware" / folder, *(ROOT / "firmware" / folder).rglob("*")]:
            if path.is_file() and "__pycache__" not in path.parts:
                carried = wheel / "clashbox" / "_firmware" / path.relative_to(ROOT / "firmware")
                assert carried.read_bytes() == path.read_bytes(), path


def test_the_wheel_works_alone(wheel: Path, tmp_path: Path) -> None:
    script = (
        "import clashbox, clashcore, json\n"
        "from clashbox import firmware\n"
        "from clashbox.cards import Facts\n"
        "from clashbox.virtual import VirtualDevice\n"
        "with VirtualDevice(language='vi') as device:\n"
        "    print(json.dumps([clashbox.__file__, clashcore.__file__, str(firmware.directory()),"
        " Facts().name('titan', 'gorgodzolla'), device.text()]))\n"
    )
    told = run(sys.executable, "-c", script, PYTHONPATH=str(wheel), HOME=str(tmp_path))
    *places, titan, text = json.loads(told)
    assert all(place.startswith(str(wheel)) for place in places), places
    assert titan == "Gorgodzolla"
    assert "Ván mới" in " ".join(text)


def test_what_the_guide_for_developers_names_is_there() -> None:
    guide = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
    homes = (
        " host/clashbox host/clashbox/rules host/clashbox/book host/clashbox/cards host/clashbox/cards/data"
    )
    homes += " firmware firmware/lib firmware/lib/clashcore firmware/lib/clashdevice tests/core hardware"
    named = set(re.findall(r"`([a-z][\w/.-]*\.(?:py|toml|json|tsv|md))`", guide))
    named |= set(re.findall(r"\]\(([^)#]+)(?:#[^)]*)?\)", guide))
    named = {
        one for one in named if not re.search("[A-Z]{4}", one.removesuffix("README.md"))
    }  # NAME, SECTION
    assert len(named) > 20
    assert not [one for one in named if not any((ROOT / home / one).exists() for home in homes.split(" "))]
    for target in re.findall(r"`make ([a-z]+)`", guide):
        assert re.search(rf"^{target}:", (ROOT / "Makefile").read_text(encoding="utf-8"), re.MULTILINE), (
            target
        )
