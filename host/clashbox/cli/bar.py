"""A progress bar with the time left on standard error; nothing where that is no terminal."""

import sys
from typing import Any


class Bar:
    """Shows how much of a whole is done, under a title."""

    def __init__(self, title: str) -> None:
        self._bar: Any = None
        self._task: Any = None
        if sys.stderr.isatty():
            from rich.console import Console
            from rich.progress import BarColumn, Progress, TaskProgressColumn, TextColumn, TimeRemainingColumn

            self._bar = Progress(
                TextColumn(title),
                BarColumn(),
                TaskProgressColumn(),
                TimeRemainingColumn(),
                console=Console(stderr=True),
                transient=True,
            )

    def __enter__(self) -> "Bar":
        if self._bar is not None:
            self._bar.start()
            self._task = self._bar.add_task("", total=None)
        return self

    def __exit__(self, *_: object) -> None:
        if self._bar is not None:
            self._bar.stop()

    def update(self, done: float, total: float) -> None:
        """Shows how far it is."""
        if self._bar is not None:
            self._bar.update(self._task, completed=done, total=total)
