"""What is missing is named as it can be installed: clashbox itself is in no package registry."""

import shlex
import tomllib
from pathlib import Path

import pytest
from clashbox import installing

ROOT = Path(__file__).resolve().parents[2]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
TEXTS = [*(ROOT / "host" / "clashbox" / "words").glob("*.tsv"), *ROOT.glob("README*.md")]


@pytest.mark.parametrize("extra", ["club", "flash", "plots"])
def test_the_line_installs_what_the_extra_holds(extra: str) -> None:
    words = shlex.split(installing.line(extra))
    assert words[1:4] == ["-m", "pip", "install"] and Path(words[0]).exists()
    assert words[4:] == PROJECT["optional-dependencies"][extra]


@pytest.mark.parametrize("path", TEXTS)
def test_nobody_is_told_to_fetch_a_package_of_our_name(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    assert "install clashbox" not in text.replace("install clashbox again", "")
    assert "install --upgrade clashbox" not in text and "clashbox[" not in text
