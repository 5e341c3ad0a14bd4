"""Runs another program, hears it line by line, and never waits for ever."""

import contextlib
import os
import queue
import subprocess
import threading
from collections.abc import Callable

from clashbox.i18n import reason

SILENT = "silent"
"""What a run that was given up said."""

Tell = Callable[[str], None]


class Failed(Exception):
    """The program ended with an error; `said` is what it printed."""

    def __init__(self, said: str):
        super().__init__(said)
        self.said = said


def run(command: list[str], tell: Tell, silence: float) -> list[str]:
    """Runs it and returns what it printed, line by line (one that is written over again counts each time);
    `tell` gets each as it comes. `silence`: seconds without a line after which it is ended. Raises Failed.
    """
    try:
        process = subprocess.Popen(
            command,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            encoding="utf-8",
            errors="replace",
            env={**os.environ, "PYTHONUNBUFFERED": "1", "PYTHONIOENCODING": "utf-8", "NO_COLOR": "1"},
            start_new_session=os.name == "posix",  # Ctrl-C is ours: we end it, then see to the board
        )
    except OSError as error:
        raise Failed(f"{command[0]}: {reason(error)}") from None
    coming: queue.Queue[str | None] = queue.Queue()

    def listen() -> None:
        assert process.stdout is not None
        for line in process.stdout:
            coming.put(line)
        coming.put(None)

    listener = threading.Thread(target=listen, daemon=True)
    listener.start()
    lines: list[str] = []
    try:
        while True:
            try:
                line = coming.get(timeout=silence)
            except queue.Empty:
                raise Failed(SILENT) from None
            if line is None:
                break
            lines.append(line.rstrip("\r\n"))
            tell(lines[-1])
        if process.wait() != 0:
            raise Failed("\n".join(lines))
    finally:
        with contextlib.suppress(OSError):
            process.kill()
        process.wait()
        listener.join(5)
        if process.stdout is not None:
            process.stdout.close()
    return lines
