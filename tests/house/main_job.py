"""The main job from an installed clashbox, away from the repository: a game by keys on the virtual device,
its events fetched over the serial port, listed, written to a file and checked, a terrain drawn, the page
opened.

    python tests/house/main_job.py    run by `make wheel` with the Python that has nothing but the wheel
"""

import json
import os
import subprocess
import sys
import tempfile
import urllib.request
from pathlib import Path

KEYS = (
    "a down a a",  # a new game of three
    "a right up up up up right up up right up a",  # base 1: 20, worth 4 2 1
    "a right",  # a minion of 5
    "up up a",  # two more
)


def clashbox(*arguments: str) -> subprocess.CompletedProcess[str]:
    """The command that was installed beside this Python."""
    program = str(Path(sys.executable).with_name("clashbox"))
    return subprocess.run([program, *arguments], capture_output=True, text=True, timeout=120, check=False)


def said(*arguments: str, status: int = 0) -> str:
    """What that command prints; it has to end with that status."""
    done = clashbox(*arguments)
    assert done.returncode == status, (arguments, done.returncode, done.stdout, done.stderr)
    return done.stdout


def page() -> None:
    """`clashbox play` serves its page from the wheel."""
    program = str(Path(sys.executable).with_name("clashbox"))
    command = [program, "play", "--no-browser", "--http-port", "0", "--json"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as playing:
        assert playing.stdout is not None
        told = json.loads(playing.stdout.readline())
        with urllib.request.urlopen(told["url"], timeout=30) as answer:
            assert b"<html" in answer.read()
        playing.terminate()
        playing.wait(30)


def main() -> None:
    """Runs it all; an assertion says what went wrong."""
    import clashbox as package
    from clashbox.virtual import VirtualDevice

    assert "site-packages" in package.__file__, package.__file__
    with tempfile.TemporaryDirectory() as folder:
        os.chdir(folder)
        os.environ["CLASHBOX_DATABASE"] = str(Path(folder) / "history.db")
        os.environ["CLASHBOX_LANG"] = "en"
        print(said("--version").strip())
        with VirtualDevice(language="en", bounce=False) as device:
            for key in " ".join(KEYS).split():
                device.press(key)
            said("sync", "--port", device.port)
        (game,) = json.loads(said("games", "--json"))
        said("export", game["id"], "--format", "jsonl", "-o", "game.jsonl")
        found = [json.loads(line) for line in Path("game.jsonl").read_text(encoding="utf-8").splitlines()]
        assert [event["ev"] for event in found[1:]] == ["turn", "base", "play", "power"], found
        said("check", "game.jsonl")
        with Path("game.jsonl").open("a", encoding="utf-8") as file:
            file.write('{"ev": "score", "b": 1}\n')
        assert "SB-05" in said("check", "game.jsonl", status=1)
        assert "<svg" in said("terrain", "draw", "castle-field", "-o", "-")
        assert "TI-13" in said("rule", "TI-13", "--lang", "vi")
        page()
    print(f"the main job is done by {package.__file__}")


if __name__ == "__main__":
    main()
