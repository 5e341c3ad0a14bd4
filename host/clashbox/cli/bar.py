"""A progress bar with the time left on standard error; nothing where that is no terminal."""

import sys
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from rich.progress import Progress


class Bar:
    """Shows how much of a whole is done, under a title: in percent, or `counted` as so many of so many with
    the number done a second.
    """

    def __init__(self, title: str, counted: bool = False) -> None:
        self._bar = _progress(title, counted) if sys.stderr.isatty() else None
        self._task: Any = None

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


def _progress(title: str, counted: bool) -> "Progress":
    from rich import progress  # slow to load: only where a bar is shown
    from rich.console import Console
    from rich.text import Text

    class Rate(progress.ProgressColumn):
        """So many a second."""

        def render(self, task: progress.Task) -> Text:
            """The rate as text; empty before there is one."""
            return Text(f"{task.speed:.0f}/s" if task.speed else "")

    how_far = (progress.MofNCompleteColumn(), Rate()) if counted else (progress.TaskProgressColumn(),)
    return progress.Progress(
        progress.TextColumn(title),
        progress.BarColumn(),
        *how_far,
        progress.TimeRemainingColumn(),
        console=Console(stderr=True),
        transient=True,
    )
