"""How commands print tables and lists: in colour on a terminal, plain in a pipe; names are never markup."""

import sys
from collections.abc import Iterable
from typing import Any

_PIPED = 160


def console() -> Any:
    """A Rich console: as wide as the terminal; in a pipe wide enough for whole lines."""
    from rich.console import Console

    return Console(markup=False, highlight=False, emoji=False, width=None if sys.stdout.isatty() else _PIPED)


_HEAD = 3
"""Lines of a table before its rows: one that is empty, the titles, a rule."""


def part(made: Any, before: list[int]) -> list[int]:
    """Prints a part of a long table: its head only where there was none before, its columns at least as wide
    as before. How wide they are now (not made wider where the terminal is too narrow for all of them).
    """
    from rich.cells import cell_len

    screen = console()
    widths: list[int] = []
    for at, column in enumerate(made.columns):
        texts = (str(column.header), *map(str, column.cells))
        widths.append(max([*before[at : at + 1], *map(cell_len, texts)]))
    if sum(widths) + 3 * len(widths) <= screen.width:
        for column, width in zip(made.columns, widths, strict=True):
            column.min_width = width
    with screen.capture() as captured:
        screen.print(made)
    lines = captured.get().splitlines(keepends=True)
    sys.stdout.write("".join(lines[_HEAD:-1] if before else lines[:-1]))
    return widths


def table(columns: Iterable[tuple[str, str]]) -> Any:
    """A Rich table; each column is its title and "<" (left), ">" (right) or "~" (left, may wrap)."""
    from rich import box
    from rich.table import Table

    made = Table(box=box.SIMPLE_HEAD, pad_edge=False)
    for title, how in columns:
        made.add_column(title, justify="right" if how == ">" else "left", no_wrap=how != "~")
    return made
