"""Runs mpremote as a program of its own: its commands are stable, its modules are not (its header says so).

Nothing waits for ever: mpremote itself does, where a terminal falls silent, so a run that prints nothing for
some seconds is ended.
"""

import contextlib
import re
import sys
import time

from clashbox.board import tool
from clashbox.board.tool import SILENT, Failed, Tell
from clashbox.link.line import Line, LineTrouble
from clashbox.text import shown
from clashbox.trouble import Trouble

SILENCE = 30.0
"""Seconds without a line of output after which a run is given up; the longest step is one file."""
ATTEMPTS = 2
"""Opening a port may reset the board: what comes while it starts is lost, and mpremote asks but once."""
PAUSE = 1.5
"""Seconds that a board gets to start before mpremote is run again."""


def _command(port: str, steps: list[list[str]]) -> list[str]:
    words = [sys.executable, "-m", "mpremote", "connect", f"port:{port}"]
    for number, step in enumerate(steps):
        words += step if number == 0 else ["+", *step]
    return words


def run(
    port: str, steps: list[list[str]], tell: Tell = lambda _: None, silence: float = SILENCE
) -> list[str]:
    """Runs these commands of mpremote one after the other and returns the lines that they printed; `tell`
    gets each as it comes. Raises Failed.
    """
    return tool.run(_command(port, steps), tell, silence)


def ask(port: str, steps: list[list[str]]) -> list[str]:
    """Like `run` for the first words to a board, which may just be starting: asked up to ATTEMPTS times.
    Raises Trouble.
    """
    for number in range(ATTEMPTS):
        try:
            return run(port, steps)
        except Failed as failed:
            refused = "failed to access" in failed.said or "no device found" in failed.said
            if number == ATTEMPTS - 1 or refused or "raw repl" not in failed.said:
                raise trouble(port, failed) from None
        time.sleep(PAUSE)
    raise AssertionError


def trouble(port: str, failed: Failed) -> Trouble:
    """What a failed run means, in our words."""
    said = failed.said
    if "failed to access" in said:
        # Opened once more by ourselves: then we know why.
        try:
            Line(port).close()
        except LineTrouble as found:
            return found
        return LineTrouble("busy", port)
    if "raw repl" in said:
        return Trouble("board.prompt", shown(port, 200))
    if said == SILENT:
        return Trouble("board.silent", shown(port, 200))
    if re.search(r"ENOSPC|Errno 28|OSError: 28", said):
        return Trouble("board.full", shown(port, 200))
    words = [line for line in said.splitlines() if line.strip()]
    return Trouble("board.mpremote", shown(port, 200), shown(words[-1] if words else "", 160))


def reset(port: str) -> None:
    """Starts the board anew, if it can be had: whatever ran before runs again."""
    with contextlib.suppress(Failed):
        run(port, [["reset"]], silence=12.0)
