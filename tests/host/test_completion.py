"""What a shell offers at <Tab>: asked of the true program, as bash asks it."""

import os
import subprocess
import sys
from pathlib import Path

import pytest
from clashbox.cli import completing, group
from clashbox.cli.completion import SHELLS
from clashbox.db.engine import Database
from click import Context

from tests.stats.putting import put

HEADER = {"clashbox": 1, "game": "smashup", "players": [{"name": "An"}, {"name": "Bình"}], "goal": 15}
EVENTS = [{"ev": "vp", "p": 1, "n": 3}, {"ev": "end", "winner": [1]}]


def offered(line: str, **environment: str) -> list[str]:
    """The words that the program offers for the last word of that line."""
    words = line.split(" ")
    done = subprocess.run(
        [sys.executable, "-m", "clashbox"],
        env={
            **os.environ,
            "_CLASHBOX_COMPLETE": "bash_complete",
            "COMP_WORDS": line,
            "COMP_CWORD": str(len(words) - 1),
            **environment,
        },
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.stderr == ""
    return [row.split(",")[1] for row in done.stdout.split()]


def script(shell: str) -> str:
    done = subprocess.run(
        [sys.executable, "-m", "clashbox", "completion", shell], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.mark.parametrize("shell", SHELLS)
def test_every_shell_has_its_script(shell: str) -> None:
    assert "_CLASHBOX_COMPLETE" in script(shell)


def test_bash_itself_completes_a_command(tmp_path: Path) -> None:
    (tmp_path / "clashbox").write_text(f'#!/bin/sh\nexec "{sys.executable}" -m clashbox "$@"\n')
    (tmp_path / "clashbox").chmod(0o755)
    (tmp_path / "script").write_text(script("bash"))
    asked = """
    . "$1"
    COMP_WORDS=(clashbox qua) COMP_CWORD=1
    "$(complete -p clashbox | sed 's/.*-F \\([^ ]*\\) .*/\\1/')" clashbox qua clashbox
    echo "${COMPREPLY[@]}"
    """
    path = f"{tmp_path}:{os.environ['PATH']}"
    done = subprocess.run(
        ["bash", "-c", asked, "bash", str(tmp_path / "script")],
        env={**os.environ, "PATH": path},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.stdout.split() == ["quarantine"], done.stderr


def test_games_and_players_come_from_the_history(database: Database, tmp_path: Path) -> None:
    with database.write() as session:
        name = put(session, HEADER, EVENTS).id
    context = Context(group, info_name="clashbox")
    context.params["database"] = database.url
    nothing = group.params[0]
    (game,) = completing.games(context, nothing, name[:3])
    assert game.value == name and "An, Bình" in game.help
    assert completing.games(context, nothing, "zz") == []
    assert [one.value for one in completing.players(context, nothing, "b")] == ["Bình"]
    nowhere = tmp_path / "nowhere"
    context.params["database"] = str(nowhere / "history.db")
    assert completing.games(context, nothing, "") == completing.players(context, nothing, "") == []
    assert not nowhere.exists()


def test_rules_and_options_are_offered() -> None:
    assert offered("clashbox rule ti-1")[:2] == ["TI-10", "TI-11"]
    assert "--plot" in offered("clashbox stats --")
    assert offered("clashbox show ", CLASHBOX_DATABASE="mysql://nobody") == []
